/** Days begin where the player's clock says so. */
import { afterEach, describe, expect, it } from 'vitest';
import { dayStart } from './day-start.ts';
import { timezoneStore } from './display-settings.ts';

afterEach(() => timezoneStore.set('local'));

describe('the start of a day', () => {
  it.each([
    ['UTC', '2026-11-23', 0, '2026-11-23T00:00:00.000Z'],
    ['UTC', '2026-11-30', 1, '2026-12-01T00:00:00.000Z'],
    ['America/New_York', '2026-11-23', 0, '2026-11-23T05:00:00.000Z'],
    ['Europe/London', '2026-07-01', 0, '2026-06-30T23:00:00.000Z'],
    ['Asia/Kolkata', '2026-07-01', 1, '2026-07-01T18:30:00.000Z'],
    // The clocks change in the night after, and in the night before.
    ['America/New_York', '2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', 0, '2026-11-02T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-27', 0, '2026-09-26T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-28', 0, '2026-09-27T11:00:00.000Z'],
  ] as const)('in %s of %s and %i days is %s', (zone, day, later, start) => {
    timezoneStore.set(zone);
    expect(dayStart(day, later)).toBe(start);
  });

  it('of the machine counts where the player chose no timezone', () => {
    expect(dayStart('2026-11-23')).toBe(new Date(2026, 10, 23).toISOString());
  });

  it.each(['', '2026-02-30', 'yesterday'])('of "%s" there is none', (day) => {
    timezoneStore.set('UTC');
    expect(dayStart(day)).toBeUndefined();
  });
});
