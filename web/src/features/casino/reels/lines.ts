/** The nine lines as geometry on reels of 100 by 100 units a cell, and the cells that a winning line lights. */
import { type SlotOutcome, slotLines } from '@fairline/proto/games/slots';

export const cellUnits = 100;
export const reelCount = 5;
export const rowCount = 3;

export type LineWin = SlotOutcome['lines'][number];

/** The row of a line on each reel; `line` counts from 1. */
export function rowsOf(line: number): readonly number[] {
  const rows = slotLines[line - 1];
  if (!rows) throw new RangeError(`There is no line ${line}`);
  return rows;
}

/** The points of a line, for a polyline: in from the left edge, through the centre of each cell it crosses, out at the right. */
export function linePoints(line: number): string {
  const rows = rowsOf(line);
  const centre = (row: number) => row * cellUnits + cellUnits / 2;
  const points = rows.map((row, reel) => [reel * cellUnits + cellUnits / 2, centre(row)]);
  return [[0, centre(rows[0] ?? 0)], ...points, [reelCount * cellUnits, centre(rows.at(-1) ?? 0)]]
    .map((point) => point.join(','))
    .join(' ');
}

export const cellKey = (reel: number, row: number) => `${reel}:${row}`;

/** The cells of the winning symbols. */
export function litCells(wins: readonly Pick<LineWin, 'line' | 'count'>[]): ReadonlySet<string> {
  return new Set(
    wins.flatMap(({ line, count }) =>
      rowsOf(line)
        .slice(0, count)
        .map((row, reel) => cellKey(reel, row)),
    ),
  );
}

/** The place of a win's amount: the centre of its last symbol. */
export function amountPlace({ line, count }: Pick<LineWin, 'line' | 'count'>): { x: number; y: number } {
  const reel = count - 1;
  return { x: reel * cellUnits + cellUnits / 2, y: (rowsOf(line)[reel] ?? 0) * cellUnits + cellUnits / 2 };
}

/** One hue a line, far from those beside it. */
const hues = [92, 25, 150, 235, 330, 55, 195, 285, 5] as const;
export const lineColour = (line: number) => `oklch(0.8 0.16 ${hues[(line - 1) % hues.length]})`;

/** Numbers at an edge of the reels, from the top: by the row where each line meets it, so that a number is beside its line. */
export function edgeNumbers(edge: 'left' | 'right'): readonly (readonly number[])[] {
  const at = (rows: readonly number[]) => (edge === 'left' ? rows[0] : rows.at(-1));
  return [0, 1, 2].map((row) => slotLines.flatMap((rows, index) => (at(rows) === row ? [index + 1] : [])));
}

/** The wins to light; the crowns of the jackpot are on line 1, which pays nothing else then. */
export function winsOf({ lines, jackpotMinor }: SlotOutcome): readonly Pick<LineWin, 'line' | 'count'>[] {
  return jackpotMinor === undefined ? lines : [{ line: 1, count: reelCount }, ...lines];
}
