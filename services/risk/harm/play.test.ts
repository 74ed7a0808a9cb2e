/** Plays one after the other: raises after losses, sessions, nights, and late events. */
import { describe, expect, it } from 'vitest';
import { addPlays, type LastPlay, type Play } from './play.ts';

const none: LastPlay = { lastLossAt: null, lastLossMinor: null, sessionStartedAt: null, lastPlayAt: null };
const at = (minutes: number, hour = 12) => new Date(Date.UTC(2026, 10, 20, hour, minutes));
const round = (minutes: number, stakeMinor: number, returnedMinor = 0, hour = 12): Play => ({
  playerId: 'p',
  currency: 'USD',
  at: at(minutes, hour),
  stakeMinor,
  result: {
    ofStakeMinor: stakeMinor,
    outcome: returnedMinor < stakeMinor ? 'lost' : 'kept',
    addedMinor: returnedMinor,
  },
});
const raisesOf = (...plays: Play[]) => addPlays(none, plays).days.reduce((sum, { raises }) => sum + raises, 0);
const longestOf = (...plays: Play[]) =>
  Math.max(...addPlays(none, plays).days.map(({ longestMinutes }) => longestMinutes));

describe('a raise', () => {
  it.each<[string, Play[], number]>([
    ['is half as much again as what was lost', [round(0, 1_000), round(1, 1_500)], 1],
    ['is no smaller step', [round(0, 1_000), round(1, 1_499)], 0],
    ['comes within the hour', [round(0, 1_000), round(60, 2_000)], 1],
    ['not after it', [round(0, 1_000), round(61, 2_000)], 0],
    ['not after a win', [round(0, 1_000, 1_000), round(1, 2_000)], 0],
    ['is counted each time', [round(0, 1_000), round(1, 2_000), round(2, 4_000), round(3, 4_000)], 2],
  ])('%s', (_name, plays, expected) => {
    expect(raisesOf(...plays)).toBe(expected);
  });

  it('follows a bet that was lost meanwhile', () => {
    const bet: Play = { playerId: 'p', currency: 'USD', at: at(0), stakeMinor: 1_000 };
    const lost: Play = {
      playerId: 'p',
      currency: 'USD',
      at: at(90),
      result: { ofStakeMinor: 1_000, outcome: 'lost', addedMinor: 0 },
    };
    expect(raisesOf(bet, lost, { ...bet, at: at(100), stakeMinor: 3_000 })).toBe(1);
  });
});

it('keeps the last loss when nothing was decided, and counts the returned amount', () => {
  const void_: Play = {
    playerId: 'p',
    currency: 'USD',
    at: at(5),
    result: { ofStakeMinor: 500, outcome: 'undecided', addedMinor: 500 },
  };
  const { state, days } = addPlays(none, [round(0, 1_000), void_]);
  expect([state.lastLossMinor, days[0]?.returnedMinor]).toEqual([1_000, 500]);
});

describe('a session', () => {
  it.each<[string, Play[], number]>([
    ['goes on over half an hour', [round(0, 100), round(30, 100), round(60, 100)], 60],
    ['ends after more', [round(0, 100), round(30, 100), round(61, 100), round(70, 100)], 30],
  ])('%s', (_name, plays, expected) => {
    expect(longestOf(...plays)).toBe(expected);
  });

  it('goes on from batch to batch', () => {
    const first = addPlays(none, [round(0, 100)]);
    expect(addPlays(first.state, [round(25, 100)]).days[0]?.longestMinutes).toBe(25);
  });
});

it('is night before six, by UTC', () => {
  const isNight = (hour: number, minutes: number) => addPlays(none, [round(minutes, 100, 0, hour)]).days[0]?.isNight;
  expect([isNight(0, 0), isNight(5, 59), isNight(6, 0), isNight(23, 59)]).toEqual([true, true, false, false]);
});

it('counts a play that comes late in the sums of its day only', () => {
  const { state } = addPlays(none, [round(40, 1_000)]);
  const late = addPlays(state, [round(10, 5_000, 700)]);
  expect(late.state).toEqual(state);
  expect(late.days).toMatchObject([{ stakedMinor: 5_000, returnedMinor: 700, raises: 0, longestMinutes: 0 }]);
});

it('adds each play to its own day', () => {
  const days = addPlays(none, [
    round(59, 100, 20, 23),
    { ...round(1, 300, 0), at: new Date(Date.UTC(2026, 10, 21, 0, 1)) },
  ]).days;
  expect(days.map(({ day, stakedMinor, returnedMinor }) => [day, stakedMinor, returnedMinor])).toEqual([
    ['2026-11-20', 100, 20],
    ['2026-11-21', 300, 0],
  ]);
});
