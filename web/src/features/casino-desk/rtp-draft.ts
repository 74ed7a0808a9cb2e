/** The RTP that an operator types: how it is parsed, and whether it can be requested. */

const usualRtp = 96;

/** Invalid text counts as 96; a comma is a decimal point. */
export function rtpTyped(text: string): number {
  const rtp = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(rtp) ? usualRtp : rtp;
}

/** In steps of 0.1, within the range of the game. */
export function canRequest(rtp: number, { lowest, highest }: { lowest: number; highest: number }): boolean {
  return rtp >= lowest && rtp <= highest && Math.abs(rtp * 10 - Math.round(rtp * 10)) < 1e-6;
}
