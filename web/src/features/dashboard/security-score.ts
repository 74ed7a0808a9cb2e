/** The security score of an account: four parts of equal weight; each missing one is a suggested step. */
export interface SecurityState {
  emailConfirmed: boolean;
  verified: boolean;
  twoFactor: boolean;
  pin: boolean;
}

export type SecurityStep = keyof SecurityState;

export const securitySteps: readonly SecurityStep[] = ['emailConfirmed', 'twoFactor', 'pin', 'verified'];

/** 0 to 100, and the missing steps, the most useful first. */
export function securityScore(state: SecurityState): { score: number; missing: SecurityStep[] } {
  const missing = securitySteps.filter((step) => !state[step]);
  return { score: Math.round((100 * (securitySteps.length - missing.length)) / securitySteps.length), missing };
}
