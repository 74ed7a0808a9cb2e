/** Rules of exclusions. */
import { exclusionDays, exclusionRefusals } from '@fairline/proto/risk/exclusions';
import { describe, expect, it } from 'vitest';
import { checkLonger, endOf, isOver, kindOf } from './exclusion.ts';

const now = new Date('2026-03-28T12:00:00.000Z');
const at = (text: string) => new Date(text);

describe('an exclusion', () => {
  it.each([
    [1, '2026-03-29T12:00:00.000Z', 'time_out'],
    [7, '2026-04-04T12:00:00.000Z', 'time_out'],
    [30, '2026-04-27T12:00:00.000Z', 'time_out'],
    [90, '2026-06-26T12:00:00.000Z', 'time_out'],
    [180, '2026-09-24T12:00:00.000Z', 'self_exclusion'],
    [365, '2027-03-28T12:00:00.000Z', 'self_exclusion'],
  ])('of %i days ends at the same UTC time, also over the change of the clocks', (days, end, kind) => {
    expect(endOf(days, now)?.toISOString()).toBe(end);
    expect(kindOf(days)).toBe(kind);
    expect(exclusionDays).toContain(days);
  });

  it('that is permanent has no end', () => {
    expect(endOf(null, now)).toBeNull();
    expect(kindOf(null)).toBe('self_exclusion');
    expect(isOver(null, at('9998-01-01T00:00:00Z'))).toBe(false);
  });

  it('is over at its end, not before', () => {
    expect([isOver(now, new Date(now.getTime() - 1)), isOver(now, now)]).toEqual([false, true]);
  });
});

describe('a second exclusion', () => {
  const soon = at('2026-03-29T12:00:00.000Z');
  const late = at('2026-04-27T12:00:00.000Z');
  it.each<[string, Date | null | undefined, Date | null, object | undefined]>([
    ['where none is in force', undefined, soon, undefined],
    ['that is longer', soon, late, undefined],
    ['that is permanent', late, null, undefined],
    ['that is shorter', late, soon, { endsAt: late.toISOString() }],
    ['that ends at the same time', late, late, { endsAt: late.toISOString() }],
    ['under a permanent one', null, late, {}],
    ['that is permanent as the first', null, null, {}],
  ])('%s', (_name, current, endsAt, params) => {
    const check = () => checkLonger(current, endsAt);
    if (params) expect(check).toThrow(expect.objectContaining({ code: exclusionRefusals.shorter.code, params }));
    else expect(check).not.toThrow();
  });
});
