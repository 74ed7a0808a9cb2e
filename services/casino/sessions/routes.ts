/** HTTP: the session of a game. */

import { type Handler, handle } from '@fairline/chassis/http/server';
import { sessionRoutes } from '@fairline/proto/casino/sessions';
import { gameIdOf } from '../catalogue/game-id.ts';
import type { RoundContext } from '../rounds/context.ts';
import { endSession, readSession, resetSession } from './commands.ts';

export function sessionHandlers(context: RoundContext): Handler[] {
  return [
    handle(sessionRoutes.session, async ({ player, params }) => ({
      session: await readSession(context, player.id, gameIdOf(params.id)),
    })),
    handle(sessionRoutes.resetSession, async ({ player, params }) => ({
      session: await resetSession(context, player.id, gameIdOf(params.id)),
    })),
    handle(sessionRoutes.endSession, ({ player, params }) => endSession(context, player.id, gameIdOf(params.id))),
  ];
}
