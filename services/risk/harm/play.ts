/** How plays change what the harm score is computed from: pure, one play after the other. A play that arrives late counts in the sums of its day only. */
import { harmRules } from '@fairline/proto/risk/harm';

/** A stake, a result, or both at once. */
export interface Play {
  readonly playerId: string;
  readonly currency: string;
  readonly at: Date;
  readonly stakeMinor?: number | undefined;
  /** What a stake came back as; `lostMinor` is that stake. */
  readonly result?: { readonly ofStakeMinor: number; readonly returnedMinor: number } | undefined;
}

/** What the next play is compared with. */
export interface PlayState {
  readonly lastLossAt: Date | null;
  readonly lastLossMinor: number | null;
  readonly sessionStartedAt: Date | null;
  readonly lastPlayAt: Date | null;
}

/** What is added to the sums of a UTC day. */
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

const minuteMs = 60_000;
export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The state after these plays, and what they add to each day. */
export function addPlays(state: PlayState, plays: readonly Play[]): { state: PlayState; days: DayChange[] } {
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

function addStake(state: PlayState, day: DayChange, at: Date, stakeMinor: number): PlayState {
  day.stakedMinor += stakeMinor;
  day.isNight ||= at.getUTCHours() < harmRules.nightPlay.untilHour;
  if (!day.firstPlayAt || at < day.firstPlayAt) day.firstPlayAt = at;
  if (!day.lastPlayAt || at > day.lastPlayAt) day.lastPlayAt = at;
  if (state.lastPlayAt && at < state.lastPlayAt) return state;
  const isRaise = isAfterLoss(state, at) && stakeMinor >= harmRules.chasing.factor * (state.lastLossMinor ?? 0);
  if (isRaise) day.raises += 1;
  const goesOn = state.lastPlayAt && state.sessionStartedAt && at.getTime() - state.lastPlayAt.getTime() <= harmRules.longSessions.gapMinutes * minuteMs;
  const sessionStartedAt = goesOn && state.sessionStartedAt ? state.sessionStartedAt : at;
  day.longestMinutes = Math.max(day.longestMinutes, Math.floor((at.getTime() - sessionStartedAt.getTime()) / minuteMs));
  return { ...state, ...(isRaise && { lastLossAt: null, lastLossMinor: null }), sessionStartedAt, lastPlayAt: at };
}

function isAfterLoss({ lastLossAt }: PlayState, at: Date): boolean {
  return lastLossAt !== null && at >= lastLossAt && at.getTime() - lastLossAt.getTime() <= harmRules.chasing.withinMinutes * minuteMs;
}

function addResult(state: PlayState, day: DayChange, at: Date, { ofStakeMinor, returnedMinor }: NonNullable<Play['result']>): PlayState {
  day.returnedMinor += returnedMinor;
  if (state.lastLossAt && at < state.lastLossAt) return state;
  return returnedMinor < ofStakeMinor ? { ...state, lastLossAt: at, lastLossMinor: ofStakeMinor } : { ...state, lastLossAt: null, lastLossMinor: null };
}
