/**
 * The betting table: every bet on it, with its name, the numbers it covers and its place. Pure.
 * Places are in cells of the wide table, 14 wide and 5 high: zero at the left, columns of three numbers, dozens and even chances below. An upright table is the same, turned.
 */
import { type RouletteBet, redNumbers, rouletteReturns } from '@fairline/proto/games/roulette';
import { i18n } from '@lingui/core';
import { betName } from '../../../domain/casino/game-labels.ts';

/** "straight:17", "split:17-20", "dozen:2", "red". */
export type Spot = string;

export interface TableSpot {
  spot: Spot;
  bet: Omit<RouletteBet, 'amountMinor'>;
  numbers: readonly number[];
  x: number;
  y: number;
  width: number;
  height: number;
  /** A cell with a printed text, or a place on a line between cells. */
  kind: 'cell' | 'line';
}

const all = Array.from({ length: 36 }, (_, index) => index + 1);
/** The square around a place on a line. */
const lineSize = 0.42;

export const isRed = (number: number) => redNumbers.includes(number);
const columnOf = (number: number) => Math.ceil(number / 3);
const rowOf = (number: number) => 2 - ((number - 1) % 3);

function cell(
  bet: TableSpot['bet'],
  numbers: readonly number[],
  x: number,
  y: number,
  width = 1,
  height = 1,
): TableSpot {
  const spot = bet.value === undefined ? bet.type : `${bet.type}:${bet.value}`;
  return { spot, bet, numbers, x, y, width, height, kind: 'cell' };
}

/** A bet on several numbers, at the middle of its place. */
function onLine(type: RouletteBet['type'], numbers: number[], x: number, y: number): TableSpot {
  const half = lineSize / 2;
  return {
    spot: `${type}:${numbers.join('-')}`,
    bet: { type, value: numbers },
    numbers,
    x: x - half,
    y: y - half,
    width: lineSize,
    height: lineSize,
    kind: 'line',
  };
}

const straights = [
  cell({ type: 'straight', value: 0 }, [0], 0, 0, 1, 3),
  ...all.map((n) => cell({ type: 'straight', value: n }, [n], columnOf(n), rowOf(n))),
];

const outside = [
  ...[1, 2, 3].map((value) =>
    cell(
      { type: 'column', value },
      all.filter((n) => ((n - 1) % 3) + 1 === value),
      13,
      3 - value,
    ),
  ),
  ...[1, 2, 3].map((value) =>
    cell(
      { type: 'dozen', value },
      all.filter((n) => Math.ceil(n / 12) === value),
      4 * value - 3,
      3,
      4,
    ),
  ),
  ...(
    [
      ['low', (n: number) => n <= 18],
      ['even', (n: number) => n % 2 === 0],
      ['red', isRed],
      ['black', (n: number) => !isRed(n)],
      ['odd', (n: number) => n % 2 === 1],
      ['high', (n: number) => n > 18],
    ] as const
  ).map(([type, covers], index) => cell({ type }, all.filter(covers), 1 + 2 * index, 4, 2)),
];

const inside = [
  ...all.filter((n) => n % 3 !== 0).map((n) => onLine('split', [n, n + 1], columnOf(n) + 0.5, rowOf(n))),
  ...all.filter((n) => n <= 33).map((n) => onLine('split', [n, n + 3], columnOf(n) + 1, rowOf(n) + 0.5)),
  ...[1, 2, 3].map((n) => onLine('split', [0, n], 1, rowOf(n) + 0.5)),
  ...all.filter((n) => n % 3 === 1).map((n) => onLine('street', [n, n + 1, n + 2], columnOf(n) + 0.5, 3)),
  onLine('street', [0, 1, 2], 1, 2),
  onLine('street', [0, 2, 3], 1, 1),
  ...all
    .filter((n) => n % 3 !== 0 && n <= 32)
    .map((n) => onLine('corner', [n, n + 1, n + 3, n + 4], columnOf(n) + 1, rowOf(n))),
  onLine('corner', [0, 1, 2, 3], 1, 3),
  ...all
    .filter((n) => n % 3 === 1 && n <= 31)
    .map((n) => onLine('line', [n, n + 1, n + 2, n + 3, n + 4, n + 5], columnOf(n) + 1, 3)),
];

/** Cells first: places on lines lie over them. */
export const tableSpots: readonly TableSpot[] = [...straights, ...outside, ...inside];
const bySpot = new Map(tableSpots.map((one) => [one.spot, one]));

export function spotOf(spot: Spot): TableSpot {
  const found = bySpot.get(spot);
  if (!found) throw new Error(`no such place on the table: ${spot}`);
  return found;
}

/** The spot of a wagered bet, regardless of the order of its numbers. */
export function spotOfBet({ type, value }: Pick<RouletteBet, 'type' | 'value'>): Spot {
  if (value === undefined) return type;
  return `${type}:${Array.isArray(value) ? value.toSorted((one, other) => one - other).join('-') : value}`;
}

/** "Split 17-20", "2nd dozen", "Red". */
export function spotName({ bet }: Pick<TableSpot, 'bet'>): string {
  const { type, value } = bet;
  if (type === 'dozen') return ordinal(value as number, 'dozen');
  if (type === 'column') return ordinal(value as number, 'column');
  if (value === undefined) return betName(type);
  return `${betName(type)} ${Array.isArray(value) ? value.join('-') : value}`;
}

function ordinal(value: number, type: 'dozen' | 'column'): string {
  const names = {
    dozen: [
      i18n._({ id: 'roulette.dozen.1', message: '1st dozen' }),
      i18n._({ id: 'roulette.dozen.2', message: '2nd dozen' }),
      i18n._({ id: 'roulette.dozen.3', message: '3rd dozen' }),
    ],
    column: [
      i18n._({ id: 'roulette.column.1', message: '1st column' }),
      i18n._({ id: 'roulette.column.2', message: '2nd column' }),
      i18n._({ id: 'roulette.column.3', message: '3rd column' }),
    ],
  };
  return names[type][value - 1] ?? '';
}

/** The odds of a bet, to 1. */
export const paysTo1 = ({ bet }: Pick<TableSpot, 'bet'>) => rouletteReturns[bet.type] - 1;
