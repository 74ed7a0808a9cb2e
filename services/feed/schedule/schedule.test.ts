/** The timetable: always enough fixtures to bet on, the same in every process with the secret, and no competitor in two matches at once. */

import { fixtureReasons } from '@fairline/proto/feed';
import { minuteMs } from '@fairline/proto/time';
import { expect, it, vi } from 'vitest';
import { Script } from '../publishing/script.ts';
import { catalogue } from './catalogue.ts';
import { type Fixture, fixtureOf, seasonOf, slotsAround, slotsStarting, timetable } from './schedule.ts';
import { sports } from './sports.ts';

/** Thousands of fixtures take long on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const secret = 'the secret of the timetable under test';
const noon = Date.UTC(2026, 0, 31, 12);

const demo = timetable(true);
const troubled = timetable(true, { incidents: 20 });
const fixturesAround = (table: typeof demo, now: number): Fixture[] =>
  slotsAround(table, secret, now).map((slot) => fixtureOf(table, secret, slot));

const endings = new Map<string, number>();

/** When the match is over. A look after another needs the same ones. */
function endsAt(table: typeof demo, fixture: Fixture): number {
  const ended = endings.get(fixture.id) ?? new Script(secret, table, fixture).endsAt;
  endings.set(fixture.id, ended);
  return ended;
}

const startOf = ({ startsAt, incident }: Fixture): number =>
  incident && 'startsAt' in incident ? incident.startsAt : startsAt;

/** The fixtures that a page shows at an instant. */
function onOffer(table: typeof demo, now: number): { upcoming: Fixture[]; live: Fixture[] } {
  const fixtures = fixturesAround(table, now);
  return {
    upcoming: fixtures.filter((fixture) => startOf(fixture) > now && now < endsAt(table, fixture)),
    live: fixtures.filter((fixture) => startOf(fixture) <= now && now < endsAt(table, fixture)),
  };
}

it('always has 24 fixtures in demo mode, several live, of every sport, for most of a day', () => {
  for (let look = 0; look < 5; look++) {
    const now = noon + look * 298 * minuteMs + look * 1_234;
    const { upcoming, live } = onOffer(demo, now);
    expect(upcoming.length + live.length).toBeGreaterThanOrEqual(24);
    expect(live.length).toBeGreaterThanOrEqual(4);
    expect(upcoming.filter(({ startsAt }) => startsAt - now < 15 * minuteMs).length).toBeGreaterThanOrEqual(12);
    expect(upcoming.some(({ startsAt }) => startsAt - now > 8 * 60 * minuteMs)).toBe(true);
    expect(new Set(upcoming.map(({ sport }) => sport.id)).size).toBe(catalogue.length);
  }
});

it('outside demo mode there are as many, at the pace of real matches', () => {
  const real = timetable(false);
  for (let look = 0; look < 5; look++) {
    const now = noon + look * 194 * minuteMs;
    const { upcoming, live } = onOffer(real, now);
    expect(upcoming.length + live.length).toBeGreaterThanOrEqual(24);
    for (const { paceMilli } of [...upcoming, ...live]) expect(paceMilli).toBe(1_000);
  }
});

it.each([
  ['as planned', demo, 60],
  ['with many postponed matches', troubled, 20],
])('no competitor plays two fixtures at once, or plays itself, %s', (_how, table, looks) => {
  for (let look = 0; look < looks; look++) {
    const { live } = onOffer(table, noon + look * 61_300);
    const playing = live.flatMap(({ home, away }) => [home, away]);
    expect(new Set(playing).size).toBe(playing.length);
  }
});

it('everyone meets everyone at home and away in a season', () => {
  const lane = demo.lanes[0];
  if (!lane) throw new Error('no lane');
  const { competitors } = lane.competition;
  const season = competitors.length * (competitors.length - 1);
  const first = Math.ceil(noon / lane.periodMs / season) * season;
  const met = Array.from({ length: season }, (_, index) => {
    const { home, away } = fixtureOf(demo, secret, {
      lane,
      number: first + index,
      startsAt: (first + index) * lane.periodMs,
    });
    return `${home} - ${away}`;
  });
  expect(new Set(met).size).toBe(season);
});

it('gives every fixture its own id, the same in every process and another in every world', () => {
  const ids = (table: typeof demo, key: string) =>
    slotsStarting(table, noon, noon + 60 * minuteMs).map((slot) => fixtureOf(table, key, slot).id);
  const known = ids(demo, secret);
  expect(new Set(known).size).toBe(known.length);
  expect(ids(timetable(true), secret)).toEqual(known);
  const others = [
    ...ids(demo, `${secret}!`),
    ...ids(timetable(true, { speed: 2 }), secret),
    ...ids(timetable(true, { pace: 2 }), secret),
    ...ids(timetable(true, { incidents: 0 }), secret),
    ...ids(timetable(false), secret),
  ];
  expect(others.filter((id) => known.includes(id))).toEqual([]);
});

it('keeps every instant a multiple of a tenth of a second at any speed', () => {
  for (const speed of [1, 3, 7.5, 50]) {
    for (const fixture of fixturesAround(timetable(true, { speed }), noon).slice(0, 20)) {
      expect([fixture.startsAt % 100, fixture.announcedAt % 100, fixture.newsEveryMs % 100]).toEqual([0, 0, 0]);
    }
  }
});

it.each([
  ['soccer', '2026-06-30T23:59:59Z', '2025/26'],
  ['soccer', '2026-07-01T00:00:00Z', '2026/27'],
  ['soccer', '2099-12-31T12:00:00Z', '2099/00'],
  ['tennis', '2026-12-31T23:59:59Z', '2026'],
] as const)('%s at %s is of the season %s', (id, at, season) => {
  const sport = catalogue.find((one) => one.id === id);
  expect(sport && seasonOf(sport, Date.parse(at))).toBe(season);
});

it('draws incidents as often as the sport has them, each kind at least daily in demo mode', () => {
  const days = 6;
  const drawn = (table: typeof demo, until: number) =>
    slotsStarting(table, noon, until).map((slot) => fixtureOf(table, secret, slot));
  const fixtures = drawn(demo, noon + days * 24 * 60 * minuteMs);
  for (const reason of fixtureReasons) {
    const expected = fixtures.reduce((sum, { sport }) => sum + sports[sport.id].incidents[reason], 0);
    const count = fixtures.filter(({ incident }) => incident?.reason === reason).length;
    // The last of a round has no later slot, so a quarter of the postponed ones is played as planned.
    const share = reason === 'postponed' || reason === 'moved' ? 0.75 : 1;
    expect(Math.abs(count - share * expected)).toBeLessThan(4 * Math.sqrt(expected));
    expect(count / days).toBeGreaterThan(1);
  }
  expect(
    drawn(timetable(true, { incidents: 0 }), noon + 6 * 60 * minuteMs).every(({ incident }) => incident === null),
  ).toBe(true);
});
