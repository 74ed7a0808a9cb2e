/** HTTP: verifications of players. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import type { Kyc } from '../config.ts';
import { showVerification, submit } from './commands.ts';

export function verificationHandlers(kyc: Kyc): Handler[] {
  return [
    handle(verificationRoutes.kyc, ({ player }) => showVerification(kyc, player.id)),
    handle(verificationRoutes.submit, ({ player, idempotencyKey }) => submit(kyc, player.id, idempotencyKey)),
  ];
}
