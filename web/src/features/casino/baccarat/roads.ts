/**
 * Roads, the charts of earlier rounds that baccarat players follow. The bead road lists each result; the big road starts a new column when the winner changes
 * between player and banker.
 */
import type { BaccaratOutcome } from '@fairline/proto/games/baccarat';

export type Result = Pick<BaccaratOutcome, 'result' | 'natural' | 'playerPair' | 'bankerPair'>;

/** Results that the roads show, and those that the trends count. */
export const historyLength = 20;
export const trendLength = 10;

export const roadRows = 6;

export interface BigRoadCell {
  column: number;
  row: number;
  result: 'player' | 'banker';
  /** Ties after this result and before the next other one. */
  ties: number;
  playerPair: boolean;
  bankerPair: boolean;
}

/** Oldest first. Ties before the first other result are left out, because there is no cell to mark. */
export function bigRoad(results: readonly Result[]): BigRoadCell[] {
  const cells: BigRoadCell[] = [];
  const taken = new Set<string>();
  let start = -1;
  for (const { result, playerPair, bankerPair } of results) {
    const last = cells.at(-1);
    if (result === 'tie') {
      if (last) last.ties += 1;
      continue;
    }
    let [column, row] = [start + 1, 0];
    if (last?.result === result) {
      const canFall = last.row + 1 < roadRows && !taken.has(`${last.column},${last.row + 1}`);
      [column, row] = canFall ? [last.column, last.row + 1] : [last.column + 1, last.row];
    } else start = column;
    taken.add(`${column},${row}`);
    cells.push({ column, row, result, ties: 0, playerPair, bankerPair });
  }
  return cells;
}

export interface Trend {
  player: number;
  banker: number;
  tie: number;
}

/** Counts the last ten, of results with the newest last. */
export function trendOf(results: readonly Pick<Result, 'result'>[]): Trend {
  const trend: Trend = { player: 0, banker: 0, tie: 0 };
  for (const { result } of results.slice(-trendLength)) trend[result] += 1;
  return trend;
}
