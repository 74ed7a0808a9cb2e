/**
 * Exact figures of the slot, by enumeration: the probability of each win of a line, and the joint probability of two lines.
 * A grid with five natural crowns on any of the nine lines is drawn again, so figures hold under the condition A that no line shows them.
 */
import { slotSymbols } from '@fairline/proto/games/slots';
import {
  bitsOfReels,
  classes,
  classOfPattern,
  crown,
  lineCells,
  middleRow,
  patterns,
  reels,
  rows,
  star,
  symbolAt,
} from './lines.ts';

/** The probability of each class, for each of the nine lines. */
export type LineClasses = readonly (readonly number[])[];

const middleCells = lineCells[0] ?? [];
const isMiddle = (cell: number) => cell % rows === middleRow;

/** The reels of a line whose cells satisfy a condition, as bits. */
export function reelsWhere(line: readonly number[], condition: (cell: number) => boolean): number {
  return line.reduce((bits, cell, reel) => (condition(cell) ? bits | (1 << reel) : bits), 0);
}

/**
 * With B_k for "line k shows five crowns", P(X and A) is the sum over all sets S of lines of (-1)^|S| P(X and every B_k of S).
 * The B_k of S require crowns on the union of their cells, and cells are independent: a set's term is the probability of X with crowns on those cells of the union
 * that are on X's line, times p(crown) for each of the others. The same holds in a jackpot round, where the cells of line 1 are crowns for certain.
 *
 * A term: the signed number of sets of lines that ask for crowns on these reels of a line and on so many cells beside it. */
interface Term {
  onReels: number;
  others: number;
  sets: number;
}

/** The terms of a line's sum; of an empty line for P(A). Cells of `fixed` are crowns for certain. */
function termsOf(line: readonly number[], watched: LineCells, fixed: readonly number[]): Term[] {
  const terms = new Map<string, Term>();
  for (let set = 0; set < 1 << watched.length; set++) {
    const members = watched.filter((_, index) => set & (1 << index));
    const union = new Set(members.flat().filter((cell) => !fixed.includes(cell)));
    const onReels = reelsWhere(line, (cell) => union.has(cell));
    const others = [...union].filter((cell) => !line.includes(cell)).length;
    const term = terms.get(`${onReels} ${others}`) ?? { onReels, others, sets: 0 };
    term.sets += members.length % 2 === 0 ? 1 : -1;
    terms.set(`${onReels} ${others}`, term);
  }
  return [...terms.values()];
}

type LineCells = readonly (readonly number[])[];

/** Both kinds of rounds: which lines must not show five crowns, and the cells that are crowns for certain. */
const kinds = {
  plain: { watched: lineCells, fixed: [] as readonly number[] },
  jackpot: { watched: lineCells.slice(1), fixed: middleCells },
};
export type RoundKind = keyof typeof kinds;

/** Computed when a figure is first needed. Playing or verifying a round needs none. */
const termsByKind = new Map<RoundKind, { kept: Term[]; lines: Term[][] }>();

function termsOfKind(kind: RoundKind): { kept: Term[]; lines: Term[][] } {
  const known = termsByKind.get(kind);
  if (known) return known;
  const { watched, fixed } = kinds[kind];
  const counted = { kept: termsOf([], watched, fixed), lines: lineCells.map((line) => termsOf(line, watched, fixed)) };
  termsByKind.set(kind, counted);
  return counted;
}

let crownReelsFound: Uint8Array | undefined;

/** The reels on which each pattern has a crown, as bits. */
function crownReelsOfPatterns(): Uint8Array {
  crownReelsFound ??= Uint8Array.from({ length: patterns }, (_, pattern) => crownReelsOf(pattern));
  return crownReelsFound;
}

function crownReelsOf(pattern: number): number {
  let bits = 0;
  for (let reel = 0; reel < reels; reel++) if (symbolAt(pattern, reel) === crown) bits |= 1 << reel;
  return bits;
}

export function chancesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The probability that a drawn grid is kept. */
export function keptShare(chances: readonly number[], kind: RoundKind): number {
  return termsOfKind(kind).kept.reduce((sum, { sets, others }) => sum + sets * (chances[crown] ?? 0) ** others, 0);
}

/** The probability of each class for each line, in rounds of one kind. */
export function lineClasses(chances: readonly number[], kind: RoundKind): LineClasses {
  const kept = keptShare(chances, kind);
  const byFixedReels = new Map<number, number[][]>();
  return lineCells.map((line, index) => {
    const fixedReels = kind === 'jackpot' ? reelsWhere(line, isMiddle) : 0;
    const withCrowns = byFixedReels.get(fixedReels) ?? classesWithCrowns(chances, fixedReels);
    byFixedReels.set(fixedReels, withCrowns);
    return Array.from({ length: classes }, (_, winClass) => {
      const likely = (termsOfKind(kind).lines[index] ?? []).reduce(
        (sum, { onReels, others, sets }) =>
          sum + sets * (withCrowns[onReels]?.[winClass] ?? 0) * (chances[crown] ?? 0) ** others,
        0,
      );
      return likely / kept;
    });
  });
}

/** By set of reels, then by class: the probability that a line is of the class with crowns on all these reels. Crowns on `fixedReels` are certain. */
function classesWithCrowns(chances: readonly number[], fixedReels: number): number[][] {
  const found = Array.from({ length: 1 << reels }, () => new Array<number>(classes).fill(0));
  const likely = patternChances(chances, fixedReels);
  const crownReels = crownReelsOfPatterns();
  for (let pattern = 0; pattern < patterns; pattern++) {
    const chance = likely[pattern] ?? 0;
    if (chance === 0) continue;
    const crowns = crownReels[pattern] ?? 0;
    const winClass = classOfPattern[pattern] ?? 0;
    for (let some = crowns; ; some = (some - 1) & crowns) {
      const row = found[some];
      if (row) row[winClass] = (row[winClass] ?? 0) + chance;
      if (some === 0) break;
    }
  }
  return found;
}

/** The probability of each pattern: the product of those of its symbols. A crown on `fixedReels` has probability 1. */
function patternChances(chances: readonly number[], fixedReels: number): Float64Array {
  let likely = Float64Array.of(1);
  for (let reel = 0; reel < reels; reel++) {
    const longer = new Float64Array(likely.length * chances.length);
    chances.forEach((chance, symbol) => {
      const here = fixedReels & (1 << reel) ? Number(symbol === crown) : chance;
      likely.forEach((before, index) => {
        longer[index * chances.length + symbol] = before * here;
      });
    });
    likely = longer;
  }
  return likely;
}

/**
 * The joint probability of two classes on two lines, by the reels whose cells they share: the sum over the shared symbols.
 * It is for grids as first drawn. After redraws, no probability exceeds this one divided by the share of grids that are kept.
 */
export function pairClasses(chances: readonly number[], reelSets: ReadonlySet<number>): Map<number, number[][]> {
  const likely = patternChances(chances, 0);
  return new Map([...reelSets].map((sharedReels) => [sharedReels, pairsSharing(likely, sharedReels)]));
}

function pairsSharing(likely: Float64Array, sharedReels: number): number[][] {
  const sharedBits = bitsOfReels(sharedReels);
  const byShared = new Map<number, Float64Array>();
  for (let pattern = 0; pattern < patterns; pattern++) {
    const row = byShared.get(pattern & sharedBits) ?? new Float64Array(classes);
    const winClass = classOfPattern[pattern] ?? 0;
    row[winClass] = (row[winClass] ?? 0) + (likely[pattern] ?? 0);
    byShared.set(pattern & sharedBits, row);
  }
  const together = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const row of byShared.values()) {
    const shared = row.reduce((sum, chance) => sum + chance, 0);
    for (const [first, one] of row.entries()) {
      if (one === 0) continue;
      const joint = together[first] ?? [];
      for (const [second, other] of row.entries()) joint[second] = (joint[second] ?? 0) + (one * other) / shared;
    }
  }
  return together;
}

/**
 * The probability that at least one line wins. A win shows on the first three reels: for each pair of columns on reels 1 and 2, the symbols on reel 3 that would complete a line
 * are counted, and its three cells are independent.
 */
export function winShare(chances: readonly number[], lines: LineCells): number {
  const columns = Array.from({ length: chances.length ** rows }, (_, column) => {
    const shown = Array.from({ length: rows }, (_, row) => Math.floor(column / chances.length ** row) % chances.length);
    return { shown, chance: shown.reduce((product, symbol) => product * (chances[symbol] ?? 0), 1) };
  });
  const sumOf = chancesOfSets(chances);
  const pairsOf = lines.map((line) => line.slice(0, 3).map((cell) => cell % rows) as [number, number, number]);
  let misses = 0;
  for (const first of columns) {
    for (const second of columns) {
      const completing = [0, 0, 0];
      for (const [one, two, three] of pairsOf)
        completing[three] = (completing[three] ?? 0) | completingSet(first.shown[one] ?? 0, second.shown[two] ?? 0);
      let chance = first.chance * second.chance;
      for (const set of completing) chance *= 1 - (sumOf[set] ?? 0);
      misses += chance;
    }
  }
  return 1 - misses;
}

/** The symbols that make a line of three out of these two, as bits. */
function completingSet(one: number, two: number): number {
  const every = (1 << slotSymbols.length) - 1;
  if (one === star) return two === star ? every : (1 << two) | (1 << star);
  return two === star || two === one ? (1 << one) | (1 << star) : 0;
}

/** The probability that a cell shows a symbol of each set. */
function chancesOfSets(chances: readonly number[]): number[] {
  return Array.from({ length: 1 << chances.length }, (_, set) =>
    chances.reduce((sum, chance, symbol) => (set & (1 << symbol) ? sum + chance : sum), 0),
  );
}
