/** Spans of time that money is counted in: UTC days, months and quarters for players, the last hours and days for operators' figures. */
import type { Range } from '@fairline/proto/auth/staff';
import type { periods } from '@fairline/proto/wallet';
import type { z } from 'zod';

const dayMs = 24 * 60 * 60 * 1_000;

export function dayStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** Monday. */
export function weekStart(at: Date): Date {
  return new Date(dayStart(at).getTime() - ((at.getUTCDay() + 6) % 7) * dayMs);
}

export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

export function dayResetsAt(at: Date): Date {
  return new Date(dayStart(at).getTime() + dayMs);
}

export function monthResetsAt(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Where a period of the history begins: a week is the last 7 days, a quarter the calendar's. */
export function periodStart(period: (typeof periods)[number], at: Date): Date {
  switch (period) {
    case 'all':
      return new Date(0);
    case 'today':
      return dayStart(at);
    case 'week':
      return new Date(at.getTime() - 7 * dayMs);
    case 'month':
      return monthStart(at);
    case 'quarter':
      return new Date(Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3, 1));
  }
}

export type RangeName = z.infer<typeof Range>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const spans: Record<RangeName, { lengthMs: number; stepMs: number }> = {
  '1h': { lengthMs: hourMs, stepMs: minuteMs },
  '24h': { lengthMs: 24 * hourMs, stepMs: hourMs },
  '7d': { lengthMs: 7 * 24 * hourMs, stepMs: 6 * hourMs },
  '30d': { lengthMs: 30 * 24 * hourMs, stepMs: 24 * hourMs },
};

/**
 * Ends with the minute under way, so that every minute is counted whole and once. Its steps begin with the clock's minutes, hours, quarters of a day and days
 * (UTC): the first is what is left of one, the last is under way.
 */
export function spanOf(range: RangeName, now: Date): { before: Date; since: Date; until: Date; starts: Date[] } {
  const { lengthMs, stepMs } = spans[range];
  const untilMs = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
  const sinceMs = untilMs - lengthMs;
  const starts = [new Date(sinceMs)];
  for (let at = (Math.floor(sinceMs / stepMs) + 1) * stepMs; at < untilMs; at += stepMs) starts.push(new Date(at));
  return { before: new Date(sinceMs - lengthMs), since: new Date(sinceMs), until: new Date(untilMs), starts };
}

export function revenueOf<F extends { wageredMinor: number; paidMinor: number; bonusMinor: number }>(figures: F): F & { ggrMinor: number; ngrMinor: number } {
  const ggrMinor = figures.wageredMinor - figures.paidMinor;
  return { ...figures, ggrMinor, ngrMinor: ggrMinor - figures.bonusMinor };
}
