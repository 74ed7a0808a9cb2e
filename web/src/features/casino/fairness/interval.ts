/** The scale for the returns of all games, so that their intervals can be compared. */
import type { Returns } from '@fairline/proto/casino/games';

/** `low` is null where players decide: nothing bounds how badly they may play. */
export type PlayedReturns = Returns & { observed: number; computed: number; high: number };

export function isPlayed(returns: Returns): returns is PlayedReturns {
  return returns.observed !== null && returns.computed !== null && returns.high !== null;
}

const width = 400;
const marginShare = 0.05;
/** With few rounds an interval is too wide to read: it is cut off at these values, in per cent. */
const lowest = 0;
const highest = 200;

/** Converts per cent to a position on a line of 400, with a margin at both ends. */
export function scaleOf(items: readonly PlayedReturns[]): (rtp: number) => number {
  const ends = items
    .flatMap(({ observed, low, high }) => [observed, low ?? observed, high])
    .map((end) => Math.min(highest, Math.max(lowest, end)));
  const [from, to] = ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [lowest, highest];
  const span = Math.max(to - from, 0.01);
  return (rtp) => {
    const share = (Math.min(to, Math.max(from, rtp)) - from) / span;
    return width * (marginShare + (1 - 2 * marginShare) * share);
  };
}
