/**
 * The interface of a sport's model: it plays a fixture from a random source, and gives the outlook at any moment.
 * Playing and pricing use the same strengths, so a price equals the actual chance.
 */
import type { Score } from '@fairline/proto/feed';
import type { Outlook } from './outlook.ts';
import type { Random } from './random.ts';

export type Side = 'home' | 'away';

/** The strength of a competitor, in standard deviations of its competition. */
export interface Rating {
  readonly attack: number;
  readonly defence: number;
}

/** News about a fixture, in standard deviations: `edge` favours the home side, `tempo` means more points on both sides. */
export interface News {
  readonly edge: number;
  readonly tempo: number;
}

export interface Sides {
  readonly home: Rating;
  readonly away: Rating;
}

export interface Model {
  /** The match with the strengths that follow from ratings and news. */
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
  /** Periods without open markets, while a score is being confirmed. */
  readonly stops: readonly Stop[];
  at(elapsedMs: number): Moment;
}

export interface Stop {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Moment {
  readonly score: Score;
  /** The points so far, as totals count them; at the end the total of the result. */
  readonly total: number;
  readonly bothScored: boolean;
  /** Never called after the end or during a stop. */
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

/** A clock that counts down: 12:00 to 0:00. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
