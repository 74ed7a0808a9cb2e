/** The play part of a permit as it is sent to wallet. */
import { limitTypes } from '@fairline/proto/risk/limits';
import { playerRequests } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { forever, playPartOf, retryDelayMs } from './permit.ts';

const parts = { version: 3, excludedUntil: null, limits: [], checkMinutes: 60, acknowledgedAt: null };

describe('the play part', () => {
  it('names every limit by its field in wallet, and none as an empty object', () => {
    expect(playPartOf(parts)).toEqual({
      version: 3,
      excludedUntil: null,
      limits: {},
      realityChecks: { minutes: 60, acknowledgedAt: null },
    });
    const all = playPartOf({
      ...parts,
      limits: limitTypes.map((limitType, place) => ({ limitType, value: place + 1 })),
    });
    expect(Object.values(all.limits).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is what wallet accepts, also for a permanent exclusion', () => {
    const playerId = '019e0000-0000-7000-8000-000000000000';
    const part = playPartOf({ ...parts, excludedUntil: forever, acknowledgedAt: new Date(0) });
    expect(playerRequests.restrict.input.parse({ playerId, part: 'play', ...part })).toMatchObject({
      excludedUntil: '9999-12-31T00:00:00.000Z',
    });
  });
});

it.each([
  [0, 2_000],
  [1, 4_000],
  [4, 32_000],
  [5, 60_000],
  [1_000, 60_000],
])('after %i retries it waits %i ms', (retries, delayMs) => {
  expect(retryDelayMs(retries)).toBe(delayMs);
});
