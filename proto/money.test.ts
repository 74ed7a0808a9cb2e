/** Money: typed amounts are parsed exactly or refused, and shown amounts are exact. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AmountMinor,
  BalanceMinor,
  basisPoints,
  type CurrencyCode,
  currencies,
  decimals,
  formatMoney,
  maxMinor,
  numberMarks,
  parseMinor,
  readsTwoWays,
  SignedMinor,
  toDecimal,
} from './money.ts';

const anyCurrency = fc.constantFrom(...currencies);
const anyAmount = fc.integer({ min: -maxMinor, max: maxMinor });

describe('an amount that a person typed', () => {
  it.each<[string, CurrencyCode, number]>([
    ['12', 'USD', 1_200],
    ['12.', 'USD', 1_200],
    ['12.5', 'USD', 1_250],
    ['0.01', 'GBP', 1],
    ['007.10', 'EUR', 710],
    ['1,234.50', 'USD', 123_450],
    ['1,234,567', 'USD', 123_456_700],
    ['12,34', 'EUR', 1_234],
    ['10,5', 'EUR', 1_050],
    ['1,234', 'EUR', 123_400],
    ['1.234,50', 'EUR', 123_450],
    ['1.234.567', 'EUR', 123_456_700],
    ['0,125', 'BTC', 12_500_000],
    ['1234,567', 'ETH', 123_456_700_000],
    ['1,234.567', 'BTC', 123_456_700_000],
    [' 5.00 ', 'EUR', 500],
    ['-5.25', 'USD', -525],
    ['-0', 'USD', 0],
    ['0.00000001', 'BTC', 1],
    ['1.5', 'ETH', 150_000_000],
    ['90000000000000.00', 'USD', maxMinor],
    ['90000000', 'BTC', maxMinor],
    ['1 234,50', 'EUR', 123_450],
    ['1\u00a0234,50', 'EUR', 123_450],
    ['1\u202f234\u202f567.5', 'EUR', 123_456_750],
    ['1 234', 'BTC', 123_400_000_000],
    ['1 234,567', 'BTC', 123_456_700_000],
    ['\u22125', 'USD', -500],
    ['\u22121 234,50 EUR', 'EUR', -123_450],
    ['5 USD', 'USD', 500],
    ['1,234.50\u00a0GBP', 'GBP', 123_450],
    ['0.5BTC', 'BTC', 50_000_000],
  ])('reads %j of %s as %d minor units', (text, currency, minor) => {
    expect(parseMinor(text, currency)).toBe(minor);
  });

  it.each<[string, CurrencyCode]>([
    ['', 'USD'],
    ['.', 'USD'],
    ['.5', 'USD'],
    ['abc', 'USD'],
    ['1e3', 'USD'],
    ['1.234', 'USD'],
    ['1.000', 'USD'],
    ['0.000000001', 'BTC'],
    ['1,2345', 'USD'],
    ['0,123', 'USD'],
    ['1,234,5', 'USD'],
    ['1,234.5,6', 'USD'],
    ['1.23,456.00', 'USD'],
    ['1,,5', 'USD'],
    ['1,234', 'BTC'],
    ['1.5.0', 'USD'],
    ['+5', 'USD'],
    ['--5', 'USD'],
    ['5 EUR', 'USD'],
    ['USD', 'USD'],
    ['5 USD USD', 'USD'],
    ['1 23', 'USD'],
    ['12 34', 'USD'],
    ['0 123', 'USD'],
    ['1234 567', 'USD'],
    ['1 234\u00a0567', 'USD'],
    ['1 234,567', 'USD'],
    ['1 234,567.5', 'USD'],
    ['\u2212\u22125', 'USD'],
    ['0,000,001', 'BTC'],
    ['0.000.001', 'BTC'],
    ['0,001,234', 'USD'],
    ['01,234', 'USD'],
    ['01,234,567', 'USD'],
    ['Infinity', 'USD'],
    ['NaN', 'USD'],
    ['٣', 'USD'],
    ['90000000000000.01', 'USD'],
    ['90000000.00000001', 'BTC'],
    ['999999999999999999999999', 'USD'],
  ])('refuses %j as an amount of %s', (text, currency) => {
    expect(parseMinor(text, currency)).toBeNull();
  });

  it.each<[string, CurrencyCode, number]>([
    ['1.234,50', 'EUR', 123_450],
    ['1,234.50', 'EUR', 123_450],
    ['10,5', 'EUR', 1_050],
    ['10.5', 'EUR', 1_050],
    ['10.50', 'EUR', 1_050],
    ['1.234', 'EUR', 123_400],
    ['1.234.567', 'EUR', 123_456_700],
    ['0,00000001', 'BTC', 1],
    ['1,234', 'BTC', 123_400_000],
    ['0.001', 'BTC', 100_000],
    ['1.234,5', 'BTC', 123_450_000_000],
  ])('reads %j of %s in Spanish as %d minor units', (text, currency, minor) => {
    expect(parseMinor(text, currency, numberMarks.es)).toBe(minor);
    expect(readsTwoWays(text, currency, numberMarks.es)).toBe(false);
  });

  it('is refused in Spanish with a fraction of a cent', () => {
    expect(parseMinor('1,234', 'EUR', numberMarks.es)).toBeNull();
  });

  it.each<[string, CurrencyCode, 'en' | 'es']>([
    ['1.234', 'BTC', 'es'],
    ['1,234', 'BTC', 'en'],
    ['-100,000', 'ETH', 'en'],
    ['01,234', 'BTC', 'en'],
    ['01.234', 'BTC', 'es'],
    ['\u22121,234', 'BTC', 'en'],
    ['1,234 BTC', 'BTC', 'en'],
  ])('is refused as ambiguous: %j of %s in %s', (text, currency, language) => {
    expect(parseMinor(text, currency, numberMarks[language])).toBeNull();
    expect(readsTwoWays(text, currency, numberMarks[language])).toBe(true);
  });

  it('parses to the same amount that was formatted, in every currency', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (minor, currency) => {
        expect(parseMinor(toDecimal(minor, currency), currency)).toBe(minor === 0 ? 0 : minor);
        for (const marks of [numberMarks.en, numberMarks.es]) {
          expect(parseMinor(toDecimal(minor, currency, marks.decimal), currency, marks)).toBe(minor === 0 ? 0 : minor);
          expect(parseMinor(formatMoney(minor, currency, marks), currency, marks)).toBe(minor === 0 ? 0 : minor);
        }
      }),
    );
  });

  it('is refused with more decimals than the currency has', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), anyCurrency, fc.stringMatching(/^\d{1,6}$/), (whole, currency, more) => {
        expect(parseMinor(`${whole}.${'0'.repeat(decimals[currency])}${more}`, currency)).toBeNull();
      }),
    );
  });

  it('is a safe integer or refused, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-\u2212]?[\d,. ]{0,40}$/)),
        anyCurrency,
        (text, currency) => {
          const minor = parseMinor(text, currency);
          expect(minor === null || (Number.isSafeInteger(minor) && Math.abs(minor) <= maxMinor)).toBe(true);
        },
      ),
    );
  });
});

describe('an amount that is shown', () => {
  it.each<[number, CurrencyCode, string, string]>([
    [0, 'USD', '0.00', '0.00 USD'],
    [1, 'USD', '0.01', '0.01 USD'],
    [10_000, 'USD', '100.00', '100.00 USD'],
    [123_456_789, 'EUR', '1234567.89', '1,234,567.89 EUR'],
    [-250_050, 'GBP', '-2500.50', '-2,500.50 GBP'],
    [1, 'BTC', '0.00000001', '0.00000001 BTC'],
    [150_000_000, 'ETH', '1.50', '1.50 ETH'],
    [123_400_000_000, 'BTC', '1234.00', '1,234.00 BTC'],
    [maxMinor, 'USD', '90000000000000.00', '90,000,000,000,000.00 USD'],
  ])('writes %d of %s as %s and as %s', (minor, currency, decimal, sentence) => {
    expect(toDecimal(minor, currency)).toBe(decimal);
    expect(formatMoney(minor, currency)).toBe(sentence);
    expect(formatMoney(minor, currency, numberMarks.es)).toBe(
      sentence.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    );
  });
});

describe('a share in basis points', () => {
  it.each([
    [10_000, 290, 290],
    [99, 290, 2],
    [1, 9_999, 0],
    [maxMinor, 10_000, maxMinor],
    [maxMinor, 1, 900_000_000_000],
    [0, 290, 0],
  ])('of %d at %d is %d', (amount, points, share) => {
    expect(basisPoints(amount, points)).toBe(share);
  });

  it('is rounded down and never above the whole', () => {
    fc.assert(
      fc.property(fc.nat(maxMinor), fc.nat(10_000), (amount, points) => {
        const share = BigInt(basisPoints(amount, points));
        expect(share * 10_000n <= BigInt(amount) * BigInt(points)).toBe(true);
        expect((share + 1n) * 10_000n > BigInt(amount) * BigInt(points)).toBe(true);
      }),
    );
  });
});

describe('an amount on the wire', () => {
  it.each([
    0,
    -1,
    0.5,
    1.000_001,
    maxMinor + 1,
    Number.MAX_SAFE_INTEGER + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '100',
    null,
    undefined,
  ])('of %s is refused', (amount) => {
    expect(AmountMinor.safeParse(amount).success).toBe(false);
  });

  it('may be zero in a balance, and negative only in a signed amount', () => {
    expect(BalanceMinor.safeParse(0).success).toBe(true);
    expect(BalanceMinor.safeParse(-1).success).toBe(false);
    expect(SignedMinor.safeParse(-maxMinor).success).toBe(true);
    expect(SignedMinor.safeParse(-maxMinor - 1).success).toBe(false);
  });
});
