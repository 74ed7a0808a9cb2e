/** The events of a bet that are still announced after the bet itself was fetched. */
import { expect, it } from 'vitest';
import { isStillSo } from './announce.ts';

it.each([
  ['BetAccepted', 'accepted', 0, true],
  ['BetAccepted', 'accepted', 500, false],
  ['BetAccepted', 'won', 0, false],
  ['BetAccepted', 'cashed_out', 1_000, false],
  ['BetSettled', 'won', 0, true],
  ['BetCashedOut', 'accepted', 500, true],
  ['BetResettled', 'accepted', 0, true],
] as const)(
  '%s of a bet that is %s by now, with %i cashed out: announced is %s',
  (event, status, cashedOutMinor, announced) => {
    expect(isStillSo(event, { status, cashedOutMinor })).toBe(announced);
  },
);
