/** The days of a back-test, as rows. */
import { meanAlertsPerDay } from '@fairline/proto/risk/rules';
import { expect, it } from 'vitest';
import { everyDay } from './days.ts';

const time = { from: '2026-11-01T22:00:00.000Z', until: '2026-11-04T01:00:00.000Z' };

it('includes days without an alert', () => {
  expect(everyDay({ ...time, days: [{ day: '2026-11-02', alerts: 3 }] })).toEqual([
    { day: '2026-11-01', alerts: 0 },
    { day: '2026-11-02', alerts: 3 },
    { day: '2026-11-03', alerts: 0 },
    { day: '2026-11-04', alerts: 0 },
  ]);
});

it('keeps the days unchanged if the time is invalid', () => {
  const days = [{ day: '2026-11-02', alerts: 3 }];
  expect(everyDay({ from: 'x', until: time.until, days })).toEqual(days);
  expect(everyDay({ from: '1970-01-01T00:00:00.000Z', until: time.until, days })).toEqual(days);
});

it('counts less than a day as one', () => {
  expect(meanAlertsPerDay({ from: '2026-11-01T00:00:00.000Z', until: '2026-11-01T06:00:00.000Z', alerts: 4 })).toBe(4);
  expect(meanAlertsPerDay({ from: '2026-11-01T00:00:00.000Z', until: '2026-11-05T00:00:00.000Z', alerts: 4 })).toBe(1);
});
