/**
 * Volatility: prices move too fast to bet on if a fair chance moves further within a short time than play explains.
 * Pure. Only prices on offer count. The window starts again whenever a market comes back on offer, so a move for which the feed itself stopped the market does not count.
 */
import { type MarginMethod, withoutMargin } from '@fairline/proto/margin';

/** Fair chances of a market that came on offer at that instant of the feed. */
export interface Seen {
  atMs: number;
  chances: readonly number[];
}

export interface Volatility {
  windowMs: number;
  chance: number;
}

/** The fair chances behind prices, in the same order. */
export function chancesOf(oddsMilli: readonly number[], marginMethod: MarginMethod): number[] {
  return withoutMargin(
    oddsMilli.map((odds) => 1_000 / odds),
    marginMethod,
  );
}

/**
 * The length of the window in real time. The rule is in match time: in a match that is played in two minutes, ten real seconds are a twelfth of it, and chances
 * drift far in them without being volatile. A single step that is too large counts at any pace.
 */
export function windowAt({ windowMs }: Volatility, paceMilli: number): number {
  return (windowMs * 1_000) / paceMilli;
}

/** How long a volatile market is suspended, in real time: the same match time at any pace, but at least `leastSuspendMs`. */
export function suspensionAt(
  { suspendMs, leastSuspendMs }: { suspendMs: number; leastSuspendMs: number },
  paceMilli: number,
): number {
  return Math.max(leastSuspendMs, Math.round((suspendMs * 1_000) / paceMilli));
}

/** Adds the next chances to the window, which holds everything on offer at some instant of it. If they differ too much, the market is volatile and the window starts again. */
export function follow(
  seen: readonly Seen[],
  now: Seen,
  { windowMs, chance }: Volatility,
): { seen: Seen[]; volatile: boolean } {
  const from = now.atMs - windowMs;
  const kept = seen.filter((_, at) => (seen[at + 1]?.atMs ?? now.atMs) >= from);
  const volatile = kept.some(({ chances }) =>
    now.chances.some((one, at) => Math.abs(one - (chances[at] ?? one)) > chance),
  );
  return { seen: volatile ? [now] : [...kept, now], volatile };
}
