/** Stakes of a spin and the pay of lines. */
import { describe, expect, it } from 'vitest';
import {
  firstWager,
  largestLineMinor,
  largestLines,
  payMinor,
  payPercent,
  steppedLineMinor,
  storedWager,
  totalMinor,
  withLines,
} from './bets.ts';

const unlimited = Number.POSITIVE_INFINITY;

describe('the bet per line', () => {
  it.each([
    ['the game’s limit of a line', 1, unlimited, undefined, 10_000],
    ['the game’s limit of a round', 9, unlimited, undefined, 5_500],
    ['the balance', 9, unlimited, 10_000, 1_100],
    ['the smallest bet below it', 9, unlimited, 100, 100],
    ['the jurisdiction’s limit of a round', 2, 500, undefined, 200],
  ])('is at most %s', (_name, lines, mostMinor, balanceMinor, largestMinor) => {
    expect(largestLineMinor(lines, mostMinor, balanceMinor)).toBe(largestMinor);
  });

  it('goes up and down by steps between its bounds', () => {
    expect(steppedLineMinor(100, 1, 5_500)).toBe(200);
    expect(steppedLineMinor(5_000, 1, 5_500)).toBe(5_500);
    expect(steppedLineMinor(5_500, -1, 5_500)).toBe(5_000);
    expect(steppedLineMinor(100, -1, 5_500)).toBe(100);
    expect(steppedLineMinor(5_000, -1, 1_100)).toBe(1_100);
  });

  it('shrinks if more lines would exceed the limit of a round', () => {
    expect(withLines({ lines: 1, betPerLineMinor: 10_000 }, 9, unlimited)).toEqual({
      lines: 9,
      betPerLineMinor: 5_500,
    });
    expect(withLines({ lines: 9, betPerLineMinor: 1_000 }, 3, unlimited)).toEqual({ lines: 3, betPerLineMinor: 1_000 });
  });

  it.each([
    [unlimited, { lines: 9, betPerLineMinor: 1_000 }],
    [500, { lines: 5, betPerLineMinor: 100 }],
    [200, { lines: 2, betPerLineMinor: 100 }],
  ])('of a wager of nine lines at 10.00 becomes one of the most lines that fit into %d', (mostMinor, wager) => {
    expect(withLines({ lines: 9, betPerLineMinor: 1_000 }, 9, mostMinor)).toEqual(wager);
    expect(largestLines(mostMinor)).toBe(wager.lines);
  });

  it.each([
    [100_000, 1_000],
    [10_000, 100],
    [0, 100],
  ])('starts at an amount that a balance of %i can cover several times', (balanceMinor, betPerLineMinor) => {
    expect(firstWager(balanceMinor)).toEqual({ lines: 9, betPerLineMinor });
  });

  it.each([
    [{ lines: 9, betPerLineMinor: 1_000 }, 9_000],
    [{ lines: 0, betPerLineMinor: 1_000 }, null],
    [{ lines: 10, betPerLineMinor: 1_000 }, null],
    [{ lines: 9, betPerLineMinor: 10_000 }, null],
    [{ lines: 1.5, betPerLineMinor: 100 }, null],
    ['nine', null],
    [null, null],
  ])('is restored from storage only if the game accepts it: %j', (stored, total) => {
    const wager = storedWager(stored);
    expect(wager && totalMinor(wager)).toBe(total);
  });
});

describe('a line', () => {
  it('pays its symbol, times 1.8 for each further one, rounded down', () => {
    expect(payPercent('cherry', 3)).toBe(200);
    expect(payPercent('cherry', 5)).toBe(648);
    expect(payPercent('crown', 4)).toBe(18_000);
    expect(payMinor('lemon', 5, 101)).toBe(981);
  });
});
