/** The stakes that a jurisdiction allows, by the player's age on the day. */
import { expect, it } from 'vitest';
import { casinoProfiles, mostStakeMinor } from './profiles.ts';

it.each([
  ['of 25 and more in the United Kingdom', 'gb', 'slots', undefined, '2026-11-20T12:00:00Z', 500],
  ['under 25', 'gb', 'slots', '2026-11-21', '2026-11-20T12:00:00Z', 200],
  ['until the last moment before the birthday', 'gb', 'slots', '2026-11-21', '2026-11-20T23:59:59Z', 200],
  ['from midnight on', 'gb', 'slots', '2026-11-21', '2026-11-21T00:00:00Z', 500],
  ['from midnight in London on, an hour earlier in summer', 'gb', 'slots', '2026-07-01', '2026-06-30T23:00:00Z', 500],
  ['at a table', 'gb', 'table', '2026-11-21', '2026-11-20T12:00:00Z', Number.POSITIVE_INFINITY],
  ['elsewhere', 'open', 'slots', '2026-11-21', '2026-11-20T12:00:00Z', Number.POSITIVE_INFINITY],
] as const)('a player %s', (_, jurisdiction, category, under25Until, now, mostMinor) => {
  expect(mostStakeMinor({ jurisdiction, under25Until }, category, new Date(now))).toBe(mostMinor);
});

it('has neither autoplay nor turbo nor celebrations of small returns under gb', () => {
  expect(casinoProfiles.gb).toMatchObject({ autoSpin: false, turbo: false, celebratesSmallReturns: false });
  expect(casinoProfiles.open).toMatchObject({ autoSpin: true, turbo: true, celebratesSmallReturns: true });
});
