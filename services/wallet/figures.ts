/** The spans that operators' figures are made over, and what follows from them: GGR is what was wagered less what was paid, NGR is GGR less bonuses. Pure. */
import type { Range } from '@fairline/proto/auth/staff';
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

/** Ends with the minute under way, so that every minute is counted whole and once. */
export function spanOf(range: RangeName, now: Date): { before: Date; since: Date; until: Date; stepSeconds: number; steps: number } {
  const { lengthMs, stepMs } = spans[range];
  const untilMs = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
  return {
    before: new Date(untilMs - 2 * lengthMs),
    since: new Date(untilMs - lengthMs),
    until: new Date(untilMs),
    stepSeconds: stepMs / 1_000,
    steps: lengthMs / stepMs,
  };
}

export function revenueOf<F extends { wageredMinor: number; paidMinor: number; bonusMinor: number }>(figures: F): F & { ggrMinor: number; ngrMinor: number } {
  const ggrMinor = figures.wageredMinor - figures.paidMinor;
  return { ...figures, ggrMinor, ngrMinor: ggrMinor - figures.bonusMinor };
}
