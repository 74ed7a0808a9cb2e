/** HTTP: a player's session, reality checks, settings and statement. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { periodStart } from '@fairline/proto/periods';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import type { Risk } from '../config.ts';
import { acknowledge, readSession } from './checks.ts';
import { changeSettings, readSettings, readStatement } from './commands.ts';
import { playedBetween } from './store.ts';

export function sessionHandlers(risk: Risk): Handler[] {
  return [
    handle(sessionRoutes.session, ({ player }) => readSession(risk, player)),
    handle(sessionRoutes.acknowledge, ({ player, params }) => acknowledge(risk, player, params.id)),
    handle(sessionRoutes.statement, ({ player, query }) => readStatement(risk, player.id, query.month)),
    handle(sessionRoutes.played, async ({ player, query: { period = 'all' } }) => {
      const since = periodStart(period, risk.clock.now());
      return { period, ...(await playedBetween(risk.db, player.id, since, null)) };
    }),
    handle(sessionRoutes.playSettings, ({ player }) => readSettings(risk, player)),
    handle(sessionRoutes.setPlaySettings, ({ player, body }) => changeSettings(risk, player, body)),
  ];
}
