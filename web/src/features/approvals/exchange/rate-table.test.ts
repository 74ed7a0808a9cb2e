/** The rate table of operators, as rows. */
import type { RateRow } from '@fairline/proto/wallet/exchange';
import { i18n } from '@lingui/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { moveText, pairsOf } from './rate-table.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const rate = (changes: Partial<RateRow>): RateRow => ({
  from: 'USD',
  to: 'EUR',
  rate: 0.92,
  changedAt: '2026-01-01T00:00:00.000Z',
  changedBy: null,
  ...changes,
});

describe('the pairs', () => {
  it('are all listed, including those never set', () => {
    const pairs = pairsOf([
      rate({ available: true }),
      rate({ from: 'EUR', to: 'USD', available: false, changedBy: 'an operator' }),
      rate({ to: 'GBP', available: false }),
    ]);
    expect(pairs).toHaveLength(20);
    const stateOf = (from: string, to: string) => pairs.find((one) => one.from === from && one.to === to)?.state;
    expect([stateOf('USD', 'EUR'), stateOf('EUR', 'USD'), stateOf('USD', 'GBP')]).toEqual(['on', 'outdated', 'unset']);
  });

  it('are on by default', () => {
    expect(pairsOf([rate({})])[0]).toMatchObject({ from: 'USD', to: 'EUR', state: 'on' });
  });
});

it.each([
  [0.92, 0.966, '+5 %'],
  [3_200, 2_000, '-37.5 %'],
  [1, 1.000001, '0 %'],
] as const)('from %s to %s is a move of %s', (before, after, expected) => {
  expect(moveText(before, after)).toBe(expected);
});
