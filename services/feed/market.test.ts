/** What is offered on a fixture, and that a result settles exactly what the outlook priced. */
import { expect, it } from 'vitest';
import type { Moment, Result } from './course.ts';
import type { Distribution } from './distribution.ts';
import { chancesOf, decidedAlready, type MarketOffer, type MarketRule, marketFor, resultsOf, selectionName } from './market.ts';
import type { Outlook } from './outlook.ts';

const noMargin = { method: 'power', marginBp: 0 } as const;
const rule = (type: MarketRule['type'], leastLine?: number): MarketRule => ({
  type,
  name: type,
  margin: { upcoming: noMargin, live: noMargin },
  ...(leastLine !== undefined && { leastLine }),
});
const spread = (from: number, ...chances: number[]): Distribution => ({ from, chances: chances });

const outlook: Outlook = {
  regular: [0.5, 0.3, 0.2],
  winner: [0.62, 0.38],
  margin: spread(-1, 0.38, 0, 0.12, 0.3, 0.2),
  total: spread(1, 0.1, 0.2, 0.3, 0.4),
  bothScore: 0.45,
};
const result = (changes: Partial<Result>): Result => ({ regular: 'draw', winner: 'home', margin: 1, total: 3, bothScored: true, ...changes });

it.each<[MarketRule, number | null, number[]]>([
  [rule('1x2'), null, [0.5, 0.3, 0.2]],
  [rule('moneyline'), null, [0.62, 0.38]],
  // The margin is above 1.5 half the time, and the total above 2.5 or 3.5 about as often.
  [rule('spread'), -1.5, [0.5, 0.5]],
  [rule('spread', 2.5), -2.5, [0.2, 0.8]],
  [rule('total'), 3.5, [0.4, 0.6]],
  [rule('btts'), null, [0.45, 0.55]],
])('offers %j at line %s with chances %j', (market, line, chances) => {
  const offered = marketFor(market, outlook);
  expect(offered.line).toBe(line);
  for (const [index, chance] of chancesOf(offered, outlook).entries()) expect(chance).toBeCloseTo(chances[index] ?? -1, 9);
});

const at = (type: MarketRule['type'], line: number | null = null): MarketOffer => ({ ...marketFor(rule(type), outlook), line });

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
])('settles %j by %j as %s', (market, changes, results) => {
  expect(resultsOf(market, result(changes)).join(' ')).toBe(results);
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
  expect(decidedAlready(at('btts'), moment(2, true))).toEqual(['won', 'lost']);
  expect(decidedAlready(at('btts'), moment(9, false))).toBeNull();
  for (const type of ['1x2', 'moneyline', 'spread'] as const) expect(decidedAlready(at(type), moment(50, true))).toBeNull();
});

it('names selections as players read them', () => {
  const names = { home: 'Velmora', away: 'Castrel' };
  expect((['home', 'away'] as const).map((side) => selectionName(side, -1.5, names))).toEqual(['Velmora -1.5', 'Castrel +1.5']);
  expect((['home', 'draw', 'away'] as const).map((side) => selectionName(side, null, names))).toEqual(['Velmora', 'Draw', 'Castrel']);
  expect((['over', 'under'] as const).map((side) => selectionName(side, 2.5, names))).toEqual(['Over 2.5', 'Under 2.5']);
});
