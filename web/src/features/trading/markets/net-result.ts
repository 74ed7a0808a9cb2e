/** What a market would bring the house, outcome by outcome, by its open bets of real money. Pure. */
import type { TradingMarket } from '@fairline/proto/betting/desk';

type Risked = Pick<TradingMarket['selections'][number], 'id' | 'stakeMinor' | 'liabilityMinor'>;

/** If this selection wins: the stakes on the others less its liability. A multiple counts as a single of its stake, as in every liability. */
export function netResultMinor(selections: readonly Risked[], id: string): number {
  return selections.reduce(
    (sum, selection) => sum + (selection.id === id ? -selection.liabilityMinor : selection.stakeMinor),
    0,
  );
}
