/** The payout of a part of a bet, and the refusals that need another quote. */
import { cashOutRefusals } from '@fairline/proto/betting/cash-out';
import { Refusal } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { isTooSmall, partOf, wantsNewQuote } from './cash-out.ts';

describe('a part of a bet', () => {
  it.each([
    [5_000, 4_321, 100, { stakeMinor: 5_000, paidMinor: 4_321 }],
    [5_000, 4_321, 50, { stakeMinor: 2_500, paidMinor: 2_160 }],
    [1_500, 1_014, 29, { stakeMinor: 435, paidMinor: 294 }],
    [100, 1, 50, { stakeMinor: 50, paidMinor: 0 }],
  ])('of %i open, worth %i, at %i percent', (openStakeMinor, amountMinor, percent, part) => {
    expect(partOf({ openStakeMinor, amountMinor }, percent)).toEqual(part);
  });

  it.each([
    [{ stakeMinor: 50, paidMinor: 0 }, true],
    [{ stakeMinor: 0, paidMinor: 0 }, true],
    [{ stakeMinor: 1, paidMinor: 1 }, false],
  ])('%j is too small: %s', (part, small) => {
    expect(isTooSmall(part)).toBe(small);
  });
});

describe('a refused cash-out', () => {
  it.each([
    [new Refusal(cashOutRefusals.worthLess), true],
    [new Refusal(cashOutRefusals.quoteExpired), true],
    [new Refusal(cashOutRefusals.quoteUsed), true],
    [new Refusal(cashOutRefusals.unavailable), false],
    [new Error('offline'), false],
  ])('with %s needs a new quote: %s', (error, asks) => {
    expect(wantsNewQuote(error)).toBe(asks);
  });
});
