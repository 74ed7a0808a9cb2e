/** The number of alerts per day computed from a back-test. */
import { expect, it } from 'vitest';
import { alertsPerDay } from './back-test.ts';

const [from, until] = ['2026-01-01T00:00:00.000Z', '2026-01-11T00:00:00.000Z'];

it.each([
  ['all subjects', { from, until, alerts: 2_000 }, 200],
  ['a tenth of the subjects', { from, until, alerts: 2_000, share: 0.1 }, 2_000],
  ['less than a day', { from, until: '2026-01-01T01:00:00.000Z', alerts: 3 }, 3],
])('counts the alerts of %s', (_name, trial, perDay) => {
  expect(alertsPerDay(trial)).toBe(perDay);
});
