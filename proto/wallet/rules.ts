/** Limits, minimum amounts and bonuses of wallet as data, so that pages, service and tests read the same values. Amounts are minor units of a play currency. */

import { gameCategories } from '../games/catalogue.ts';
import { hourMs } from '../time.ts';

/** Money limits are the same numbers in each play currency, in minor units. */
export const limitsByLevel = {
  unverified: {
    dailyDepositMinor: 500_000,
    dailyWithdrawMinor: 250_000,
    monthlyDepositMinor: 5_000_000,
    monthlyWithdrawMinor: 2_500_000,
    maxDepositMinor: 500_000,
    maxWithdrawMinor: 250_000,
    maxBetMinor: 100_000,
  },
  verified: {
    dailyDepositMinor: 5_000_000,
    dailyWithdrawMinor: 2_500_000,
    monthlyDepositMinor: 50_000_000,
    monthlyWithdrawMinor: 25_000_000,
    maxDepositMinor: 5_000_000,
    maxWithdrawMinor: 2_500_000,
    maxBetMinor: 1_000_000,
  },
} as const;

export const minDepositMinor = 1_000;

export const minWithdrawMinor = 2_000;

export const lowBalanceMinor = 5_000;

/** Destinations of withdrawals that a player can save. */
export const maxSavedDestinations = 10;

/** The parties that a pending payment may wait for: the player on the provider's page (`payer`), the provider, or an operator (`review`). */
export const pendingParties = ['payer', 'provider', 'review'] as const;

/** The reference that a player gives in a bank transfer: the random end of their id, in characters that every bank accepts. */
export const transferReference = (playerId: string): string => `FL${playerId.slice(-12).toUpperCase()}`;

/** The end of the player's id in such a reference, in any spelling; undefined for any other text. */
export const playerEndIn = (text: string): string | undefined =>
  /^fl[\s-]*([0-9a-f]{12})$/i.exec(text.trim())?.[1]?.toLowerCase();

export const quoteSeconds = 30;

/** Outside demo mode, rates older than this are not used for conversions; configurable. */
export const rateMaxAgeHours = 24;

/** The welcome bonus: paid once per player, in cash. Configurable; 0 switches it off. */
export const welcomeBonusMinor = 10_000;

/** The products on which bonus money may be staked: sports, and the categories of casino games. */
export const products = ['sports', ...gameCategories] as const;
export type Product = (typeof products)[number];

/** The products of a list, each once and in their order. `casino` includes all categories of casino games. */
export function productsOf(named: readonly (Product | 'casino')[]): Product[] {
  return products.filter((product) => named.includes(product) || (product !== 'sports' && named.includes('casino')));
}

/** Promotions requests the forfeit of bonus money when its claim expires. Without that request, wallet forfeits it this much later. */
export const bonusRules = { forfeitedAfterMs: hourMs } as const;

/**
 * The most that promotions may give: per claim, and per player and UTC day over all claims and kinds of grants. Wallet applies them whatever promotions asks for,
 * in minor units of the play currency. The largest default promotion gives 500.00.
 */
export const grantBounds = { claimMinor: 1_000_000, dayMinor: 2_000_000 } as const;

/** Starting balance of a play-money player, instead of the bonus. */
export const playMoneyMinor = 100_000;

/** Amount of a test win of the demo player. */
export const testWinMinor = 10_000;

/** The operator id recorded for automatic approvals; no operator has it. */
export const ruleOperatorId = '00000000-0000-7000-8000-000000000001';

/** The recommended longest session. Only the player's own limit is enforced. */
export const recommendedSessionMinutes = 120;
/** A play session starts with the first stake after this many minutes without any. */
export const sessionGapMinutes = 30;
