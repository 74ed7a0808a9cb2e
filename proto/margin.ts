/**
 * The bookmaker's margin: added to fair chances (by the feed) and removed from prices (by cash-out), by two methods.
 * It is given in basis points of overround: 500 means that the priced chances add up to 1.05.
 */

/** `proportional` multiplies every chance by one factor. `power` raises every chance to one power; it takes more from outsiders and never prices a favourite above 1. */
export type MarginMethod = 'proportional' | 'power';

export interface Margin {
  readonly method: MarginMethod;
  readonly marginBp: number;
}

/** Turns fair chances (sum 1) into priced chances (sum 1 + margin). */
export function withMargin(fair: readonly number[], { method, marginBp }: Margin): number[] {
  const overround = 1 + marginBp / 10_000;
  if (method === 'proportional') return fair.map((chance) => chance * overround);
  const power = powerFor(fair, overround);
  return fair.map((chance) => chance ** power);
}

/** Turns priced chances back into fair ones. */
export function withoutMargin(priced: readonly number[], method: MarginMethod): number[] {
  if (method === 'proportional') {
    const overround = priced.reduce((sum, chance) => sum + chance, 0);
    return priced.map((chance) => chance / overround);
  }
  const power = powerFor(priced, 1);
  return priced.map((chance) => chance ** power);
}

/** The power that makes the chances add up to `sum`; the sum falls as the power grows, so bisection finds it. */
function powerFor(chances: readonly number[], sum: number): number {
  let [low, high] = [1e-3, 64];
  for (let step = 0; step < 48; step++) {
    const middle = Math.sqrt(low * high);
    const reached = chances.reduce((all, chance) => all + chance ** middle, 0);
    if (reached > sum) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

/** The margin in the feed's prices, in basis points of overround, before and during a match; published in the terms. In play it is higher, because prices are older when a bet arrives. */
export const feedMarginsBp = {
  /** Moneyline, spreads, totals, draw no bet, odd or even. */
  twoWay: { upcoming: 450, live: 600 },
  /** Spreads and totals of games in tennis. */
  games: { upcoming: 550, live: 700 },
  matchResult: { upcoming: 500, live: 700 },
  /** Both teams to score, and the result of regular time beside a moneyline. */
  special: { upcoming: 550, live: 750 },
} as const;
