/** When a play session is due for a reminder, and when it is refetched. */
import type { Session } from '@fairline/proto/risk/sessions';
import { expect, it } from 'vitest';
import { minutesOf, readAgainMs, remindersOf } from './reminders.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

const session = (changes: Partial<Session> = {}): Session => ({
  currency: 'USD',
  startedAt: '2026-11-20T12:00:00.000Z',
  endsAt: '2026-11-20T14:30:00.000Z',
  stakedMinor: 80_000,
  returnedMinor: 30_100,
  netMinor: -49_900,
  settings: {
    realityCheckMinutes: 60,
    sessionWarningMinutes: 120,
    lossWarningMinor: 50_000,
    popupReminders: true,
    timeDisplays: true,
    spendingDisplays: true,
  },
  ...changes,
});

it.each([
  ['13:59:59', -49_999, []],
  ['14:00:00', -49_999, ['time']],
  ['13:59:59', -50_000, ['loss']],
  ['14:29:59', -50_001, ['time', 'loss']],
  ['14:30:00', -50_001, []],
  ['13:00:00', 50_000, []],
])('reminds at %s, with a net of %i, of %j', (time, netMinor, reminders) => {
  expect(remindersOf(session({ netMinor }), at(time))).toEqual(reminders);
});

it('reminds of nothing outside a session', () => {
  const outside = session({ netMinor: -90_000 });
  delete outside.startedAt;
  delete outside.endsAt;
  expect(remindersOf(outside, at('14:00:00'))).toEqual([]);
  expect(minutesOf(outside, at('14:00:00'))).toBe(0);
});

it.each([
  ['12:00:59', 0],
  ['12:01:00', 1],
  ['14:29:59', 149],
  ['14:30:00', 0],
  ['11:59:00', 0],
])('counts the session at %s as %i minutes', (time, minutes) => {
  expect(minutesOf(session(), at(time))).toBe(minutes);
});

it.each([
  ['2026-11-20T13:00:00.000Z', '12:59:30', 30_500],
  ['2026-11-20T13:00:00.000Z', '12:00:00', 60_000],
  ['2026-11-20T13:00:00.000Z', '13:05:00', 2_000],
])('with a check at %s refetches, at %s, after %i ms', (nextCheckAt, time, delayMs) => {
  expect(readAgainMs({ nextCheckAt }, at(time))).toBe(delayMs);
});

it('refetches after a minute without a check, or if one is due', () => {
  const realityCheck = { id: 'x', dueAt: '2026-11-20T11:59:00.000Z', minutes: 60 };
  expect(readAgainMs({ nextCheckAt: '2026-11-20T11:59:00.000Z', realityCheck }, at('12:00:00'))).toBe(60_000);
  expect(readAgainMs({}, at('12:00:00'))).toBe(60_000);
});
