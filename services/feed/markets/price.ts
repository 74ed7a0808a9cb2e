/** From fair chances to odds on offer: the margin goes on, and each price is rounded down to a step that players know. */
import { type Margin, withMargin } from '@fairline/proto/margin';
import { toLadder } from '@fairline/proto/odds';

export interface Price {
  readonly oddsMilli: number;
  /** Beyond the odds we offer; shown, not taken. */
  readonly active: boolean;
}

export interface Offer {
  readonly prices: readonly Price[];
  /** The margin of the rounded prices; at least the margin asked for. */
  readonly marginBp: number;
  /** The share of a stake that is expected back whatever side it is on. */
  readonly refundShare: number;
}

/** Odds stay within these; an outsider beyond is not taken. */
const shortestMilli = 1_010;
const longestMilli = 251_000;
/** A favourite this sure closes its market: what is left to win is less than the rounding. */
const sureChance = 0.98;

/** A market that gives nearly every stake back is none. */
const mostRefunded = 0.9;

/** Null where there is nothing to offer any more. What the chances lack to one is given back and has no price. */
export function offerOf(chances: readonly number[], margin: Margin): Offer | null {
  const played = chances.reduce((sum, chance) => sum + chance, 0);
  const refundShare = Math.max(0, Math.round((1 - played) * 1e6) / 1e6);
  if (refundShare > mostRefunded) return null;
  const fair = chances.map((chance) => chance / played);
  if (Math.max(...fair) >= sureChance) return null;
  const priced = withMargin(fair, margin).map((chance) => 1_000 / chance);
  if (priced.some((oddsMilli) => oddsMilli < shortestMilli)) return null;
  const prices = priced.map((oddsMilli) => ({ oddsMilli: toLadder(Math.min(oddsMilli, longestMilli)), active: oddsMilli <= longestMilli }));
  return { prices, marginBp: overroundBp(prices), refundShare };
}

/** What a market that is over shows: its selections at their last worth, none to be taken. What is given back is worth as much to either side. */
export function closedOffer(chances: readonly number[]): Offer {
  const back = Math.max(0, 1 - chances.reduce((sum, chance) => sum + chance, 0)) / chances.length;
  const prices = chances.map((chance) => ({ oddsMilli: toLadder(Math.min(longestMilli, Math.max(shortestMilli, 1_000 / (chance + back)))), active: false }));
  return { prices, marginBp: overroundBp(prices), refundShare: 0 };
}

function overroundBp(prices: readonly Price[]): number {
  const sum = prices.reduce((all, { oddsMilli }) => all + 1_000 / oddsMilli, 0);
  return Math.max(0, Math.round((sum - 1) * 10_000));
}
