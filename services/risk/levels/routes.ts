/** HTTP: interactions with players. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { Id, pageSize } from '@fairline/proto/contract';
import { levelRoutes } from '@fairline/proto/risk/levels';
import type { Risk } from '../config.ts';
import { requirePlayer } from './commands.ts';
import { addInteraction, interactionsBefore, toInteraction } from './interactions.ts';

export function levelHandlers(risk: Risk): Handler[] {
  return [
    handle(levelRoutes.interactions, async ({ params, query }) => {
      const rows = await interactionsBefore(risk.db, params.id, readCursor(Id, query.cursor), pageSize + 1);
      if (rows.length === 0) await requirePlayer(risk, params.id);
      return page(rows, ({ id }) => id, toInteraction);
    }),
    handle(levelRoutes.addInteraction, async ({ params, body, operator, address, agent, idempotencyKey }) => {
      await requirePlayer(risk, params.id);
      return addInteraction(risk, params.id, body, { operator, address, agent }, idempotencyKey);
    }),
  ];
}
