/** The rules for the stake of a spin: bets per line, problems, and the pay of a line of symbols. Pure. */
import { catalogue } from '@fairline/proto/games/catalogue';
import { type SlotSymbol, type SlotWager, slotBets, slotValues } from '@fairline/proto/games/slots';

const { minMinor, maxMinor } = catalogue['mega-fortune-slots'];

/** The steps of the bet per line, in minor units. */
const steps = [100, 200, 300, 500, 1_000, 1_500, 2_000, 2_500, 5_000, 7_500, slotBets.maxLineMinor];
/** Bets are whole units of the currency. */
const unitMinor = 100;
const firstLineMinor = 1_000;
/** The default stake leaves the balance for at least this many spins. */
const firstSpins = 10;

export const totalMinor = ({ lines, betPerLineMinor }: SlotWager) => lines * betPerLineMinor;

/** The lines that a stake of at most `mostMinor` can play. */
export const largestLines = (mostMinor: number) =>
  Math.min(slotBets.maxLines, Math.floor(mostMinor / slotBets.minLineMinor));

/**
 * The highest bet per line, by the limits of the game and of the jurisdiction (`mostMinor`) and the balance.
 * At least the smallest bet, which the balance may then not cover.
 */
export function largestLineMinor(lines: number, mostMinor: number, balanceMinor: number = maxMinor): number {
  const affordable = Math.min(maxMinor, mostMinor, balanceMinor);
  const whole = Math.floor(affordable / lines / unitMinor) * unitMinor;
  return Math.min(slotBets.maxLineMinor, Math.max(slotBets.minLineMinor, whole));
}

/** The next step up or down; the highest bet if no step fits below it. */
export function steppedLineMinor(betPerLineMinor: number, direction: 1 | -1, largestMinor: number): number {
  if (direction < 0)
    return Math.min(largestMinor, steps.findLast((step) => step < betPerLineMinor) ?? slotBets.minLineMinor);
  return Math.min(largestMinor, steps.find((step) => step > betPerLineMinor) ?? slotBets.maxLineMinor);
}

/** With more lines the bet per line shrinks, to keep to the total limit. No more lines than it allows are played. */
export function withLines({ betPerLineMinor }: SlotWager, wanted: number, mostMinor: number): SlotWager {
  const lines = Math.min(wanted, largestLines(mostMinor));
  return { lines, betPerLineMinor: Math.min(betPerLineMinor, largestLineMinor(lines, mostMinor)) };
}

/** All lines, at 10.00 each if the balance lasts for several such spins, otherwise less. */
export function firstWager(balanceMinor: number): SlotWager {
  const lines = slotBets.maxLines;
  const affordable = balanceMinor / firstSpins / lines;
  const betPerLineMinor =
    steps.findLast((step) => step <= Math.min(firstLineMinor, affordable)) ?? slotBets.minLineMinor;
  return { lines, betPerLineMinor };
}

/** A stored wager, if the game accepts it. */
export function storedWager(stored: unknown): SlotWager | null {
  const { lines, betPerLineMinor } = (stored ?? {}) as Partial<SlotWager>;
  if (!Number.isInteger(lines) || !Number.isInteger(betPerLineMinor)) return null;
  const wager = { lines, betPerLineMinor } as SlotWager;
  const isTaken =
    wager.lines >= 1 && wager.lines <= slotBets.maxLines && wager.betPerLineMinor >= slotBets.minLineMinor;
  return isTaken &&
    wager.betPerLineMinor <= slotBets.maxLineMinor &&
    totalMinor(wager) >= minMinor &&
    totalMinor(wager) <= maxMinor
    ? wager
    : null;
}

const growth = 1.8;
export const winCounts = [3, 4, 5] as const;

/** The pay of a line of so many symbols, in hundredths of its bet. */
export function payPercent(symbol: SlotSymbol, count: number): number {
  return Math.round(100 * slotValues[symbol] * growth ** (count - winCounts[0]));
}

export function payMinor(symbol: SlotSymbol, count: number, betPerLineMinor: number): number {
  return Math.floor((betPerLineMinor * payPercent(symbol, count)) / 100);
}
