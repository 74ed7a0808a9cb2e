/** What the security score counts. */
import { expect, it } from 'vitest';
import { type SecurityFacts, securityScore } from './security-score.ts';

const none: SecurityFacts = { emailConfirmed: false, verified: false, twoFactor: false, pin: false };

it.each<[Partial<SecurityFacts>, number, string[]]>([
  [{}, 0, ['emailConfirmed', 'twoFactor', 'pin', 'verified']],
  [{ emailConfirmed: true }, 25, ['twoFactor', 'pin', 'verified']],
  [{ emailConfirmed: true, verified: true, pin: true }, 75, ['twoFactor']],
  [{ emailConfirmed: true, verified: true, pin: true, twoFactor: true }, 100, []],
])('%j scores %i', (facts, score, missing) => {
  expect(securityScore({ ...none, ...facts })).toEqual({ score, missing });
});
