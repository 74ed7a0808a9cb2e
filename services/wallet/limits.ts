/** Limits of amounts, and rules of jurisdictions, that several subjects apply. Pure. */
import { jurisdictionRules, jurisdictionsWhere } from '@fairline/proto/jurisdictions';

/** The jurisdictions that require a verified identity before the first deposit, bet and round. */
export const identityFirst = jurisdictionsWhere((rules) => rules.identityFirst);

/** The methods that take no deposits, by jurisdiction, as JSON. */
export const refusedDeposits = JSON.stringify(
  Object.fromEntries(Object.entries(jurisdictionRules).map(([name, rules]) => [name, rules.refusedDeposits])),
);

/** The minimum of one withdrawal. If the whole balance is below it, only the whole balance can be withdrawn. */
export function leastWithdrawal(minMinor: number, availableMinor: number): number {
  return availableMinor > 0 ? Math.min(minMinor, availableMinor) : minMinor;
}
