/** The countdown, as rows. */
import { describe, expect, it } from 'vitest';
import { countdown } from './clock.ts';

const now = Date.parse('2026-05-01T12:00:00Z');

describe('the countdown', () => {
  it.each([
    ['2026-05-01T12:00:01Z', { days: 0, hours: 0, minutes: 1 }],
    ['2026-05-01T12:59:00Z', { days: 0, hours: 0, minutes: 59 }],
    ['2026-05-01T13:00:00Z', { days: 0, hours: 1, minutes: 0 }],
    ['2026-05-01T14:05:30Z', { days: 0, hours: 2, minutes: 6 }],
    ['2026-05-03T12:30:00Z', { days: 2, hours: 0, minutes: 30 }],
    ['2026-05-01T11:00:00Z', { days: 0, hours: 0, minutes: 0 }],
  ])('to %s', (startsAt, expected) => {
    expect(countdown(startsAt, now)).toEqual(expected);
  });
});
