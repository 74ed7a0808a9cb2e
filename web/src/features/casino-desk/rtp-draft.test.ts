/** Typed RTP values. */
import { describe, expect, it } from 'vitest';
import { canRequest, rtpTyped } from './rtp-draft.ts';

describe('a typed RTP', () => {
  it.each([
    ['94.5', 94.5],
    [' 94,5 ', 94.5],
    ['', 96],
    ['much', 96],
    ['9e9', 9e9],
  ])('%o is parsed as %d', (text, rtp) => {
    expect(rtpTyped(text)).toBe(rtp);
  });

  it.each([
    [85, true],
    [84.9, false],
    [98.9, true],
    [99, false],
    [94.55, false],
    [94.6, true],
  ])('of %d can be requested: %o', (rtp, can) => {
    expect(canRequest(rtp, { lowest: 85, highest: 98.9 })).toBe(can);
  });
});
