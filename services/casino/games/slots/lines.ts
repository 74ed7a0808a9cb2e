/**
 * The payout of a payline of the slot. Five symbols fall into one of 25 classes: no win, or a symbol with a count of 3 to 5.
 * Rounds, simulations and exact figures all read these tables, so the rules are defined once.
 */
import { slotLines, slotSymbols, slotValues } from '@fairline/proto/games/slots';

export const reels = 5;
export const rows = 3;
export const cells = reels * rows;
const symbols = slotSymbols.length;
export const star = slotSymbols.indexOf('star');
export const crown = slotSymbols.indexOf('crown');

/** The row of line 1, on which a jackpot shows its crowns. */
export const middleRow = 1;
const leastCount = 3;

/** 1.8 to the power of 0, 1 and 2, in hundredths. */
const factorsPercent = [100, 180, 324];

/** The cells of each line. A cell is reel x 3 + row. */
export const lineCells: readonly (readonly number[])[] = slotLines.map((line) =>
  line.map((row, reel) => reel * rows + row),
);

/** The number of patterns of five symbols. A pattern is a number of five digits in base 8, the first reel first. */
export const patterns = symbols ** reels;

/** Class 0 wins nothing; the others are numbered by symbol, then by count. */
export const classes = 1 + symbols * factorsPercent.length;

export const classOf = (symbol: number, count: number) => 1 + symbol * factorsPercent.length + count - leastCount;

/** The symbol and the count of a class that wins. */
export function winOf(winClass: number): { symbol: number; count: number } {
  const index = winClass - 1;
  return { symbol: Math.floor(index / factorsPercent.length), count: (index % factorsPercent.length) + leastCount };
}

/** The payout of a class, in hundredths of the line bet. */
export const paysPercent: readonly number[] = Array.from({ length: classes }, (_, winClass) => {
  if (winClass === 0) return 0;
  const { symbol, count } = winOf(winClass);
  const name = slotSymbols[symbol];
  return name ? slotValues[name] * (factorsPercent[count - leastCount] ?? 0) : 0;
});

/** The payout of each class for a bet per line, in integers, rounded down. */
export function paysOf(betPerLineMinor: number): number[] {
  return paysPercent.map((percent) => Math.floor((betPerLineMinor * percent) / 100));
}

/** A symbol takes three bits of a pattern. */
const symbolBits = 3;

export const symbolAt = (pattern: number, reel: number) =>
  (pattern >> (symbolBits * (reels - 1 - reel))) & (symbols - 1);

/** The bits of a pattern that belong to these reels. */
export function bitsOfReels(someReels: number): number {
  let bits = 0;
  for (let reel = 0; reel < reels; reel++)
    if (someReels & (1 << reel)) bits |= (symbols - 1) << (symbolBits * (reels - 1 - reel));
  return bits;
}

/** The pattern of a line in a grid of symbols, by cell. */
export function patternOf(grid: Uint8Array, line: readonly number[]): number {
  let pattern = 0;
  for (let reel = 0; reel < reels; reel++) pattern = (pattern << symbolBits) | (grid[line[reel] as number] as number);
  return pattern;
}

/** The class of every pattern. */
export const classOfPattern: Uint8Array = Uint8Array.from({ length: patterns }, (_, pattern) => classify(pattern));

/** The pattern of five natural crowns, which only a jackpot shows. */
export const fiveCrowns = patterns - 1;

/** The better of two readings: the leading stars alone, or the first other symbol with stars as wilds. */
function classify(pattern: number): number {
  const stars = endOf(pattern, 0, star);
  const first = symbolAt(pattern, stars);
  const matching = stars < reels ? endOf(pattern, stars, first) : 0;
  const ofStars = stars >= leastCount ? classOf(star, stars) : 0;
  const ofSymbol = matching >= leastCount ? classOf(first, matching) : 0;
  return (paysPercent[ofStars] ?? 0) > (paysPercent[ofSymbol] ?? 0) ? ofStars : ofSymbol;
}

/** The first reel, from `reel` on, that shows neither the symbol nor a star. */
function endOf(pattern: number, reel: number, symbol: number): number {
  let end = reel;
  while (end < reels && (symbolAt(pattern, end) === symbol || symbolAt(pattern, end) === star)) end++;
  return end;
}
