/**
 * Rules of loyalty points: what settled stakes earn, which tier they reach, how points are redeemed and when they expire.
 * Fractions of a point are carried over in millionths, so many small stakes earn as much as one large stake. Pure.
 */

import { Refusal } from '@fairline/proto/contract';
import { dayStart } from '@fairline/proto/periods';
import { loyaltyRefusals, loyaltyRules } from '@fairline/proto/promotions/loyalty';
import { type Tier, tiers, type WageringProduct } from '@fairline/proto/promotions/offers';
import { dayMs } from '@fairline/proto/time';

const pointMicro = 1_000_000;

/** The points that a stake earns, in millionths. `boostPercent`: the extra points of loyalty promotions. */
export function earnedMicro(product: WageringProduct, stakeMinor: number, boostPercent = 0): number {
  const micro = stakeMinor * (pointMicro / loyaltyRules.stakeMinorPerPoint[product]);
  const earned = micro + Math.floor((micro * boostPercent) / 100);
  if (!Number.isSafeInteger(earned) || earned < 0)
    throw new Error(`a stake of ${stakeMinor} earns no countable points`);
  return earned;
}

export interface PointsState {
  balance: number;
  /** A fraction of a point; negative if a stake was reversed after its points were spent. */
  carryMicro: number;
}

/**
 * Adds what stakes earned, or takes back what reversed stakes had earned. The balance never falls below zero:
 * points that cannot be taken back make the carry negative until later stakes make up for them.
 */
export function addEarned({ balance, carryMicro }: PointsState, deltaMicro: number): PointsState & { points: number } {
  const totalMicro = carryMicro + deltaMicro;
  const points = Math.max(-balance, Math.floor(totalMicro / pointMicro)) + 0;
  return { points, balance: balance + points, carryMicro: totalMicro - points * pointMicro };
}

/** The tier that the points earned in the last 365 days reach. */
export function tierOf(earned: number): Tier {
  return tiers.findLast(({ points }) => earned >= points)?.id ?? tiers[0].id;
}

export function isHigher(tier: Tier, than: Tier): boolean {
  const rank = (wanted: Tier) => tiers.findIndex(({ id }) => id === wanted);
  return rank(tier) > rank(than);
}

export function nextTier(tier: Tier): { tier: Tier; points: number } | undefined {
  const next = tiers[tiers.findIndex(({ id }) => id === tier) + 1];
  return next && { tier: next.id, points: next.points };
}

const { redeemPoints, redeemMinor, expiryDays } = loyaltyRules;

/** The cash value of points; only whole steps of `redeemPoints` count. */
export function worthOfPoints(points: number): number {
  return Math.floor(points / redeemPoints) * redeemMinor;
}

/** Refuses points that are not a multiple of `redeemPoints`, or more than the balance. */
export function checkRedemption(points: number, balance: number): void {
  if (points % redeemPoints !== 0) throw new Refusal(loyaltyRefusals.pointsStep, { step: redeemPoints });
  if (points > balance) throw new Refusal(loyaltyRefusals.tooFewPoints, { points: balance });
}

/** The last UTC day whose points have expired: each point lasts at least 365 days. */
export function lastExpiredDay(now: Date): Date {
  return new Date(dayStart(now).getTime() - (expiryDays + 1) * dayMs);
}

/** When the points of a UTC day expire. */
export function expiryOf(day: Date): Date {
  return new Date(dayStart(day).getTime() + (expiryDays + 1) * dayMs);
}

/**
 * The points that expire when days with `agedGained` points leave the window of 365 days. `aged`: gained on days that left it before; `spent`: all points ever spent.
 * Points are spent oldest first, so those gained before the window and never spent expire.
 */
export function expiredPoints(
  { aged, spent, balance }: { aged: number; spent: number; balance: number },
  agedGained: number,
): number {
  return Math.min(balance, Math.max(0, aged + agedGained - spent));
}

/** The oldest unspent points, and when they expire. `days`: oldest first, all within the window. */
export function expiringPoints(
  { aged, spent, balance }: { aged: number; spent: number; balance: number },
  days: readonly { day: Date; gained: number }[],
): { points: number; at: Date } | undefined {
  let total = aged;
  for (const { day, gained } of days) {
    total += gained;
    const points = Math.min(balance, total - spent);
    if (points > 0) return { points, at: expiryOf(day) };
  }
  return undefined;
}
