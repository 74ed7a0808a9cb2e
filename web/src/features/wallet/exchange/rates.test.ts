/** Rates and what they give, as rows. */
import { describe, expect, it } from 'vitest';
import { conversionObstacle, rateText, resultText } from './rates.ts';

describe('a conversion', () => {
  it.each([
    ['USD', 'USD', 100, 'Please choose two different currencies'],
    ['USD', 'EUR', null, 'Please enter a valid amount'],
    ['USD', 'EUR', 10_001, 'Insufficient balance'],
    ['USD', 'EUR', 10_000, null],
  ] as const)('from %s to %s of %s answers %s', (from, to, amountMinor, expected) => {
    expect(conversionObstacle(from, to, amountMinor, 10_000)).toBe(expected);
  });

  it.each([
    [43_500, 'BTC', '43500.00'],
    [0.92, 'USD', '0.9200'],
    [0.00002299, 'USD', '0.00002299'],
  ] as const)('shows the rate %s from %s as %s', (rate, from, expected) => {
    expect(rateText(rate, from)).toBe(expected);
  });

  it.each([
    [228_734, 'BTC', '0.002287 BTC'],
    [123_456_789, 'EUR', '1,234,567.89 EUR'],
  ] as const)('shows the result %s as %s', (minor, currency, expected) => {
    expect(resultText(minor, currency)).toBe(expected);
  });
});
