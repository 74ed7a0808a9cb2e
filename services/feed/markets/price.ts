/** Odds on offer from fair chances: the margin is added, and each price is rounded down to a step of the ladder. */
import { type Margin, withMargin } from '@fairline/proto/margin';
import { maxOddsMilli, toLadder } from '@fairline/proto/odds';

export interface Price {
  readonly oddsMilli: number;
  /** False above `longestMilli`: the price is shown, but bets on it are not taken. */
  readonly active: boolean;
}

export interface Offer {
  readonly prices: readonly Price[];
  /** The margin of the rounded prices: the required one or a little more; less only where one side is nearly certain (`withMargin`). */
  readonly marginBp: number;
  /** The share of a stake that is expected to be returned, on either side. */
  readonly refundShare: number;
}

/** The range of odds that take bets. */
const shortestMilli = 1_010;
const longestMilli = 251_000;
/** A market closes once its favourite reaches this chance: the possible win is then smaller than the rounding. */
const sureChance = 0.98;

/** A market that returns a larger share of stakes than this is not offered. */
const mostRefunded = 0.9;

/** The offer of a market; null if it cannot be offered (any more). Where the chances sum to less than one, the rest is the returned share. */
export function offerOf(chances: readonly number[], margin: Margin): Offer | null {
  const played = chances.reduce((sum, chance) => sum + chance, 0);
  const refundShare = Math.max(0, Math.round((1 - played) * 1e6) / 1e6);
  if (refundShare > mostRefunded) return null;
  const fair = chances.map((chance) => chance / played);
  if (Math.max(...fair) >= sureChance) return null;
  const priced = withMargin(fair, margin).map((chance) => 1_000 / chance);
  if (priced.some((oddsMilli) => oddsMilli < shortestMilli)) return null;
  const prices = priced.map((oddsMilli) => ({
    oddsMilli: toLadder(Math.min(oddsMilli, maxOddsMilli)),
    active: oddsMilli <= longestMilli,
  }));
  return { prices, marginBp: overroundBp(prices), refundShare };
}

/** The prices that a closed market shows: by the last chances, and not to be bet on. The returned share is split equally between the sides. */
export function closedOffer(chances: readonly number[]): Offer {
  const back = Math.max(0, 1 - chances.reduce((sum, chance) => sum + chance, 0)) / chances.length;
  const prices = chances.map((chance) => ({
    oddsMilli: toLadder(Math.min(longestMilli, Math.max(shortestMilli, 1_000 / (chance + back)))),
    active: false,
  }));
  return { prices, marginBp: overroundBp(prices), refundShare: 0 };
}

function overroundBp(prices: readonly Price[]): number {
  const sum = prices.reduce((all, { oddsMilli }) => all + 1_000 / oddsMilli, 0);
  return Math.max(0, Math.round((sum - 1) * 10_000));
}
