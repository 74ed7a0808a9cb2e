/** The games of the house, by id. */
import type { GameId } from '@fairline/proto/games/catalogue';
import { baccarat } from './baccarat.ts';
import { blackjack } from './blackjack.ts';
import type { AnyGame } from './game.ts';
import { roulette } from './roulette.ts';

const games: Partial<Record<GameId, AnyGame>> = { 'premium-roulette': roulette, 'professional-blackjack': blackjack, 'elite-baccarat': baccarat };

export const gamesInHouse: readonly AnyGame[] = Object.values(games);

export function gameOf(id: GameId): AnyGame {
  const game = games[id];
  if (!game) throw new Error(`no such game: ${id}`);
  return game;
}
