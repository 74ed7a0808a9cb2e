/** Play sessions as stakes make them: one ends after 30 minutes without a stake. Pure; the order of stakes does not matter, and a repeated one changes nothing. */
import { sessionRules } from '@fairline/proto/risk/sessions';

export const gapMs = sessionRules.gapMinutes * 60_000;

export interface PlaySpan {
  startedAt: Date;
  lastStakeAt: Date;
}

/** The sessions that known ones and further stakes come to, in order. A late stake may join two. */
export function joinStakes(known: readonly PlaySpan[], stakes: readonly Date[]): PlaySpan[] {
  const spans = [...known, ...stakes.map((at) => ({ startedAt: at, lastStakeAt: at }))].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const joined: PlaySpan[] = [];
  for (const { startedAt, lastStakeAt } of spans) {
    const last = joined.at(-1);
    if (!last || startedAt.getTime() - last.lastStakeAt.getTime() >= gapMs) joined.push({ startedAt, lastStakeAt });
    else if (lastStakeAt > last.lastStakeAt) last.lastStakeAt = lastStakeAt;
  }
  return joined;
}

/** The outcome of a change of the interval. A shorter interval takes effect at once, a longer one later, so that no check is avoided. */
export function changeInterval(checkMinutes: number, chosenMinutes: number): { checkMinutes: number; nextMinutes: number | null } {
  return chosenMinutes > checkMinutes ? { checkMinutes, nextMinutes: chosenMinutes } : { checkMinutes: chosenMinutes, nextMinutes: null };
}

export interface PlayMoment {
  /** Of the session under way, as wallet has them; undefined outside one. */
  sessionEndsAt: Date | undefined;
  checkDueAt: Date | undefined;
  nextMinutes: number | null;
}

/** Wallet does not have the permit of a new player yet. */
const permitDelayMs = 2_000;

/** What a look at a player's session finds: a check that is due, an interval that may act now, and when to look again; null where only another stake changes anything. */
export function planLook({ sessionEndsAt, checkDueAt, nextMinutes }: PlayMoment, now: Date): { isDue: boolean; appliesNext: boolean; lookAt: Date | null } {
  if (!sessionEndsAt) return { isDue: false, appliesNext: nextMinutes !== null, lookAt: null };
  const isDue = checkDueAt !== undefined && checkDueAt <= now;
  const times = [
    ...(checkDueAt && !isDue ? [checkDueAt] : []),
    ...(nextMinutes !== null ? [sessionEndsAt] : []),
    ...(checkDueAt ? [] : [new Date(now.getTime() + permitDelayMs)]),
  ];
  const first = times.sort((a, b) => a.getTime() - b.getTime())[0];
  return { isDue, appliesNext: false, lookAt: first ?? null };
}
