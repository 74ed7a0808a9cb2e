/** The limits a player sets himself, as they bind money. */
import { z } from 'zod';
import { AmountMinor } from '../money.ts';

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
