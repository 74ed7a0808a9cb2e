/** The lengths offered beside an exclusion in force. */
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { expect, it } from 'vitest';
import { longerDays } from './lengths.ts';

const nowMs = Date.parse('2026-11-20T12:00:00.000Z');

it.each([
  ['without one', undefined, [1, 7, 30, 90, 180, 365]],
  ['just after one of 7 days', { endsAt: '2026-11-27T11:59:50.000Z' }, [30, 90, 180, 365]],
  ['with 3 of 7 days to go', { endsAt: '2026-11-23T12:00:00.000Z' }, [7, 30, 90, 180, 365]],
  ['just after one of 365 days', { endsAt: '2027-11-20T11:59:50.000Z' }, []],
  ['under a permanent one', {}, []],
])('%s', (_name, current, days) => {
  expect(longerDays(current, nowMs, jurisdictionRules.open)).toEqual(days);
});
