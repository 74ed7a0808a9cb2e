/** The length of a play session, minute by minute, and when it is over. */
import { i18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { timezoneStore } from '../../domain/people/display-settings.ts';
import { playTime, sinceText } from './play-time.ts';

const session = {
  startedAt: '2026-11-20T12:00:00.000Z',
  endsAt: '2026-11-20T14:30:00.000Z',
  stakedMinor: 500,
  openStakeMinor: 0,
  returnedMinor: 0,
  netMinor: -500,
};

it.each([
  ['11:59:30', 0, 0, true, false],
  ['12:00:59', 0, 0, true, false],
  ['12:01:00', 1, 1 / 120, true, false],
  ['13:00:00', 60, 0.5, true, false],
  ['13:59:59', 119, 119 / 120, true, false],
  ['14:00:00', 120, 1, true, true],
  ['14:29:59', 149, 1, true, true],
  ['14:30:00', 0, 0, false, false],
  ['18:00:00', 0, 0, false, false],
])('at %s is %i minutes', (time, minutes, share, playing, long) => {
  expect(playTime(session, Date.parse(`2026-11-20T${time}Z`))).toEqual({ minutes, share, playing, long });
});

it('is zero without a session', () => {
  expect(playTime(undefined, 0)).toEqual({ minutes: 0, share: 0, playing: false, long: false });
});

it.each([
  ['en', 'UTC', '2026-11-20T23:59:59Z', '1:05 AM'],
  ['en', 'UTC', '2026-11-21T00:00:00Z', 'Nov 20, 2026, 1:05 AM'],
  ['en', 'UTC', '2026-11-21T01:10:00Z', 'Nov 20, 2026, 1:05 AM'],
  ['en', 'America/New_York', '2026-11-20T04:59:00Z', '8:05 PM'],
  ['en', 'America/New_York', '2026-11-20T05:00:00Z', 'Nov 19, 2026, 8:05 PM'],
  ['es', 'UTC', '2026-11-20T02:00:00Z', '1:05'],
  ['es', 'UTC', '2026-11-21T02:00:00Z', '20 nov 2026, 1:05'],
] as const)('in %s and %s, at %s, it began at %s', (language, timezone, now, text) => {
  i18n.loadAndActivate({ locale: language, messages: {} });
  timezoneStore.set(timezone);
  expect(sinceText('2026-11-20T01:05:00Z', Date.parse(now)).replace(/\s/g, ' ')).toBe(text);
});
