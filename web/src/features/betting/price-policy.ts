/** The price changes that a player accepts without confirming again, as chosen on the slip. Pure. */
import type { PlaceBet } from '@fairline/proto/betting/bets';

/** The shares of the winnings by which a price may fall and still be accepted. */
const tolerances = { within5: 0.05, within10: 0.1, within20: 0.2 } as const;
export type Tolerance = keyof typeof tolerances;
export const tolerancePolicies = Object.keys(tolerances) as Tolerance[];

export const policies = ['none', 'better', ...tolerancePolicies, 'any'] as const;
export type Policy = (typeof policies)[number];

const isTolerance = (policy: Policy): policy is Tolerance => policy in tolerances;

/** In per cent. */
export const percentOf = (policy: Tolerance): number => tolerances[policy] * 100;

/** The policy as the request has it. */
export function priceTerms(policy: Policy): Pick<PlaceBet, 'pricePolicy' | 'tolerance'> {
  return isTolerance(policy) ? { pricePolicy: 'any', tolerance: tolerances[policy] } : { pricePolicy: policy };
}

/** Whether the policy accepts this change of the price. The server compares in the same way. */
export function takesPrice(policy: Policy, agreedMilli: number, nowMilli: number): boolean {
  if (nowMilli === agreedMilli || policy === 'any') return true;
  if (policy === 'none') return false;
  const given = isTolerance(policy) ? tolerances[policy] : 0;
  return nowMilli - 1_000 >= (agreedMilli - 1_000) * (1 - given) - 1e-6;
}
