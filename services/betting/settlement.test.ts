/** Settlement in tables and by properties: exact, capped, and the same in whatever order things were said. */
import { randomUUID } from 'node:crypto';
import type { LegResult } from '@fairline/proto/feed';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { potentialMinor } from './bet.ts';
import { fold, Known } from './market.ts';
import { agrees, factOf, type LegStatus, legStatus, outcomeOf, type SettledLeg, type Verdict } from './settlement.ts';

const single = (stakeMinor: number, oddsMilli: number, status: LegStatus) =>
  outcomeOf({ stakeMinor, potentialMinor: potentialMinor(stakeMinor, [oddsMilli]), legs: [{ oddsMilli, status }] });

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
      'half_lost',
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
    const potential = potentialMinor(
      1_000,
      legs.map(({ oddsMilli }) => oddsMilli),
    );
    expect(outcomeOf({ stakeMinor: 1_000, potentialMinor: potential, legs })).toEqual({ status, dueMinor });
  });
});

it('never pays more than was shown, whatever the results', () => {
  const result = fc.constantFrom<LegStatus>('won', 'lost', 'void', 'half_won', 'half_lost', 'open');
  const legs = fc.array(fc.record({ oddsMilli: fc.integer({ min: 1_001, max: 1_000_000 }), status: result }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), legs, (stakeMinor, given) => {
      const cap = potentialMinor(
        stakeMinor,
        given.map(({ oddsMilli }) => oddsMilli),
      );
      const { dueMinor } = outcomeOf({ stakeMinor, potentialMinor: cap, legs: given });
      expect(dueMinor).toBeLessThanOrEqual(cap);
      expect(dueMinor).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(dueMinor)).toBe(true);
    }),
  );
});

describe('a leg', () => {
  const selectionId = randomUUID();
  const at = (text: string) => new Date(`2026-01-31T${text}Z`);
  const nothing: Verdict = { outcomes: null, windows: [], fixtureCancelled: false };
  const won = { [selectionId]: 'won' as const };
  test.each<[string, Verdict, LegStatus]>([
    ['is open before anything was said', nothing, 'open'],
    ['has the result of its selection', { ...nothing, outcomes: won }, 'won'],
    ['is open where the result names others only', { ...nothing, outcomes: { [randomUUID()]: 'won' } }, 'open'],
    ['is void where the fixture was cancelled', { ...nothing, fixtureCancelled: true }, 'void'],
    ['keeps its result where the fixture was cancelled', { ...nothing, outcomes: won, fixtureCancelled: true }, 'won'],
    ['is void in a window', { ...nothing, outcomes: won, windows: [{ from: at('11:00:00'), until: at('13:00:00') }] }, 'void'],
    ['is void from the window on', { ...nothing, outcomes: won, windows: [{ from: at('12:00:00'), until: null }] }, 'void'],
    ['is void up to the end of the window', { ...nothing, outcomes: won, windows: [{ from: null, until: at('12:00:00') }] }, 'void'],
    ['is void in a window without ends', { ...nothing, windows: [{ from: null, until: null }] }, 'void'],
    ['keeps its result before the window', { ...nothing, outcomes: won, windows: [{ from: at('12:00:01'), until: null }] }, 'won'],
    ['keeps its result after the window', { ...nothing, outcomes: won, windows: [{ from: null, until: at('11:59:59') }] }, 'won'],
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
    expect(legStatus({ selectionId, placedAt: at('12:00:00') }, verdict)).toBe(status);
  });
});

it('ends the same in whatever order, and however often, results, rollbacks and corrections come', () => {
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
      story.chain((told) =>
        fc.tuple(
          fc.constant(told),
          fc.shuffledSubarray([...told.keys(), ...told.keys()], { minLength: told.length * 2, maxLength: told.length * 2 }),
          fc.nat(told.length),
        ),
      ),
      ([told, order, cut]) => {
        const messages = told.map(({ kind, result }, place) =>
          kind === 'rollback'
            ? { kind: 'rollback_bet_settlement' as const, ...about(place + 1) }
            : { kind: 'bet_settlement' as const, ...about(place + 1), certainty: kind as 'provisional' | 'confirmed', outcomes: [{ selectionId, result }] },
        );
        const said = order.map((place) => messages[place] as (typeof messages)[number]);
        // In two batches, kept as the database keeps them: the highest sequence stands.
        const batches = [said.slice(0, cut), said.slice(cut)].map((batch) => fold(new Known(), batch).results.get(marketId));
        const kept = batches.filter((word) => word !== undefined).reduce((a, b) => (b.sequence > a.sequence ? b : a));
        const last = told.at(-1);
        expect(kept.sequence).toBe(told.length);
        expect(kept.outcomes).toEqual(last?.kind === 'rollback' ? null : { [selectionId]: last?.result });
      },
    ),
  );
});

describe('the fact that tells of it', () => {
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
  ] as const)('from %s to %s is %s', (before, after, fact) => {
    expect(factOf(before, after)).toBe(fact);
  });
});

describe('wallet agrees', () => {
  const taken = { status: 'taken' as const, amountMinor: 1_000, paidMinor: 0 };
  test.each([
    ['an accepted bet, its stake taken', 'accepted', 'taken', 0, taken, true],
    ['a won bet, paid', 'won', 'taken', 2_500, { ...taken, paidMinor: 2_500 }, true],
    ['a won bet, not paid', 'won', 'taken', 2_500, taken, false],
    ['a lost bet, paid', 'lost', 'taken', 0, { ...taken, paidMinor: 2_500 }, false],
    ['an accepted bet wallet never heard of', 'accepted', 'taken', 0, undefined, false],
    ['an accepted bet with another stake', 'accepted', 'taken', 0, { ...taken, amountMinor: 999 }, false],
    ['a rejected bet, its stake returned', 'rejected', 'taken', 1_000, { ...taken, paidMinor: 1_000 }, true],
    ['a rejected bet, its stake kept', 'rejected', 'taken', 1_000, taken, false],
    ['a refused stake', 'rejected', 'refused', 1_000, { status: 'refused' as const, amountMinor: 1_000, paidMinor: 0 }, true],
    ['a refused stake that was taken', 'rejected', 'refused', 1_000, taken, false],
    ['a stake nobody answered for, never asked', 'rejected', 'asked', 1_000, { status: 'tombstone' as const, amountMinor: 0, paidMinor: 0 }, true],
    ['a stake nobody answered for, taken and returned', 'rejected', 'asked', 1_000, { ...taken, paidMinor: 1_000 }, true],
    ['a stake nobody answered for, taken and kept', 'rejected', 'asked', 1_000, taken, false],
    ['a bet that is pending for a minute', 'pending', 'asked', 0, undefined, false],
  ] as const)('on %s: %s %s, due %i', (_what, status, stake, dueMinor, known, agreed) => {
    expect(agrees({ status, stake, stakeMinor: 1_000, dueMinor }, known)).toBe(agreed);
  });
});
