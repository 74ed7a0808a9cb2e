/**
 * The rules for when the reels stop. Speeds are the milliseconds in which a symbol passes. A reel never stops before the server's response, and never sooner
 * than the jurisdiction allows. Pure.
 */
import type { CasinoProfile } from '../stage/profile.ts';
import { reelCount } from './lines.ts';

export const tickMs = { slow: 150, normal: 100, fast: 50, turbo: 25 } as const;
export type ReelSpeed = keyof typeof tickMs;
export const reelSpeeds = Object.keys(tickMs) as ReelSpeed[];

/** Symbols that pass before the first reel stops, and between one stop and the next. */
const firstStopTicks = 5;
const gapTicks = 3;

/** The speeds that the jurisdiction allows: without turbo nothing is faster than normal. */
export function allowedSpeeds({ turbo }: Pick<CasinoProfile, 'turbo'>): readonly ReelSpeed[] {
  return turbo ? reelSpeeds : reelSpeeds.filter((speed) => tickMs[speed] >= tickMs.normal);
}

/** The time a reel takes to come to rest, including its overshoot. */
export function landMs(speed: ReelSpeed): number {
  return Math.min(460, Math.max(140, 4 * tickMs[speed]));
}

interface Stops {
  speed: ReelSpeed;
  /** When the response arrived, since the spin began. */
  answeredMs: number;
  /** Minimum time between two rounds. */
  paceMs: number;
}

/** When each reel begins to stop, since the spin began. */
export function stopTimesMs({ speed, answeredMs, paceMs }: Stops): number[] {
  const tick = tickMs[speed];
  const lastGap = (reelCount - 1) * gapTicks * tick;
  const first = Math.max(answeredMs, firstStopTicks * tick, paceMs - landMs(speed) - lastGap);
  return Array.from({ length: reelCount }, (_, reel) => first + reel * gapTicks * tick);
}
