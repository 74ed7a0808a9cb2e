/** HTTP: verifications of players. */
import { isShared, refuseShared } from '@fairline/chassis/http/identity';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import type { Kyc } from '../config.ts';
import { showVerification, submit } from './commands.ts';

export function verificationHandlers(kyc: Kyc): Handler[] {
  return [
    handle(verificationRoutes.kyc, async ({ player }) => {
      const overview = await showVerification(kyc, player.id);
      return isShared(player) ? { ...overview, documents: [], isShared: true as const } : overview;
    }),
    handle(verificationRoutes.submit, ({ player, idempotencyKey }) => {
      refuseShared(player);
      return submit(kyc, player.id, idempotencyKey);
    }),
  ];
}
