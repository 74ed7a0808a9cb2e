/** HTTP: the pause that is offered to a player. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { harmRoutes } from '@fairline/proto/risk/harm';
import type { Risk } from '../config.ts';
import { declinePause, offerPause } from './commands.ts';

export function harmHandlers(risk: Risk): Handler[] {
  return [
    handle(harmRoutes.pauseOffer, ({ player }) => offerPause(risk, player.id)),
    handle(harmRoutes.answerOffer, async ({ player, params }) => {
      await declinePause(risk, player.id, params.id);
      return undefined;
    }),
  ];
}
