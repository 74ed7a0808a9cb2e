/** The player's own limit that stops a stake, the stake it would still accept, and the limit named in a refusal. */
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { describe, expect, it } from 'vitest';
import { largestStake, refusedStop, stakeStop, tightestLoss } from './stake-stop.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);
const midnight = '2026-11-21T00:00:00.000Z';
const monday = '2026-11-23T00:00:00.000Z';

const limit = (limitType: PlayLimit['limitType'], values: Partial<PlayLimit>) => ({
  limitType,
  active: true,
  ...values,
});
const bet = limit('bet_amount', { amountMinor: 5_000 });
const day = limit('loss_daily', { amountMinor: 10_000, remainingMinor: 4_000, resetsAt: midnight });
const week = limit('loss_weekly', { amountMinor: 20_000, remainingMinor: 3_000, resetsAt: monday });
const session = { startedAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-11-20T13:20:00.000Z', limitMinutes: 60 };

const stops = (
  limits: Parameters<typeof stakeStop>[0],
  largestMinor: number,
  ownMinor = largestMinor,
  time = '12:30:00',
) => stakeStop(limits, session, { largestMinor, ownMinor }, at(time))?.limitType ?? null;

describe('a stake', () => {
  it.each([
    ['at the largest bet', [bet], 5_000, 5_000, null],
    ['a cent above it', [bet], 5_001, 5_001, 'bet_amount'],
    ['two bets, each below it', [bet], 3_000, 6_000, null],
    ['at what is left of the day', [day], 4_000, 4_000, null],
    ['a cent above it', [day], 4_001, 4_001, 'loss_daily'],
    ['several bets that are more together', [day], 3_000, 6_000, 'loss_daily'],
    ['above the week alone', [day, week], 3_001, 3_001, 'loss_weekly'],
    ['above all: the largest bet first', [week, day, bet], 9_000, 9_000, 'bet_amount'],
    ['of a limit that is not in force', [{ ...bet, active: false }], 9_000, 9_000, null],
  ] as const)('%s', (_, limits, largestMinor, ownMinor, expected) => {
    expect(stops(limits, largestMinor, ownMinor)).toBe(expected);
  });

  it('ignores what was left of a past day', () => {
    expect(stakeStop([day], {}, { largestMinor: 9_000, ownMinor: 9_000 }, Date.parse(midnight))).toBeNull();
  });

  it('is stopped from the session limit until the session is over', () => {
    expect(['12:59:59', '13:00:00', '13:19:59', '13:20:00'].map((time) => stops([], 100, 100, time))).toEqual([
      null,
      'session_time',
      'session_time',
      null,
    ]);
    expect(stakeStop([], session, { largestMinor: 0, ownMinor: 0 }, at('13:05:00'))).toEqual({
      limitType: 'session_time',
      minutes: 60,
      againAt: session.endsAt,
    });
  });
});

it('takes the largest stake within every limit', () => {
  const largest = (...limits: Parameters<typeof largestStake>[0]) => largestStake(limits, at('12:30:00'));
  expect([largest(), largest(bet), largest(bet, day, week), largest(bet, { ...day, remainingMinor: 0 })]).toEqual([
    null,
    5_000,
    3_000,
    null,
  ]);
});

it('picks the loss limit with the least left', () => {
  expect([tightestLoss([bet], at('12:30:00')), tightestLoss([day, week], at('12:30:00'))]).toEqual([
    null,
    'loss_weekly',
  ]);
});

describe('a refusal', () => {
  it('names a loss limit with what is left, and until when', () => {
    expect(
      refusedStop({ limit: 'lossDay', limitMinor: 10_000, remainingMinor: 4_000, resetsAt: midnight }, []),
    ).toEqual({
      limitType: 'loss_daily',
      leftMinor: 4_000,
      againAt: midnight,
    });
  });
  it('names a deposit limit', () => {
    expect(
      refusedStop({ limit: 'depositWeek', limitMinor: 10_000, remainingMinor: 0, resetsAt: monday }, [])?.limitType,
    ).toBe('deposit_weekly');
  });
  it('names the session', () => {
    expect(
      refusedStop({ limit: 'session', limitMinutes: 60, remainingMinor: 0, resetsAt: session.endsAt }, []),
    ).toMatchObject({
      limitType: 'session_time',
      minutes: 60,
    });
  });
  it.each([
    [
      'a largest bet of the size of the own one',
      { limit: 'bet', limitMinor: 5_000, remainingMinor: 5_000 },
      'bet_amount',
    ],
    ['one of the account', { limit: 'bet', limitMinor: 1_000_000 }, undefined],
    ['another limit of the account', { limit: 'dailyDeposit', limitMinor: 500_000 }, undefined],
    ['what is no limit', { limit: 'constructor' }, undefined],
    ['nothing', undefined, undefined],
  ] as const)('identifies %s', (_, params, expected) => {
    expect(refusedStop(params, [bet])?.limitType).toBe(expected);
  });
});
