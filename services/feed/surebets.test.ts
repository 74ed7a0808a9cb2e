/** No stakes over the markets of one page win whatever happens. The search finds such stakes where there are some. */
import { expect, it, vi } from 'vitest';
import { bestGuaranteed, searchPages } from './surebets.ts';

vi.setConfig({ testTimeout: 60_000 });

it.each<[string, number[][], number]>([
  [
    'the two sides of a market with a margin',
    [
      [1.9, 0],
      [0, 1.9],
    ],
    0.95,
  ],
  [
    'two sides above their fair odds',
    [
      [2.1, 0],
      [0, 2.1],
    ],
    1.05,
  ],
  [
    'three sides',
    [
      [3, 0, 0],
      [0, 3.2, 0],
      [0, 0, 3.4],
    ],
    1 / (1 / 3 + 1 / 3.2 + 1 / 3.4),
  ],
  // Over 2.5 and under 3.5 both win at three goals; at the others one does.
  [
    'two lines that overlap',
    [
      [0, 2.2],
      [2.2, 2.2],
      [2.2, 0],
    ],
    1.1,
  ],
  // Home, draw and away beside draw no bet, which returns the stake of a draw.
  [
    'a draw that comes back',
    [
      [2.7, 0, 0, 2, 0],
      [0, 3.2, 0, 1, 1],
      [0, 0, 2.7, 0, 2],
    ],
    1,
  ],
  [
    'an end that nothing pays for',
    [
      [2, 3],
      [0, 0],
    ],
    0,
  ],
])('the best guaranteed return of %s', (_what, payouts, best) => {
  expect(bestGuaranteed(payouts)).toBeCloseTo(best, 9);
});

it('no page of published prices has a surebet', () => {
  const sports = new Set<string>();
  const phases = new Set<string>();
  let pages = 0;
  for (const { fixture, phase, best } of searchPages('the secret of the pages under test')) {
    expect(best).toBeLessThan(0.999);
    expect(best).toBeGreaterThan(0.9);
    sports.add(fixture.sport.id);
    phases.add(phase);
    if (++pages >= 60 && sports.size === 6) break;
  }
  expect(phases.size).toBe(2);
});
