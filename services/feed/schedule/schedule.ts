/**
 * The timetable: when fixtures are played and who meets whom. It has no end and is the same in every process that has the secret.
 * Each lane plays one competition, fixture after fixture; its current fixture follows from the time alone.
 */

import { hourMs, minuteMs, secondMs } from '@fairline/proto/time';
import { idOf, pick, secretRandom } from '../models/random.ts';
import { type CatalogueSport, type Competition, catalogue } from './catalogue.ts';
import { type Incident, incidentOf } from './incidents.ts';
import { sports } from './sports.ts';

export interface Fixture {
  readonly id: string;
  readonly sport: CatalogueSport;
  readonly competition: Competition;
  readonly home: string;
  readonly away: string;
  /** The start as planned; an incident may change it. */
  readonly startsAt: number;
  readonly incident: Incident | null;
  readonly announcedAt: number;
  /** The interval of news until the start. */
  readonly newsEveryMs: number;
  /** The pace of the match: match time per real time, in thousandths. */
  readonly paceMilli: number;
}

interface Lane {
  readonly sport: CatalogueSport;
  readonly competition: Competition;
  readonly periodMs: number;
  readonly offsetMs: number;
  readonly leadMs: number;
  readonly newsEveryMs: number;
}

export interface Timetable {
  readonly lanes: readonly Lane[];
  readonly demo: boolean;
  /** For tests: everything runs this many times faster than the pace of the mode. */
  readonly speed: number;
  /** Demo mode only: matches and their timetable run this many times faster; prices are checked as often as at 1. */
  readonly pace: number;
  /** How many times more often than in real life matches do not run as planned; 0 is never. */
  readonly incidents: number;
  /** Changes happen at multiples of this interval after the start. */
  readonly tickMs: number;
  /** The interval at which prices and clocks are checked in play. */
  readonly sampleMs: number;
  /** The time from the end to the official result. */
  readonly confirmMs: number;
  /** Longest time from a fixture's start to its official result; one fixture in many millions exceeds it. */
  readonly longestMs: number;
}

/**
 * Demo mode: two competitions of each sport play all day, each a fixture every 576 s, so that one starts every 48 s (divided by `pace`).
 * The third plays three times a day, announced 20 hours before. Otherwise every competition plays three times a day at real pace.
 */
export function timetable(
  demo: boolean,
  { speed = 1, pace = 1, incidents = 1 }: { speed?: number; pace?: number; incidents?: number } = {},
): Timetable {
  const at = (ms: number) => Math.max(shortestMs, Math.round(ms / speed / shortestMs) * shortestMs);
  const lane =
    (competition: 0 | 1 | 2, offsetMs: number, timing: { periodMs: number; leadMs: number; newsEveryMs: number }) =>
    (sport: CatalogueSport, index: number) => ({
      sport,
      competition: sport.competitions[competition],
      offsetMs: at(offsetMs * (index + (demo ? Math.min(competition, 1) : competition) * catalogue.length)),
      periodMs: at(timing.periodMs),
      leadMs: at(timing.leadMs),
      newsEveryMs: at(timing.newsEveryMs),
    });
  const often = { periodMs: (576 * secondMs) / pace, leadMs: (900 * secondMs) / pace, newsEveryMs: 15 * secondMs };
  const startEveryMs = often.periodMs / (2 * catalogue.length);
  const daily = { periodMs: 8 * hourMs, leadMs: 20 * hourMs, newsEveryMs: 15 * minuteMs };
  const real = { periodMs: 8 * hourMs, leadMs: 16 * hourMs, newsEveryMs: 10 * minuteMs };
  return {
    demo,
    speed,
    pace,
    incidents,
    lanes: demo
      ? [
          ...catalogue.map(lane(0, startEveryMs, often)),
          ...catalogue.map(lane(1, startEveryMs, often)),
          ...catalogue.map(lane(2, 40 * minuteMs, daily)),
        ]
      : ([0, 1, 2] as const).flatMap((competition) => catalogue.map(lane(competition, 25 * minuteMs, real))),
    tickMs: at(demo ? 500 : secondMs),
    sampleMs: at(demo ? 1_500 : 2 * secondMs),
    confirmMs: at(demo ? 3 * secondMs : minuteMs),
    longestMs: at(demo ? (24 * minuteMs) / pace : 8 * hourMs),
  };
}

/** All times are multiples of this. */
export const shortestMs = 100;

/** The season in which a fixture starts, as 2026 or 2026/27. */
export function seasonOf({ overWinter }: CatalogueSport, startsAt: number): string {
  const day = new Date(startsAt);
  const year = day.getUTCFullYear();
  if (!overWinter) return String(year);
  const first = day.getUTCMonth() >= 6 ? year : year - 1;
  return `${first}/${String(first + 1).slice(-2)}`;
}

/** A place in the timetable, without the competitors. */
export interface Slot {
  readonly lane: Lane;
  readonly number: number;
  readonly startsAt: number;
}

/** Fixtures that are announced and started at most `longestMs` ago, the postponed ones by their new start. */
export function slotsAround(timetable: Timetable, secret: string, now: number): Slot[] {
  const since = now - timetable.longestMs;
  const around = timetable.lanes.flatMap((lane) => {
    const earlier = slotsOf(lane, since - (perRound(lane) - 1) * lane.periodMs, since);
    return [
      ...earlier.filter((slot) => startOf(timetable, secret, slot) >= since),
      ...slotsOf(lane, since, now + lane.leadMs + 1),
    ];
  });
  return inOrder(around);
}

function startOf(timetable: Timetable, secret: string, slot: Slot): number {
  const incident = plannedIncident(timetable, secret, slot);
  return incident && 'startsAt' in incident ? incident.startsAt : slot.startsAt;
}

/** Fixtures that start within [from, until). */
export function slotsStarting(timetable: Timetable, from: number, until: number): Slot[] {
  return inOrder(timetable.lanes.flatMap((lane) => slotsOf(lane, from, until)));
}

function slotsOf(lane: Lane, from: number, until: number): Slot[] {
  const first = Math.ceil((from - lane.offsetMs) / lane.periodMs);
  const end = Math.ceil((until - lane.offsetMs) / lane.periodMs);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({
    lane,
    number: first + index,
    startsAt: lane.offsetMs + (first + index) * lane.periodMs,
  }));
}

function inOrder(slots: Slot[]): Slot[] {
  return slots.sort((one, other) => one.startsAt - other.startsAt);
}

/** The name of a timetable's mode and pace; each has its own matches. */
export function worldOf({ demo, speed, pace, incidents }: Timetable): string {
  const world = demo ? `demo/${speed}/${sports.soccer.demoPace * pace}` : `real/${speed}`;
  return incidents === 1 ? world : `${world}/${incidents}`;
}

function idOfFixture(timetable: Timetable, secret: string, { lane, startsAt }: Slot): string {
  return idOf(secret, `fixture/${worldOf(timetable)}/${lane.competition.id}/${startsAt}`, startsAt);
}

function plannedIncident(timetable: Timetable, secret: string, slot: Slot): Incident | null {
  const { lane, number, startsAt } = slot;
  const planned = { id: idOfFixture(timetable, secret, slot), startsAt, leadMs: lane.leadMs, periodMs: lane.periodMs };
  const slotsLeft = perRound(lane) - 1 - (number % perRound(lane));
  return incidentOf(secret, { ...planned, slotsLeft }, sports[lane.sport.id], {
    often: timetable.incidents,
    tickMs: timetable.tickMs,
  });
}

export function fixtureOf(timetable: Timetable, secret: string, slot: Slot): Fixture {
  const { lane, number, startsAt } = slot;
  const pace = timetable.demo ? sports[lane.sport.id].demoPace * timetable.pace : 1;
  return {
    id: idOfFixture(timetable, secret, slot),
    sport: lane.sport,
    competition: lane.competition,
    ...pairing(secret, lane, number),
    startsAt,
    incident: plannedIncident(timetable, secret, slot),
    announcedAt: startsAt - lane.leadMs,
    newsEveryMs: lane.newsEveryMs,
    paceMilli: Math.round(pace * timetable.speed * 1_000),
  };
}

/** In a season everyone meets everyone at home and away, by the circle method. Each season is shuffled again. */
function pairing(secret: string, lane: Lane, number: number): { home: string; away: string } {
  const { competitors, id } = lane.competition;
  const ofRound = perRound(lane);
  const rounds = competitors.length - 1;
  const season = Math.floor(number / (2 * rounds * ofRound));
  const order = shuffled(competitors, `season/${id}/${season}`, secret);
  const match = number - season * 2 * rounds * ofRound;
  const round = Math.floor(match / ofRound) % rounds;
  const second = Math.floor(match / ofRound) >= rounds;
  const [one, other] = circle(order, round, match % ofRound);
  return second === (round + match) % 2 > 0 ? { home: one, away: other } : { home: other, away: one };
}

/** The fixtures of a round, in which every competitor plays once. */
function perRound({ competition }: Lane): number {
  return competition.competitors.length / 2;
}

/** The circle method: the first competitor stays, and the others rotate around it. */
function circle(order: readonly string[], round: number, match: number): [string, string] {
  const others = order.length - 1;
  const at = (place: number) => (place === 0 ? order[0] : order[1 + ((place - 1 + round) % others)]) ?? '';
  return [at(match), at(order.length - 1 - match)];
}

function shuffled(items: readonly string[], label: string, secret: string): string[] {
  const random = secretRandom(secret, label);
  const left = [...items];
  return items.map(() => {
    const even = left.map(() => 1 / left.length);
    return left.splice(pick(random, even), 1)[0] ?? '';
  });
}
