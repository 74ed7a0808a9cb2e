/** Plays fixtures of random strengths by the models of the feed, for everything that checks prices. */
import { minuteMs } from '@fairline/proto/time';
import { type MarketOffer, marketsFor } from './markets/market.ts';
import type { Outlook } from './models/outlook.ts';
import { normal, type Random } from './models/random.ts';
import type { Course, Match, Moment, News, Rating } from './models/sport-model.ts';
import type { SportId } from './schedule/catalogue.ts';
import { sports } from './schedule/sports.ts';

/** Moments in play. They are fixed before the start, so that the course of the match does not choose them. */
export const momentsMs = [0, 15, 40, 70, 100, 130, 160, 175].map((minutes) => minutes * minuteMs);

/** New sides every few fixtures, so that the table covers the range of strengths. */
const fixturesPerMatch = 10;

/** A fixture that was played, with the markets that were announced. */
export interface Played {
  readonly match: Match;
  readonly markets: readonly MarketOffer[];
  readonly course: Course;
}

export function* playFixtures(sport: SportId, trials: number, random: Random): Generator<Played> {
  const { model, markets: rules } = sports[sport];
  for (let trial = 0; trial < trials; trial += fixturesPerMatch) {
    const match = model.match({ home: rating(random), away: rating(random) }, news(random));
    const markets = rules.flatMap((rule) => marketsFor(rule, match.outlook));
    for (let repeat = 0; repeat < fixturesPerMatch; repeat++) yield { match, markets, course: match.play(random) };
  }
}

/** The moments of a course at which markets are open. */
export function* openMoments(course: Course): Generator<{ atMs: number; moment: Moment; outlook: Outlook }> {
  for (const atMs of momentsMs.filter((ms) => open(course, ms))) {
    const moment = course.at(atMs);
    yield { atMs, moment, outlook: moment.outlook() };
  }
}

function open(course: Course, atMs: number): boolean {
  return atMs < course.lengthMs && !course.stops.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
}

export function rating(random: Random): Rating {
  return { attack: normal(random), defence: normal(random) };
}

function news(random: Random): News {
  return { edge: normal(random), tempo: normal(random) };
}
