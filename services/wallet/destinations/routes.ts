/** HTTP: a player's saved destinations of withdrawals. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import { forgetDestination, listDestinations, saveDestination } from './commands.ts';

export function destinationHandlers(wallet: Wallet): Handler[] {
  return [
    handle(paymentRoutes.savedDestinations, ({ player }) => listDestinations(wallet, player.id)),
    handle(paymentRoutes.saveDestination, ({ player, body }) => saveDestination(wallet, player.id, body)),
    handle(
      paymentRoutes.forgetDestination,
      async ({ player, params }) => void (await forgetDestination(wallet, player.id, params.id)),
    ),
  ];
}
