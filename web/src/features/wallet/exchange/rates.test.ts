/** Conversions at rates, as rows. */
import { describe, expect, it } from 'vitest';
import { conversionObstacle, isConvertible, rateText, resultText } from './rates.ts';

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
    ['is offered at a rate', [{ available: true }], true],
    ['is offered where nothing else is said', [{}], true],
    ['is off where its rate is too old', [{ available: false }], false],
    ['is off where the pair was never set', [], false],
  ])('%s', (_name, found, expected) => {
    const rates = found.map((one) => ({
      from: 'USD' as const,
      to: 'EUR' as const,
      rate: 0.9,
      midRate: 0.92,
      changedAt: '2026-01-01T00:00:00.000Z',
      ...one,
    }));
    expect(isConvertible('USD', 'EUR', rates)).toBe(expected);
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
