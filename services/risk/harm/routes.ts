/** HTTP: time-outs offered to a player, and players as operators see them. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { harmRoutes } from '@fairline/proto/risk/harm';
import type { Risk } from '../config.ts';
import { declinePause, offerPause } from './commands.ts';
import { readPlayer, readSummaries } from './reading.ts';

export function harmHandlers(risk: Risk): Handler[] {
  return [
    handle(harmRoutes.pauseOffer, ({ player }) => offerPause(risk, player.id)),
    handle(harmRoutes.answerOffer, async ({ player, params }) => {
      await declinePause(risk, player.id, params.id);
      return undefined;
    }),
    handle(harmRoutes.riskPlayer, ({ params }) => readPlayer(risk, params.id)),
    handle(harmRoutes.riskSummaries, async ({ body }) => ({ items: await readSummaries(risk, body.playerIds) })),
  ];
}
