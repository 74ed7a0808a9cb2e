/** The proceeds of conversions, and which rates are fair, as tables. */
import { type CurrencyCode, currencies, maxMinor } from '@fairline/proto/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convertAtRate,
  customerRate,
  gainThrough,
  needsSecondOperator,
  quoteOffer,
  type RateTable,
  rateText,
  type Scaled,
  scaledRate,
} from './exchange.ts';

const rate = (text: string | number): Scaled => scaledRate(text) as Scaled;

describe('a rate', () => {
  it.each<[string | number, string | undefined]>([
    [0.92, '0.920000000000'],
    [43_500, '43500.000000000000'],
    ['0.000022988505747', '0.000022988505'],
    [1e-12, '0.000000000001'],
    [999_999_999_999, '999999999999.000000000000'],
    [1e12, undefined],
    [1e-13, undefined],
    [0, undefined],
    ['-1', undefined],
    ['1e3', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('%s is read as %s', (given, text) => {
    const scaled = scaledRate(given);
    expect(scaled === undefined ? undefined : rateText(scaled)).toBe(text);
  });

  it('is 0.5 % less for a customer, cut after 12 places', () => {
    expect(rateText(customerRate(rate(0.92), 50))).toBe('0.915400000000');
    expect(rateText(customerRate(rate('0.000000000001'), 50))).toBe('0.000000000000');
  });
});

describe('an offer', () => {
  it.each<[number, string, CurrencyCode, CurrencyCode, unknown]>([
    [10_000, '0.92', 'USD', 'EUR', { receiveMinor: 9_154, spreadMinor: 46 }],
    [1, '0.92', 'USD', 'EUR', 'too_small'],
    [2, '0.92', 'USD', 'EUR', { receiveMinor: 1, spreadMinor: 0 }],
    [100_000_000, '43500', 'BTC', 'USD', { receiveMinor: 4_328_250, spreadMinor: 21_750 }],
    [23, '43500', 'BTC', 'USD', 'too_small'],
    [24, '43500', 'BTC', 'USD', { receiveMinor: 1, spreadMinor: 0 }],
    [1, '0.000022988505', 'USD', 'BTC', { receiveMinor: 22, spreadMinor: 0 }],
    [100_000_000, '13.59375', 'BTC', 'ETH', { receiveMinor: 1_352_578_125, spreadMinor: 6_796_875 }],
    [maxMinor, '2', 'GBP', 'USD', 'too_large'],
  ])('of %s at %s from %s to %s', (amountMinor, mid, from, to, expected) => {
    const made = quoteOffer(amountMinor, rate(mid), 50, from, to);
    if (typeof expected === 'string') expect(made).toBe(expected);
    else expect(made).toMatchObject(expected as object);
  });

  it('never pays more than its rate, and less than one minor unit under it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: maxMinor }),
        fc.bigInt({ min: 1n, max: 10n ** 17n }),
        fc.constantFrom(...currencies),
        fc.constantFrom(...currencies),
        (amount, mid, from, to) => {
          const one = 10n ** 12n;
          const places = (currency: CurrencyCode) => (currency === 'BTC' || currency === 'ETH' ? 8n : 2n);
          const paid = convertAtRate(amount, mid, from, to) * one * 10n ** places(from);
          const exact = BigInt(amount) * mid * 10n ** places(to);
          expect(paid <= exact && exact - paid < one * 10n ** places(from)).toBe(true);
        },
      ),
    );
  });
});

describe('a table of rates', () => {
  const usual: Record<string, string> = {
    'USD EUR': '0.92',
    'EUR USD': '1.08',
    'USD GBP': '0.8',
    'GBP USD': '1.25',
    'EUR GBP': '0.86',
    'GBP EUR': '1.15',
  };
  const table =
    (changes: Record<string, string>): RateTable =>
    (from, to) => {
      const text = { ...usual, ...changes }[`${from} ${to}`];
      return text === undefined ? undefined : rate(text);
    };
  it.each<[string, Record<string, string>, CurrencyCode[] | undefined]>([
    ['as it stands', {}, undefined],
    ['where going there and back gains', { 'USD EUR': '0.94' }, ['USD', 'EUR', 'USD']],
    ['where it gains less than the spread', { 'USD EUR': '0.934' }, undefined],
    [
      'where only the way over a third gains',
      { 'USD EUR': '0.93', 'EUR GBP': '0.89', 'GBP EUR': '1.1' },
      ['USD', 'EUR', 'GBP', 'USD'],
    ],
    [
      'where only the long way round gains',
      {
        'USD EUR': '1',
        'EUR USD': '0.5',
        'EUR GBP': '1',
        'GBP EUR': '0.5',
        'USD GBP': '0.5',
        'GBP USD': '0.5',
        'GBP BTC': '1',
        'BTC USD': '1.1',
      },
      ['USD', 'EUR', 'GBP', 'BTC', 'USD'],
    ],
  ])('%s', (_name, changes, way) => {
    expect(gainThrough(table(changes), 50, 'USD', 'EUR')).toEqual(way);
  });
});

describe('a change of a rate', () => {
  it.each<[string, number[], number, boolean]>([
    ['of nothing', [1], 1, false],
    ['up by 3 %', [1], 1.03, false],
    ['up by more than 3 %', [1], 1.030000000001, true],
    ['down by 3 %', [1], 0.97, false],
    ['down by more than 3 %', [1], 0.969999999999, true],
    ['by a second small step', [1, 1.029], 1.058, true],
    ['back after a small step', [1, 1.029], 1, true],
    ['there and back within 3 %', [1, 1.015], 1, false],
    ['up and down again and again', [1, 1.01, 1, 1.01], 1, true],
    ['far from a rate of the morning', [1, 1.1], 1.1, true],
    ['of a pair without a rate', [], 1, true],
    ['to a hundredth', [43_500], 435, true],
    ['by small steps from a small rate', [0.000022, 0.0000225], 0.000023, true],
  ])('%s after %j to %d', (_name, inForce, wanted, needed) => {
    const scaled = (rate: number) => scaledRate(rate.toFixed(12)) as bigint;
    expect(needsSecondOperator(inForce.map(scaled), scaled(wanted))).toBe(needed);
  });
});
