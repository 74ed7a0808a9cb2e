/** HTTP: the seeds of a player. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { fairnessRoutes } from '@fairline/proto/casino/fairness';
import { chooseClientSeed, nextSeed, pastSeeds, rotateSeed } from './commands.ts';
import type { FairnessContext } from './context.ts';

export function fairnessHandlers(context: FairnessContext): Handler[] {
  return [
    handle(fairnessRoutes.fairness, ({ player }) => nextSeed(context, player.id)),
    handle(fairnessRoutes.chooseClientSeed, ({ player, body }) =>
      chooseClientSeed(context, player.id, body.clientSeed),
    ),
    handle(fairnessRoutes.rotate, ({ player, body }) => rotateSeed(context, player.id, body.clientSeed)),
    handle(fairnessRoutes.pastSeeds, ({ player, query }) => pastSeeds(context, player.id, query.cursor)),
  ];
}
