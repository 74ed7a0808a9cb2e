/** The markets of a fixture. A result settles exactly the markets that the outlook priced. */
import type { LegResult } from '@fairline/proto/feed';
import { expect, it } from 'vitest';
import type { Distribution } from '../models/distribution.ts';
import type { Outlook } from '../models/outlook.ts';
import type { Moment, Result } from '../models/sport-model.ts';
import { sports } from '../schedule/sports.ts';
import {
  chancesOf,
  decidedAlready,
  type MarketOffer,
  type MarketRule,
  marketsFor,
  resultsOf,
  selectionName,
  wins,
} from './market.ts';
import { offerOf } from './price.ts';

const rule = (type: MarketRule['type'], leastLine?: number): MarketRule => ({
  type,
  name: type,
  margin: { method: 'proportional', upcoming: 0, live: 0 },
  ...(leastLine !== undefined && { leastLine }),
});
const evenSides = { home: { attack: 0, defence: 0 }, away: { attack: 0, defence: 0 } };
const spread = (from: number, ...chances: number[]): Distribution => ({ from, chances: chances });

const outlook: Outlook = {
  regular: [0.5, 0.3, 0.2],
  winner: [0.62, 0.38],
  margin: spread(-1, 0.38, 0, 0.12, 0.3, 0.2),
  total: spread(1, 0.1, 0.2, 0.3, 0.4),
  bothScore: 0.45,
};
const result = (changes: Partial<Result>): Result => ({
  regular: 'draw',
  winner: 'home',
  margin: 1,
  total: 3,
  bothScored: true,
  ...changes,
});

const fairestOf = (market: MarketRule) => marketsFor(market, outlook)[0] as MarketOffer;

it.each<[MarketRule, number | null, number[]]>([
  [rule('1x2'), null, [0.5, 0.3, 0.2]],
  [rule('moneyline'), null, [0.62, 0.38]],
  // The margin is above 1.5 half the time, and the total above 2.5 or 3.5 about as often.
  [rule('spread'), -1.5, [0.5, 0.5]],
  [rule('spread', 2.5), -2.5, [0.2, 0.8]],
  [rule('total'), 3.5, [0.4, 0.6]],
  [rule('btts'), null, [0.45, 0.55]],
  [rule('draw_no_bet'), null, [0.5, 0.2]],
  [rule('odd_even'), null, [0.4, 0.6]],
])('offers %j at line %s with chances %j', (market, line, chances) => {
  const offered = fairestOf(market);
  expect(offered.line).toBe(line);
  for (const [index, chance] of chancesOf(offered, outlook).entries())
    expect(chance).toBeCloseTo(chances[index] ?? -1, 9);
});

const at = (type: MarketRule['type'], line: number | null = null): MarketOffer => ({ ...fairestOf(rule(type)), line });

it.each<[MarketOffer, Partial<Result>, string]>([
  [at('1x2'), { regular: 'draw', winner: 'away' }, 'lost won lost'],
  [at('moneyline'), { regular: 'draw', winner: 'away' }, 'lost won'],
  [at('spread', -1.5), { margin: 1 }, 'lost won'],
  [at('spread', -1.5), { margin: 2 }, 'won lost'],
  [at('spread', 1.5), { margin: -1 }, 'won lost'],
  [at('spread', 1.5), { margin: -2 }, 'lost won'],
  [at('total', 2.5), { total: 3 }, 'won lost'],
  [at('total', 2.5), { total: 2 }, 'lost won'],
  [at('btts'), { bothScored: false }, 'lost won'],
  [at('draw_no_bet'), { regular: 'draw' }, 'void void'],
  [at('draw_no_bet'), { regular: 'away' }, 'lost won'],
  [at('odd_even'), { total: 3 }, 'won lost'],
  [at('odd_even'), { total: 0 }, 'lost won'],
  // The published rules of Asian handicaps: a whole line may return the stake, a quarter line puts half the stake on each neighbour.
  [at('spread', 0), { margin: 0 }, 'void void'],
  [at('spread', 0), { margin: 1 }, 'won lost'],
  [at('spread', -0.25), { margin: 0 }, 'half_lost half_won'],
  [at('spread', -0.25), { margin: 1 }, 'won lost'],
  [at('spread', 0.25), { margin: 0 }, 'half_won half_lost'],
  [at('spread', -0.75), { margin: 1 }, 'half_won half_lost'],
  [at('spread', -0.75), { margin: 2 }, 'won lost'],
  [at('spread', -0.75), { margin: 0 }, 'lost won'],
  [at('spread', 0.75), { margin: -1 }, 'half_lost half_won'],
  [at('spread', -1), { margin: 1 }, 'void void'],
  [at('spread', -1), { margin: 2 }, 'won lost'],
  [at('spread', -1), { margin: 0 }, 'lost won'],
  [at('spread', 1), { margin: -1 }, 'void void'],
  [at('spread', -1.25), { margin: 1 }, 'half_lost half_won'],
  [at('spread', -1.25), { margin: 2 }, 'won lost'],
  [at('spread', 1.25), { margin: -1 }, 'half_won half_lost'],
  [at('spread', -1.75), { margin: 2 }, 'half_won half_lost'],
  [at('spread', -1.75), { margin: 1 }, 'lost won'],
  [at('spread', 1.75), { margin: -2 }, 'half_lost half_won'],
  [at('spread', -2), { margin: 2 }, 'void void'],
  [at('spread', -2.25), { margin: 2 }, 'half_lost half_won'],
  [at('spread', -2.75), { margin: 3 }, 'half_won half_lost'],
  [at('total', 2), { total: 1 }, 'lost won'],
  [at('total', 2), { total: 2 }, 'void void'],
  [at('total', 2), { total: 3 }, 'won lost'],
  [at('total', 2.25), { total: 2 }, 'half_lost half_won'],
  [at('total', 2.25), { total: 3 }, 'won lost'],
  [at('total', 2.75), { total: 2 }, 'lost won'],
  [at('total', 2.75), { total: 3 }, 'half_won half_lost'],
  [at('total', 2.75), { total: 4 }, 'won lost'],
])('settles %j by %j as %s', (market, changes, results) => {
  expect(resultsOf(market, result(changes)).join(' ')).toBe(results);
});

it('prices a line by what it wins and what it gives back', () => {
  const kept = (market: MarketOffer) => {
    const chances = chancesOf(market, outlook);
    return [...chances, 1 - chances.reduce((sum, chance) => sum + chance, 0)].map((chance) =>
      Number(chance.toFixed(9)),
    );
  };
  // For margins -1, 0, 1, 2, 3 with chances 38, 0, 12, 30, 20 %.
  expect(kept(at('spread', 0))).toEqual([0.62, 0.38, 0]);
  expect(kept(at('spread', -1))).toEqual([0.5, 0.38, 0.12]);
  expect(kept(at('spread', -0.75))).toEqual([0.56, 0.38, 0.06]);
  expect(kept(at('spread', -1.25))).toEqual([0.5, 0.44, 0.06]);
  expect(kept(at('draw_no_bet'))).toEqual([0.5, 0.2, 0.3]);
  for (const line of [-2, -1.75, -1, -0.25, 0, 0.5, 1.25]) {
    const market = at('spread', line);
    const outcomes = [-1, 0, 1, 2, 3].map((margin) => resultsOf(market, result({ margin })));
    const expected = [0, 1].map((side) =>
      outcomes.reduce((sum, results, at) => sum + (outlook.margin.chances[at] ?? 0) * wins[results[side] ?? 'lost'], 0),
    );
    expect(kept(market).slice(0, 2)).toEqual(expected.map((chance) => Number(chance.toFixed(9))));
  }
});

it('offers as many lines as required around the fairest, none nearer to zero than allowed', () => {
  const lines = (market: MarketRule) => marketsFor(market, outlook).map(({ line }) => line);
  const quarters = { lines: 4, apart: 1, least: 0 };
  const halves = { lines: 2, apart: 2, least: 1 };
  expect(lines({ ...rule('spread', 0), beside: quarters })).toEqual([-1.5, -2, -1.75, -1.25, -1]);
  expect(lines({ ...rule('spread', 1.5), beside: halves })).toEqual([-1.5, -2, -1]);
  expect(lines({ ...rule('spread', 1.5), beside: { ...halves, least: 1.5 } })).toEqual([-1.5, -2.5, -2]);
  expect(lines({ ...rule('total'), beside: { ...quarters, least: 0.5 } })).toEqual([3.5, 3, 3.25, 3.75, 4]);
  const level = { ...outlook, margin: spread(-2, 0.2, 0.3, 0, 0.31, 0.19), total: spread(0, 0.5, 0.4, 0.1) };
  const linesWhenLevel = (market: MarketRule) => marketsFor(market, level).map(({ line }) => line);
  expect(linesWhenLevel({ ...rule('spread'), beside: halves })).toEqual([0.5, 1, 1.5]);
  expect(linesWhenLevel({ ...rule('total'), beside: { ...quarters, least: 0.5 } })).toEqual([0.5, 0.75, 1, 1.25, 1.5]);
});

it('every line is another offer, the fairest first', () => {
  for (const { model, markets } of Object.values(sports)) {
    const { outlook: known } = model.match(evenSides, { edge: 0.4, tempo: -0.3 });
    for (const market of markets) {
      const offered = marketsFor(market, known);
      expect(offered).toHaveLength(1 + (market.beside?.lines ?? 0));
      expect(offered[0]?.beside).toBe(0);
      expect(new Set(offered.map(({ line }) => line)).size).toBe(offered.length);
    }
  }
});

it('decides early only what can no longer change', () => {
  const moment = (total: number, bothScored: boolean): Moment => ({
    score: { home: 0, away: 0, period: '', clock: '' },
    total,
    bothScored,
    outlook: () => outlook,
  });
  expect(decidedAlready(at('total', 2.5), moment(3, false))).toEqual(['won', 'lost']);
  expect(decidedAlready(at('total', 2.5), moment(2, true))).toBeNull();
  expect(decidedAlready(at('total', 2.75), moment(3, false))).toBeNull();
  expect(decidedAlready(at('total', 2), moment(2, false))).toBeNull();
  expect(decidedAlready(at('total', 2.25), moment(3, false))).toEqual(['won', 'lost']);
  expect(decidedAlready(at('btts'), moment(2, true))).toEqual(['won', 'lost']);
  expect(decidedAlready(at('btts'), moment(9, false))).toBeNull();
  for (const type of ['1x2', 'moneyline', 'spread'] as const)
    expect(decidedAlready(at(type), moment(50, true))).toBeNull();
});

it('decides a total early exactly where no further point can change its result', () => {
  const moment = (total: number): Moment => ({
    score: { home: 0, away: 0, period: '', clock: '' },
    total,
    bothScored: false,
    outlook: () => outlook,
  });
  for (let quarters = 2; quarters <= 22; quarters++) {
    const market = at('total', quarters / 4);
    for (let total = 0; total <= 8; total++) {
      const endings = [0, 1, 2, 3, 10].map((more) => resultsOf(market, result({ total: total + more })).join(' '));
      const decided = new Set(endings).size === 1 ? endings[0] : undefined;
      expect(decidedAlready(market, moment(total))?.join(' ')).toBe(decided);
    }
  }
});

/** All results that an outlook allows, with their chances. */
const endingsOf = (market: MarketOffer): { chance: number; results: LegResult[] }[] => {
  const of = (chances: readonly number[], changes: (at: number) => Partial<Result>) =>
    chances.map((chance, index) => ({ chance, results: resultsOf(market, result(changes(index))) }));
  if (market.rule.type === 'draw_no_bet')
    return of(outlook.regular, (index) => ({ regular: (['home', 'draw', 'away'] as const)[index] ?? 'draw' }));
  if (market.rule.type === 'total')
    return of(outlook.total.chances, (index) => ({ total: outlook.total.from + index }));
  return of(outlook.margin.chances, (index) => ({ margin: outlook.margin.from + index }));
};

const lineMarkets = [
  ...[-1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75].map((line) => at('spread', line)),
  ...[2, 2.25, 2.5, 2.75, 3, 3.25, 3.5].map((line) => at('total', line)),
  at('draw_no_bet'),
];

it.each(lineMarkets)('at fair odds W x odds + B is 1: $rule.type $line', (market) => {
  const expected = (worth: (result: LegResult) => number, side: number) =>
    endingsOf(market).reduce((sum, { chance, results }) => sum + chance * worth(results[side] ?? 'lost'), 0);
  const offer = offerOf(chancesOf(market, outlook), { method: 'proportional', marginBp: 0 });
  const chances = chancesOf(market, outlook);
  for (const side of [0, 1]) {
    const won = expected((one) => (one === 'won' ? 1 : one === 'half_won' ? 0.5 : 0), side);
    const back = expected((one) => (one === 'void' ? 1 : one === 'half_won' || one === 'half_lost' ? 0.5 : 0), side);
    expect(offer?.refundShare).toBeCloseTo(back, 6);
    expect(won * ((1 - back) / (chances[side] ?? 0)) + back).toBeCloseTo(1, 9);
    // Offered odds are rounded down, by at most one step.
    const worth = (won * (offer?.prices[side]?.oddsMilli ?? 0)) / 1_000 + back;
    expect(worth).toBeLessThanOrEqual(1 + 1e-6);
    expect(worth).toBeGreaterThan(0.97);
  }
});

it('names selections as players read them', () => {
  const names = { home: 'Velmora', away: 'Castrel' };
  expect((['home', 'away'] as const).map((side) => selectionName(side, -1.5, names))).toEqual([
    'Velmora -1.5',
    'Castrel +1.5',
  ]);
  expect((['home', 'draw', 'away'] as const).map((side) => selectionName(side, null, names))).toEqual([
    'Velmora',
    'Draw',
    'Castrel',
  ]);
  expect((['over', 'under'] as const).map((side) => selectionName(side, 2.5, names))).toEqual([
    'Over 2.5',
    'Under 2.5',
  ]);
  expect([0, 1, -0.25, -0.75, -2].map((line) => selectionName('home', line, names))).toEqual([
    'Velmora 0',
    'Velmora +1',
    'Velmora -0.25',
    'Velmora -0.75',
    'Velmora -2',
  ]);
  expect(selectionName('away', -0.75, names)).toBe('Castrel +0.75');
  expect((['over', 'under'] as const).map((side) => selectionName(side, 2.25, names))).toEqual([
    'Over 2.25',
    'Under 2.25',
  ]);
  expect(selectionName('away', 0, names)).toBe('Castrel 0');
  expect((['odd', 'even'] as const).map((side) => selectionName(side, null, names))).toEqual(['Odd', 'Even']);
});
