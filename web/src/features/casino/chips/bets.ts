/**
 * Chips on a layout before a round: each spot's amount, and earlier layouts for undo. Pure; amounts are minor units. If a guard refuses a change, the layout
 * stays as it was.
 */

export type Bets<Spot extends string = string> = Readonly<Partial<Record<Spot, number>>>;

export interface Layout<Spot extends string = string> {
  readonly bets: Bets<Spot>;
  /** Earlier states, oldest first. */
  readonly past: readonly Bets<Spot>[];
}

export const emptyLayout: Layout<never> = { bets: {}, past: [] };

/** The steps that undo can take back. */
const longestPast = 100;

export function totalOf(bets: Bets): number {
  return Object.values(bets).reduce<number>((sum, minor) => sum + (minor ?? 0), 0);
}

/** Spots with money on them, in the order they were first used. */
export function betsOn<Spot extends string>(bets: Bets<Spot>): { spot: Spot; minor: number }[] {
  return (Object.entries(bets) as [Spot, number][]).map(([spot, minor]) => ({ spot, minor }));
}

/** The layout after a change; the same layout where nothing changed. */
export function changeTo<Spot extends string>(layout: Layout<Spot>, next: Bets<Spot>): Layout<Spot> {
  const bets = Object.fromEntries(
    Object.entries<number | undefined>(next).filter(([, minor]) => minor !== undefined && minor > 0),
  ) as Bets<Spot>;
  if (sameBets(layout.bets, bets)) return layout;
  return { bets, past: [...layout.past, layout.bets].slice(-longestPast) };
}

export function withChip<Spot extends string>(bets: Bets<Spot>, spot: Spot, minor: number): Bets<Spot> {
  return { ...bets, [spot]: (bets[spot] ?? 0) + minor };
}

/** Removes the amount of one chip, or the whole bet if it is smaller. */
export function withoutChip<Spot extends string>(bets: Bets<Spot>, spot: Spot, minor: number): Bets<Spot> {
  return { ...bets, [spot]: Math.max(0, (bets[spot] ?? 0) - minor) };
}

export function doubleBets<Spot extends string>(bets: Bets<Spot>): Bets<Spot> {
  return Object.fromEntries(
    Object.entries<number | undefined>(bets).map(([spot, minor]) => [spot, 2 * (minor ?? 0)]),
  ) as Bets<Spot>;
}

export function undoLast<Spot extends string>(layout: Layout<Spot>): Layout<Spot> {
  const bets = layout.past.at(-1);
  return bets ? { bets, past: layout.past.slice(0, -1) } : layout;
}

function sameBets(one: Bets, other: Bets): boolean {
  const spots = Object.keys(one);
  return spots.length === Object.keys(other).length && spots.every((spot) => one[spot] === other[spot]);
}
