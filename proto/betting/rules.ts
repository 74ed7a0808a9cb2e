/** Limits and delays of betting, cash-out and the trading desk as data, so that pages, service and tests read the same values. */

/** Money limits are the same numbers in each play currency. */
export const betRules = {
  minStakeMinor: 100,
  /** The most that a bet pays out; shown before placement. */
  payoutCapMinor: 50_000_000,
  /** A bet is refused if it would raise the player's potential payouts of the UTC day above this. */
  dailyPayoutCapMinor: 100_000_000,
  /** `live` is for a match at real pace. For a faster match the delay is shorter in proportion (`liveDelayMs`), but never below `least`. */
  acceptanceDelayMs: { live: 2_000, least: 250, upcoming: 0 },
  /** A bet still undecided this long after it was placed is rejected, never accepted. */
  decisionDeadlineMs: 10_000,
  stakeDeadlineMs: 2_000,
  /** The most real money that one selection may cost the house beyond the stakes on it. Currencies count at par, as in every limit. */
  maxLiabilityMinor: 200_000_000,
  /** `BETTING_SETTLEMENT=instant`, demo mode only: a coin settles the bet this long after acceptance, whatever the result. */
  instant: { delayMs: 10_000, winPercent: 45 },
  maxLegs: 20,
  /** A list of more legs is refused before its legs are checked. */
  maxLegsRead: 100,
  /** Limit of the product of all odds of a bet; for a system, of its longest line. */
  maxCombinedOddsMilli: 100_000_000,
  /** Changes whenever these numbers or the rules of settlement change. Each bet keeps the version it was accepted under. */
  rulesVersion: '2026-12',
  /** How long the address and browser that a bet was placed from are kept: as long as those of sign-ins. */
  originKeptDays: 400,
  quickStakesMinor: [1_000, 2_500, 5_000, 10_000, 25_000],
  defaultStakeMinor: 5_000,
  stakeStepMinor: 1_000,
} as const;

/** The delay of a live bet or cash-out on a fixture at this pace (1,000 is real time). It is the same share of the match at any pace. */
export function liveDelayMs(paceMilli: number): number {
  const { live, least } = betRules.acceptanceDelayMs;
  return Math.max(least, Math.ceil((live * 1_000) / paceMilli));
}

export const cashOutRules = {
  quoteMs: 30_000,
  /** The house's share of the fair value, in basis points. */
  marginBp: 400,
  /** How long market and value must hold after a cash-out is requested on a live match: the acceptance delay of a live bet, by the pace of the match (`liveDelayMs`). */
  delayMs: { live: betRules.acceptanceDelayMs.live, upcoming: 0 },
  /** A cash-out pays the quoted amount if the value has fallen by at most this share, which is less than the margin. */
  fallTolerance: 0.01,
  /** A cash-out that cannot be decided within this time, because no prices arrive, is dropped. */
  giveUpMs: 8_000,
  /** The least a cash-out pays. */
  minAmountMinor: 1,
} as const;

export const deskRules = {
  /** A decision may move more money than its preview by this share, or by `leastMinor` if that is more. */
  previewSlack: { share: 0.1, leastMinor: 100_000 },
  /** A market is suspended for `suspendMs` when a fair chance moves by more than `chance` within `windowMs`. Both are match time, but no suspension is shorter than `leastSuspendMs`. */
  volatility: { windowMs: 10_000, chance: 0.25, suspendMs: 15_000, leastSuspendMs: 1_000 },
  marginBp: { min: 0, max: 3_000 },
} as const;
