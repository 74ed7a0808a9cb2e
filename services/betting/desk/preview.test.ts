/** The rules of decisions: which results are complete, the verdict on a market after a decision, and its effect on the bets. */
import { randomUUID } from 'node:crypto';
import type { DecisionInput } from '@fairline/proto/betting/desk';
import type { FixtureReason, FixtureStatus, LegResult } from '@fairline/proto/feed';
import { formatOdds, toLadder } from '@fairline/proto/odds';
import { operatorControl } from '@fairline/proto/operator-control';
import { describe, expect, it, test } from 'vitest';
import { applyOwnPrices, type MarketPrices } from '../offer/market.ts';
import type { LegStatus, Verdict } from '../outcome.ts';
import { movedByHand } from '../settlement/by-hand.ts';
import {
  EffectSum,
  exceedsPreview,
  isComplete,
  isTooEarly,
  type MarketRecord,
  verdictAfter,
  type WeighedBet,
  weightUnderLock,
} from './preview.ts';

const [home, away] = ['home', 'away'] as const;
const marketId = 'market';
const nothing: Verdict = { outcomes: null, windows: [], fixtureCancelled: false };
const placedAt = new Date('2026-01-31T12:00:00Z');
const windowOf = (from: string | null, until: string | null) => ({
  from: from === null ? null : new Date(from),
  until: until === null ? null : new Date(until),
});
const hourBefore = '2026-01-31T11:00:00.000Z';

const won = { [home]: 'won', [away]: 'lost' } as const;
const lost = { [home]: 'lost', [away]: 'won' } as const;
const ofHome = (result: 'won' | 'lost') => ({
  kind: 'result' as const,
  outcomes: [
    { selectionId: home, result },
    { selectionId: away, result: result === 'won' ? ('lost' as const) : ('won' as const) },
  ],
});
const allOf = (result: LegResult) => ({
  kind: 'result' as const,
  outcomes: [home, away].map((selectionId) => ({ selectionId, result })),
});

test.each([
  ['a result', ofHome('won'), [home, away], true],
  ['a result without a selection', ofHome('won'), [home, away, 'draw'], false],
  ['a result of another market', ofHome('won'), [home, 'draw'], false],
  [
    'a result that names one twice',
    { kind: 'result' as const, outcomes: [ofHome('won').outcomes, ofHome('lost').outcomes].flat() },
    [home, away],
    false,
  ],
  ['a cancellation', { kind: 'void' as const, from: null, until: null }, [home, away], true],
  ['a release', { kind: 'release' as const }, [home, away], true],
])('%s is complete or not', (_what, decision, selectionIds, complete) => {
  expect(isComplete(decision, selectionIds)).toBe(complete);
});

test.each([
  ['an open bet, what it pays', { dueMinor: 0 }, 2_000, 2_000],
  ['an open bet that is lost, its stake', { dueMinor: 0 }, 0, 1_000],
  ['a bet sold in part that is lost, what was paid for that', { dueMinor: 700, closedStakeMinor: 800 }, 700, 700],
  ['a bet sold in part for little, the stake that runs', { dueMinor: 100, closedStakeMinor: 400 }, 100, 600],
  ['a bet that paid more, what it had paid', { dueMinor: 2_000 }, 0, 2_000],
  ['a bet that paid nearly as much, all of it', { dueMinor: 1_900 }, 2_000, 2_000],
] as const)('by hand, of %s is moved', (_what, bet, dueMinor, movedMinor) => {
  expect(
    movedByHand(
      { stakeMinor: 1_000, closedStakeMinor: 0, ...bet },
      { status: dueMinor > 0 ? 'won' : 'lost', dueMinor },
    ),
  ).toBe(movedMinor);
});

const startsAt = '2026-01-31T15:00:00.000Z';
const beforeStart = '2026-01-31T14:59:59.999Z';

test.each<[string, DecisionInput, FixtureStatus, string, boolean]>([
  ['a winner before the start', ofHome('won'), 'upcoming', beforeStart, true],
  ['a half win before the start', allOf('half_won'), 'upcoming', beforeStart, true],
  ['all void before the start', allOf('void'), 'upcoming', beforeStart, false],
  ['a window of void bets before the start', { kind: 'void', from: null, until: null }, 'upcoming', beforeStart, false],
  ['a release before the start', { kind: 'release' }, 'upcoming', beforeStart, false],
  ['a winner from the start on, which the feed has not reported', ofHome('won'), 'upcoming', startsAt, false],
  ['a winner of a match that the feed reported early', ofHome('won'), 'live', beforeStart, false],
  ['a winner after the end', ofHome('lost'), 'ended', beforeStart, false],
])('%s: the status and the start of the match decide whether it is too early', (_, decision, status, now, tooEarly) => {
  expect(isTooEarly(decision, { fixture: { status, startsAt } }, new Date(now))).toBe(tooEarly);
});

test.each<[string, DecisionInput, FixtureReason | null, boolean]>([
  ['a winner of a match abandoned in play', ofHome('won'), 'abandoned', false],
  ['a winner of a match that was not played', ofHome('won'), 'not_played', true],
  ['a winner by a walkover', ofHome('won'), 'walkover', true],
  ['a winner of a match cancelled for no known reason', ofHome('won'), null, true],
  ['all void of a match that was not played', allOf('void'), 'not_played', false],
  ['a release of a match that was not played', { kind: 'release' }, 'not_played', false],
])('%s: the reason of a cancellation decides whether the match had begun', (_, decision, reason, unplayed) => {
  const fixture = { status: 'cancelled' as const, startsAt, reason };
  expect(isTooEarly(decision, { fixture }, new Date(Date.parse(startsAt) + 1))).toBe(unplayed);
});

describe('after a decision', () => {
  const feedWindow = windowOf(hourBefore, hourBefore);
  const recorded: MarketRecord = {
    feed: { outcomes: lost, windows: [feedWindow] },
    own: { outcomes: won, windows: [windowOf(null, hourBefore)] },
    fixture: { status: 'live', startsAt },
  };

  it('an operator’s result goes before the feed’s, and cancellations of both stand', () => {
    expect(verdictAfter({ ...recorded, own: { outcomes: null, windows: [] } }, ofHome('won'))).toEqual({
      outcomes: won,
      windows: [feedWindow],
      fixtureCancelled: false,
    });
  });

  it('a cancellation comes beside the results', () => {
    expect(verdictAfter(recorded, { kind: 'void', from: hourBefore, until: null })).toEqual({
      outcomes: won,
      windows: [feedWindow, windowOf(null, hourBefore), windowOf(hourBefore, null)],
      fixtureCancelled: false,
    });
  });

  it("a release leaves the feed's result", () => {
    expect(verdictAfter({ ...recorded, fixture: { status: 'cancelled', startsAt } }, { kind: 'release' })).toEqual({
      ...recorded.feed,
      fixtureCancelled: true,
    });
  });
});

describe('what a decision changes', () => {
  const leg = (status: LegStatus, oddsMilli = 2_000, at = marketId) => ({
    marketId: at,
    selectionId: home,
    oddsMilli,
    status,
  });
  const single = (changes: Partial<WeighedBet> = {}): WeighedBet => ({
    playerId: randomUUID(),
    status: 'accepted',
    dueMinor: 0,
    placedAt,
    byHand: false,
    book: 'real',
    stakeMinor: 1_000,
    potentialPayoutMinor: 2_000,
    sizes: [1],
    lines: 1,
    freeBet: false,
    closedStakeMinor: 0,
    cashedMinor: 0,
    legs: [leg('open')],
    ...changes,
  });
  const settled = (changes: Partial<WeighedBet> = {}) =>
    single({ status: 'won', dueMinor: 2_000, legs: [leg('won')], ...changes });
  const double = { sizes: [2], potentialPayoutMinor: 4_000 };
  const after = (verdict: Partial<Verdict>, ...bets: WeighedBet[]) => {
    const weighing = new EffectSum(marketId, { ...nothing, ...verdict }, nothing);
    for (const bet of bets) weighing.add(bet);
    const {
      bets: all,
      changedBets,
      players,
      payMinor,
      takeMinor,
      netMinor,
    } = weighing.effect(0, operatorControl.twoOperatorsMinor);
    expect(netMinor).toBe(payMinor - takeMinor);
    return [all, changedBets, players, payMinor, takeMinor];
  };

  test.each([
    ['an open bet that wins', { outcomes: won }, single(), [1, 1, 1, 2_000, 0]],
    ['an open bet that loses', { outcomes: lost }, single(), [1, 1, 1, 0, 0]],
    ['an open bet that is void', { windows: [windowOf(null, null)] }, single(), [1, 1, 1, 1_000, 0]],
    ['an open bet before the window', { windows: [windowOf('2026-01-31T13:00:00Z', null)] }, single(), [1, 0, 0, 0, 0]],
    ['a won bet that loses', { outcomes: lost }, settled(), [1, 1, 1, 0, 2_000]],
    ['a won bet that is open again', {}, settled(), [1, 1, 1, 0, 2_000]],
    ['a won bet that stays so', { outcomes: won }, settled(), [1, 0, 0, 0, 0]],
    [
      'a lost bet that wins',
      { outcomes: won },
      settled({ status: 'lost', dueMinor: 0, legs: [leg('lost')] }),
      [1, 1, 1, 2_000, 0],
    ],
    ['a bet settled by hand', { outcomes: lost }, settled({ byHand: true }), [1, 0, 0, 0, 0]],
    ['a bet of play money', { outcomes: lost }, settled({ book: 'play' }), [1, 1, 1, 0, 0]],
    [
      'a bet sold in part',
      { outcomes: won },
      single({ closedStakeMinor: 500, cashedMinor: 400, dueMinor: 400 }),
      [1, 1, 1, 1_000, 0],
    ],
    [
      'a double that waits for its other leg',
      { outcomes: won },
      single({ ...double, legs: [leg('open'), leg('open', 2_000, 'other')] }),
      [1, 0, 1, 0, 0],
    ],
    [
      'a double that waited for this leg',
      { outcomes: won },
      single({ ...double, legs: [leg('open'), leg('won', 2_000, 'other')] }),
      [1, 1, 1, 4_000, 0],
    ],
    [
      'a double that lost already',
      { outcomes: won },
      single({ ...double, status: 'lost', legs: [leg('open'), leg('lost', 2_000, 'other')] }),
      [1, 0, 1, 0, 0],
    ],
  ] as const)('of %s', (_what, verdict, bet, expected) => {
    expect(after(verdict, bet)).toEqual(expected);
  });

  describe('of multiples', () => {
    const other = leg('open', 2_000, 'other');
    const weighed = (verdict: Partial<Verdict>, bet: WeighedBet, feeds: Partial<Verdict> = {}) => {
      const weighing = new EffectSum(marketId, { ...nothing, ...verdict }, { ...nothing, ...feeds });
      weighing.add(bet);
      const { changedBets, legBets, movedMinor } = weighing.effect(0, operatorControl.twoOperatorsMinor);
      return [changedBets, legBets, movedMinor];
    };

    test.each([
      [
        'that wait for another leg, only the leg',
        { outcomes: won },
        {},
        single({ ...double, legs: [leg('open'), other] }),
        [0, 1, 1_000],
      ],
      [
        'that wait, whose leg is void',
        { windows: [windowOf(null, null)] },
        {},
        single({ ...double, legs: [leg('open'), other] }),
        [0, 1, 1_000],
      ],
      [
        'that wait, as the feed says',
        { outcomes: won },
        { outcomes: won },
        single({ ...double, legs: [leg('open'), other] }),
        [0, 1, 0],
      ],
      [
        'that wait and read so already',
        { outcomes: won },
        {},
        single({ ...double, legs: [leg('won'), other] }),
        [0, 0, 0],
      ],
      [
        'that are lost by it, the bet',
        { outcomes: lost },
        {},
        single({ ...double, legs: [leg('open'), other] }),
        [1, 0, 1_000],
      ],
      [
        'that were lost by another leg, only the leg',
        { outcomes: won },
        {},
        single({ ...double, status: 'lost', legs: [leg('open'), leg('lost', 2_000, 'other')] }),
        [0, 1, 0],
      ],
      [
        'sold in part, by the stake that runs',
        { outcomes: won },
        {},
        single({ ...double, closedStakeMinor: 400, legs: [leg('open'), other] }),
        [0, 1, 600],
      ],
      [
        'of play money, no money',
        { outcomes: won },
        {},
        single({ ...double, book: 'play', legs: [leg('open'), other] }),
        [0, 1, 0],
      ],
    ] as const)('%s changes', (_what, verdict, feeds, bet, expected) => {
      expect(weighed(verdict, bet, feeds)).toEqual(expected);
    });
  });

  it('is counted per player', () => {
    const playerId = randomUUID();
    expect(after({ outcomes: lost }, settled({ playerId }), settled({ playerId }), settled())).toEqual([
      3, 3, 2, 0, 6_000,
    ]);
  });

  it("counts what goes beyond the feed's result, and needs two operators from the day's limit on", () => {
    const most = operatorControl.twoOperatorsMinor;
    const weigh = (verdict: Partial<Verdict>, bet: WeighedBet, feeds: Partial<Verdict> = {}, today = 0) => {
      const weighing = new EffectSum(marketId, { ...nothing, ...verdict }, { ...nothing, ...feeds });
      weighing.add(bet);
      const { movedMinor, needsSecond } = weighing.effect(today, most);
      return [movedMinor, needsSecond];
    };
    const big = (changes: Partial<WeighedBet>) =>
      settled({ stakeMinor: most / 2, potentialPayoutMinor: most, dueMinor: most, ...changes });
    const open = big({ status: 'accepted', dueMinor: 0, legs: [leg('open')] });
    expect(weigh({ outcomes: lost }, big({}))).toEqual([most, true]);
    expect(weigh({ outcomes: won }, big({ status: 'lost', dueMinor: 0, legs: [leg('lost')] }))).toEqual([most, true]);
    expect(weigh({ outcomes: lost }, big({ dueMinor: most - 1 }))).toEqual([most - 1, false]);
    expect(weigh({ outcomes: lost }, big({ book: 'play' }))).toEqual([0, false]);
    // Open bets that become won, void or lost, without a result of the feed or just as by it.
    expect(weigh({ outcomes: won }, open)).toEqual([most, true]);
    expect(weigh({ windows: [windowOf(null, null)] }, open)).toEqual([most / 2, false]);
    expect(weigh({ outcomes: lost }, open)).toEqual([most / 2, false]);
    expect(weigh({ outcomes: won }, open, { outcomes: won })).toEqual([0, false]);
    expect(weigh({ outcomes: won }, open, { outcomes: lost })).toEqual([most, true]);
    expect(weigh({ windows: [windowOf(null, null)] }, open, {}, most / 2)).toEqual([most / 2, true]);
    expect(weigh({ outcomes: won }, open, { outcomes: won }, most)).toEqual([0, false]);
  });

  it('holds for what was previewed and a little more, but never past what one operator may', () => {
    const light = { moneyMinor: 500_000, needsSecond: false };
    expect(exceedsPreview({ moneyMinor: 600_000, needsSecond: false }, light)).toBe(false);
    expect(exceedsPreview({ moneyMinor: 600_001, needsSecond: false }, light)).toBe(true);
    expect(exceedsPreview({ moneyMinor: 500_000, needsSecond: true }, light)).toBe(true);
    const heavy = { moneyMinor: 50_000_000, needsSecond: true };
    expect(exceedsPreview({ moneyMinor: 55_000_000, needsSecond: true }, heavy)).toBe(false);
    expect(exceedsPreview({ moneyMinor: 55_000_001, needsSecond: true }, heavy)).toBe(true);
    expect(exceedsPreview({ moneyMinor: 1, needsSecond: false }, heavy)).toBe(false);
  });

  it('counts under the lock what changed meanwhile, and what one operator alone moved that day', () => {
    const most = operatorControl.twoOperatorsMinor;
    const effect = {
      bets: 1,
      changedBets: 1,
      players: 1,
      payMinor: 0,
      takeMinor: 400_000,
      netMinor: -400_000,
      movedMinor: 400_000,
      needsSecond: false,
    };
    expect(weightUnderLock(effect, 0, 0, most)).toEqual({ moneyMinor: 400_000, needsSecond: false, flagged: false });
    expect(weightUnderLock(effect, most - 400_001, 0, most)).toEqual({
      moneyMinor: most - 1,
      needsSecond: false,
      flagged: true,
    });
    expect(weightUnderLock(effect, most - 400_000, 0, most)).toEqual({
      moneyMinor: most,
      needsSecond: true,
      flagged: false,
    });
    expect(weightUnderLock(effect, 0, most - 400_000, most)).toEqual({
      moneyMinor: 400_000,
      needsSecond: true,
      flagged: false,
    });
    // A decision equal to the feed's result needs no second operator.
    expect(weightUnderLock({ ...effect, takeMinor: 0, movedMinor: 0 }, most, most, most)).toEqual({
      moneyMinor: most,
      needsSecond: false,
      flagged: false,
    });
  });
});

describe('prices of our own', () => {
  const pricedBy = (marginMethod: MarketPrices['marginMethod'], ...odds: number[]): MarketPrices => ({
    sequence: 7,
    open: true,
    selections: new Map(odds.map((oddsMilli, at) => [`selection ${at}`, { oddsMilli, active: at !== 2 }])),
    refundShare: 0,
    marginMethod,
  });
  const feed = (...odds: number[]) => pricedBy('power', ...odds);
  const asked = (prices: MarketPrices) => [...prices.selections.values()].map(({ oddsMilli }) => oddsMilli);

  it("replace the feed's, which still settles open bets", () => {
    const own = { marginBp: 500, odds: { 'selection 0': 2_500, 'selection 1': 3_000, 'selection 2': 4_000 } };
    const prices = applyOwnPrices(feed(2_000, 3_500, 4_500), own);
    expect(asked(prices)).toEqual([2_500, 3_000, 4_000]);
    expect([...prices.selections.values()].map(({ active }) => active)).toEqual([true, true, false]);
    expect(prices.open).toBe(true);
  });

  test.each(
    (['power', 'proportional'] as const).flatMap((method) =>
      [0, 100, 500, 3_000].map((marginBp) => [method, marginBp] as const),
    ),
  )(
    'by the %s method carry a margin of %i basis points, or as much more as rounding down to the ladder takes',
    (method, marginBp) => {
      const prices = asked(applyOwnPrices(pricedBy(method, 2_000, 3_500, 4_500), { marginBp, odds: null }));
      const sum = prices.reduce((all, odds) => all + 1_000 / odds, 0);
      expect(sum).toBeGreaterThanOrEqual(1 + marginBp / 10_000 - 1e-6);
      expect(sum).toBeLessThan(1 + marginBp / 10_000 + 0.015);
      expect(prices.map(toLadder)).toEqual(prices);
      for (const odds of prices) expect(formatOdds(odds, 'decimal')).toMatch(/^\d+\.\d\d5?$/);
    },
  );

  it('lift a favourite at most half of the way to certainty, whatever margin is set', () => {
    // Fair chances of 95.2 and 4.8 %.
    const prices = asked(applyOwnPrices(pricedBy('proportional', 1_025, 20_500), { marginBp: 3_000, odds: null }));
    expect(prices).toEqual([1_020, 20_400]);
  });

  it('stay prices where a favourite is all but certain', () => {
    for (const odds of asked(applyOwnPrices(feed(1_001, 900_000), { marginBp: 3_000, odds: null })))
      expect(odds).toBeGreaterThanOrEqual(1_001);
  });
});
