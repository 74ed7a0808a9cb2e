/** The player's bets before a round, with undo, double and rebet. A change above a limit is refused with the reason. */
import { useCallback, useState } from 'react';
import {
  type Bets,
  changeTo,
  doubleBets,
  emptyLayout,
  type Layout,
  totalOf,
  undoLast,
  withChip,
  withoutChip,
} from './bets.ts';

export interface UseBets<Spot extends string> {
  bets: Bets<Spot>;
  totalMinor: number;
  canUndo: boolean;
  place: (spot: Spot, minor: number) => void;
  take: (spot: Spot, minor: number) => void;
  /** Sets exactly these bets: a quick pick, or the bets of an earlier round. */
  replace: (bets: Bets<Spot>) => void;
  /** Sets bets that were already accepted: they are not checked and cannot be undone. */
  load: (bets: Bets<Spot>) => void;
  undo: () => void;
  clear: () => void;
  double: () => void;
}

interface Options<Spot extends string> {
  initial?: Bets<Spot>;
  /** Why these bets cannot be placed; null if they can. */
  guard: (next: Bets<Spot>) => string | null;
  onRefused: (why: string) => void;
}

export function useBets<Spot extends string>({ initial, guard, onRefused }: Options<Spot>): UseBets<Spot> {
  const [layout, setLayout] = useState<Layout<Spot>>(initial ? { bets: initial, past: [] } : emptyLayout);
  const change = (next: Bets<Spot>) => {
    const why = totalOf(next) > totalOf(layout.bets) ? guard(next) : null;
    if (why) onRefused(why);
    else setLayout(changeTo(layout, next));
  };
  return {
    bets: layout.bets,
    totalMinor: totalOf(layout.bets),
    canUndo: layout.past.length > 0,
    place: (spot, minor) => change(withChip(layout.bets, spot, minor)),
    take: (spot, minor) => change(withoutChip(layout.bets, spot, minor)),
    replace: change,
    load: useCallback((bets: Bets<Spot>) => setLayout({ bets, past: [] }), []),
    undo: useCallback(() => setLayout(undoLast), []),
    clear: () => change({} as Bets<Spot>),
    double: () => change(doubleBets(layout.bets)),
  };
}
