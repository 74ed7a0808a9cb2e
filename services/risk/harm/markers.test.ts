/** The markers of harm, each at its threshold and just below, and the score of several. */
import { type HarmMarker, harmMarkers } from '@fairline/proto/risk/harm';
import { describe, expect, it } from 'vitest';
import { type Activity, type Day, type EventKind, markersOf, scoreOfMarkers } from './markers.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hours = (before: number) => new Date(now.getTime() - before * 3_600_000);
const activity = (changes: Partial<Activity> = {}): Activity => ({
  days: [],
  events: [],
  limits: {},
  currency: 'USD',
  ...changes,
});
const day = (before: number, changes: Partial<Day> = {}): Day => ({
  day: hours(24 * before)
    .toISOString()
    .slice(0, 10),
  stakedMinor: 0,
  returnedMinor: 0,
  raises: 0,
  isNight: false,
  longestMinutes: 0,
  firstPlayAt: null,
  lastPlayAt: null,
  ...changes,
});
const event = (kind: EventKind, hoursAgo: number, amountMinor: number | null = null) => ({
  kind,
  at: hours(hoursAgo),
  amountMinor,
  currency: 'USD',
});
const deposits = (...all: [hoursAgo: number, amountMinor: number][]) =>
  activity({ events: all.map(([at, minor]) => event('deposit', at, minor)) });
const events = (kind: EventKind, ...all: number[]) => activity({ events: all.map((at) => event(kind, at)) });
const play = (hoursAgo: number) =>
  day(Math.floor(hoursAgo / 24), { firstPlayAt: hours(hoursAgo), lastPlayAt: hours(hoursAgo) });

const cases: [HarmMarker, string, Activity, boolean][] = [
  ['chasing', 'five raises in a day', activity({ days: [day(0, { raises: 5 })] }), true],
  [
    'chasing',
    'four in a day, and four the day before',
    activity({ days: [day(0, { raises: 4 }), day(1, { raises: 4 })] }),
    false,
  ],
  ['chasing', 'five two days ago', activity({ days: [day(2, { raises: 5 })] }), false],
  ['rising_deposits', 'more than twice the usual week', deposits([10, 20_001], [24 * 20, 20_000]), true],
  ['rising_deposits', 'just twice the usual week', deposits([10, 20_000], [24 * 20, 20_000]), false],
  ['rising_deposits', 'a first week', deposits([10, 90_000]), false],
  ['rising_deposits', 'a large deposit of long ago', deposits([10, 5_000], [24 * 20, 90_000]), false],
  ['frequent_deposits', 'four in a day', deposits([1, 1_000], [2, 1_000], [3, 1_000], [23.9, 1_000]), true],
  [
    'frequent_deposits',
    'three in a day and one before',
    deposits([1, 1_000], [2, 1_000], [3, 1_000], [24, 1_000]),
    false,
  ],
  ['failed_deposits', 'three in a day', events('deposit_failed', 1, 2, 3), true],
  ['failed_deposits', 'two in a day', events('deposit_failed', 1, 2), false],
  [
    'night_play',
    'three nights of a week',
    activity({ days: [0, 3, 6].map((before) => day(before, { isNight: true })) }),
    true,
  ],
  [
    'night_play',
    'three nights of eight days',
    activity({ days: [0, 3, 7].map((before) => day(before, { isNight: true })) }),
    false,
  ],
  ['long_sessions', 'longer than four hours', activity({ days: [day(2, { longestMinutes: 241 })] }), true],
  ['long_sessions', 'four hours', activity({ days: [day(2, { longestMinutes: 240 })] }), false],
  ['raised_limits', 'two requests in thirty days', events('raise_requested', 1, 24 * 29.9), true],
  ['raised_limits', 'one request, and one before', events('raise_requested', 1, 24 * 30), false],
  [
    'withdrawal_cancelled',
    'a stake within a day',
    activity({ events: [event('withdrawal_rejected', 40)], days: [play(17)] }),
    true,
  ],
  [
    'withdrawal_cancelled',
    'a stake later',
    activity({ events: [event('withdrawal_rejected', 40)], days: [play(15)] }),
    false,
  ],
  [
    'withdrawal_cancelled',
    'a stake before',
    activity({ events: [event('withdrawal_rejected', 40)], days: [play(41)] }),
    false,
  ],
  ['returned_from_exclusion', 'within thirty days', events('exclusion_ended', 24 * 29.9), true],
  ['returned_from_exclusion', 'after thirty days', events('exclusion_ended', 24 * 30), false],
];

it.each(cases)('%s: %s', (marker, _name, given, expected) => {
  expect(markersOf(given, now, []).some((one) => one.marker === marker)).toBe(expected);
});

describe('a limit of their own', () => {
  const lost = (minor: number, ...before: number[]) =>
    before.map((one) => day(one, { stakedMinor: minor + 5_000, returnedMinor: 5_000 }));
  const isReached = (given: Partial<Activity>) =>
    markersOf(activity(given), now, []).some(({ marker }) => marker === 'limit_reached');
  it.each<[string, Partial<Activity>, boolean]>([
    ['of loss, on three days', { days: lost(9_500, 0, 1, 6), limits: { loss_daily: 10_000 } }, true],
    ['of loss, on two days', { days: lost(9_500, 0, 1), limits: { loss_daily: 10_000 } }, false],
    ['of loss, nearly', { days: lost(9_499, 0, 1, 6), limits: { loss_daily: 10_000 } }, false],
    ['of loss, on days of two weeks', { days: lost(9_500, 0, 1, 7), limits: { loss_daily: 10_000 } }, false],
    ['that is not set', { days: lost(9_500, 0, 1, 6) }, false],
    [
      'of deposits, on three days',
      { events: [1, 25, 49].map((at) => event('deposit', at, 10_000)), limits: { deposit_daily: 10_000 } },
      true,
    ],
  ])('%s', (_name, given, expected) => {
    expect(isReached(given)).toBe(expected);
  });
});

it('keeps the start of a marker, and adds the points of all, 100 at most', () => {
  const given = activity({
    events: [...events('deposit_failed', 1, 2, 3).events, ...events('exclusion_ended', 5).events],
  });
  const since = '2026-11-01T00:00:00.000Z';
  const markers = markersOf(given, now, [{ marker: 'failed_deposits', points: 10, since, inputs: {} }]);
  expect(markers.map(({ marker, since: from }) => [marker, from])).toEqual([
    ['failed_deposits', since],
    ['returned_from_exclusion', now.toISOString()],
  ]);
  expect(scoreOfMarkers(markers)).toBe(20);
  expect(
    scoreOfMarkers(
      (Object.keys(harmMarkers) as HarmMarker[]).map((marker) => ({
        marker,
        points: harmMarkers[marker].points,
        since,
        inputs: {},
      })),
    ),
  ).toBe(100);
});
