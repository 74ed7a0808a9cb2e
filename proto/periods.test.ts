/** Periods of figures and limits start and end at midnight UTC. */
import { describe, expect, it } from 'vitest';
import { dayResetsAt, firstIdAt, monthResetsAt, periodStart } from './periods.ts';

const start = (period: Parameters<typeof periodStart>[0], now: string) =>
  periodStart(period, new Date(now))?.toISOString() ?? null;

describe('a period', () => {
  it.each([
    ['today', '2026-11-22T23:59:59.999Z', '2026-11-22T00:00:00.000Z'],
    ['week', '2026-11-22T12:00:00.000Z', '2026-11-16T00:00:00.000Z'],
    ['week', '2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['week', '2026-01-01T00:00:00.000Z', '2025-12-29T00:00:00.000Z'],
    ['month', '2026-02-28T23:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['quarter', '2026-12-31T23:00:00.000Z', '2026-10-01T00:00:00.000Z'],
    ['quarter', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['all', '2026-11-22T12:00:00.000Z', null],
  ] as const)('%s at %s starts at %s', (period, now, began) => {
    expect(start(period, now)).toBe(began);
  });

  it('begins with the lowest id of its instant, above every id of the millisecond before', () => {
    const at = new Date('2026-11-22T12:00:00.000Z');
    expect(firstIdAt(at)).toBe('01a20320-a200-7000-8000-000000000000');
    expect(
      firstIdAt(new Date(at.getTime() - 1)).replace('7000-8000-000000000000', '7fff-bfff-ffffffffffff') < firstIdAt(at),
    ).toBe(true);
  });
});

describe('limits reset', () => {
  it.each([
    ['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('at %s: the day at %s, the month at %s', (now, day, month) => {
    expect([dayResetsAt(new Date(now)), monthResetsAt(new Date(now))].map((at) => at.toISOString())).toEqual([
      day,
      month,
    ]);
  });
});
