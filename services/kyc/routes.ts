/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import type { Kyc } from './config.ts';
import { deskHandlers } from './desk/routes.ts';
import { documentHandlers } from './documents/routes.ts';
import { verificationHandlers } from './verifications/routes.ts';

export function routesOf(kyc: Kyc): Handler[] {
  return [...deskHandlers(kyc), ...verificationHandlers(kyc), ...documentHandlers(kyc)];
}
