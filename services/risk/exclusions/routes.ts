/** HTTP: a player's exclusions. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { exclusionRoutes } from '@fairline/proto/risk/exclusions';
import type { Risk } from '../config.ts';
import { askReturn, excludePlayer, readExclusions } from './commands.ts';

export function exclusionHandlers(risk: Risk): Handler[] {
  return [
    handle(exclusionRoutes.exclusion, ({ player }) => readExclusions(risk.db, player.id, risk.clock.now())),
    handle(exclusionRoutes.exclude, ({ player, body, idempotencyKey }) =>
      excludePlayer(risk, player, body, idempotencyKey),
    ),
    handle(exclusionRoutes.askReturn, ({ player }) => askReturn(risk, player.id)),
  ];
}
