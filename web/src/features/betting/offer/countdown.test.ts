/** The countdown, as rows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { countdown, countdownText } from './countdown.ts';

const now = Date.parse('2026-05-01T12:00:00Z');

describe('the countdown', () => {
  it.each([
    ['2026-05-01T12:00:01Z', { hours: 0, minutes: 1 }],
    ['2026-05-01T12:59:00Z', { hours: 0, minutes: 59 }],
    ['2026-05-01T13:00:00Z', { hours: 1, minutes: 0 }],
    ['2026-05-01T14:05:30Z', { hours: 2, minutes: 6 }],
    ['2026-05-03T12:30:00Z', { hours: 48, minutes: 30 }],
    ['2026-05-01T11:00:00Z', { hours: 0, minutes: 0 }],
  ])('to %s', (startsAt, expected) => {
    expect(countdown(startsAt, now)).toEqual(expected);
  });
});

describe('the text of the countdown', () => {
  beforeAll(loadEnglish);

  it.each([
    ['2026-05-01T11:59:00Z', 'starting'],
    ['2026-05-01T12:20:00Z', 'in 20 min'],
    ['2026-05-03T11:59:00Z', 'in 47 h 59 min'],
    ['2026-05-03T12:30:00Z', 'in 2 d 0 h'],
    ['2026-05-05T06:00:00Z', 'in 3 d 18 h'],
  ])('to %s is %s', (startsAt, expected) => {
    expect(countdownText(startsAt, now)).toBe(expected);
  });
});
