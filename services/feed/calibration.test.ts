/**
 * Prices and results come from one model. Thousands of fixtures of each sport are played and compared with their prices: before the start, in play and by
 * tenths of the chance. Numbers with an exact formula are compared exactly. Seeds are fixed, so a failure means a change, never chance.
 */
import { feedTexts } from '@fairline/proto/feed';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Calibration, calibrate, type Finding } from './calibration.ts';
import { chancesOf, marketsFor } from './markets/market.ts';
import { above, chanceOf, mean, poissonOf } from './models/distribution.ts';
import type { Outlook } from './models/outlook.ts';
import { seededRandom } from './models/random.ts';
import type { Match, News } from './models/sport-model.ts';
import { rating } from './play.ts';
import { Prospects } from './publishing/prospects.ts';
import { catalogue, type SportId } from './schedule/catalogue.ts';
import { fixtureOf, slotsStarting, timetable } from './schedule/schedule.ts';
import { sports } from './schedule/sports.ts';

/** Thousands of fixtures take long on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const average = { attack: 0, defence: 0 };
const even = { home: average, away: average };
const noNews: News = { edge: 0, tempo: 0 };
const matchOf = (sport: SportId, sides = even, news = noNews): Match => sports[sport].model.match(sides, news);
const sportIds = catalogue.map(({ id }) => id);

/** Fixtures played per sport; fewer where the outlooks take long to compute. */
const trials: Record<SportId, number> = {
  soccer: 3_000,
  basketball: 1_000,
  tennis: 3_000,
  hockey: 3_000,
  football: 1_500,
  baseball: 1_000,
};

describe.each(sportIds)('%s', (sport) => {
  let found: Calibration;
  beforeAll(() => {
    found = calibrate(sport, trials[sport], 20_260_131);
  });

  it('results come as often as they were priced, before the start and at every moment in play', () => {
    const { byMoment } = found;
    expect(byMoment.length).toBeGreaterThan(20);
    expect(beyond(byMoment, 4)).toEqual([]);
  });

  it('selections priced in a tenth of the chance win that often', () => {
    const { byChance } = found;
    expect(byChance.length).toBeGreaterThan(10);
    expect(beyond(byChance, 4)).toEqual([]);
    // The groups are disjoint, so the sum of their squares is chi-square distributed: mean n, standard deviation sqrt(2n). Four of those are not chance.
    const chiSquare = byChance.reduce((sum, { z }) => sum + z * z, 0);
    expect(chiSquare).toBeLessThan(byChance.length + 4 * Math.sqrt(2 * byChance.length));
  });

  it('stakes are returned as often as expected, before the start and at every moment in play', () => {
    const { byRefund } = found;
    expect(byRefund.length).toBeGreaterThan(5);
    expect(beyond(byRefund, 4)).toEqual([]);
  });

  it('the chances of an outlook add up to one', () => {
    const random = seededRandom(5);
    for (let draw = 0; draw < 10; draw++) {
      const match = matchOf(sport, { home: rating(random), away: rating(random) }, { edge: random(), tempo: random() });
      const course = match.play(random);
      const moments = [0, 0.25, 0.5, 0.75, 0.95]
        .map((part) => part * course.lengthMs)
        .filter((ms) => course.stops.every(({ fromMs, untilMs }) => ms < fromMs || ms >= untilMs));
      for (const outlook of [match.outlook, ...moments.map((ms) => course.at(ms).outlook())])
        expectWhole(sport, outlook);
    }
  });

  it('a better home side is more likely to win, and news for it lifts it further', () => {
    const home = (attack: number, edge: number) =>
      matchOf(sport, { home: { attack, defence: 0 }, away: average }, { edge, tempo: 0 }).outlook.winner[0];
    expect(home(1, 0)).toBeGreaterThan(home(0, 0));
    expect(home(1, 1)).toBeGreaterThan(home(1, 0));
    const total = (tempo: number) => mean(matchOf(sport, even, { edge: 0, tempo }).outlook.total);
    if (sport !== 'tennis') expect(total(1)).toBeGreaterThan(total(-1));
  });

  it('the score at the end is the result, and the clock shows an end', () => {
    const random = seededRandom(11);
    for (let draw = 0; draw < 50; draw++) {
      const course = matchOf(sport).play(random);
      const end = course.at(course.lengthMs);
      expect(end.score.period).toBe('Ended');
      expect(end.total).toBe(course.result.total);
      expect(Math.sign(end.score.home - end.score.away)).toBe({ home: 1, draw: 0, away: -1 }[course.result.winner]);
      if (sport !== 'tennis') expect(end.score.home - end.score.away).toBe(course.result.margin);
      if (sport !== 'soccer') expect(course.result.winner).not.toBe('draw');
    }
  });

  it('names its markets and the parts of a match as the contract does', () => {
    const markets: readonly string[] = feedTexts.markets;
    expect(sports[sport].markets.filter(({ name }) => !markets.includes(name))).toEqual([]);
    const periods = feedTexts.periods.map((text) => new RegExp(`^${text.replace('{number}', '\\d+')}$`));
    const random = seededRandom(12);
    const names = new Set<string>();
    for (let draw = 0; draw < 50; draw++) {
      const course = matchOf(sport).play(random);
      for (let part = 0; part <= 200; part++) {
        const { period, clock } = course.at((course.lengthMs * part) / 200).score;
        for (const text of period === 'Break' ? [period, clock] : [period]) names.add(text);
      }
    }
    expect(names.size).toBeGreaterThan(2);
    expect([...names].filter((text) => !periods.some((period) => period.test(text)))).toEqual([]);
  });

  it('totals only grow while a match is played, but for a goal that is taken back', () => {
    const random = seededRandom(13);
    for (let draw = 0; draw < 30; draw++) {
      const course = matchOf(sport).play(random);
      let before = course.at(0).total;
      for (let ms = 0; ms < course.lengthMs; ms += 30_000) {
        const { total } = course.at(ms);
        const reviewed = course.stops.some(({ fromMs, untilMs }) => fromMs < ms && ms < untilMs);
        expect(total >= before || reviewed).toBe(true);
        before = total;
      }
    }
  });
});

function beyond(findings: readonly Finding[], errors: number): Finding[] {
  return findings.filter(({ z }) => Math.abs(z) > errors);
}

function expectWhole(sport: SportId, { regular, winner, margin, total }: Outlook): void {
  const sum = (chances: Iterable<number>) => [...chances].reduce((all, chance) => all + chance, 0);
  expect(sum(regular)).toBeCloseTo(1, 6);
  // Only soccer ends in draws. In tennis both sides may have won equally many games although the match has a winner.
  expect(sum(winner) + (sport === 'soccer' ? regular[1] : 0)).toBeCloseTo(1, 6);
  expect(sum(margin.chances)).toBeCloseTo(1, 6);
  expect(sum(total.chances)).toBeCloseTo(1, 6);
}

it('soccer: two independent Poisson sides, exactly', () => {
  const { regular, bothScore, total } = matchOf('soccer').outlook;
  const [home, away] = [poissonOf(1.5), poissonOf(1.2)];
  const draw = Array.from({ length: 20 }, (_, goals) => chanceOf(home, goals) * chanceOf(away, goals)).reduce(
    (sum, chance) => sum + chance,
    0,
  );
  expect(regular[1]).toBeCloseTo(draw, 9);
  expect(bothScore).toBeCloseTo((1 - Math.exp(-1.5)) * (1 - Math.exp(-1.2)), 9);
  expect(above(total, 2.5)).toBeCloseTo(1 - Math.exp(-2.7) * (1 + 2.7 + 2.7 ** 2 / 2), 9);
});

it('hockey: a tie goes on to a winner, and adds one goal', () => {
  const { regular, winner, total, margin } = matchOf('hockey').outlook;
  expect(chanceOf(margin, 0)).toBe(0);
  expect(winner[0]).toBeGreaterThan(regular[0]);
  expect(winner[0]).toBeLessThan(regular[0] + regular[1]);
  expect(mean(total)).toBeCloseTo(6 + regular[1], 6);
});

it('possessions: the mean of a side is its turns times its table', () => {
  const overtime = (sport: SportId, turns: number, perTurn: number) =>
    mean(matchOf(sport).outlook.total) - 2 * turns * perTurn;
  const basketball = 0.05 + 2 * 0.36 + 3 * 0.125;
  // The points beyond 100 turns of each side come from overtime: some 3 % of matches, 23 points each.
  expect(overtime('basketball', 100, basketball)).toBeGreaterThan(0.2);
  expect(overtime('basketball', 100, basketball)).toBeLessThan(1.2);
});

it('tennis: a match of equals is even, with either first server', () => {
  const { winner, margin, total } = matchOf('tennis').outlook;
  expect(winner[0]).toBeCloseTo(0.5, 9);
  expect(mean(margin)).toBeCloseTo(0, 9);
  expect([total.from, total.from + total.chances.length - 1]).toEqual([12, 39]);
});

it('tennis: games follow from points by the closed formula, and sets from games', () => {
  const p = 0.635;
  const q = 1 - p;
  const hold = p ** 4 * (1 + 4 * q + 10 * q ** 2) + 20 * p ** 3 * q ** 3 * (p ** 2 / (p ** 2 + q ** 2));
  // Twelve games are two sets to love: three holds and three breaks each, for either player.
  expect(chanceOf(matchOf('tennis').outlook.total, 12)).toBeCloseTo(2 * (hold * (1 - hold)) ** 6, 12);
});

it('baseball: the home side bats last and no longer than it must', () => {
  const random = seededRandom(3);
  let notBatted = 0;
  for (let draw = 0; draw < 300; draw++) {
    const course = matchOf('baseball').play(random);
    const last = course.at(course.lengthMs - 1).score;
    if (last.clock === 'Top') {
      notBatted += 1;
      expect(course.result.margin).toBeGreaterThan(0);
    } else if (course.result.margin > 0) {
      expect(course.result.margin).toBe(1);
    }
  }
  expect(notBatted).toBeGreaterThan(90);
});

it.each(sportIds)('%s: news before the start moves a price both ways and on average not at all', (sport) => {
  const secret = (world: number) => `world ${world} of many, to see what news does on average`;
  const demo = timetable(true, { pace: 3 });
  const startsAt = Date.UTC(2026, 0, 31, 12);
  const slot = slotsStarting(demo, startsAt, startsAt + 200_000).find(({ lane }) => lane.sport.id === sport);
  if (!slot) throw new Error(`no ${sport} is played then`);
  const worlds = sport === 'soccer' || sport === 'hockey' ? 1_000 : 100;
  const moves: number[] = [];
  for (let world = 0; world < worlds; world++) {
    const prospects = new Prospects(secret(world), fixtureOf(demo, secret(world), slot), sports[sport].model);
    const markets = sports[sport].markets.slice(0, 1).flatMap((rule) => marketsFor(rule, prospects.match(0).outlook));
    const [first] = prospects.chances(0, markets);
    const [last] = prospects.chances(prospects.steps, markets);
    expect(last).toEqual(markets.map((market) => chancesOf(market, prospects.match(prospects.steps).outlook))[0]);
    moves.push((last?.[0] ?? 0) - (first?.[0] ?? 0));
  }
  const drift = moves.reduce((sum, move) => sum + move, 0) / worlds;
  const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / worlds);
  expect(deviation).toBeGreaterThan(0.005);
  expect(Math.abs(drift)).toBeLessThan((4 * deviation) / Math.sqrt(worlds));
});
