/** How long a player has played, minute by minute, and when that is over. */
import { expect, it } from 'vitest';
import { playTime } from './play-time.ts';

const session = { startedAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-11-20T14:30:00.000Z', stakedMinor: 500, netMinor: -500 };

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
])('at %s it is %i minutes', (time, minutes, share, playing, long) => {
  expect(playTime(session, Date.parse(`2026-11-20T${time}Z`))).toEqual({ minutes, share, playing, long });
});

it('is nothing without a session', () => {
  expect(playTime(undefined, 0)).toEqual({ minutes: 0, share: 0, playing: false, long: false });
});
