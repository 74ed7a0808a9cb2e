/** Until when an exclusion applies, also if it was loaded a while ago. */
import { expect, it } from 'vitest';
import { isInForce } from './exclusion.ts';

const endsAt = '2026-11-20T12:00:00.000Z';

it.each([
  [{ status: 'active', endsAt }, '2026-11-20T11:59:59.999Z', true],
  [{ status: 'active', endsAt }, '2026-11-20T12:00:00.000Z', false],
  [{ status: 'active', endsAt, returnsOnRequest: true }, '2036-11-20T12:00:00.000Z', true],
  [
    { status: 'active', endsAt, returnsOnRequest: true, returnsAt: '2026-12-01T00:00:00.000Z' },
    '2026-12-01T00:00:00.000Z',
    false,
  ],
  [{ status: 'active' }, '2036-11-20T12:00:00.000Z', true],
  [{ status: 'ended', endsAt }, '2026-11-20T11:00:00.000Z', false],
] as const)('%j at %s: %s', (exclusion, at, expected) => {
  expect(isInForce(exclusion, Date.parse(at))).toBe(expected);
});
