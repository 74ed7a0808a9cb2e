/** Limits and delays of betting, cash-out and the trading desk as data, so that pages, service and tests read the same values. */

/** Money limits are the same numbers in each play currency. */
export const betRules = {
  minStakeMinor: 100,
  /** A bet's payout is cut here, shown before placement. */
  payoutCapMinor: 50_000_000,
  /** A placement that lifts the player's potential payouts of the UTC day above this is refused. */
  dailyPayoutCapMinor: 100_000_000,
  acceptanceDelayMs: { live: 2_000, upcoming: 0 },
  /** The part of a price's profit that may be gone when a bet is decided, whatever its policy: nobody keeps a price that a goal took away. */
  delayTolerance: 0.1,
  /** A bet still undecided this long after it was placed is rejected, never accepted. */
  decisionDeadlineMs: 10_000,
  stakeDeadlineMs: 2_000,
  /** What one selection may cost the house in real money, beyond the stakes on it; currencies count at par, as every limit does. */
  maxLiabilityMinor: 200_000_000,
  /** `BETTING_SETTLEMENT=instant`, demo mode only: a coin decides this long after acceptance, whatever the results. */
  instant: { delayMs: 10_000, winPercent: 45 },
  maxLegs: 20,
  /** More than that are not looked at. */
  maxLegsRead: 100,
  /** The product of all odds of a bet; for a system, of its longest line. */
  maxCombinedOddsMilli: 100_000_000,
  /** What a settlement, a cancellation and these numbers mean changes only under another version; each bet keeps the one it was taken under. */
  rulesVersion: '2026-11',
  quickStakesMinor: [1_000, 2_500, 5_000, 10_000, 25_000],
  defaultStakeMinor: 5_000,
  stakeStepMinor: 1_000,
} as const;

export const cashOutRules = {
  quoteMs: 30_000,
  /** What the house keeps of the fair value, in basis points. */
  marginBp: 400,
  /** How long market and value must hold after a sale is asked for, where a leg's match is live: as long as a live bet waits to be accepted. */
  delayMs: { live: betRules.acceptanceDelayMs.live, upcoming: 0 },
  /** A sale that could not be looked at in this time, because the feed sends nothing about the match, is not made. */
  giveUpMs: 8_000,
  /** The least a cash-out pays. */
  minAmountMinor: 1,
} as const;

export const deskRules = {
  /**
   * Decisions of one operator on a market that move at least this much real money within a UTC day, whichever way, need a second; and so does a bet that is settled
   * by hand where it moves as much together with all that the operator alone settled by hand that day.
   */
  twoOperatorsMinor: 1_000_000,
  /** A decision holds for what was previewed, and for so much more: a share of it, or this much where that is less. */
  previewSlack: { share: 0.1, leastMinor: 100_000 },
  /** A market whose fair chance moved by more than this within the window is suspended by itself, for so long. */
  volatility: { windowMs: 10_000, chance: 0.25, suspendMs: 15_000 },
  marginBp: { min: 0, max: 3_000 },
} as const;
