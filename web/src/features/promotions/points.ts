/** Loyalty points: the value of whole steps, and the points missing to the next tier. Pure. */
import { loyaltyRules, type Points } from '@fairline/proto/promotions/loyalty';
import { tiers } from '@fairline/proto/promotions/offers';

const { redeemPoints, redeemMinor } = loyaltyRules;

/** The largest number of whole steps in the balance, in points. */
export const redeemablePoints = (balance: number): number =>
  Math.max(0, Math.floor(balance / redeemPoints) * redeemPoints);

export const worthOf = (points: number): number => Math.floor(points / redeemPoints) * redeemMinor;

export type PointsFault = 'none' | 'step' | 'many';

/** Why this number of points cannot be redeemed; null if it can. */
export function redeemFault(points: number, balance: number): PointsFault | null {
  if (!Number.isSafeInteger(points) || points <= 0) return 'none';
  if (points % redeemPoints !== 0) return 'step';
  return points > balance ? 'many' : null;
}

/** Points still needed for the next tier. */
export const pointsToNext = ({ earned, next }: Pick<Points, 'earned' | 'next'>): number =>
  Math.max(0, (next?.points ?? 0) - earned);

/** The progress from the start of the tier to the next one, 0 to 1; 1 on the highest tier. */
export function tierProgress({ tier, earned, next }: Pick<Points, 'tier' | 'earned' | 'next'>): number {
  const start = tiers.find(({ id }) => id === tier)?.points ?? 0;
  const end = tiers.find(({ id }) => id === next?.tier)?.points;
  if (end === undefined || end <= start) return 1;
  return Math.min(1, Math.max(0, (earned - start) / (end - start)));
}
