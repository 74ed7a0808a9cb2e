/** The limits a player sets himself, as they bind money, and how his own play stands, as he is shown it. */
import { z } from 'zod';
import { Instant } from '../contract.ts';
import { AmountMinor, BalanceMinor, SignedMinor } from '../money.ts';

/** A player's own limits, in his play currency and by UTC day, week (Monday) and month; absent: none. Loss is net: stakes less returns. */
export const PlayLimits = z.object({
  depositDayMinor: AmountMinor.optional(),
  depositWeekMinor: AmountMinor.optional(),
  depositMonthMinor: AmountMinor.optional(),
  lossDayMinor: AmountMinor.optional(),
  lossWeekMinor: AmountMinor.optional(),
  lossMonthMinor: AmountMinor.optional(),
  betMinor: AmountMinor.optional(),
  /** Longest play session; one begins with the first stake after 30 minutes without one. */
  sessionMinutes: z.int().min(1).optional(),
});
export type PlayLimits = z.infer<typeof PlayLimits>;

/** A session is recommended to last no longer; what binds is the player's own limit. */
export const recommendedSessionMinutes = 120;

/** The play session under way. What it returned counts when it was paid, also for bets that were placed before. */
export const PlaySession = z.object({
  startedAt: Instant,
  /** Where no other stake is taken before. */
  endsAt: Instant,
  stakedMinor: BalanceMinor,
  /** Returns less stakes. */
  netMinor: SignedMinor,
});
export type PlaySession = z.infer<typeof PlaySession>;

/** Each is absent where there is none. */
export const OwnStanding = z.object({
  session: PlaySession.optional(),
  ownLimits: PlayLimits.optional(),
  /** The welcome bonus that was paid and is still there, until the player was told of it or has staked anything. */
  welcomeBonusMinor: AmountMinor.optional(),
  /** What a test win gives; for the player of play money in demo mode. */
  testWinMinor: AmountMinor.optional(),
});
export type OwnStanding = z.infer<typeof OwnStanding>;

/** What the demo player may try out at once. */
export const testWinMinor = 10_000;
