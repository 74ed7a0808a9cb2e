/**
 * When prices move too fast to bet on: a fair chance that went further within a short time than play explains.
 * Pure. What counts is what could be bet on: a market's memory begins anew whenever it comes back on offer, so what the feed stops bets for itself never counts.
 */
import { type MarginMethod, withoutMargin } from '@fairline/proto/margin';

/** Fair chances that were on offer from that instant of the feed on. */
export interface Seen {
  atMs: number;
  chances: readonly number[];
}

export interface Volatility {
  windowMs: number;
  chance: number;
}

/** The chances that prices stand for, in their order. */
export function chancesOf(oddsMilli: readonly number[], marginMethod: MarginMethod): number[] {
  return withoutMargin(
    oddsMilli.map((odds) => 1_000 / odds),
    marginMethod,
  );
}

/**
 * How long the window is in real time. It is one of match time: where a match is played in two minutes, ten seconds are a tenth of it, and chances drift
 * further in them than anybody could profit by. A single step that goes too far counts at any pace.
 */
export function windowAt({ windowMs }: Volatility, paceMilli: number): number {
  return (windowMs * 1_000) / paceMilli;
}

/** How long a market that moved too fast is off offer, in real time: as much of the match at any pace. */
export function suspensionAt({ suspendMs, leastSuspendMs }: { suspendMs: number; leastSuspendMs: number }, paceMilli: number): number {
  return Math.max(leastSuspendMs, Math.round((suspendMs * 1_000) / paceMilli));
}

/** Takes the next chances into what is remembered, which is all that was on offer at some instant of the window. Once they were too far apart, it begins anew. */
export function follow(seen: readonly Seen[], now: Seen, { windowMs, chance }: Volatility): { seen: Seen[]; volatile: boolean } {
  const from = now.atMs - windowMs;
  const kept = seen.filter((_, at) => (seen[at + 1]?.atMs ?? now.atMs) >= from);
  const volatile = kept.some(({ chances }) => now.chances.some((one, at) => Math.abs(one - (chances[at] ?? one)) > chance));
  return { seen: volatile ? [now] : [...kept, now], volatile };
}
