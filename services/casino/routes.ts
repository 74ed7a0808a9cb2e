/** HTTP: one entry per route of the contract. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { gameRoutes } from '@fairline/proto/casino/games';
import { common, Refusal } from '@fairline/proto/contract';
import { GameId, gameIds } from '@fairline/proto/games/catalogue';
import { toDetail, toGame } from './catalogue/game.ts';
import { fairnessRoutesOf } from './fairness/routes.ts';
import type { RoundContext } from './rounds/context.ts';
import { roundRoutesOf } from './rounds/routes.ts';

export function routesOf(context: RoundContext): Handler[] {
  const { catalogue } = context;
  const live = { players: 0, jackpotMinor: 0 };
  return [
    handle(gameRoutes.games, async () => ({
      items: gameIds.flatMap((id) => {
        const game = catalogue.game(id);
        return game ? [toGame(game, catalogue.version(id, game.version), live)] : [];
      }),
    })),
    handle(gameRoutes.game, async ({ params }) => {
      const id = GameId.safeParse(params.id);
      const game = id.success ? catalogue.game(id.data) : undefined;
      if (!game) throw new Refusal(common.notFound);
      return toDetail(game, catalogue.version(game.id, game.version), live);
    }),
    ...roundRoutesOf(context),
    ...fairnessRoutesOf(context),
  ];
}
