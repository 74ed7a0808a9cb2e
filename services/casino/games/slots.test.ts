/** The slot by its rules: the payouts of lines, the draws of a round, and its return. */
import { type SlotSymbol, type SlotWager, slotSymbols } from '@fairline/proto/games/slots';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draws, seededDraws } from './draws.ts';
import { slotPayouts, slots } from './slots.ts';
import { scripted } from './testing.ts';

const rules = slots.firstRules;
const total = rules.weights.reduce((sum, weight) => sum + weight, 0);
const noJackpot = [249_999, 99_999];

/** The smallest draw that gives a symbol. */
function drawOf(symbol: SlotSymbol): number {
  return rules.weights.slice(0, slotSymbols.indexOf(symbol)).reduce((sum, weight) => sum + weight, 0);
}

const symbolByCode: Record<string, SlotSymbol> = {
  c: 'cherry',
  l: 'lemon',
  o: 'orange',
  g: 'grape',
  '*': 'star',
  d: 'diamond',
  '7': 'seven',
  k: 'crown',
};
const symbolsOf = (text: string) => [...text].map((code) => symbolByCode[code] as SlotSymbol);

/** The cells in the order of their draws, of a grid whose rows are written from the top. */
function cellsOf(rows: readonly [string, string, string]): number[] {
  return [0, 1, 2, 3, 4].flatMap((reel) => rows.map((row) => drawOf(symbolsOf(row)[reel] as SlotSymbol)));
}

/** No line of these wins beside line 1. */
const around = (line: string): [string, string, string] => ['clclc', line, 'ogogo'];

const play = (wager: SlotWager, draws: Draws) => slots.play(rules, wager, draws, []);

describe('a line', () => {
  it.each([
    ['ccclo', 'cherry', 3, 200],
    ['lccco', undefined, 0, 0],
    ['ccc*l', 'cherry', 4, 360],
    ['c*cc*', 'cherry', 5, 648],
    ['***cl', 'star', 3, 1_000],
    ['**77l', 'seven', 4, 9_000],
    ['***7l', 'seven', 4, 9_000],
    ['****c', 'star', 4, 1_800],
    ['****d', 'diamond', 5, 8_100],
    ['*****', 'star', 5, 3_240],
    ['*kkkk', 'crown', 5, 32_400],
    ['kkkkc', 'crown', 4, 18_000],
    ['**l**', 'lemon', 5, 972],
    ['*lcll', undefined, 0, 0],
  ])('%s pays %s x %s', (line, symbol, count, payoutMinor) => {
    const { outcome } = play({ lines: 1, betPerLineMinor: 100 }, scripted([...noJackpot, ...cellsOf(around(line))]));
    expect(outcome.lines).toEqual(symbol ? [{ line: 1, symbol, count, payoutMinor }] : []);
  });

  it('is rounded down for itself', () => {
    const { outcome, payoutMinor } = play(
      { lines: 3, betPerLineMinor: 101 },
      scripted([...noJackpot, ...cellsOf(['lllll', 'lllll', 'lllll'])]),
    );
    expect(outcome.lines.map((line) => line.payoutMinor)).toEqual([981, 981, 981]);
    expect(payoutMinor).toBe(3 * 981);
  });
});

describe('a round', () => {
  it('shows the symbol whose share of the weights holds the draw, at both ends', () => {
    const ends = slotSymbols.flatMap((symbol, index) => [
      drawOf(symbol),
      drawOf(symbol) + (rules.weights[index] ?? 0) - 1,
    ]);
    const { outcome } = play({ lines: 1, betPerLineMinor: 100 }, scripted([...noJackpot, ...ends.slice(0, 15)]));
    expect(outcome.grid.flat()).toEqual(slotSymbols.flatMap((symbol) => [symbol, symbol]).slice(0, 15));
    expect(ends.at(-1)).toBe(total - 1);
  });

  it('wins the jackpot below its stake, not at it', () => {
    const wager = { lines: 1, betPerLineMinor: 100 };
    const drawn = cellsOf(around('llclo'));
    const others = drawn.filter((_, cell) => cell % 3 !== 1);
    expect(play(wager, scripted([0, 100, ...drawn])).winsJackpot).toBe(false);
    const won = play(wager, scripted([0, 99, ...others]));
    expect(won).toMatchObject({ winsJackpot: true, payoutMinor: 0, outcome: { lines: [] } });
    expect(won.outcome.grid.map((reel) => reel[1])).toEqual(Array(5).fill('crown'));
  });

  it('pays the other lines of a jackpot', () => {
    const others = cellsOf(['lllll', 'kkkkk', 'ogogo']).filter((_, cell) => cell % 3 !== 1);
    const { outcome, payoutMinor } = play({ lines: 9, betPerLineMinor: 100 }, scripted([0, 0, ...others]));
    expect(outcome.lines).toEqual([{ line: 2, symbol: 'lemon', count: 5, payoutMinor: 972 }]);
    expect(payoutMinor).toBe(972);
  });

  it('redraws a grid of five natural crowns, also on lines not played and in a jackpot', () => {
    const wager = { lines: 1, betPerLineMinor: 100 };
    const crowns = cellsOf(['clclc', 'ogogo', 'kkkkk']);
    const kept = cellsOf(around('ccclo'));
    expect(play(wager, scripted([...noJackpot, ...crowns, ...crowns, ...kept])).payoutMinor).toBe(200);
    const drawn = (cells: number[]) => cells.filter((_, cell) => cell % 3 !== 1);
    expect(play(wager, scripted([0, 0, ...drawn(crowns), ...drawn(kept)])).outcome.grid.map((reel) => reel[0])).toEqual(
      symbolsOf('clclc'),
    );
  });

  it('pays in simulations what it pays in play', () => {
    for (const wager of [
      { lines: 9, betPerLineMinor: 777 },
      { lines: 4, betPerLineMinor: 100 },
    ]) {
      const payoutOf = slotPayouts(rules, wager);
      for (let nonce = 1; nonce <= 500; nonce++) {
        const seeds = { serverSeed: 'simulated', clientSeed: 'played', nonce };
        expect(payoutOf(seededDraws(seeds))).toBe(play(wager, seededDraws(seeds)).payoutMinor);
      }
    }
  });
});

describe('the maximum win', () => {
  it('is what a star before crowns pays on every line', () => {
    const wager = { lines: 9, betPerLineMinor: 101 };
    const grid = cellsOf(['*kkkk', '*kkkk', '*kkkk']);
    expect(play(wager, scripted([...noJackpot, ...grid])).payoutMinor).toBe(slots.maxWinMinor(rules, wager));
  });

  it('is exceeded by no round', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 100, max: 5_555 }),
        fc.integer({ min: 1 }),
        (some, lines, betPerLineMinor, nonce) => {
          const wager = { lines, betPerLineMinor };
          const { payoutMinor, stakeMinor, outcome } = slots.play(
            { weights: some },
            wager,
            seededDraws({ serverSeed: 's', clientSeed: 'c', nonce }),
            [],
          );
          expect(payoutMinor).toBeLessThanOrEqual(slots.maxWinMinor({ weights: some }, wager));
          expect(stakeMinor).toBe(lines * betPerLineMinor);
          expect(payoutMinor).toBe(outcome.lines.reduce((sum, line) => sum + line.payoutMinor, 0));
        },
      ),
      { numRuns: 500, seed: 13 },
    );
  });
});

describe('the return', () => {
  it('of the first version is what `solve` finds for it', () => {
    expect(slots.solve(96.4)).toEqual(rules);
  });

  it.each([85, 88.37, 92, 96.4, 99])(
    'is solved for %s per cent to 0.01 point; no symbol is rarer than one that pays more',
    (target) => {
      const { weights } = slots.solve(target);
      expect(Math.abs((slots.returns({ weights })[0]?.rtp ?? 0) - target)).toBeLessThan(0.01);
      expect(weights).toEqual(weights.toSorted((one, other) => other - one));
    },
  );
});
