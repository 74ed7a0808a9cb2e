/** Which price moves suspend a market by the volatility rule: its window, its bound, and moves in normal play. */
import { randomUUID } from 'node:crypto';
import { deskRules } from '@fairline/proto/betting/rules';
import type { FeedMessage } from '@fairline/proto/feed';
import { withMargin } from '@fairline/proto/margin';
import { toLadder } from '@fairline/proto/odds';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chancesOf, follow, type Seen, windowAt } from '../offer/volatility.ts';
import { collectChanges } from './changes.ts';
import { FeedModel } from './read-model.ts';

const rule = deskRules.volatility;
const real = 1_000;
const demo = 44_000;

/** Runs the rule on the home side's chances at seconds of real time; returns the seconds at which it suspends the market. */
function suspendedAt(
  steps: readonly (readonly [second: number, chance: number | 'stop'])[],
  paceMilli = real,
): number[] {
  let seen: Seen[] = [];
  return steps.flatMap(([second, chance]) => {
    if (chance === 'stop') {
      seen = [];
      return [];
    }
    const next = follow(
      seen,
      { atMs: second * 1_000, chances: [chance, 1 - chance] },
      { ...rule, windowMs: windowAt(rule, paceMilli) },
    );
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
      'by what went off offer at the very instant the window began',
      [
        [0, 0.3],
        [10, 0.4],
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
    [
      'once, and not by what was there before it began anew',
      [
        [0, 0.2],
        [1, 0.46],
        [2, 0.5],
      ],
      real,
      [1],
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
    [
      'by going and coming back',
      [
        [0, 0.5],
        [2, 0.7],
        [4, 0.5],
      ],
      real,
    ],
  ] as const)('%s', (_what, steps, pace) => {
    expect(suspendedAt(steps, pace)).toEqual([]);
  });

  test.each(['proportional', 'power'] as const)(
    'by another margin on the same chances, added by the %s method',
    (method) => {
      const fair = [0.5, 0.3, 0.2];
      const priced = (marginBp: number) =>
        withMargin(fair, { method, marginBp }).map((chance) => Math.floor(1_000 / chance));
      const [before, after] = [500, 3_000].map((marginBp) => chancesOf(priced(marginBp), method));
      for (const [at, chance] of (before ?? []).entries()) expect(chance).toBeCloseTo(after?.[at] ?? 0, 2);
    },
  );

  it('by the change of method of a feed that is upgraded', () => {
    for (const fair of [0.5, 0.7, 0.9, 0.97].map((chance) => [chance, 1 - chance])) {
      const [power = [], proportional = []] = (['power', 'proportional'] as const).map((method) =>
        chancesOf(
          withMargin(fair, { method, marginBp: 600 }).map((chance) => toLadder(1_000 / chance)),
          method,
        ),
      );
      expect(follow([{ atMs: 0, chances: power }], { atMs: 1_000, chances: proportional }, rule).volatile).toBe(false);
    }
  });
});

it.each([
  ['falls', [0.5, 0.25, 0.25], [0.2, 0.4, 0.4]],
  ['rises', [0.2, 0.4, 0.4], [0.5, 0.25, 0.25]],
])('one of three sides that %s too far is enough', (_what, before, after) => {
  expect(follow([{ atMs: 0, chances: before }], { atMs: 1_000, chances: after }, rule).volatile).toBe(true);
});

it('remembers no more than the window needs, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.double({ min: 0, max: 1, noNaN: true })), {
        maxLength: 60,
      }),
      (moves) => {
        let seen: Seen[] = [];
        let atMs = 0;
        for (const [laterMs, chance] of moves) {
          atMs += laterMs;
          seen = follow(seen, { atMs, chances: [chance, 1 - chance] }, rule).seen;
          expect(seen.filter((one) => one.atMs < atMs - rule.windowMs).length).toBeLessThanOrEqual(1);
          expect(seen.at(-1)?.atMs).toBe(atMs);
        }
      },
    ),
  );
});

describe('the feed’s messages', () => {
  const [fixtureId, marketId, home, away] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 12) + ms).toISOString();
  const live = (sequence: number, paceMilli = 1_000): FeedMessage => ({
    kind: 'fixture_change',
    fixtureId,
    sequence,
    at: at(0),
    sport: { id: 'football', name: 'Football' },
    competition: { id: 'league', name: 'League', country: 'GB' },
    homeTeam: 'Reds',
    awayTeam: 'Blues',
    startsAt: at(0),
    status: 'live',
    score: null,
    paceMilli,
  });
  const odds = (
    sequence: number,
    chance: number,
    { id = marketId, status = 'active' as 'active' | 'suspended', ms = 0 } = {},
  ): FeedMessage => {
    const selections = [
      { id: home, name: 'Reds', outcome: 'home', oddsMilli: Math.round(980 / chance), active: true },
      { id: away, name: 'Blues', outcome: 'away', oddsMilli: Math.round(980 / (1 - chance)), active: true },
    ];
    const market = {
      id,
      type: 'moneyline' as const,
      name: 'Winner',
      lineQuarters: null,
      status,
      marginBp: 500,
      sortOrder: 1,
      selections,
    };
    return { kind: 'odds_change', fixtureId, sequence, at: at(ms), market };
  };
  const stop = (sequence: number): FeedMessage => ({
    kind: 'bet_stop',
    fixtureId,
    sequence,
    at: at(0),
    marketId: null,
  });
  const volatile = (model: FeedModel, ...messages: FeedMessage[]) => [
    ...collectChanges(model, messages).volatile.keys(),
  ];

  it('are judged in their order, also within a batch, and anew after every stop', () => {
    const model = new FeedModel();
    expect(volatile(model, live(1), odds(2, 0.5), odds(3, 0.8))).toEqual([marketId]);
    expect(volatile(model, stop(4), odds(5, 0.5))).toEqual([]);
    expect(volatile(model, odds(6, 0.5, { status: 'suspended' }), odds(7, 0.8))).toEqual([]);
    expect(volatile(model, odds(8, 0.5), stop(9))).toEqual([marketId]);
  });

  it('are ignored where they were overtaken, or are about another market', () => {
    expect(volatile(new FeedModel(), live(1), odds(5, 0.5), odds(4, 0.8), odds(6, 0.8, { id: randomUUID() }))).toEqual(
      [],
    );
  });

  it('are judged by match time in play', () => {
    const drift = [0.5, 0.6, 0.7, 0.8].map((chance, step) => odds(step + 2, chance, { ms: step * 1_500 }));
    expect(volatile(new FeedModel(), live(1), ...drift)).toEqual([marketId]);
    expect(volatile(new FeedModel(), live(1, demo), ...drift)).toEqual([]);
  });
});
