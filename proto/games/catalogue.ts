/**
 * The casino games as data: names, limits and categories of the catalogue. The rules of a game are in its versions.
 * Limits are in minor units of the player's play currency, per round, without side bets.
 */
import { z } from 'zod';

export const gameIds = [
  'mega-fortune-slots',
  'premium-roulette',
  'professional-blackjack',
  'elite-baccarat',
  'prize-lottery',
] as const;
export const GameId = z.enum(gameIds);
export type GameId = z.infer<typeof GameId>;

export const gameCategories = ['slots', 'table', 'lottery'] as const;
export const GameCategory = z.enum(gameCategories);
export type GameCategory = z.infer<typeof GameCategory>;

export const volatilities = ['High', 'Medium', 'Low'] as const;

interface GameEntry {
  readonly name: string;
  readonly provider: string;
  readonly category: GameCategory;
  readonly volatility: (typeof volatilities)[number];
  readonly minMinor: number;
  readonly maxMinor: number;
  readonly featured: boolean;
  /** Contributes to the progressive jackpot and may win it. */
  readonly jackpot: boolean;
}

const provider = 'Fairline Studio';

export const catalogue: Readonly<Record<GameId, GameEntry>> = {
  'mega-fortune-slots': {
    name: 'Mega Fortune Slots',
    provider,
    category: 'slots',
    volatility: 'High',
    minMinor: 100,
    maxMinor: 50_000,
    featured: true,
    jackpot: true,
  },
  'premium-roulette': {
    name: 'Premium Roulette',
    provider,
    category: 'table',
    volatility: 'Medium',
    minMinor: 100,
    maxMinor: 100_000,
    featured: true,
    jackpot: false,
  },
  'professional-blackjack': {
    name: 'Professional Blackjack',
    provider,
    category: 'table',
    volatility: 'Low',
    minMinor: 500,
    maxMinor: 50_000,
    featured: true,
    jackpot: false,
  },
  'elite-baccarat': {
    name: 'Elite Baccarat',
    provider,
    category: 'table',
    volatility: 'Medium',
    minMinor: 1_000,
    maxMinor: 100_000,
    featured: false,
    jackpot: false,
  },
  'prize-lottery': {
    name: 'Prize Lottery',
    provider,
    category: 'lottery',
    volatility: 'High',
    minMinor: 5_000,
    maxMinor: 100_000,
    featured: true,
    jackpot: false,
  },
};

/** The recommended bet is this many times the minimum bet. */
export const recommendedBets = 10;

/** The last characters of a round's id, as history, statement and CSV print them. */
export const roundReference = (roundId: string) => roundId.slice(-8);

/** The progressive jackpot: one pool per play currency, funded by the house. */
export const jackpotRules = {
  /** The pool's amount after it was won, and at the start. */
  seedMinor: 250_000_000,
  /** The share of each stake that is added to the pool, in per cent. */
  contributionPercent: 1,
  /** A round wins when its first two draws, read as one number below this, are below its stake in minor units. */
  oneIn: 25_000_000_000,
} as const;
