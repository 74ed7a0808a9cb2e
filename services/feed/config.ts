/** The feed's own environment. The pace is data: a test may have a whole match in seconds. */
import { z } from 'zod';

export const feedConfig = {
  /** The seed of every fixture's course: anyone who knows it knows all results. */
  FEED_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** How much faster than its mode's own pace everything happens. */
  FEED_SPEED: z.coerce.number().min(1).max(50).default(1),
  /** Demo mode: how much faster matches are played, their timetable included. Prices are looked at as often as ever, so they take larger steps. */
  FEED_PACE: z.coerce.number().min(1).max(6).default(1),
  /** After a start, results of fixtures that ended within this time are published again, for readers who missed them. */
  FEED_CATCH_UP_HOURS: z.coerce.number().min(0).max(24).optional(),
};
