/** Play sessions, computed from stakes: a session ends after 30 minutes without one. Pure. The order of stakes does not matter, and repeats change nothing. */
import type { Jurisdiction } from '@fairline/proto/countries';
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { type PlaySettings, sessionRules } from '@fairline/proto/risk/sessions';

/** A player under the rules of their jurisdiction. */
export interface Playing {
  readonly id: string;
  readonly jurisdiction: Jurisdiction;
}

export const gapMs = sessionRules.gapMinutes * 60_000;

export interface PlaySpan {
  startedAt: Date;
  lastStakeAt: Date;
}

/** Adds stakes to known sessions and returns all sessions in order. A late stake may join two sessions. */
export function joinStakes(known: readonly PlaySpan[], stakes: readonly Date[]): PlaySpan[] {
  const spans = [...known, ...stakes.map((at) => ({ startedAt: at, lastStakeAt: at }))].sort(
    (a, b) => a.startedAt.getTime() - b.startedAt.getTime(),
  );
  const joined: PlaySpan[] = [];
  for (const { startedAt, lastStakeAt } of spans) {
    const last = joined.at(-1);
    if (!last || startedAt.getTime() - last.lastStakeAt.getTime() >= gapMs) joined.push({ startedAt, lastStakeAt });
    else if (lastStakeAt > last.lastStakeAt) last.lastStakeAt = lastStakeAt;
  }
  return joined;
}

/** The outcome of a change of the interval. A shorter one takes effect at once, a longer one later, so that no check can be avoided. */
export function changeInterval(
  checkMinutes: number,
  chosenMinutes: number,
): { checkMinutes: number; nextMinutes: number | null } {
  return chosenMinutes > checkMinutes
    ? { checkMinutes, nextMinutes: chosenMinutes }
    : { checkMinutes: chosenMinutes, nextMinutes: null };
}

export interface PlayMoment {
  /** The end of the current session and the time of its next check, from wallet; undefined outside a session. */
  sessionEndsAt: Date | undefined;
  checkDueAt: Date | undefined;
  nextMinutes: number | null;
}

/** The delay before asking wallet again if it has no check yet, because the permit of a new player may not have arrived. */
const permitDelayMs = 2_000;

/** Plans after a look at a player's session: whether a check is due, whether a longer interval applies now, and the time of the next look. That is null if only another stake can change anything. */
export function planLook(
  { sessionEndsAt, checkDueAt, nextMinutes }: PlayMoment,
  now: Date,
): { isDue: boolean; appliesNext: boolean; lookAt: Date | null } {
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

/** The settings that the jurisdiction leaves to the player: where play is always shown, it cannot be switched off. */
export function allowedSettings(settings: PlaySettings, jurisdiction: Jurisdiction): PlaySettings {
  return jurisdictionRules[jurisdiction].alwaysShowsPlay
    ? { ...settings, timeDisplays: true, spendingDisplays: true }
    : settings;
}
