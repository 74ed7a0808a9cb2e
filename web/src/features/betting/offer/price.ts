/** What a price on offer is worth: whether it can be taken, and what a stake at it pays. Pure. */
import type { Market } from '@fairline/proto/betting/offer';
import { betRules } from '@fairline/proto/betting/rules';
import { payoutMinor } from '@fairline/proto/odds';

/** A selection can be taken while it and its market are active; a market that is over is closed. */
export function openness(market: { status: Market['status'] }, selection: Market['selections'][number]['status']): 'open' | 'suspended' | 'closed' {
  if (market.status === 'active') return selection === 'active' ? 'open' : 'suspended';
  return market.status === 'suspended' ? 'suspended' : 'closed';
}

/** What a won bet pays, cut at the house's maximum: with the stake, unless that is a free bet. */
export function returnMinor(stake: number, oddsMilli: number, free = false): number {
  return Math.min(payoutMinor(stake, [oddsMilli]) - (free ? stake : 0), betRules.payoutCapMinor);
}
