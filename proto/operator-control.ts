/** Controls on operators as data: from which amount on two of them decide, and who is too close to somebody to be their second operator. */
import { z } from 'zod';
import { Id, Instant } from './contract.ts';

export const operatorControl = {
  /** From this worth per UTC day on a second operator decides; configurable. */
  twoOperatorsMinor: 1_000_000,
  /** From this share of that amount on, what one operator decides alone is flagged. */
  flaggedShare: 0.9,
  /** The largest adjustment, in worth of the play currency, however many operators approve it; configurable. */
  maxAdjustmentMinor: 100_000_000,
  /** How long after an invitation, a raise or a reset the two operators concerned may not approve each other's requests. */
  apartHours: 24,
  /** An own price this much above the feed's fair price needs a second operator, as a share of the fair price. */
  ownPriceShare: 0.1,
  /** Changes of an exchange rate that add up to more than this share within 24 hours need a second operator. */
  rateShare: 0.03,
} as const;

/** How an operator got their access. A request that waits for a second operator keeps its requester's. */
export const OperatorOrigin = z.object({
  activatedAt: Instant,
  /** Null for operators made on the command line. */
  invitedBy: Id.nullable(),
  resetBy: Id.nullable(),
  resetAt: Instant.nullable(),
  /** Who last gave them a more powerful role, and when. */
  raisedBy: Id.nullable(),
  raisedAt: Instant.nullable(),
});
export type OperatorOrigin = z.infer<typeof OperatorOrigin>;
