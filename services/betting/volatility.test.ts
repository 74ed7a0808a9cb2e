/** Which moves of prices suspend a market by themselves and which do not: the rule's window, its bound, and what normal play looks like to it. */
import { tradingRules } from '@fairline/proto/betting/trading';
import { withMargin } from '@fairline/proto/margin';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chancesOf, follow, type Seen, windowAt } from './volatility.ts';

const rule = tradingRules.volatility;
const real = 1_000;
const demo = 44_000;

/** The home side's chance, second by second of real time; answers the seconds at which the market was suspended by itself. */
function suspendedAt(steps: readonly (readonly [second: number, chance: number | 'stop'])[], paceMilli = real): number[] {
  let seen: Seen[] = [];
  return steps.flatMap(([second, chance]) => {
    if (chance === 'stop') {
      seen = [];
      return [];
    }
    const next = follow(seen, { atMs: second * 1_000, chances: [chance, 1 - chance] }, { ...rule, windowMs: windowAt(rule, paceMilli) });
    seen = next.seen;
    return next.volatile ? [second] : [];
  });
}

describe('a market is suspended by itself', () => {
  test.each([
    [
      'by one step that goes too far',
      [
        [0, 0.4],
        [60, 0.66],
      ],
      real,
      [60],
    ],
    [
      'by a step too far the other way',
      [
        [0, 0.66],
        [60, 0.4],
      ],
      real,
      [60],
    ],
    [
      'by small steps that go too far within the window',
      [
        [0, 0.3],
        [3, 0.4],
        [6, 0.5],
        [9, 0.56],
      ],
      real,
      [9],
    ],
    [
      'by what was still on offer when the window began',
      [
        [0, 0.3],
        [12, 0.4],
        [20, 0.56],
      ],
      real,
      [20],
    ],
    [
      'by one step at any pace of the match',
      [
        [0, 0.4],
        [1.5, 0.66],
      ],
      demo,
      [1.5],
    ],
    [
      'again, by a further step after it began anew',
      [
        [0, 0.2],
        [1, 0.46],
        [2, 0.72],
      ],
      real,
      [1, 2],
    ],
  ] as const)('%s', (_what, steps, pace, expected) => {
    expect(suspendedAt(steps, pace)).toEqual(expected);
  });
});

describe('a market is not suspended by itself', () => {
  test.each([
    [
      'by a move of exactly as much as is allowed',
      [
        [0, 0.25],
        [1, 0.5],
      ],
      real,
    ],
    [
      'by the same small steps over more than the window',
      [
        [0, 0.3],
        [8, 0.4],
        [16, 0.5],
        [24, 0.6],
        [32, 0.7],
      ],
      real,
    ],
    [
      'by a goal: the feed stops bets first, and what is offered after it is another offer',
      [
        [0, 0.4],
        [60, 'stop'],
        [62, 0.75],
      ],
      real,
    ],
    [
      'by a goal that is taken back',
      [
        [0, 0.4],
        [60, 'stop'],
        [62, 0.75],
        [90, 'stop'],
        [95, 0.4],
      ],
      real,
    ],
    [
      'by a match that is played in two minutes and drifts to its end',
      [
        [100, 0.6],
        [101.5, 0.7],
        [103, 0.78],
        [104.5, 0.86],
        [106, 0.93],
        [107.5, 0.97],
      ],
      demo,
    ],
    ['by its first prices', [[0, 0.99]], real],
  ] as const)('%s', (_what, steps, pace) => {
    expect(suspendedAt(steps, pace)).toEqual([]);
  });

  it('by another margin on the same chances', () => {
    const [home, draw, away] = [0.5, 0.3, 0.2];
    const priced = (marginBp: number) => withMargin([home, draw, away], { method: 'power', marginBp }).map((chance) => Math.floor(1_000 / chance));
    const [before, after] = [500, 3_000].map((marginBp) => chancesOf(priced(marginBp), 'power'));
    for (const [at, chance] of (before ?? []).entries()) expect(chance).toBeCloseTo(after?.[at] ?? 0, 2);
  });
});

it('remembers no more than the window needs, whatever comes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 60 }), (moves) => {
      let seen: Seen[] = [];
      let atMs = 0;
      for (const [laterMs, chance] of moves) {
        atMs += laterMs;
        seen = follow(seen, { atMs, chances: [chance, 1 - chance] }, rule).seen;
        expect(seen.filter((one) => one.atMs < atMs - rule.windowMs).length).toBeLessThanOrEqual(1);
        expect(seen.at(-1)?.atMs).toBe(atMs);
      }
    }),
  );
});
