/** Time ranges of operators' figures, and the revenue in them. Pure. */

import type { Range } from '@fairline/proto/periods';
import { hourMs, minuteMs } from '@fairline/proto/time';
import type { z } from 'zod';

export type RangeName = z.infer<typeof Range>;

const spans: Record<RangeName, { lengthMs: number; stepMs: number }> = {
  '1h': { lengthMs: hourMs, stepMs: minuteMs },
  '24h': { lengthMs: 24 * hourMs, stepMs: hourMs },
  '7d': { lengthMs: 7 * 24 * hourMs, stepMs: 6 * hourMs },
  '30d': { lengthMs: 30 * 24 * hourMs, stepMs: 24 * hourMs },
};

/**
 * The range ends with the current minute, so that every minute is counted whole and once. Its steps begin on the clock's minutes, hours, quarters of a day or days (UTC).
 * The first step is cut off by the start of the range; the last one is still under way.
 */
export function spanOf(range: RangeName, now: Date): { before: Date; since: Date; until: Date; starts: Date[] } {
  const { lengthMs, stepMs } = spans[range];
  const untilMs = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
  const sinceMs = untilMs - lengthMs;
  const starts = [new Date(sinceMs)];
  for (let at = (Math.floor(sinceMs / stepMs) + 1) * stepMs; at < untilMs; at += stepMs) starts.push(new Date(at));
  return { before: new Date(sinceMs - lengthMs), since: new Date(sinceMs), until: new Date(untilMs), starts };
}

interface Sums {
  wageredMinor: number;
  paidMinor: number;
  bonusMinor: number;
  /** Free bets, which are a bonus of sports. */
  freeBetMinor: number;
  /** The casino's part of the sums, and in `jackpotMinor` its jackpots. */
  casinoWageredMinor: number;
  casinoPaidMinor: number;
  jackpotMinor: number;
}

export function revenueOf<F extends Sums>(figures: F) {
  const { freeBetMinor, casinoWageredMinor, casinoPaidMinor, jackpotMinor, ...all } = figures;
  const ggrMinor = all.wageredMinor - all.paidMinor;
  const casino = productOf(casinoWageredMinor, casinoPaidMinor, 0);
  const sports = productOf(all.wageredMinor - casinoWageredMinor, all.paidMinor - casinoPaidMinor, freeBetMinor);
  return {
    ...all,
    ggrMinor,
    ngrMinor: ggrMinor - all.bonusMinor,
    byProduct: { sports, casino: { ...casino, jackpotMinor } },
  };
}

function productOf(wageredMinor: number, paidMinor: number, bonusMinor: number) {
  return {
    wageredMinor,
    paidMinor,
    ggrMinor: wageredMinor - paidMinor,
    ngrMinor: wageredMinor - paidMinor - bonusMinor,
  };
}
