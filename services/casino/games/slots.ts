/**
 * Mega Fortune Slots: fifteen independent cells with one set of weights, nine paylines, wild stars, and a progressive jackpot with a separate draw.
 * FAIRNESS.md describes every draw. slots/lines.ts has the payouts of lines, slots/returns.ts the return of the game.
 */
import { jackpotRules } from '@fairline/proto/games/catalogue';
import { type SlotOutcome, type SlotWager, slotSymbols } from '@fairline/proto/games/slots';
import { z } from 'zod';
import type { Draws } from './draws.ts';
import type { Game } from './game.ts';
import {
  cells,
  classOfPattern,
  crown,
  fiveCrowns,
  lineCells,
  middleRow,
  patternOf,
  paysOf,
  paysPercent,
  reels,
  rows,
  winOf,
} from './slots/lines.ts';
import { linesReturn, slotMoments, solveWeights } from './slots/returns.ts';

const Rules = z.strictObject({
  /** The weights of the symbols in the order of the catalogue. The probability of a symbol is its share of the sum. */
  weights: z.array(z.int().min(1).max(10_000_000)).length(slotSymbols.length),
  /** The return that the weights were solved for, in per cent. */
  target: z.number().optional(),
});
export type SlotRules = z.infer<typeof Rules>;

/** The return of the jackpot in per cent of each stake. The chance to win it is the stake divided by 100 times the seed amount, and all contributions are won eventually. */
export const jackpotReturn = 100 / (jackpotRules.oneIn / jackpotRules.seedMinor) + jackpotRules.contributionPercent;
/** The jackpot's number is drawn as two digits, because it exceeds 2^32. */
const jackpotDigits = [250_000, 100_000] as const;
/** The most that a line pays, in hundredths of its bet: five of a kind of crowns with a leading wild star. */
const largestPercent = Math.max(...paysPercent);

export const slots: Game<SlotWager, SlotOutcome, SlotRules> & { solve: (rtp: number) => SlotRules } = {
  id: 'mega-fortune-slots',
  rules: Rules,
  // The result of `solve`, written out so that loading the game does not solve it again.
  firstRules: { weights: [215_512, 197_520, 185_089, 152_116, 115_367, 71_909, 38_494, 23_993], target: 96.4 },
  solve: solveSlot,
  reach: { lowest: 85, highest: 99 },
  stakeOf({ lines, betPerLineMinor }) {
    const totalMinor = lines * betPerLineMinor;
    return { totalMinor, boundMinor: totalMinor };
  },
  maxWinMinor: (_, { lines, betPerLineMinor }) => lines * Math.floor((betPerLineMinor * largestPercent) / 100),
  play(rules, wager, draws) {
    const machine = machineOf(rules);
    const { totalMinor } = slots.stakeOf(wager);
    const winsJackpot = spin(machine, totalMinor, draws);
    const pays = paysOf(wager.betPerLineMinor);
    const lines = lineCells.slice(0, wager.lines).flatMap((line, index) => {
      const winClass = winsJackpot && index === 0 ? 0 : classOfLine(machine.grid, line);
      if (winClass === 0) return [];
      const { symbol, count } = winOf(winClass);
      return [{ line: index + 1, symbol: nameOf(symbol), count, payoutMinor: pays[winClass] ?? 0 }];
    });
    return {
      outcome: {
        grid: Array.from({ length: reels }, (_, reel) =>
          [...machine.grid.subarray(reel * rows, (reel + 1) * rows)].map(nameOf),
        ),
        lines,
      },
      isOpen: false,
      stakeMinor: totalMinor,
      payoutMinor: lines.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0),
      winsJackpot,
    };
  },
  returns: (rules) => [{ type: 'spin', rtp: linesReturn(rules.weights) + jackpotReturn }],
  moments: (rules, wager) => slotMoments(rules.weights, wager),
};

function solveSlot(target: number): SlotRules {
  return { weights: solveWeights(target - jackpotReturn), target };
}

/** Plays rounds for simulations: only the payout, without the jackpot. The rounds are the same as those of `play`. */
export function slotPayouts(rules: SlotRules, wager: SlotWager): (draws: Draws) => number {
  const machine = machineOf(rules);
  const { totalMinor } = slots.stakeOf(wager);
  const pays = Float64Array.from(paysOf(wager.betPerLineMinor));
  const lines = lineCells.slice(0, wager.lines);
  return (draws) => {
    const winsJackpot = spin(machine, totalMinor, draws);
    let payoutMinor = 0;
    for (let index = winsJackpot ? 1 : 0; index < lines.length; index++) {
      payoutMinor += pays[classOfLine(machine.grid, lines[index] as readonly number[])] as number;
    }
    return payoutMinor;
  };
}

interface Machine {
  readonly total: number;
  /** A cell shows the first symbol whose entry is above its draw. */
  readonly cumulative: readonly number[];
  /** The symbols of the last spin, by cell. */
  readonly grid: Uint8Array;
}

function machineOf({ weights }: SlotRules): Machine {
  let total = 0;
  const cumulative = weights.map((weight) => {
    total += weight;
    return total;
  });
  return { total, cumulative, grid: new Uint8Array(cells) };
}

/** Draws a round: whether it wins the jackpot, then all cells. While a line shows five natural crowns, all cells are drawn again. */
function spin(machine: Machine, stakeMinor: number, draws: Draws): boolean {
  const first = draws.integer(jackpotDigits[0]);
  const winsJackpot = first * jackpotDigits[1] + draws.integer(jackpotDigits[1]) < stakeMinor;
  for (;;) {
    const crowns = drawCells(machine, winsJackpot, draws);
    if (crowns < reels || !showsFiveCrowns(machine.grid, winsJackpot)) return winsJackpot;
  }
}

/** Draws the cells reel by reel, from the top. The crowns of a jackpot on line 1 are not drawn. Returns the number of crowns in the grid. */
function drawCells({ total, cumulative, grid }: Machine, winsJackpot: boolean, draws: Draws): number {
  let crowns = 0;
  for (let cell = 0; cell < cells; cell++) {
    let symbol = 0;
    if (winsJackpot && cell % rows === middleRow) symbol = crown;
    else for (const drawn = draws.integer(total); drawn >= (cumulative[symbol] as number); ) symbol++;
    if (symbol === crown) crowns++;
    grid[cell] = symbol;
  }
  return crowns;
}

/** Whether a line shows five natural crowns, apart from line 1 in a jackpot round. */
function showsFiveCrowns(grid: Uint8Array, winsJackpot: boolean): boolean {
  return lineCells.some((line, index) => !(winsJackpot && index === 0) && patternOf(grid, line) === fiveCrowns);
}

const classOfLine = (grid: Uint8Array, line: readonly number[]) => classOfPattern[patternOf(grid, line)] as number;

const nameOf = (symbol: number) => slotSymbols[symbol] as (typeof slotSymbols)[number];
