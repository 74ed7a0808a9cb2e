/** The games as players see them: the lobby, each game's bets with their returns, its PAR sheet, the jackpot. */
import { z } from 'zod';
import { Cursor, common, Id, Instant, Page, refusal, route } from '../contract.ts';
import { GameCategory, GameId, volatilities } from '../games/catalogue.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';

export const gameRefusals = {
  gameInactive: refusal('game_inactive', 409, 'This game is not available right now'),
} as const;

/** The return in per cent, computed from the rules of the version. */
export const Rtp = z.number().min(0).max(100).meta({ description: 'return to player, per cent', example: 96.4 });

export const Game = z.object({
  id: GameId,
  name: z.string(),
  provider: z.string(),
  category: GameCategory,
  /** The return of the best main bet. */
  rtp: Rtp,
  volatility: z.enum(volatilities),
  minMinor: AmountMinor,
  maxMinor: AmountMinor,
  version: z.int().min(1),
  active: z.boolean(),
  featured: z.boolean(),
  /** Players with a round in the last five minutes. */
  players: z.int(),
  /** The pool in the reporting currency; only for games with a jackpot. */
  jackpotMinor: BalanceMinor.optional(),
});
export type Game = z.infer<typeof Game>;

/** The rules of a version. With FAIRNESS.md, anyone can recompute a round from them. Their shape depends on the game. */
export const GameRules = z.record(z.string(), z.unknown());

export const GameDetail = Game.extend({
  /** Every type of bet with its return. */
  bets: z.array(z.object({ type: z.string(), rtp: Rtp })),
  /** The largest win of a round at the largest wager, without the jackpot. */
  maxWinMinor: BalanceMinor,
  rules: GameRules,
  /** Path of the PAR sheet of this version. */
  parSheet: z.string(),
});
export type GameDetail = z.infer<typeof GameDetail>;

/** Accepts any text, so that an unknown game is refused as `not_found` instead of `invalid_request`. */
const gameParam = z.string().max(100).meta({ description: 'id of a game', example: 'premium-roulette' });
export const byGame = z.strictObject({ id: gameParam });
export const byVersion = z.strictObject({ id: gameParam, version: z.coerce.number().int().min(1) });

export const JackpotWin = z.object({
  currency: PlayCurrency,
  amountMinor: AmountMinor,
  gameId: GameId,
  wonAt: Instant,
});

/** The observed and the computed return over all rounds of a version with real money, jackpots apart. */
export const Returns = z.object({
  gameId: GameId,
  version: z.int(),
  rounds: z.int(),
  wageredMinor: BalanceMinor,
  paidMinor: BalanceMinor,
  /** What was returned of all that was staked, in per cent; stakes added during a hand are deducted. Null before the first round. */
  observed: z.number().nullable(),
  /** The computed return of the same rounds, by the bets that were placed. */
  computed: z.number().nullable(),
  /** The interval around `computed`. Fair play ever leaves it with a probability below `alpha`, at any number of checks. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  alpha: z.number(),
});
export type Returns = z.infer<typeof Returns>;

export const gameRoutes = {
  games: route('GET /api/casino/games', {
    summary: 'The games of the lobby',
    access: 'open',
    reply: z.object({ items: z.array(Game) }),
  }),
  game: route('GET /api/casino/games/:id', {
    summary: 'One game with the return of each of its bets',
    access: 'open',
    params: byGame,
    reply: GameDetail,
    refusals: [common.notFound],
  }),
  parSheet: route('GET /api/casino/games/:id/versions/:version/par-sheet', {
    summary: 'The PAR sheet of a version, as text',
    access: 'open',
    params: byVersion,
    reply: z.object({ gameId: GameId, version: z.int(), markdown: z.string() }),
    refusals: [common.notFound],
  }),
  jackpot: route('GET /api/casino/jackpot', {
    summary: 'The pools of the progressive jackpot',
    access: 'open',
    reply: z.object({ items: z.array(z.object({ currency: PlayCurrency, amountMinor: BalanceMinor })) }),
  }),
  jackpotWins: route('GET /api/casino/jackpot/wins', {
    summary: 'Jackpots won, newest first',
    access: 'open',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(JackpotWin.extend({ id: Id })),
  }),
  returns: route('GET /api/casino/returns', {
    summary: 'Observed against computed return, by game and version',
    access: 'open',
    reply: z.object({ items: z.array(Returns) }),
  }),
} as const;
