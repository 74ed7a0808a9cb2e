/** Settlement in tables and by properties: exact, capped, and independent of the order of results. */
import { randomUUID } from 'node:crypto';
import { betRules } from '@fairline/proto/betting/rules';
import { lineCount, namedSystems, systemOf } from '@fairline/proto/betting/systems';
import type { LegResult } from '@fairline/proto/feed';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { potentialPayoutMinor } from './bets/bet.ts';
import { collectChanges } from './feed/changes.ts';
import { FeedModel } from './feed/read-model.ts';
import { changeKind, isConsistent, type LegStatus, legState, type SettledLeg, type Verdict } from './outcome.ts';
import { settled } from './testing-outcome.ts';

const single = (stakeMinor: number, oddsMilli: number, status: LegStatus) =>
  settled(stakeMinor, [{ oddsMilli, status }]);

describe('a single', () => {
  test.each<[LegStatus, number, number, string, number]>([
    ['won', 1_000, 2_500, 'won', 2_500],
    ['won', 999, 1_333, 'won', 1_331],
    ['won', 1_000_000, 1_000_000, 'won', 50_000_000],
    ['lost', 1_000, 2_500, 'lost', 0],
    ['void', 1_000, 2_500, 'void', 1_000],
    ['void', 999, 1_001, 'void', 999],
    ['half_won', 1_000, 2_500, 'half_won', 1_750],
    ['half_won', 999, 1_333, 'half_won', 1_165],
    ['half_lost', 1_000, 2_500, 'half_lost', 500],
    ['half_lost', 999, 2_500, 'half_lost', 499],
    ['open', 1_000, 2_500, 'accepted', 0],
  ])('%s: a stake of %i at %i is %s and pays %i', (leg, stake, odds, status, dueMinor) => {
    expect(single(stake, odds, leg)).toEqual({ status, dueMinor });
  });
});

/** Quarter lines as bookmakers publish them: asianhandicap.tripod.com/page3.htm and asianhandicappro.com/asian-handicap-plus-0-25. */
test.each<[string, LegStatus, number, number, number]>([
  ['Cardiff 0 : 3/4, home by two', 'won', 100_00, 1_825, 182_50],
  ['Cardiff 0 : 3/4, home by one', 'half_won', 100_00, 1_825, 141_25],
  ['Swansea, lost by one', 'half_lost', 100_00, 2_075, 50_00],
  ['Swansea, drawn', 'won', 100_00, 2_075, 207_50],
  ['+0.25 at evens, drawn', 'half_won', 100_00, 2_000, 150_00],
])('%s (%s) of %i at %i pays the published %i', (_what, leg, stake, odds, dueMinor) => {
  expect(single(stake, odds, leg).dueMinor).toBe(dueMinor);
});

describe('a bet of several legs', () => {
  test.each<[string, [LegStatus, number][], string, number]>([
    [
      'all won',
      [
        ['won', 2_000],
        ['won', 1_500],
      ],
      'won',
      3_000,
    ],
    [
      'one lost, one open',
      [
        ['lost', 2_000],
        ['open', 1_500],
      ],
      'lost',
      0,
    ],
    [
      'one won, one open',
      [
        ['won', 2_000],
        ['open', 1_500],
      ],
      'accepted',
      0,
    ],
    [
      'one void',
      [
        ['won', 2_000],
        ['void', 1_500],
      ],
      'won',
      2_000,
    ],
    [
      'all void',
      [
        ['void', 2_000],
        ['void', 1_500],
      ],
      'void',
      1_000,
    ],
    [
      'a half won and a won',
      [
        ['half_won', 2_000],
        ['won', 1_500],
      ],
      'won',
      2_250,
    ],
    [
      'a half lost and a won',
      [
        ['half_lost', 2_000],
        ['won', 1_500],
      ],
      'won',
      750,
    ],
    [
      'rounded once, at the end',
      [
        ['won', 1_333],
        ['won', 1_333],
        ['won', 1_333],
      ],
      'won',
      2_368,
    ],
  ])('%s', (_what, given, status, dueMinor) => {
    const legs = given.map(([leg, oddsMilli]): SettledLeg => ({ status: leg, oddsMilli }));
    expect(settled(1_000, legs)).toEqual({ status, dueMinor });
  });
});

describe('a system', () => {
  const legs = (...statuses: LegStatus[]) => statuses.map((status): SettledLeg => ({ status, oddsMilli: 2_000 }));
  const of = (name: string, ...statuses: LegStatus[]) => {
    const system = systemOf(name, statuses.length);
    if (!system) throw new Error('no such system');
    return settled(lineCount(statuses.length, system.sizes) * 100, legs(...statuses), { sizes: system.sizes });
  };
  test.each<[string, string, LegStatus[], string, number]>([
    ['all won', 'trixie', ['won', 'won', 'won'], 'won', 2_000],
    ['two of three won', 'trixie', ['won', 'won', 'lost'], 'won', 400],
    ['one of three won', 'trixie', ['won', 'lost', 'lost'], 'lost', 0],
    ['one of three won, with singles', 'patent', ['won', 'lost', 'lost'], 'won', 200],
    ['one void', 'trixie', ['won', 'won', 'void'], 'won', 1_200],
    ['all void', '2/3', ['void', 'void', 'void'], 'void', 300],
    ['one open, a line can still win', '2/3', ['won', 'lost', 'open'], 'accepted', 0],
    ['one open, no line can win', '2/3', ['lost', 'lost', 'open'], 'lost', 0],
    ['half won and half lost', '2/3', ['half_won', 'half_lost', 'won'], 'won', 475],
    ['four of five won', 'canadian', ['won', 'won', 'won', 'won', 'lost'], 'won', 7_200],
    ['a goliath with one home', 'goliath', ['won', 'won', 'lost', 'lost', 'lost', 'lost', 'lost', 'lost'], 'won', 400],
  ])('%s: %s of %j is %s and pays %i', (_what, name, statuses, status, dueMinor) => {
    expect(of(name, ...statuses)).toEqual({ status, dueMinor });
  });
});

/** A full cover bet of 1.00 per line: its payout if w legs win at 2.00 and the rest lose: 3^w - 1 with singles, 2w less without them. */
const winners = Object.entries(namedSystems).flatMap(([id, { legs, sizes }]) =>
  Array.from({ length: legs + 1 }, (_, won) => ({
    id,
    legs,
    sizes,
    won,
    pays: 100 * (3 ** won - 1 - (sizes.includes(1) ? 0 : 2 * won)),
  })),
);
test.each(winners)('$id with $won of $legs won pays $pays', ({ legs, sizes, won, pays }) => {
  const given = Array.from(
    { length: legs },
    (_, place): SettledLeg => ({ oddsMilli: 2_000, status: place < won ? 'won' : 'lost' }),
  );
  expect(settled(lineCount(legs, sizes) * 100, given, { sizes })).toMatchObject({ dueMinor: pays });
});

describe('a free bet', () => {
  test.each<[LegStatus, string, number]>([
    ['won', 'won', 1_500],
    ['lost', 'lost', 0],
    ['half_won', 'half_won', 750],
    ['half_lost', 'half_lost', 0],
    ['void', 'void', 1_000],
    ['open', 'accepted', 0],
  ])('%s is %s and pays %i: its stake is not returned', (leg, status, dueMinor) => {
    expect(settled(1_000, [{ oddsMilli: 2_500, status: leg }], { freeBet: true })).toEqual({ status, dueMinor });
  });
});

describe('a bet that was cashed out in part', () => {
  const part = { closedStakeMinor: 400, cashedMinor: 700 };
  test.each<[LegStatus, string, number]>([
    ['won', 'won', 700 + 1_500],
    ['lost', 'lost', 700],
    ['void', 'void', 700 + 600],
    ['half_lost', 'half_lost', 700 + 300],
    ['open', 'accepted', 700],
  ])('%s is %s and has paid %i in all', (leg, status, dueMinor) => {
    expect(settled(1_000, [{ oddsMilli: 2_500, status: leg }], part)).toEqual({ status, dueMinor });
  });
});

it('is half won or lost only as a single on a quarter line; several legs that return have won', () => {
  const result = fc.constantFrom<LegResult>('won', 'lost', 'void', 'half_won', 'half_lost');
  const legs = fc.array(fc.record({ oddsMilli: fc.integer({ min: 1_001, max: 20_000 }), status: result }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 1_000_000 }),
      legs,
      fc.nat(7),
      fc.boolean(),
      (stakeMinor, given, longest, freeBet) => {
        const sizes = freeBet
          ? [given.length]
          : Array.from({ length: Math.min(longest + 1, given.length) }, (_, index) => index + 1);
        const { status, dueMinor } = settled(stakeMinor, given, { sizes, freeBet });
        const isVoid = given.every((leg) => leg.status === 'void');
        expect(status).toBe(isVoid ? 'void' : dueMinor > 0 ? 'won' : 'lost');
      },
    ),
  );
});

it('never pays more than was shown, whatever the results', () => {
  const result = fc.constantFrom<LegStatus>('won', 'lost', 'void', 'half_won', 'half_lost', 'open');
  const legs = fc.array(fc.record({ oddsMilli: fc.integer({ min: 1_001, max: 1_000_000 }), status: result }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), legs, fc.nat(19), (stakeMinor, given, longest) => {
      const sizes = Array.from({ length: Math.min(longest + 1, given.length) }, (_, index) => index + 1);
      const odds = given.map(({ oddsMilli }) => oddsMilli);
      const cap = potentialPayoutMinor({ stakeMinor, sizes, freeBet: false }, odds);
      const { dueMinor } = settled(stakeMinor, given, { sizes });
      expect(dueMinor).toBeLessThanOrEqual(cap);
      expect(dueMinor).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(dueMinor)).toBe(true);
    }),
  );
});

it('never pays above the cap, free or not, whatever was sold of it before', () => {
  const result = fc.constantFrom<LegStatus>('won', 'lost', 'void', 'half_won', 'half_lost', 'open');
  const legs = fc.array(fc.record({ oddsMilli: fc.integer({ min: 1_001, max: 1_000_000 }), status: result }), {
    minLength: 1,
    maxLength: 20,
  });
  const sold = fc.record({ parts: fc.integer({ min: 0, max: 999 }), paid: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 10_000_000 }),
      legs,
      sold,
      fc.boolean(),
      (stakeMinor, given, { parts, paid }, freeBet) => {
        const sizes = [given.length];
        const potential = potentialPayoutMinor(
          { stakeMinor, sizes, freeBet },
          given.map(({ oddsMilli }) => oddsMilli),
        );
        // A free bet is never cashed out, and a part of a bet never for more than it could have won.
        const closedStakeMinor = freeBet ? 0 : Math.floor((stakeMinor * parts) / 1_000);
        const cashedMinor = Math.floor(
          Number((BigInt(potential) * BigInt(closedStakeMinor)) / BigInt(stakeMinor)) * paid,
        );
        const { dueMinor } = settled(stakeMinor, given, { freeBet, closedStakeMinor, cashedMinor });
        expect(dueMinor).toBeLessThanOrEqual(Math.max(betRules.payoutCapMinor, stakeMinor));
        expect(dueMinor).toBeLessThanOrEqual(Math.max(potential, stakeMinor));
        expect(dueMinor).toBeGreaterThanOrEqual(cashedMinor);
      },
    ),
  );
});

it('comes to the same in any order of the results of its legs', () => {
  const result = fc.constantFrom<LegResult>('won', 'lost', 'void', 'half_won', 'half_lost');
  const legs = fc.array(fc.record({ oddsMilli: fc.integer({ min: 1_001, max: 20_000 }), result }), {
    minLength: 2,
    maxLength: 8,
  });
  const ordered = legs.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.keys()], { minLength: given.length })),
  );
  fc.assert(
    fc.property(ordered, fc.nat(7), ([given, order], longest) => {
      const sizes = Array.from({ length: Math.min(longest + 1, given.length) }, (_, index) => index + 1);
      const stakeMinor = lineCount(given.length, sizes) * 100;
      const legsNow = given.map(({ oddsMilli }): SettledLeg => ({ oddsMilli, status: 'open' }));
      // Once it is lost it stays lost, whatever else comes.
      let lost = false;
      for (const place of order) {
        legsNow[place] = { oddsMilli: legsNow[place]?.oddsMilli ?? 0, status: given[place]?.result ?? 'open' };
        const { status } = settled(stakeMinor, legsNow, { sizes });
        if (lost) expect(status).toBe('lost');
        lost = status === 'lost';
      }
      const atOnce = given.map(({ oddsMilli, result: status }): SettledLeg => ({ oddsMilli, status }));
      expect(settled(stakeMinor, legsNow, { sizes })).toEqual(settled(stakeMinor, atOnce, { sizes }));
    }),
  );
});

describe('a leg', () => {
  const selectionId = randomUUID();
  const at = (text: string) => new Date(`2026-01-31T${text}Z`);
  const nothing: Verdict = { outcomes: null, windows: [], fixtureCancelled: false };
  const won = { [selectionId]: 'won' as const };
  test.each<[string, Verdict, LegStatus]>([
    ['is open without any record', nothing, 'open'],
    ['has the result of its selection', { ...nothing, outcomes: won }, 'won'],
    ['is open where the result names others only', { ...nothing, outcomes: { [randomUUID()]: 'won' } }, 'open'],
    ['is void where the fixture was cancelled', { ...nothing, fixtureCancelled: true }, 'void'],
    ['keeps its result where the fixture was cancelled', { ...nothing, outcomes: won, fixtureCancelled: true }, 'won'],
    [
      'is void in a window',
      { ...nothing, outcomes: won, windows: [{ from: at('11:00:00'), until: at('13:00:00') }] },
      'void',
    ],
    [
      'is void from the window on',
      { ...nothing, outcomes: won, windows: [{ from: at('12:00:00'), until: null }] },
      'void',
    ],
    [
      'is void up to the end of the window',
      { ...nothing, outcomes: won, windows: [{ from: null, until: at('12:00:00') }] },
      'void',
    ],
    ['is void in a window without ends', { ...nothing, windows: [{ from: null, until: null }] }, 'void'],
    [
      'keeps its result before the window',
      { ...nothing, outcomes: won, windows: [{ from: at('12:00:01'), until: null }] },
      'won',
    ],
    [
      'keeps its result after the window',
      { ...nothing, outcomes: won, windows: [{ from: null, until: at('11:59:59') }] },
      'won',
    ],
    [
      'is void in one of several windows',
      {
        ...nothing,
        windows: [
          { from: null, until: at('11:00:00') },
          { from: at('11:30:00'), until: null },
        ],
      },
      'void',
    ],
  ])('%s', (_what, verdict, status) => {
    expect(legState({ selectionId, placedAt: at('12:00:00') }, verdict)).toEqual({ status, deadHeat: null });
  });
});

test.each<[string, Partial<Verdict>, object]>([
  [
    'the fixture was abandoned',
    { fixtureCancelled: true, reason: 'abandoned' },
    { status: 'void', voidReason: 'abandoned' },
  ],
  [
    'it was decided before',
    { outcomes: { home: 'won' }, fixtureCancelled: true, reason: 'abandoned' },
    { status: 'won' },
  ],
  [
    'it was a push before',
    { outcomes: { home: 'void' }, fixtureCancelled: true, reason: 'abandoned' },
    { status: 'void' },
  ],
  [
    'a player retired',
    { windows: [{ from: null, until: null, reason: 'retired' }] },
    { status: 'void', voidReason: 'retired' },
  ],
  [
    'it was not played in time',
    { windows: [{ from: null, until: new Date(10), reason: 'postponed' }] },
    { status: 'void', voidReason: 'postponed' },
  ],
  [
    'it was placed for the new date',
    { windows: [{ from: null, until: new Date(4), reason: 'postponed' }] },
    { status: 'open' },
  ],
  ['the reason is for operators', { windows: [{ from: null, until: null, reason: 'wrong line' }] }, { status: 'void' }],
])('a leg names why it is void where players may know: %s', (_when, verdict, expected) => {
  const given = { outcomes: null, windows: [], fixtureCancelled: false, ...verdict };
  expect(legState({ selectionId: 'home', placedAt: new Date(5) }, given)).toEqual({ deadHeat: null, ...expected });
});

it('ends the same however often and in whatever order results, rollbacks and corrections come', () => {
  const fixtureId = randomUUID();
  const marketId = randomUUID();
  const selectionId = randomUUID();
  const about = (sequence: number) => ({ fixtureId, sequence, at: '2026-01-31T12:00:00.000Z', marketId });
  const message = fc.record({
    kind: fc.constantFrom('provisional', 'confirmed', 'rollback'),
    result: fc.constantFrom<LegResult>('won', 'lost', 'void', 'half_won', 'half_lost'),
  });
  const story = fc.array(message, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      story.chain((statements) =>
        fc.tuple(
          fc.constant(statements),
          fc.shuffledSubarray([...statements.keys(), ...statements.keys()], {
            minLength: statements.length * 2,
            maxLength: statements.length * 2,
          }),
          fc.nat(statements.length),
        ),
      ),
      ([statements, order, cut]) => {
        const messages = statements.map(({ kind, result }, place) =>
          kind === 'rollback'
            ? { kind: 'rollback_bet_settlement' as const, ...about(place + 1) }
            : {
                kind: 'bet_settlement' as const,
                ...about(place + 1),
                certainty: kind as 'provisional' | 'confirmed',
                outcomes: [{ selectionId, result }],
              },
        );
        const shuffled = order.map((place) => messages[place] as (typeof messages)[number]);
        // The results arrive in two batches. As in the database, the highest sequence counts.
        const batches = [shuffled.slice(0, cut), shuffled.slice(cut)].map((batch) =>
          collectChanges(new FeedModel(), batch).results.get(marketId),
        );
        const kept = batches
          .filter((result) => result !== undefined)
          .reduce((a, b) => (b.sequence > a.sequence ? b : a));
        const last = statements.at(-1);
        expect(kept.sequence).toBe(statements.length);
        expect(kept.outcomes).toEqual(last?.kind === 'rollback' ? null : { [selectionId]: last?.result });
      },
    ),
  );
});

describe('the event of a change', () => {
  test.each([
    ['accepted', 'won', 'settled'],
    ['accepted', 'lost', 'settled'],
    ['accepted', 'half_won', 'settled'],
    ['accepted', 'void', 'voided'],
    ['won', 'void', 'voided'],
    ['won', 'lost', 'resettled'],
    ['lost', 'won', 'resettled'],
    ['void', 'won', 'resettled'],
    ['won', 'accepted', 'resettled'],
  ] as const)('from %s to %s is %s', (before, after, kind) => {
    expect(changeKind(before, after)).toBe(kind);
  });
});

describe('wallet agrees', () => {
  const taken = { status: 'taken' as const, amountMinor: 1_000, paidMinor: 0 };
  test.each([
    ['an accepted bet, its stake taken', 'accepted', 'taken', 0, taken, true],
    ['a won bet, paid', 'won', 'taken', 2_500, { ...taken, paidMinor: 2_500 }, true],
    ['a won bet, not paid', 'won', 'taken', 2_500, taken, false],
    ['a lost bet, paid', 'lost', 'taken', 0, { ...taken, paidMinor: 2_500 }, false],
    ['an accepted bet wallet does not know', 'accepted', 'taken', 0, undefined, false],
    ['an accepted bet with another stake', 'accepted', 'taken', 0, { ...taken, amountMinor: 999 }, false],
    ['a rejected bet, its stake returned', 'rejected', 'taken', 1_000, { ...taken, paidMinor: 1_000 }, true],
    ['a rejected bet, its stake kept', 'rejected', 'taken', 1_000, taken, false],
    [
      'a refused stake',
      'rejected',
      'refused',
      1_000,
      { status: 'refused' as const, amountMinor: 1_000, paidMinor: 0 },
      true,
    ],
    ['a refused stake that was taken', 'rejected', 'refused', 1_000, taken, false],
    [
      'a stake nobody answered for, never asked',
      'rejected',
      'asked',
      1_000,
      { status: 'tombstone' as const, amountMinor: 0, paidMinor: 0 },
      true,
    ],
    [
      'a stake nobody answered for, taken and returned',
      'rejected',
      'asked',
      1_000,
      { ...taken, paidMinor: 1_000 },
      true,
    ],
    ['a stake nobody answered for, taken and kept', 'rejected', 'asked', 1_000, taken, false],
    ['a bet that is pending for a minute', 'pending', 'asked', 0, undefined, false],
  ] as const)('on %s: %s %s, due %i', (_what, status, stake, dueMinor, known, agreed) => {
    expect(isConsistent({ status, stake, stakeMinor: 1_000, dueMinor }, known)).toBe(agreed);
  });
});
