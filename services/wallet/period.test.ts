/** Periods begin and end by UTC. */
import { periods } from '@fairline/proto/wallet/history';
import { describe, expect, it } from 'vitest';
import { dayResetsAt, dayStart, monthResetsAt, monthStart, periodStart } from './period.ts';

describe('periods are UTC', () => {
  const at = new Date('2026-11-30T23:30:00+02:00');
  it('for days and months', () => {
    expect([dayStart(at), dayResetsAt(at), monthStart(at), monthResetsAt(at)].map((one) => one.toISOString().slice(0, 16))).toEqual([
      '2026-11-30T00:00',
      '2026-12-01T00:00',
      '2026-11-01T00:00',
      '2026-12-01T00:00',
    ]);
  });
  it('for the history', () => {
    expect(periods.map((period) => `${period} ${periodStart(period, at).toISOString().slice(0, 16)}`)).toEqual([
      'all 1970-01-01T00:00',
      'today 2026-11-30T00:00',
      'week 2026-11-23T21:30',
      'month 2026-11-01T00:00',
      'quarter 2026-10-01T00:00',
    ]);
  });
});
