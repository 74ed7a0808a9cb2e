/** Bets on a layout: placed, removed, doubled, cleared and undone. */
import { expect, it } from 'vitest';
import {
  betsOn,
  changeTo,
  doubleBets,
  emptyLayout,
  type Layout,
  totalOf,
  undoLast,
  withChip,
  withoutChip,
} from './bets.ts';

type Spot = 'banker' | 'player';
const place = (layout: Layout<Spot>, spot: Spot, minor: number) => changeTo(layout, withChip(layout.bets, spot, minor));

it('adds chips to a spot and sums the table', () => {
  const layout = place(place(place(emptyLayout, 'banker', 500), 'banker', 2_500), 'player', 100);
  expect(layout.bets).toEqual({ banker: 3_000, player: 100 });
  expect(totalOf(layout.bets)).toBe(3_100);
  expect(betsOn(layout.bets)).toEqual([
    { spot: 'banker', minor: 3_000 },
    { spot: 'player', minor: 100 },
  ]);
});

it('removes a chip, and drops a spot without money', () => {
  const layout = place(emptyLayout, 'banker', 500);
  expect(changeTo(layout, withoutChip(layout.bets, 'banker', 2_500)).bets).toEqual({});
  expect(changeTo(layout, withoutChip(layout.bets, 'banker', 100)).bets).toEqual({ banker: 400 });
});

it('undoes each change, including a double and a clear', () => {
  const placed = place(place(emptyLayout, 'banker', 500), 'player', 100);
  const twice = changeTo(placed, doubleBets(placed.bets));
  const cleared = changeTo(twice, {});
  expect(cleared.bets).toEqual({});
  expect(undoLast(cleared).bets).toEqual({ banker: 1_000, player: 200 });
  expect(undoLast(undoLast(cleared)).bets).toEqual(placed.bets);
  expect(undoLast(undoLast(undoLast(undoLast(cleared)))).bets).toEqual({});
  expect(undoLast(emptyLayout)).toBe(emptyLayout);
});

it('has nothing to undo if nothing changed', () => {
  const layout = place(emptyLayout, 'banker', 500);
  expect(changeTo(layout, { banker: 500 })).toBe(layout);
});
