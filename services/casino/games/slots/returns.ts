/** Exact figures of the slot's return: the return of the lines, the mean and variance of a wager, and the weights that give a wanted return. */
import { jackpotRules } from '@fairline/proto/games/catalogue';
import type { SlotWager } from '@fairline/proto/games/slots';
import type { Moments } from '../game.ts';
import { chancesOf, keptShare, type LineClasses, lineClasses, pairClasses, reelsWhere, winShare } from './figures.ts';
import { lineCells, paysOf, paysPercent, winOf } from './lines.ts';

/** The frequency of each symbol in the game's description, in per cent. Solved weights are powers of these, so that no symbol becomes rarer than one that pays more. */
const rarities = [25, 22, 20, 15, 10, 5, 2, 1];
const weightsTotal = 1_000_000;

/** The average return of the nine lines in per cent, before payouts are rounded down; no two lines differ by a ten-thousandth of a point. */
export function linesReturn(weights: readonly number[]): number {
  const lines = lineClasses(chancesOf(weights), 'plain');
  return lines.reduce((sum, classes) => sum + dot(classes, paysPercent), 0) / lines.length;
}

/** The weights for a return of the lines of `target` per cent: a power of the rarities, found by bisection, in millionths. */
export function solveWeights(target: number): number[] {
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (linesReturn(rarities.map((rarity) => rarity ** middle)) > target) low = middle;
    else high = middle;
  }
  const powers = rarities.map((rarity) => rarity ** high);
  const sum = powers.reduce((total, power) => total + power, 0);
  const weights = powers.map((power) => Math.round((power / sum) * weightsTotal));
  weights[0] = (weights[0] ?? 0) + weightsTotal - weights.reduce((total, weight) => total + weight, 0);
  return weights;
}

interface Figures {
  plain: LineClasses;
  jackpot: LineClasses;
  kept: number;
  /** The joint distribution of two lines, by the reels whose cells they share. */
  pairs: Map<number, number[][]>;
}
const figuresByWeights = new Map<string, Figures>();
const momentsByWager = new Map<string, Moments>();

function figuresOf(weights: readonly number[]): Figures {
  const key = weights.join();
  const known = figuresByWeights.get(key);
  if (known) return known;
  const chances = chancesOf(weights);
  const sharedReels = new Set(
    lineCells.flatMap((one) => lineCells.filter((other) => other !== one).map((other) => reelsShared(one, other))),
  );
  const figures = {
    plain: lineClasses(chances, 'plain'),
    jackpot: lineClasses(chances, 'jackpot'),
    kept: keptShare(chances, 'plain'),
    pairs: pairClasses(chances, sharedReels),
  };
  figuresByWeights.set(key, figures);
  return figures;
}

const reelsShared = (one: readonly number[], other: readonly number[]) =>
  reelsWhere(one, (cell) => other.includes(cell));

/**
 * The moments of the payout without the jackpot. The mean is exact and includes the rounding of payouts, redrawn grids and rounds that win the jackpot.
 * The variance is an upper bound that exceeds the exact one by less than a ten-thousandth of it: products of two lines are those of grids as first drawn,
 * divided by the share that is kept; in rounds that win the jackpot, (x1 + ... + xn)² is at most n (x1² + ... + xn²).
 */
export function slotMoments(weights: readonly number[], wager: SlotWager): Moments {
  const key = `${weights.join()} ${wager.lines} ${wager.betPerLineMinor}`;
  const known = momentsByWager.get(key);
  if (known) return known;
  const { plain, jackpot, kept, pairs } = figuresOf(weights);
  const stakeMinor = wager.lines * wager.betPerLineMinor;
  const pays = paysOf(wager.betPerLineMinor).map((payMinor) => payMinor / stakeMinor);
  const squares = pays.map((pay) => pay ** 2);
  const lines = lineCells.slice(0, wager.lines);
  const sumOver = (kind: LineClasses, values: readonly number[], from = 0) =>
    kind.slice(from, wager.lines).reduce((sum, classes) => sum + dot(classes, values), 0);
  let products = 0;
  for (const one of lines) {
    for (const other of lines) {
      const together = one === other ? [] : (pairs.get(reelsShared(one, other)) ?? []);
      for (const [winClass, row] of together.entries()) products += (pays[winClass] ?? 0) * dot(row, pays);
    }
  }
  const jackpotChance = stakeMinor / jackpotRules.oneIn;
  const mean = (1 - jackpotChance) * sumOver(plain, pays) + jackpotChance * sumOver(jackpot, pays, 1);
  const meanSquare =
    (1 - jackpotChance) * (sumOver(plain, squares) + products / kept) +
    jackpotChance * (wager.lines - 1) * sumOver(jackpot, squares, 1);
  const moments = { mean, variance: meanSquare - mean ** 2, largest: wager.lines * Math.max(...pays) };
  if (momentsByWager.size >= momentsKept) momentsByWager.clear();
  momentsByWager.set(key, moments);
  return moments;
}

/** The share of spins of `lines` lines that pay anything. Exact except for redrawn grids, which are rarer than one in a million. */
export function hitRate(weights: readonly number[], lines: number): number {
  return winShare(chancesOf(weights), lineCells.slice(0, lines));
}

/** The probability of each class of a line, which is the distribution of a spin of one line. */
export function lineDistribution(
  weights: readonly number[],
): { symbol: number; count: number; paysPercent: number; chance: number }[] {
  const [first] = lineClasses(chancesOf(weights), 'plain');
  return (first ?? [])
    .slice(1)
    .map((chance, index) => ({ ...winOf(index + 1), paysPercent: paysPercent[index + 1] ?? 0, chance }));
}

/** Players use few different wagers, so their moments are cached. */
const momentsKept = 10_000;

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
