/** Rules of cashback: the weeks that are due (in UTC, so local clock changes do not matter), the amount, and the id of a statement. */
import { Id } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { cashbackOf, countedOf, dueWeeks, statementId } from './week.ts';

const at = (text: string) => new Date(`${text}Z`);
const spans = (claimedAt: string, endsAt: string, now: string, statedUntil?: string) =>
  dueWeeks(
    { claimedAt: at(claimedAt), endsAt: at(endsAt), statedUntil: statedUntil ? at(statedUntil) : null },
    at(now),
  ).map(({ from, to }) => `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`);

describe('the weeks of a claim', () => {
  it.each<[string, Parameters<typeof spans>, string[]]>([
    ['none before the first is over', ['2026-03-11T10:00', '2026-06-01T00:00', '2026-03-16T00:00'], []],
    ['none in the day after its end', ['2026-03-11T10:00', '2026-06-01T00:00', '2026-03-16T23:59'], []],
    [
      'the first from the claim on',
      ['2026-03-11T10:00', '2026-06-01T00:00', '2026-03-17T00:00'],
      ['2026-03-11T10:00 2026-03-16T00:00'],
    ],
    ['none that is stated', ['2026-03-11T10:00', '2026-06-01T00:00', '2026-03-20T00:00', '2026-03-16T00:00'], []],
    [
      'all that a downtime missed',
      ['2026-03-11T10:00', '2026-06-01T00:00', '2026-04-01T00:00', '2026-03-16T00:00'],
      ['2026-03-16T00:00 2026-03-23T00:00', '2026-03-23T00:00 2026-03-30T00:00'],
    ],
    [
      'the last until the end',
      ['2026-03-11T10:00', '2026-03-18T15:00', '2026-05-01T00:00', '2026-03-16T00:00'],
      ['2026-03-16T00:00 2026-03-18T15:00'],
    ],
    ['none after the end', ['2026-03-11T10:00', '2026-03-16T00:00', '2026-05-01T00:00', '2026-03-16T00:00'], []],
    [
      'a claim at the start of a week',
      ['2026-03-16T00:00', '2026-06-01T00:00', '2026-03-24T00:00'],
      ['2026-03-16T00:00 2026-03-23T00:00'],
    ],
    [
      'a claim in the last moment of a week',
      ['2026-03-15T23:59', '2026-06-01T00:00', '2026-03-17T00:00'],
      ['2026-03-15T23:59 2026-03-16T00:00'],
    ],
    ['none of a claim that ended at once', ['2026-03-11T10:00', '2026-03-09T00:00', '2026-05-01T00:00'], []],
    [
      'a week in which clocks go forward',
      ['2026-03-23T00:00', '2026-06-01T00:00', '2026-03-31T00:00'],
      ['2026-03-23T00:00 2026-03-30T00:00'],
    ],
    [
      'a week in which clocks go back',
      ['2026-10-19T00:00', '2026-12-01T00:00', '2026-10-27T00:00'],
      ['2026-10-19T00:00 2026-10-26T00:00'],
    ],
    [
      'a week across the years',
      ['2026-12-28T00:00', '2027-06-01T00:00', '2027-01-05T00:00'],
      ['2026-12-28T00:00 2027-01-04T00:00'],
    ],
  ])('%s', (_name, given, expected) => expect(spans(...given)).toEqual(expected));
});

describe('the amount', () => {
  it.each([
    [10_000, 5, null, 500],
    [10_019, 5, null, 500],
    [10_000, 12.5, null, 1_250],
    [10_000, 0.01, null, 1],
    [1_000_000, 5, 5_000, 5_000],
    [19, 5, null, 0],
    [0, 5, null, 0],
    [-10_000, 5, null, 0],
    [9_000_000_000_000_000, 100, null, 9_000_000_000_000_000],
  ])('of a net loss of %i at %d per cent, at most %s: %i', (netLossMinor, percent, maxAmountMinor, expected) => {
    expect(cashbackOf(netLossMinor, { percent, maxAmountMinor })).toBe(expected);
  });
});

const counted = (stakedMinor: number, returnedMinor: number) => ({ stakedMinor, returnedMinor });

it.each<[string, Parameters<typeof countedOf>, ReturnType<typeof countedOf>]>([
  ['its own week', [counted(1_000, 400), []], counted(1_000, 400)],
  ['a late loss', [counted(1_000, 400), [{ before: counted(500, 100), now: counted(800, 100) }]], counted(1_300, 400)],
  ['a late win', [counted(1_000, 0), [{ before: counted(500, 100), now: counted(600, 900) }]], counted(1_100, 800)],
  [
    'what several weeks changed',
    [counted(0, 0), [1, 2].map((at) => ({ before: counted(0, 0), now: counted(at * 100, at) }))],
    counted(300, 3),
  ],
  [
    'a stake that became void, without other play',
    [counted(0, 0), [{ before: counted(500, 0), now: counted(0, 0) }]],
    counted(0, 500),
  ],
  [
    'a win that became a loss, without other play',
    [counted(0, 0), [{ before: counted(500, 900), now: counted(500, 0) }]],
    counted(900, 0),
  ],
])('a statement counts %s', (_name, given, expected) => expect(countedOf(...given)).toEqual(expected));

it('the id of a statement follows from claim and week', () => {
  const [claim, other] = ['019aa1c8-7f00-7000-8000-000000000001', '019aa1c8-7f00-7000-8000-000000000002'];
  const week = at('2026-03-09T00:00');
  const id = statementId(claim, week);
  expect(Id.parse(id)).toBe(id);
  expect(statementId(claim, new Date(week))).toBe(id);
  expect(statementId(other, week)).not.toBe(id);
  expect(statementId(claim, at('2026-03-16T00:00'))).not.toBe(id);
});
