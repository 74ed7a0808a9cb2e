/** The environment of the feed. The pace is configurable, so that a test can play a whole match in seconds. */
import { z } from 'zod';

export const feedConfig = {
  /** The seed of every fixture's course: anyone who knows it knows all results. */
  FEED_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** How many times faster than the pace of its mode everything runs. */
  FEED_SPEED: z.coerce.number().min(1).max(50).default(1),
  /** Demo mode: how many times faster matches and their timetable run. Prices are checked as often as at 1, so they move in larger steps. */
  FEED_PACE: z.coerce.number().min(1).max(6).default(1),
  /** How many times more often than in real life matches are postponed, moved, called off, abandoned or ended by a retirement; 0 is never. Another number plays other fixtures. */
  FEED_INCIDENTS: z.coerce.number().min(0).max(20).default(1),
  /** After a start, results of fixtures that ended within this time are published again, for readers who missed them. */
  FEED_CATCH_UP_HOURS: z.coerce.number().min(0).max(24).optional(),
};
