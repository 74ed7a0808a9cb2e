/** The games of the house, by id. */
import type { GameId } from '@fairline/proto/games/catalogue';
import type { AnyGame } from './game.ts';
import { lottery } from './lottery.ts';
import { roulette } from './roulette.ts';
import { slots } from './slots.ts';

const games: Partial<Record<GameId, AnyGame>> = {
  'mega-fortune-slots': slots,
  'premium-roulette': roulette,
  'prize-lottery': lottery,
};

export const gamesInHouse: readonly AnyGame[] = Object.values(games);

export function gameOf(id: GameId): AnyGame {
  const game = games[id];
  if (!game) throw new Error(`no such game: ${id}`);
  return game;
}
