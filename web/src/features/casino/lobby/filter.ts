/** The filter of the lobby: by category and by a search over name and provider. */
import type { Game } from '@fairline/proto/casino/games';
import { type GameCategory, gameCategories } from '@fairline/proto/games/catalogue';

export interface LobbyFilter {
  category: GameCategory | null;
  q: string;
}

export function filterGames(games: readonly Game[], { category, q }: LobbyFilter): Game[] {
  const wanted = q.trim().toLowerCase();
  return games.filter(
    (game) =>
      (category === null || game.category === category) &&
      [game.name, game.provider].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** How many games each tab shows: all, then by category. */
export function tabCounts(games: readonly Game[]): { id: GameCategory | 'all'; count: number }[] {
  return [
    { id: 'all', count: games.length },
    ...gameCategories.map((id) => ({ id, count: games.filter(({ category }) => category === id).length })),
  ];
}

/** The games of a list of ids, in its order. */
export function gamesOf(ids: readonly string[] | undefined, games: readonly Game[]): Game[] {
  return (ids ?? []).flatMap((id) => games.find((game) => game.id === id) ?? []);
}
