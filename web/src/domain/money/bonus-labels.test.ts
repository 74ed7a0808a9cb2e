/** The playable amount of a product, and the sentence about a bonus. */
import type { ActiveBonus } from '@fairline/proto/wallet/ledger';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { bonusUseText } from './bonus-labels.ts';
import { playableOn, playableOnEach } from './playable.ts';

beforeAll(loadEnglish);

const bonus: ActiveBonus = {
  claimId: '0193c9a0-0000-7000-8000-000000000001',
  remainingMinor: 1_000,
  expiresAt: '2026-12-01T12:00:00.000Z',
  maxStakeMinor: null,
  products: ['slots', 'table'],
};

describe('the playable amount', () => {
  it.each([
    ['slots', bonus, 1_500],
    ['table', bonus, 1_500],
    ['sports', bonus, 500],
    ['slots', undefined, 500],
  ] as const)('on %s counts a bonus that is for it', (product, given, playable) => {
    expect(playableOn({ availableMinor: 500, ...(given && { bonus: given }) }, product)).toBe(playable);
  });

  it('on each of several products counts only a bonus that is for all of them', () => {
    const balance = { availableMinor: 500, bonus };
    expect([playableOnEach(balance, ['slots', 'table']), playableOnEach(balance, ['slots', 'lottery'])]).toEqual([
      1_500, 500,
    ]);
  });
});

it('names the products, the end and the highest stake', () => {
  expect(bonusUseText(bonus, 'USD')).toMatch(
    /^10\.00.USD bonus can be used on slots and table games until .*2026.*\.$/,
  );
  expect(bonusUseText({ ...bonus, maxStakeMinor: 500 }, 'USD')).toMatch(/, at most 5\.00.USD per stake\.$/);
});
