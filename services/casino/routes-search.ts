/** HTTP: operators find rounds by their id, the end of it or the player's id, and games by name. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { gameIds, catalogue as games } from '@fairline/proto/games/catalogue';
import { casinoSearchRoutes, type SearchHit, searchRules } from '@fairline/proto/search';
import type { CasinoContext } from './catalogue/context.ts';
import { searchRounds } from './desk/store-rounds.ts';

export function casinoSearch(context: CasinoContext): Handler {
  return searchHandler(casinoSearchRoutes.search, async ({ text, id, end }) => {
    const wanted = id ? ({ kind: 'id', text: id } as const) : end && ({ kind: 'reference', text: end } as const);
    const rounds = wanted
      ? await searchRounds(context.db, { wanted, game: undefined, playerId: undefined, waits: false }, undefined)
      : [];
    return [
      rounds.slice(0, searchRules.most).map(({ id: roundId, gameId, status, playerId }) => ({
        kind: 'round' as const,
        id: roundId,
        title: `${games[gameId].name} #${roundId.slice(-8)}`,
        detail: status,
        playerId,
      })),
      findGames(context, text.toLowerCase()),
    ];
  });
}

function findGames({ catalogue }: CasinoContext, text: string): SearchHit[] {
  const found = gameIds.filter((id) => id === text || games[id].name.toLowerCase().includes(text));
  return found.map((id) => ({
    kind: 'game',
    id,
    title: games[id].name,
    detail: catalogue.game(id)?.active ? 'active' : 'paused',
  }));
}
