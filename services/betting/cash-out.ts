/**
 * What a bet is worth to its player now: the expected payout of the part that still runs, from fair chances, less a published margin.
 * Pure; the same numbers that are shown with a quote give the quote again.
 */
import { cashOutRules } from '@fairline/proto/betting/bets';
import { withoutMargin } from '@fairline/proto/margin';
import { lineSumOf } from '@fairline/proto/systems';
import type { MarketPrices } from './market.ts';
import { factorOf, type Settled, type SettledLeg, shareOf } from './settlement.ts';

/** How an open leg stands: its fair chance where the stake does not come back, and the share of it that is expected to. */
export interface Prospect {
  chance: number;
  refundShare: number;
}

export interface Worth {
  fairMinor: number;
  amountMinor: number;
}

/** The fair chance of a selection: what the prices of its market stand for once the margin is taken out: the feed's, unless a trader has put odds of his own in their place. Null while the market has no prices to bet on. */
export function prospectOf(prices: MarketPrices | undefined, selectionId: string): Prospect | null {
  if (!prices?.open) return null;
  const { selections, marginMethod, refundShare } = prices.ownOdds ? prices : (prices.feeds ?? prices);
  const ids = [...selections.keys()];
  const priced = [...selections.values()].map(({ oddsMilli }) => 1_000 / oddsMilli);
  const chance = withoutMargin(priced, marginMethod)[ids.indexOf(selectionId)];
  return chance === undefined ? null : { chance, refundShare };
}

/**
 * Null where a leg is open and nobody prices it. What is cut is paid as often as if it were not, only less: what a bet is expected to pay
 * beyond its least counts for as much as the cut leaves of its most. Of one line that is its chance times what it then pays.
 */
export function worthOf(bet: Omit<Settled, 'legs'>, legs: readonly (SettledLeg & { prospect: Prospect | null })[]): Worth | null {
  const values: number[] = [];
  const [worst, best]: [number[], number[]] = [[], []];
  for (const leg of legs) {
    const { oddsMilli, status, prospect } = leg;
    if (status !== 'open') values.push(factorOf(leg));
    else if (prospect) values.push((1 - prospect.refundShare) * prospect.chance * (oddsMilli / 1_000) + prospect.refundShare);
    else return null;
    worst.push(status === 'open' ? 0 : factorOf(leg));
    best.push(status === 'open' ? oddsMilli / 1_000 : factorOf(leg));
  }
  const running = bet.stakeMinor - bet.closedStakeMinor;
  const paid = (factors: readonly number[]) => (lineSumOf(factors, bet.sizes) / bet.lines) * running;
  const [expected, least, most, cut] = [paid(values), paid(worst), paid(best), Number(shareOf(bet, running))];
  const fairMinor = Math.floor(most <= cut ? expected : least >= cut ? cut : least + (expected - least) * ((cut - least) / (most - least)));
  return { fairMinor, amountMinor: Math.floor((fairMinor * (10_000 - cashOutRules.marginBp)) / 10_000) };
}

/** The stake that a fraction of what still runs stands for, rounded down. */
export function partOf(runningMinor: number, fraction = 1): number {
  // A millionth absorbs what floats make of a fraction.
  return Math.floor(runningMinor * fraction + 1e-6);
}

/** What a part of the stake is paid for, by a quote for all that ran. */
export function paidFor(amountMinor: number, partMinor: number, runningMinor: number): number {
  return Number((BigInt(amountMinor) * BigInt(partMinor)) / BigInt(runningMinor));
}
