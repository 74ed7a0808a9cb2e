/** HTTP: play a round, act on an open hand, read rounds. */

import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { roundRoutes } from '@fairline/proto/casino/rounds';
import { gameIdOf } from '../catalogue/game-id.ts';
import { actOnHand } from './acting.ts';
import type { RoundContext } from './context.ts';
import { playRound } from './playing.ts';
import { listRounds, oneRound } from './reading.ts';

export function roundHandlers(context: RoundContext): Handler[] {
  return [
    // The round is already typed by its game. Parsing it again with the schema of every game would cost more than playing it.
    handle(
      roundRoutes.play,
      async ({ player, params, body, idempotencyKey }) =>
        new Reply({
          json: JSON.stringify(await playRound(context, player, gameIdOf(params.id), body.wager, idempotencyKey)),
        }),
    ),
    handle(roundRoutes.act, ({ player, params, body, idempotencyKey }) =>
      actOnHand(context, player, params.id, body, idempotencyKey),
    ),
    handle(roundRoutes.rounds, ({ player, query }) => listRounds(context, player.id, query)),
    handle(roundRoutes.round, ({ player, params }) => oneRound(context, player.id, params.id)),
    handle(roundRoutes.roundOfPlayer, ({ params }) => oneRound(context, params.playerId, params.id)),
  ];
}
