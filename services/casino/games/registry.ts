/** The games of the house, by id. */
import type { GameId } from '@fairline/proto/games/catalogue';
import { baccarat } from './baccarat.ts';
import { blackjack } from './blackjack.ts';
import type { AnyGame } from './game.ts';
import { lottery } from './lottery.ts';
import { roulette } from './roulette.ts';
import { slots } from './slots.ts';

const games: Readonly<Record<GameId, AnyGame>> = {
  'mega-fortune-slots': slots,
  'premium-roulette': roulette,
  'professional-blackjack': blackjack,
  'elite-baccarat': baccarat,
  'prize-lottery': lottery,
};

export const gamesInHouse: readonly AnyGame[] = Object.values(games);

export const gameOf = (id: GameId): AnyGame => games[id];
