/** Operator controls as data: the amounts that need two operators, and who may be the second one. */
import { z } from 'zod';
import { Id, Instant } from './contract.ts';

export const operatorControl = {
  /** Two-operator threshold: decisions that reach this total per operator and UTC day need a second operator; configurable. */
  twoOperatorsMinor: 1_000_000,
  /** Decisions by one operator are flagged from this share of the threshold on. */
  flaggedShare: 0.9,
  /** The largest adjustment that any number of operators may approve; configurable. */
  maxAdjustmentMinor: 100_000_000,
  /** Hours after an invitation, a promotion or a reset in which the two operators may not approve each other's requests. */
  apartHours: 24,
  /** An own price this much above the feed's fair price needs a second operator, as a share of the fair price. */
  ownPriceShare: 0.1,
  /** Exchange rate changes that add up to more than this share within 24 hours need a second operator. */
  rateShare: 0.03,
} as const;

/** Who gave an operator their access, and when. A pending request stores this about its requester. */
export const OperatorOrigin = z.object({
  activatedAt: Instant,
  /** Null for operators made on the command line. */
  invitedBy: Id.nullable(),
  resetBy: Id.nullable(),
  resetAt: Instant.nullable(),
  /** The operator who last gave them a more powerful role, and when. */
  raisedBy: Id.nullable(),
  raisedAt: Instant.nullable(),
});
export type OperatorOrigin = z.infer<typeof OperatorOrigin>;
