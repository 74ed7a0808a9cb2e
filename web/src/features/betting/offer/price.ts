/** A price on offer: whether it can be bet on, the state of an earlier selection, and the return of a stake. Pure. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { betRules } from '@fairline/proto/betting/rules';
import { payoutMinor } from '@fairline/proto/odds';
import { averageOf } from './average-return.ts';

/** A selection can be bet on while it and its market are active; a closed market stays closed. */
export function selectionStatus(
  market: { status: Market['status'] },
  selection: Market['selections'][number]['status'],
): 'open' | 'suspended' | 'closed' {
  if (market.status === 'active') return selection === 'active' ? 'open' : 'suspended';
  return market.status === 'suspended' ? 'suspended' : 'closed';
}

/** The payout of a won bet, capped at the house's maximum: with the stake, unless that is a free bet. */
export function returnMinor(stake: number, oddsMilli: number, free = false): number {
  return Math.min(payoutMinor(stake, [oddsMilli]) - (free ? stake : 0), betRules.payoutCapMinor);
}

/** The share of the stake at risk that the selection returns on average; null while its market is unknown. */
export function averageReturnOf({ marketId }: Chosen, fixture: Fixture | undefined): number | null {
  const market = fixture?.markets.find(({ id }) => id === marketId);
  return market ? averageOf(market) : null;
}

/** A chosen selection, with its market. */
export interface Chosen {
  selectionId: string;
  marketId: string;
}

/** The current state of the selection in its market. */
export interface SelectionState {
  status: 'open' | 'suspended' | 'late' | 'closed' | 'unknown';
  oddsMilli: number | null;
}

/** A selection missing from a partial fixture is unknown; missing from the whole fixture, it is closed. */
export function selectionState(item: Chosen, fixture: Fixture | undefined, { whole = true } = {}): SelectionState {
  if (!fixture || (!whole && !fixture.markets.some(({ id }) => id === item.marketId)))
    return { status: 'unknown', oddsMilli: null };
  const market = fixture.markets.find(({ id }) => id === item.marketId);
  const selection = market?.selections.find(({ id }) => id === item.selectionId);
  if (!market || !selection || fixture.status === 'ended' || fixture.status === 'cancelled')
    return { status: 'closed', oddsMilli: null };
  const open = selectionStatus(market, selection.status);
  return {
    status: open === 'suspended' && market.stoppedBy === 'kick_off' ? 'late' : open,
    oddsMilli: selection.oddsMilli,
  };
}

/** The fixture with the given prices, by selection. */
export function withOdds(fixture: Fixture, prices: ReadonlyMap<string, number>): Fixture {
  if (!fixture.markets.some(({ selections }) => selections.some(({ id }) => prices.has(id)))) return fixture;
  const withPrices = (market: Market): Market => ({
    ...market,
    selections: market.selections.map((selection) => ({
      ...selection,
      oddsMilli: prices.get(selection.id) ?? selection.oddsMilli,
    })),
  });
  return { ...fixture, markets: fixture.markets.map(withPrices) };
}
