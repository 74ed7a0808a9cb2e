/** What moves too fast, and what does not: a table of two-way markets. */
import { describe, expect, it } from 'vitest';
import type { PricedSelection } from './market.ts';
import { Volatility } from './volatility.ts';

const prices = (home: number): PricedSelection[] => [
  ['home', Math.round(1_000 / home), 1],
  ['away', Math.round(1_000 / (1 - home)), 1],
];

describe('a market', () => {
  it.each<[string, [home: number, atMs: number][], boolean]>([
    ['that never moved', [[0.5, 0], [0.5, 1_000]], false],
    ['that moves a little', [[0.5, 0], [0.6, 1_000]], false],
    ['that moves a quarter and a bit at once', [[0.5, 0], [0.76, 1_000]], true],
    ['that moves as far in steps', [[0.5, 0], [0.6, 2_000], [0.7, 4_000], [0.78, 6_000]], true],
    ['that moves as far, but slowly', [[0.5, 0], [0.6, 9_000], [0.7, 18_000], [0.78, 27_000]], false],
    ['that goes and comes back', [[0.5, 0], [0.7, 2_000], [0.5, 4_000]], false],
  ])('%s', (_what, story, wild) => {
    const volatility = new Volatility();
    expect(story.map(([home, atMs]) => volatility.moves('f', 'm', prices(home), atMs)).at(-1)).toBe(wild);
  });

  it('says it once, and starts over', () => {
    const volatility = new Volatility();
    volatility.moves('f', 'm', prices(0.3), 0);
    expect(volatility.moves('f', 'm', prices(0.8), 100)).toBe(true);
    expect(volatility.moves('f', 'm', prices(0.8), 200)).toBe(false);
  });

  it('is not wild by what a stop of the feed explains, and minds no other fixture', () => {
    const volatility = new Volatility();
    volatility.moves('f', 'm', prices(0.3), 0);
    volatility.moves('g', 'n', prices(0.3), 0);
    volatility.forget('f');
    expect(volatility.moves('f', 'm', prices(0.8), 100)).toBe(false);
    expect(volatility.moves('g', 'n', prices(0.8), 100)).toBe(true);
  });
});
