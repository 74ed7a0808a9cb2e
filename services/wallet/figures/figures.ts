/** Spans of time of operators' figures, and the revenue in them. Pure. */
import type { Range } from '@fairline/proto/ranges';
import type { z } from 'zod';

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
