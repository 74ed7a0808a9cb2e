/** How well an account is guarded, by what is known of it: each of four facts counts the same, and what is missing is the next step. */
export interface SecurityFacts {
  emailConfirmed: boolean;
  verified: boolean;
  twoFactor: boolean;
  pin: boolean;
}

export type SecurityStep = keyof SecurityFacts;

export const securitySteps: readonly SecurityStep[] = ['emailConfirmed', 'twoFactor', 'pin', 'verified'];

/** 0 to 100, and what is still to do, the most useful first. */
export function securityScore(facts: SecurityFacts): { score: number; missing: SecurityStep[] } {
  const missing = securitySteps.filter((step) => !facts[step]);
  return { score: Math.round((100 * (securitySteps.length - missing.length)) / securitySteps.length), missing };
}
