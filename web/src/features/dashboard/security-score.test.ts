/** The parts of the security score. */
import { expect, it } from 'vitest';
import { type SecurityState, securityScore } from './security-score.ts';

const none: SecurityState = { emailConfirmed: false, verified: false, twoFactor: false, pin: false };

it.each<[Partial<SecurityState>, number, string[]]>([
  [{}, 0, ['emailConfirmed', 'twoFactor', 'pin', 'verified']],
  [{ emailConfirmed: true }, 25, ['twoFactor', 'pin', 'verified']],
  [{ emailConfirmed: true, verified: true, pin: true }, 75, ['twoFactor']],
  [{ emailConfirmed: true, verified: true, pin: true, twoFactor: true }, 100, []],
])('%j scores %i', (state, score, missing) => {
  expect(securityScore({ ...none, ...state })).toEqual({ score, missing });
});
