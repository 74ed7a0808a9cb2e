/**
 * Rules of the weekly cashback: which weeks of a claim need a statement, the amount for a net loss, and the id of a statement.
 * A week is a UTC week, Monday to Sunday; local clock changes do not matter. Pure.
 */

import { createHash } from 'node:crypto';
import { weekStart } from '@fairline/proto/periods';
import { dayMs, weekMs } from '@fairline/proto/time';

/** The statement of a week is made this long after its end: by then nearly all of its stakes have a result. The rest counts in a later statement. */
export const settleMs = dayMs;

/** A week of a claim; `from` and `to` bound the part of it in which the claim ran. */
export interface ClaimWeek {
  weekStartsAt: Date;
  weekEndsAt: Date;
  from: Date;
  to: Date;
}

/** The weeks of a claim that are over and have no statement yet, oldest first. The first begins with the claim, the last ends with it. */
export function dueWeeks(claim: { claimedAt: Date; endsAt: Date; statedUntil: Date | null }, now: Date): ClaimWeek[] {
  const weeks: ClaimWeek[] = [];
  let weekStartsAt = claim.statedUntil ?? weekStart(claim.claimedAt);
  for (;;) {
    const weekEndsAt = new Date(weekStartsAt.getTime() + weekMs);
    const from = new Date(Math.max(weekStartsAt.getTime(), claim.claimedAt.getTime()));
    const to = new Date(Math.min(weekEndsAt.getTime(), claim.endsAt.getTime()));
    if (from >= to || weekEndsAt.getTime() + settleMs > now.getTime()) return weeks;
    weeks.push({ weekStartsAt, weekEndsAt, from, to });
    weekStartsAt = weekEndsAt;
  }
}

/** Per cent of the net loss, rounded down, at most `maxAmountMinor`; nothing for a week without a loss. */
export function cashbackOf(
  netLossMinor: number,
  { percent, maxAmountMinor }: { percent: number; maxAmountMinor: number | null },
): number {
  if (netLossMinor <= 0) return 0;
  // At most two decimals of the percentage count, so hundredths of a per cent make the product exact.
  const amountMinor = Number((BigInt(netLossMinor) * BigInt(Math.round(percent * 100))) / 10_000n);
  return Math.min(amountMinor, maxAmountMinor ?? amountMinor);
}

export interface Counted {
  stakedMinor: number;
  returnedMinor: number;
}

/**
 * The amounts that a statement counts: its own week, plus changes to earlier weeks since those were counted.
 * A negative amount is added to the other side, so that both are zero or more and the net loss is unchanged.
 */
export function countedOf(own: Counted, earlier: readonly { before: Counted; now: Counted }[]): Counted {
  const sum = (of: (counted: Counted) => number) =>
    earlier.reduce((total, { before, now }) => total + of(now) - of(before), of(own));
  const [staked, returned] = [sum(({ stakedMinor }) => stakedMinor), sum(({ returnedMinor }) => returnedMinor)];
  return {
    stakedMinor: Math.max(staked, 0) + Math.max(-returned, 0),
    returnedMinor: Math.max(returned, 0) + Math.max(-staked, 0),
  };
}

/** Late results and corrections count for weeks up to this many before the statement's own week. */
export const lateWeeks = 12;

/** The id of the statement of a claim and week. It is also the key of its payment, so a repeat pays nothing more. */
export function statementId(claimId: string, weekStartsAt: Date): string {
  const hash = createHash('sha256').update(`cashback ${claimId} ${weekStartsAt.toISOString()}`).digest();
  // Version 8 (a hash of our own) and the variant of RFC 9562.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
