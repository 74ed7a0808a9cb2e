/** The rules of the simulated provider, as tables: outcomes by amount, delays of webhooks, checks of a card, and the label that is stored of it. */
import { pspMagic } from '@fairline/proto/psp';
import { describe, expect, it } from 'vitest';
import { cardFaults, cardLabel, magicOf, outcomeOf, webhookPlan } from './behaviour.ts';

it.each<[number, number | undefined]>([
  [10_000, undefined],
  [10_001, 1],
  [8, 8],
  [10_009, 9],
  [10_108, 8],
  [10_010, undefined],
  [99, undefined],
])('the amount %d plays %s', (amount, magic) => expect(magicOf(amount)).toBe(magic));

it('every amount of the contract plays something', () => {
  expect(Object.keys(pspMagic).map((digits) => magicOf(50_000 + Number(digits)))).toEqual(
    Object.keys(pspMagic).map(Number),
  );
});

it.each<[number, string, string | null]>([
  [10_000, 'succeeded', null],
  [10_001, 'failed', 'declined'],
  [10_002, 'failed', 'insufficient_funds'],
  [10_003, 'succeeded', null],
  [10_006, 'succeeded', null],
  [10_008, 'succeeded', null],
])('a charge of %d has %s', (amount, status, failure) => expect(outcomeOf(amount)).toEqual({ status, failure }));

it.each<[number, number[], number[]]>([
  [10_000, [], [0]],
  [10_001, [], [0]],
  [10_003, [0], [10]],
  [10_004, [0, 0], [0.2, 0.4]],
  [10_005, [1.5], [0]],
  [10_006, [], []],
  [10_007, [], [0]],
])('the webhooks of %d are sent after %j and %j seconds', (amount, processing, decided) => {
  expect(webhookPlan(amount)).toEqual({ processing, decided });
});

describe('a card', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const faultsOf = (changes: object) =>
    Object.keys(cardFaults({ number: '4242 4242 4242 4242', expiry: '12/30', code: '123', ...changes }, now));

  it.each<[string, object, string[]]>([
    ['that could be one', {}, []],
    ['with dashes', { number: '4242-4242-4242-4242' }, []],
    ['of fifteen digits and four of code', { number: '378282246310005', code: '1234' }, []],
    ['with a digit wrong', { number: '4242 4242 4242 4241' }, ['number']],
    ['too short', { number: '4242' }, ['number']],
    ['of letters', { number: 'four two four two' }, ['number']],
    ['that ends this month', { expiry: '11/26' }, []],
    ['that ended last month', { expiry: '10/26' }, ['expiry']],
    ['in a thirteenth month', { expiry: '13/30' }, ['expiry']],
    ['in a month nought', { expiry: '00/30' }, ['expiry']],
    ['with blanks about its date', { expiry: ' 12 / 30 ' }, []],
    ['with a code of two digits', { code: '12' }, ['code']],
    ['with nothing filled in', { number: '', expiry: '', code: '' }, ['number', 'expiry', 'code']],
  ])('%s', (_name, changes, faults) => expect(faultsOf(changes)).toEqual(faults));

  it.each([
    ['4242 4242 4242 4242', 'Visa ending 4242'],
    ['5555-5555-5555-4444', 'Mastercard ending 4444'],
    ['2223003122003222', 'Mastercard ending 3222'],
    ['378282246310005', 'American Express ending 0005'],
    ['6011111111111117', 'Card ending 1117'],
  ])('%s is kept as %s', (number, label) => expect(cardLabel(number)).toBe(label));
});
