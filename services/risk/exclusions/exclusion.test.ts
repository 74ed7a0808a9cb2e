/** Rules of exclusions. */
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import {
  exclusionDays,
  exclusionEnd,
  exclusionKind,
  exclusionRefusals,
  returnsOnRequest,
} from '@fairline/proto/risk/exclusions';
import { describe, expect, it } from 'vitest';
import { checkLonger, isOver } from './exclusion.ts';

const { open, gb } = jurisdictionRules;
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
    expect(exclusionEnd(days, now, open)?.toISOString()).toBe(end);
    expect(exclusionKind(days)).toBe(kind);
    expect(exclusionDays).toContain(days);
  });

  it.each([
    ['2026-11-28T15:00:00Z', 180, '2027-05-28T23:00:00.000Z'],
    ['2026-03-28T12:00:00Z', 180, '2026-09-28T23:00:00.000Z'],
    ['2026-08-31T23:30:00Z', 180, '2027-03-02T00:00:00.000Z'],
    ['2026-08-31T12:00:00Z', 180, '2027-03-01T00:00:00.000Z'],
    ['2026-11-28T15:00:00Z', 365, '2027-11-29T00:00:00.000Z'],
    ['2026-11-28T15:00:00Z', 90, '2027-02-26T15:00:00.000Z'],
  ])('under gb from %s of %i days ends at midnight in London, calendar months later: %s', (from, days, end) => {
    expect(exclusionEnd(days, at(from), gb)?.toISOString()).toBe(end);
  });

  it.each([
    [90, false],
    [180, true],
    [365, true],
    [null, false],
  ])('of %s days waits for the player’s request under gb: %s, and nowhere else', (days, waits) => {
    expect([returnsOnRequest(days, gb), returnsOnRequest(days, open)]).toEqual([waits, false]);
  });

  it('that is permanent has no end', () => {
    expect(exclusionEnd(null, now, gb)).toBeNull();
    expect(exclusionKind(null)).toBe('self_exclusion');
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
