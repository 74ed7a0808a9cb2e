/** Stops of the reels, by speed, answer and jurisdiction. */
import { casinoProfiles } from '@fairline/proto/games/profiles';
import { describe, expect, it } from 'vitest';
import { allowedSpeeds, landMs, reelSpeeds, stopTimesMs } from './reel-motion.ts';

describe('the reels', () => {
  it('stop one after another', () => {
    expect(stopTimesMs({ speed: 'normal', answeredMs: 80, paceMs: 0 })).toEqual([500, 800, 1_100, 1_400, 1_700]);
    expect(stopTimesMs({ speed: 'turbo', answeredMs: 20, paceMs: 0 })).toEqual([125, 200, 275, 350, 425]);
  });

  it.each(reelSpeeds)('never stop before the response at %s speed', (speed) => {
    expect(stopTimesMs({ speed, answeredMs: 9_000, paceMs: 0 })[0]).toBe(9_000);
  });

  it.each(allowedSpeeds(casinoProfiles.gb))('take at least the minimum time of a gb round at %s speed', (speed) => {
    const { paceMs } = casinoProfiles.gb;
    const last = stopTimesMs({ speed, answeredMs: 50, paceMs: paceMs.slots }).at(-1) ?? 0;
    expect(last + landMs(speed)).toBeGreaterThanOrEqual(paceMs.slots);
  });

  it('are no faster than normal if turbo is not allowed', () => {
    expect(allowedSpeeds(casinoProfiles.gb)).toEqual(['slow', 'normal']);
    expect(allowedSpeeds(casinoProfiles.open)).toEqual(['slow', 'normal', 'fast', 'turbo']);
  });
});
