/** HTTP: a player's limits. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { limitRoutes } from '@fairline/proto/risk/limits';
import type { Risk } from '../config.ts';
import * as commands from './commands.ts';
import { hasAnsweredDepositLimit } from './store.ts';

export function limitHandlers(risk: Risk): Handler[] {
  return [
    handle(limitRoutes.limits, async ({ player }) => ({
      items: await commands.readLimits(risk, player.id),
      depositLimitAnswered: await hasAnsweredDepositLimit(risk.db, player.id),
    })),
    handle(limitRoutes.declineDepositLimit, async ({ player }) => {
      await commands.declineDepositLimit(risk, player.id);
      return undefined;
    }),
    handle(limitRoutes.setLimit, ({ player, body, idempotencyKey }) =>
      commands.setLimit(risk, player.id, body, idempotencyKey),
    ),
    handle(limitRoutes.removeLimit, ({ player, params }) => commands.removeLimit(risk, player.id, params.id)),
    handle(limitRoutes.cancelPending, ({ player, params }) => commands.cancelPending(risk, player.id, params.id)),
    handle(limitRoutes.confirmLimit, ({ player, params }) => commands.confirmPending(risk, player.id, params.id)),
  ];
}
