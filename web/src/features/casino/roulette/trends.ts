/** Trends of the player's last rounds: results, hot and cold numbers. The screen notes that past results do not affect the next one. Pure. */

/** The number of results kept, and of those shown at first. */
export const wheelHistory = 20;
export const recentResults = 10;
/** Hot and cold numbers need this many results, and show this many numbers each. */
export const trendsFrom = 10;
export const trendNumbers = 6;

export interface Trend {
  number: number;
  times: number;
}

/** The most and the least frequent numbers, ties by the lower number; null before there are enough results. */
export function hotAndCold(pockets: readonly number[]): { hot: Trend[]; cold: Trend[] } | null {
  if (pockets.length < trendsFrom) return null;
  const counts = Array.from({ length: 37 }, (_, number) => ({
    number,
    times: pockets.filter((pocket) => pocket === number).length,
  }));
  return {
    hot: counts.toSorted((one, other) => other.times - one.times || one.number - other.number).slice(0, trendNumbers),
    cold: counts.toSorted((one, other) => one.times - other.times || one.number - other.number).slice(0, trendNumbers),
  };
}
