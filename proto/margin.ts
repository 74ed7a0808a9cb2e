/**
 * The bookmaker's margin: added to fair chances (by the feed) and removed from prices (by cash-out), by two methods.
 * It is given in basis points of overround: 500 means that the priced chances add up to 1.05.
 */
import { largestStep } from './odds.ts';

/**
 * `proportional` multiplies every chance of a market by one factor, so that every selection returns the same share of stakes, 1 / factor. Where one selection is
 * nearly certain the factor is smaller than 1 + margin: see `factorFor`. `power`, which raises every chance to one power and so takes most from outsiders, is what
 * earlier releases of the feed sent; it stays readable.
 */
export type MarginMethod = 'proportional' | 'power';

export interface Margin {
  readonly method: MarginMethod;
  readonly marginBp: number;
}

/** Turns fair chances (sum 1) into priced chances (sum 1 + margin; less by `proportional` if one selection is nearly certain). */
export function withMargin(fair: readonly number[], { method, marginBp }: Margin): number[] {
  const overround = 1 + marginBp / 10_000;
  if (method === 'proportional') return fair.map((chance) => chance * factorFor(fair, overround));
  const power = powerFor(fair, overround);
  return fair.map((chance) => chance ** power);
}

/** How much of the way from its fair chance to certainty the margin may lift a selection. So a favourite is never priced as certain, and its bets can win. */
export const mostOfTheRest = 0.5;

function factorFor(fair: readonly number[], overround: number): number {
  const likeliest = Math.max(...fair);
  return Math.min(overround, 1 + (mostOfTheRest * (1 - likeliest)) / likeliest);
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

/**
 * The share of the stakes at risk that the prices of a market return on average, by their own chances: what each selection returns if the margin is proportional.
 * `oddsMilli` has every selection of the market.
 */
export function averageReturn(oddsMilli: readonly number[]): number {
  return 1 / oddsMilli.reduce((sum, odds) => sum + 1_000 / odds, 0);
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

/**
 * The least that a selection returns on average of the stake at risk, at the feed's margin and after rounding; published in the terms.
 * What is at risk is the stake without the part that is expected back, such as the draw in draw no bet.
 */
export function leastReturn(phase: 'upcoming' | 'live'): number {
  return (1 - largestStep) / (1 + Math.max(...Object.values(feedMarginsBp).map((margin) => margin[phase])) / 10_000);
}
