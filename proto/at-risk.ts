/**
 * The part of a stake that is at risk: the stake less the amount that comes back with a chance of 95 % or more.
 * Only this part counts towards a wagering requirement and earns points, because a stake that covers nearly every outcome wagers next to nothing.
 */

/** From this chance on, a return is taken as certain. */
export const certainChance = 0.95;
/** Chances are sums of fractions; an error of rounding must not decide. */
const roundingError = 1e-9;

export interface PossibleReturn {
  chance: number;
  returnMinor: number;
}

/** `outcomes` exclude each other, and their chances add up to one. */
export function atRiskMinor(stakeMinor: number, outcomes: readonly PossibleReturn[]): number {
  let chance = 0;
  for (const outcome of outcomes.toSorted((one, other) => other.returnMinor - one.returnMinor)) {
    chance += outcome.chance;
    if (chance >= certainChance - roundingError) return Math.max(0, stakeMinor - outcome.returnMinor);
  }
  return stakeMinor;
}
