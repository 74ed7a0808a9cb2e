/**
 * The interface of a sport's model: it plays a fixture from a random source, and gives the outlook at any moment.
 * Playing and pricing use the same strengths, so a price equals the actual chance.
 */
import type { Score } from '@fairline/proto/feed';
import type { Outlook } from './outlook.ts';
import type { Random } from './random.ts';

export type Side = 'home' | 'away';

/** How good a competitor is, in standard deviations of its competition. */
export interface Rating {
  readonly attack: number;
  readonly defence: number;
}

/** News about a fixture since its competitors were rated, in standard deviations: for the home side, and for points on both. */
export interface News {
  readonly edge: number;
  readonly tempo: number;
}

export interface Sides {
  readonly home: Rating;
  readonly away: Rating;
}

export interface Model {
  /** The strengths on the day, from ratings and all that is known. */
  match(sides: Sides, news: News): Match;
}

export interface Match {
  /** The outlook of the fixture before it starts. */
  readonly outlook: Outlook;
  play(random: Random): Course;
}

/** One fixture, played. Times are match time: milliseconds since the start at the pace of a real match, breaks included. */
export interface Course {
  readonly lengthMs: number;
  readonly result: Result;
  /** While a score is being made sure of, no market is open. */
  readonly stops: readonly Stop[];
  at(elapsedMs: number): Moment;
}

export interface Stop {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Moment {
  readonly score: Score;
  /** What totals count so far; with nothing left to come it is the result's. */
  readonly total: number;
  readonly bothScored: boolean;
  /** Not asked after the end, nor while bets are stopped. */
  outlook(): Outlook;
}

export interface Result {
  readonly regular: Side | 'draw';
  readonly winner: Side | 'draw';
  readonly margin: number;
  readonly total: number;
  readonly bothScored: boolean;
}

export function ahead(home: number, away: number): Side | 'draw' {
  return home > away ? 'home' : home < away ? 'away' : 'draw';
}

/** The result of a sport where every market, except the one on regular time, counts the final score. */
export function resultOf(regular: Record<Side, number>, end: Record<Side, number>): Result {
  return {
    regular: ahead(regular.home, regular.away),
    winner: ahead(end.home, end.away),
    margin: end.home - end.away,
    total: end.home + end.away,
    bothScored: end.home > 0 && end.away > 0,
  };
}

export const minuteMs = 60_000;

/** A clock that counts down: 12:00 to 0:00. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
