/** A player's use of the casino: game sessions, favourites, recent games, and figures of their own play. */
import { z } from 'zod';
import { common, Id, Instant, route } from '../contract.ts';
import { GameId } from '../games/catalogue.ts';
import { BalanceMinor, PlayCurrency } from '../money.ts';
import { PlayPeriod } from '../play-figures.ts';
import { byGame } from './games.ts';

/** A session of one game: from the first round, or from a reset, to its end or 30 minutes without a round. */
export const GameSession = z.object({
  id: Id,
  gameId: GameId,
  startedAt: Instant,
  endedAt: Instant.optional(),
  rounds: z.int(),
  wageredMinor: BalanceMinor,
  wonMinor: BalanceMinor,
  /** The currency of the player's rounds; absent before the first one. */
  currency: PlayCurrency.optional(),
});
export type GameSession = z.infer<typeof GameSession>;

/** A player's rounds of a period, by when they were played. */
export const CasinoStats = z.object({
  period: PlayPeriod,
  rounds: z.int(),
  /** Rounds that returned more than their stake. */
  wins: z.int(),
  /** Rounds that returned more than five times their stake. */
  bigWins: z.int(),
  /** The highest return of a round per unit of its stake; null before the first win. */
  bestMultiplier: z.number().nullable(),
  favouriteGame: GameId.nullable(),
  sessions: z.int(),
  /** Null if there were no sessions. */
  averageSessionMinutes: z.number().nullable(),
});
export type CasinoStats = z.infer<typeof CasinoStats>;

const favourites = z.object({ items: z.array(GameId) });

export const sessionRoutes = {
  session: route('GET /api/casino/games/:id/session', {
    summary: "The player's session of a game; absent where none is open",
    access: 'player',
    params: byGame,
    refusals: [common.notFound],
    reply: z.object({ session: GameSession.optional() }),
  }),
  resetSession: route('POST /api/casino/games/:id/session/reset', {
    summary: 'Ends the session of a game and begins another',
    access: 'player',
    params: byGame,
    refusals: [common.notFound],
    reply: z.object({ session: GameSession }),
  }),
  endSession: route('POST /api/casino/games/:id/session/end', {
    summary: 'Ends the session of a game, if one is open',
    access: 'player',
    params: byGame,
    refusals: [common.notFound],
  }),
  favouriteGames: route('GET /api/casino/favourites', {
    summary: 'Favourite games',
    access: 'player',
    reply: favourites,
  }),
  addFavouriteGame: route('PUT /api/casino/favourites/:id', {
    summary: 'Makes a game a favourite',
    access: 'player',
    params: byGame,
    refusals: [common.notFound],
  }),
  dropFavouriteGame: route('DELETE /api/casino/favourites/:id', {
    summary: 'Removes a game from the favourites',
    access: 'player',
    params: byGame,
    refusals: [common.notFound],
  }),
  recentGames: route('GET /api/casino/recent', {
    summary: 'Recently played games, latest first',
    access: 'player',
    reply: favourites,
  }),
  casinoStats: route('GET /api/casino/stats', {
    summary: "Counts a player's rounds and sessions of a period",
    access: 'player',
    query: z.strictObject({ period: PlayPeriod.optional() }),
    reply: CasinoStats,
  }),
} as const;
