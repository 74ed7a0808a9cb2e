/** HTTP: rounds are played, played on and read. */

import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { roundRoutes } from '@fairline/proto/casino/rounds';
import { gameIdOf } from '../catalogue/game-id.ts';
import { actOnHand } from './acting.ts';
import type { RoundContext } from './context.ts';
import { playRound } from './playing.ts';
import { listRounds, oneRound } from './reading.ts';

export function roundHandlers(context: RoundContext): Handler[] {
  return [
    // The round was built by its type and its game; parsing it again by every game's schema would cost more than playing it.
    handle(
      roundRoutes.play,
      async ({ player, params, body, idempotencyKey }) =>
        new Reply({ json: JSON.stringify(await playRound(context, player, gameIdOf(params.id), body.wager, idempotencyKey)) }),
    ),
    handle(roundRoutes.act, ({ player, params, body, idempotencyKey }) => actOnHand(context, player, params.id, body, idempotencyKey)),
    handle(roundRoutes.rounds, ({ player, query }) => listRounds(context, player.id, query)),
    handle(roundRoutes.round, ({ player, params }) => oneRound(context, player.id, params.id)),
    handle(roundRoutes.roundOfPlayer, ({ params }) => oneRound(context, params.playerId, params.id)),
  ];
}
