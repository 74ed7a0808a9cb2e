/** The input of the settlement rules for one bet, for their tests. */
import { lineCount } from '@fairline/proto/betting/systems';
import { potentialPayoutMinor } from './bets/bet.ts';
import { outcomeOf, type Settled, type SettledLeg } from './outcome.ts';

/** A bet whose lines have these sizes; by default a single with one leg, and an accumulator with several. */
export function settled(stakeMinor: number, legs: readonly SettledLeg[], changes: Partial<Settled> = {}) {
  const sizes = changes.sizes ?? [legs.length];
  const freeBet = changes.freeBet ?? false;
  const odds = legs.map(({ oddsMilli }) => oddsMilli);
  const lines = lineCount(legs.length, sizes);
  const potential = potentialPayoutMinor({ stakeMinor, sizes, freeBet }, odds);
  return outcomeOf({
    stakeMinor,
    potentialPayoutMinor: potential,
    sizes,
    lines,
    freeBet,
    closedStakeMinor: 0,
    cashedMinor: 0,
    legs,
    ...changes,
  });
}
