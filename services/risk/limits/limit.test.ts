/** Rules of limits: values and outcomes as tables, and properties that hold for any sequence of calls. */
import { Refusal } from '@fairline/proto/contract';
import { type LimitBody, limitRefusals, limitRules, limitTypes } from '@fairline/proto/risk/limits';
import type { PlayState } from '@fairline/proto/wallet/players';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from './limit.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const codeOf = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
};

describe('a value', () => {
  it.each<[string, LimitBody]>([
    ['of nothing', { limitType: 'deposit_daily' }],
    ['of zero', { limitType: 'deposit_daily', amountMinor: 0 }],
    ['below zero', { limitType: 'loss_weekly', amountMinor: -1 }],
    ['with a fraction', { limitType: 'bet_amount', amountMinor: 10.5 }],
    ['that is a text', { limitType: 'bet_amount', amountMinor: '100' }],
    ['that is null', { limitType: 'bet_amount', amountMinor: null }],
    ['that is a list', { limitType: 'bet_amount', amountMinor: [100] }],
    ['above all amounts', { limitType: 'deposit_monthly', amountMinor: limitRules.maxAmountMinor + 1 }],
    ['beyond all numbers', { limitType: 'deposit_monthly', amountMinor: Number.POSITIVE_INFINITY }],
    ['longer than a day', { limitType: 'session_time', minutes: limitRules.maxMinutes + 1 }],
    ['of minutes for an amount', { limitType: 'deposit_daily', minutes: 60 }],
    ['of an amount for minutes', { limitType: 'session_time', amountMinor: 60 }],
    ['of both', { limitType: 'session_time', amountMinor: 60, minutes: 60 }],
  ])('%s is refused', (_name, body) => {
    expect(codeOf(() => rules.valueInForm(body))).toBe('invalid_limit');
    expect(limitRefusals.value.message).toBe('Please enter a valid limit amount');
  });

  it.each<[LimitBody, number]>([
    [{ limitType: 'deposit_daily', amountMinor: 1 }, 1],
    [{ limitType: 'deposit_daily', amountMinor: limitRules.maxAmountMinor }, limitRules.maxAmountMinor],
    [{ limitType: 'session_time', minutes: limitRules.maxMinutes }, limitRules.maxMinutes],
  ])('%j is taken', (body, value) => {
    expect(rules.valueInForm(body)).toBe(value);
  });
});

const inForce: rules.LimitState = { value: 300, pending: null };
const raising: rules.LimitState = { value: 300, pending: { value: 500, requestedAt: now } };
const removing: rules.LimitState = { value: 300, pending: { value: null, requestedAt: now } };

describe('a limit that is set', () => {
  it.each<[string, rules.LimitState, number, rules.LimitChange | undefined, rules.LimitState]>([
    ['for the first time', rules.noLimit, 300, 'set', inForce],
    ['lower', inForce, 200, 'lowered', { value: 200, pending: null }],
    ['to what it is', raising, 300, undefined, raising],
    ['higher', inForce, 500, 'raise_requested', raising],
    ['lower beside a raise', raising, 200, 'lowered', { value: 200, pending: null }],
    ['lower beside a removal', removing, 200, 'lowered', { value: 200, pending: null }],
    [
      'to another higher value',
      raising,
      400,
      'raise_requested',
      { value: 300, pending: { value: 400, requestedAt: hours(1) } },
    ],
    ['to the higher value that is pending', raising, 500, undefined, raising],
    [
      'higher instead of removed',
      removing,
      500,
      'raise_requested',
      { value: 300, pending: { value: 500, requestedAt: hours(1) } },
    ],
  ])('%s', (_name, before, value, change, state) => {
    const at = change === 'raise_requested' && before.pending === null ? now : hours(1);
    expect(rules.decideSet(before, value, at)).toEqual({ state, change });
  });

  it('forgets a raise that has lapsed', () => {
    expect(rules.decideSet(raising, 200, hours(7 * 24)).state).toEqual({ value: 200, pending: null });
  });
});

describe('a pending change', () => {
  it.each<[string, rules.LimitState, number, string]>([
    ['a minute early', raising, 23.99, 'limit_too_early'],
    ['after it lapsed', raising, 7 * 24, 'nothing_pending'],
    ['where there is none', inForce, 30, 'nothing_pending'],
  ])('is not confirmed %s', (_name, before, after, code) => {
    expect(codeOf(() => rules.decideConfirmation(before, hours(after)))).toBe(code);
  });

  it('names when it can be confirmed', () => {
    expect(() => rules.decideConfirmation(raising, now)).toThrow(
      expect.objectContaining({ params: { confirmableAt: hours(24).toISOString() } }),
    );
  });

  it('raises or removes once it is confirmed', () => {
    expect(rules.decideConfirmation(raising, hours(24))).toEqual({
      state: { value: 500, pending: null },
      change: 'raised',
    });
    expect(rules.decideConfirmation(removing, hours(24))).toEqual({ state: rules.noLimit, change: 'removed' });
  });

  it('is taken back, and only once', () => {
    const { state, change } = rules.decideCancellation(raising, hours(1));
    expect([state, change]).toEqual([inForce, 'taken_back']);
    expect(codeOf(() => rules.decideCancellation(state, now))).toBe('nothing_pending');
  });

  it('of a removal is asked for once, and of nothing is unknown', () => {
    expect(rules.decideRemoval(inForce, now)).toEqual({ state: removing, change: 'removal_requested' });
    expect(rules.decideRemoval(removing, hours(1))).toEqual({ state: removing, change: undefined });
    expect(rules.decideRemoval(raising, hours(1)).change).toBe('removal_requested');
    expect(codeOf(() => rules.decideRemoval(rules.noLimit, now))).toBe('not_found');
  });
});

type Call = { kind: 'set'; value: number } | { kind: 'remove' | 'confirm' | 'cancel' };
const call: fc.Arbitrary<{ call: Call; waitHours: number }> = fc.record({
  call: fc.oneof(
    fc.record({ kind: fc.constant('set' as const), value: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'confirm' as const, 'cancel' as const) }),
  ),
  waitHours: fc.constantFrom(0, 1, 12, 23, 24, 25, 100, 168, 200),
});

function decide(state: rules.LimitState, asked: Call, at: Date): rules.Decision {
  try {
    if (asked.kind === 'set') return rules.decideSet(state, asked.value, at);
    if (asked.kind === 'remove') return rules.decideRemoval(state, at);
    if (asked.kind === 'confirm') return rules.decideConfirmation(state, at);
    return rules.decideCancellation(state, at);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state, change: undefined };
  }
}

it('only loosens by a confirmation 24 hours to 7 days after the request', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      let state = rules.noLimit;
      let at = now;
      for (const { call: asked, waitHours } of calls) {
        at = new Date(at.getTime() + waitHours * 3_600_000);
        const { state: next, change } = decide(state, asked, at);
        const isLooser = state.value !== null && (next.value === null || next.value > state.value);
        if (isLooser) {
          expect(asked.kind).toBe('confirm');
          expect(next.value).toBe(state.pending?.value);
          const waited = at.getTime() - (state.pending?.requestedAt.getTime() ?? 0);
          expect(waited).toBeGreaterThanOrEqual(24 * 3_600_000);
          expect(waited).toBeLessThan(7 * 24 * 3_600_000);
        }
        if (next.value !== state.value) expect(rules.changesPermit(change)).toBe(true);
        if (isLooser) expect(rules.isLoosening(change)).toBe(true);
        if (change === 'lowered') expect(next.pending).toBeNull();
        if (next.pending?.value) expect(next.pending.value).toBeGreaterThan(next.value ?? 0);
        if (next.value === null) expect(next.pending).toBeNull();
        state = next;
      }
    }),
  );
});

describe('what is left', () => {
  const used = {
    depositDayMinor: 100,
    depositWeekMinor: 200,
    depositMonthMinor: 300,
    lossDayMinor: -50,
    lossWeekMinor: 250,
    lossMonthMinor: 900,
  };
  const state: PlayState = {
    currency: 'USD',
    used,
    dayResetsAt: hours(12).toISOString(),
    weekResetsAt: hours(60).toISOString(),
    monthResetsAt: hours(252).toISOString(),
  };
  const session = {
    startedAt: hours(-1).toISOString(),
    endsAt: hours(0.4).toISOString(),
    stakedMinor: 0,
    openStakeMinor: 0,
    returnedMinor: 0,
    netMinor: 0,
  };

  it.each([
    ['deposit_daily', { remainingMinor: 400, resetsAt: state.dayResetsAt }],
    ['deposit_weekly', { remainingMinor: 300, resetsAt: state.weekResetsAt }],
    ['deposit_monthly', { remainingMinor: 200, resetsAt: state.monthResetsAt }],
    ['loss_daily', { remainingMinor: 550, resetsAt: state.dayResetsAt }],
    ['loss_weekly', { remainingMinor: 250, resetsAt: state.weekResetsAt }],
    ['loss_monthly', { remainingMinor: 0, resetsAt: state.monthResetsAt }],
    ['bet_amount', {}],
    ['session_time', { remainingMinutes: 500 }],
  ] as const)('of %s', (limitType, left) => {
    expect(rules.remainderOf(limitType, 500, state, now)).toEqual(left);
  });

  it('of a session counts from its start, never below nothing', () => {
    expect(rules.remainderOf('session_time', 90, { ...state, session }, now)).toEqual({
      remainingMinutes: 30,
      resetsAt: session.endsAt,
    });
    expect(rules.remainderOf('session_time', 20, { ...state, session }, now)).toMatchObject({ remainingMinutes: 0 });
  });

  it('of nothing is nothing', () => {
    for (const limitType of limitTypes) expect(rules.remainderOf(limitType, null, state, now)).toEqual({});
  });
});
