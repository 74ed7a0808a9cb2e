/** HTTP: a player's session, reality checks, settings and statement. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import type { Risk } from '../config.ts';
import { acknowledge, readSession } from './checks.ts';
import { changeSettings, readSettings, readStatement } from './commands.ts';

export function sessionHandlers(risk: Risk): Handler[] {
  return [
    handle(sessionRoutes.session, ({ player }) => readSession(risk, player.id)),
    handle(sessionRoutes.acknowledge, ({ player, params }) => acknowledge(risk, player.id, params.id)),
    handle(sessionRoutes.statement, ({ player, query }) => readStatement(risk, player.id, query.month)),
    handle(sessionRoutes.playSettings, ({ player }) => readSettings(risk, player.id)),
    handle(sessionRoutes.setPlaySettings, ({ player, body }) => changeSettings(risk, player.id, body)),
  ];
}
