/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import type { Kyc } from './config.ts';
import { deskHandlers } from './desk/routes.ts';
import { documentHandlers } from './documents/routes.ts';
import { verificationSearch } from './routes-search.ts';
import { verificationHandlers } from './verifications/routes.ts';

/** The search comes before the desk's `/:id`, which would take its path. */
export function routesOf(kyc: Kyc): Handler[] {
  return [verificationSearch(kyc), ...deskHandlers(kyc), ...verificationHandlers(kyc), ...documentHandlers(kyc)];
}
