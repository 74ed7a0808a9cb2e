/** Rules by which plays change the data of the harm score, one play after the other. Pure. A play that arrives late counts only in the sums of its day. */

import { harmRules } from '@fairline/proto/risk/harm';
import { minuteMs } from '@fairline/proto/time';

/** A stake, a result, or both at once. */
export interface Play {
  readonly playerId: string;
  readonly currency: string;
  readonly at: Date;
  readonly stakeMinor?: number | undefined;
  readonly result?: Result | undefined;
}

/** The result of a stake as one event reports it. */
export interface Result {
  readonly ofStakeMinor: number;
  /** `lost`: paid out less than the stake. `undecided`: void, opened again by a correction, or cashed out in part. */
  readonly outcome: 'lost' | 'kept' | 'undecided';
  /** The payout that this event adds; below 0 if a correction takes money back. */
  readonly addedMinor: number;
}

/** The state of earlier plays with which the next one is compared. */
export interface LastPlay {
  readonly lastLossAt: Date | null;
  readonly lastLossMinor: number | null;
  readonly sessionStartedAt: Date | null;
  readonly lastPlayAt: Date | null;
}

/** Amounts to add to the sums of a UTC day. */
export interface DayChange {
  readonly day: string;
  stakedMinor: number;
  returnedMinor: number;
  raises: number;
  isNight: boolean;
  longestMinutes: number;
  firstPlayAt: Date | null;
  lastPlayAt: Date | null;
}

export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The state after these plays, and the amounts that they add to each day. */
export function addPlays(state: LastPlay, plays: readonly Play[]): { state: LastPlay; days: DayChange[] } {
  const days = new Map<string, DayChange>();
  let now = state;
  for (const play of [...plays].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const day = days.get(dayOf(play.at)) ?? emptyDay(dayOf(play.at));
    days.set(day.day, day);
    if (play.stakeMinor !== undefined) now = addStake(now, day, play.at, play.stakeMinor);
    if (play.result) now = addResult(now, day, play.at, play.result);
  }
  return { state: now, days: [...days.values()] };
}

const emptyDay = (day: string): DayChange => ({
  day,
  stakedMinor: 0,
  returnedMinor: 0,
  raises: 0,
  isNight: false,
  longestMinutes: 0,
  firstPlayAt: null,
  lastPlayAt: null,
});

function addStake(state: LastPlay, day: DayChange, at: Date, stakeMinor: number): LastPlay {
  day.stakedMinor += stakeMinor;
  day.isNight ||= at.getUTCHours() < harmRules.nightPlay.untilHour;
  if (!day.firstPlayAt || at < day.firstPlayAt) day.firstPlayAt = at;
  if (!day.lastPlayAt || at > day.lastPlayAt) day.lastPlayAt = at;
  if (state.lastPlayAt && at < state.lastPlayAt) return state;
  const isRaise = isAfterLoss(state, at) && stakeMinor >= harmRules.chasing.factor * (state.lastLossMinor ?? 0);
  if (isRaise) day.raises += 1;
  const goesOn =
    state.lastPlayAt &&
    state.sessionStartedAt &&
    at.getTime() - state.lastPlayAt.getTime() <= harmRules.longSessions.gapMinutes * minuteMs;
  const sessionStartedAt = goesOn && state.sessionStartedAt ? state.sessionStartedAt : at;
  day.longestMinutes = Math.max(day.longestMinutes, Math.floor((at.getTime() - sessionStartedAt.getTime()) / minuteMs));
  return { ...state, ...(isRaise && { lastLossAt: null, lastLossMinor: null }), sessionStartedAt, lastPlayAt: at };
}

function isAfterLoss({ lastLossAt }: LastPlay, at: Date): boolean {
  return (
    lastLossAt !== null &&
    at >= lastLossAt &&
    at.getTime() - lastLossAt.getTime() <= harmRules.chasing.withinMinutes * minuteMs
  );
}

function addResult(state: LastPlay, day: DayChange, at: Date, { ofStakeMinor, outcome, addedMinor }: Result): LastPlay {
  day.returnedMinor += addedMinor;
  if (outcome === 'undecided' || (state.lastLossAt && at < state.lastLossAt)) return state;
  return outcome === 'lost'
    ? { ...state, lastLossAt: at, lastLossMinor: ofStakeMinor }
    : { ...state, lastLossAt: null, lastLossMinor: null };
}
