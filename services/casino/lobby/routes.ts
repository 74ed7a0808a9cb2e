/** HTTP for players: the lobby, PAR sheets, the jackpot, returns, favourites, recent games, figures of own play. */

import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { gameRoutes } from '@fairline/proto/casino/games';
import { sessionRoutes } from '@fairline/proto/casino/sessions';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { firstIdAt, periodStart } from '@fairline/proto/periods';
import type { CasinoContext } from '../catalogue/context.ts';
import { gameIdOf } from '../catalogue/game-id.ts';
import type { Jackpots } from './jackpots.ts';
import type { Lobby } from './lobby.ts';
import * as store from './store.ts';

export function lobbyHandlers(context: CasinoContext, lobby: Lobby, jackpots: Jackpots): Handler[] {
  return [...gameHandlers(context, lobby, jackpots), ...playerHandlers(context)];
}

function gameHandlers(context: CasinoContext, lobby: Lobby, jackpots: Jackpots): Handler[] {
  return [
    handle(gameRoutes.games, async () => ({ items: await lobby.games() })),
    handle(gameRoutes.game, ({ params }) => lobby.game(params.id)),
    handle(gameRoutes.parSheet, async ({ params: { id: text, version } }) => {
      const id = gameIdOf(text);
      const published = context.catalogue.versionsOf(id).find((one) => one.version === version);
      if (!published) throw new Refusal(common.notFound);
      return { gameId: id, version, markdown: published.parSheet };
    }),
    handle(gameRoutes.jackpot, async () => ({
      items: (await jackpots.all()).map(({ currency, amountMinor }) => ({ currency, amountMinor })),
    })),
    handle(gameRoutes.jackpotWins, async ({ query }) =>
      page(
        await store.jackpotWins(context.db, readCursor(Id, query.cursor)),
        ({ id }) => id,
        ({ wonAt, ...win }) => ({ ...win, wonAt: wonAt.toISOString() }),
      ),
    ),
    handle(gameRoutes.returns, async () => ({ items: await lobby.returns() })),
  ];
}

function playerHandlers({ db, clock }: CasinoContext): Handler[] {
  return [
    handle(sessionRoutes.favouriteGames, async ({ player }) => ({ items: await store.favouritesOf(db, player.id) })),
    handle(sessionRoutes.addFavouriteGame, ({ player, params }) =>
      store.addFavourite(db, player.id, gameIdOf(params.id), clock.now()).then(() => undefined),
    ),
    handle(sessionRoutes.dropFavouriteGame, ({ player, params }) =>
      store.dropFavourite(db, player.id, gameIdOf(params.id)).then(() => undefined),
    ),
    handle(sessionRoutes.recentGames, async ({ player }) => ({ items: await store.recentGames(db, player.id) })),
    handle(sessionRoutes.casinoStats, async ({ player, query }) => {
      const period = query.period ?? 'all';
      const since = periodStart(period, clock.now());
      return { period, ...(await store.statsOf(db, player.id, since, since && firstIdAt(since))) };
    }),
  ];
}
