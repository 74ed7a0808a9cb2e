/** The casino for operators: games and their versions, rounds, the jackpot. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, Reason, reasoned, refusal, route } from '../contract.ts';
import { GameId } from '../games/catalogue.ts';
import { BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { byGame, Game, JackpotWin, Returns, Rtp } from './games.ts';
import { Round } from './rounds.ts';

/** The lowest and the highest return that an operator may request, in per cent. */
export const rtpBounds = { lowest: 85, highest: 99 } as const;

export const casinoDeskRefusals = {
  rtpFixedByRules: refusal(
    'rtp_fixed_by_rules',
    422,
    'The RTP of this game is fixed by its rules and cannot be edited',
  ),
  /** params: {lowest, highest} */
  rtpOutOfReach: refusal('rtp_out_of_reach', 422, 'The RTP of this game must be from {lowest} to {highest} %'),
  changeWaits: refusal('change_waits', 409, 'A change to this game is already waiting for a second operator', 'game'),
  alreadyDecided: refusal('already_decided', 409, 'This change was already decided', 'change'),
  roundVoid: refusal('round_void', 409, 'This round is already void'),
  nothingWaits: refusal('nothing_waits', 409, 'Nothing is waiting for a second operator here any more'),
} as const;

export const changeStatuses = ['pending', 'approved', 'rejected'] as const;

/** A new return of a game, which a second operator approves. */
export const GameChange = z.object({
  changeId: Id,
  gameId: GameId,
  fromRtp: Rtp,
  /** The requested return, and the return of the solved weights. */
  rtp: Rtp,
  solvedRtp: Rtp,
  fromVersion: z.int(),
  /** Present once it is published. */
  version: z.int().optional(),
  reason: z.string(),
  status: z.enum(changeStatuses),
  requestedBy: Id,
  requestedAt: Instant,
  decidedBy: Id.nullable(),
  decidedAt: Instant.nullable(),
  rejectionReason: z.string().nullable(),
  mayApprove: z.boolean(),
});
export type GameChange = z.infer<typeof GameChange>;

const money = { rounds: z.int(), wageredMinor: SignedMinor, paidMinor: SignedMinor, ggrMinor: SignedMinor };

/** A game with figures of real money in the reporting currency. A void is subtracted on the day of the void, so the figures of a day may be negative. */
export const OperatorGame = Game.extend({
  ...money,
  today: z.object(money),
  /** Players with a round in the last five minutes. */
  activePlayers: z.int(),
  /** When a round was last settled. */
  lastPlayedAt: Instant.optional(),
  rtpEditable: z.boolean(),
  /** The range of returns that can be requested, in per cent; only if the return is editable. */
  rtpReach: z.object({ lowest: Rtp, highest: Rtp }).optional(),
  /** Why the game is not active: the reason of an operator, or the report of the monitor. */
  paused: z.object({ by: z.enum(['operator', 'monitor']), reason: z.string(), at: Instant }).optional(),
  returns: Returns.optional(),
  versions: z.array(
    z.object({ version: z.int(), rtp: Rtp, publishedAt: Instant, publishedBy: Id.nullable(), parSheet: z.string() }),
  ),
  change: GameChange.optional(),
});
export type OperatorGame = z.infer<typeof OperatorGame>;

export const OperatorRound = Round.extend({
  playerId: Id,
  voidedReason: z.string().optional(),
  voidedBy: Id.optional(),
  /** Voided by one operator alone, near the two-operator threshold. */
  voidFlagged: z.boolean().optional(),
  /** A void that waits for a second operator. */
  voidRequest: z
    .object({ reason: z.string(), requestedBy: Id, requestedAt: Instant, mayApprove: z.boolean() })
    .optional(),
});
export type OperatorRound = z.infer<typeof OperatorRound>;

const read = { access: { operator: 'casino.read' } } as const;
const write = { access: { operator: 'casino' } } as const;

export const casinoDeskRoutes = {
  operatorGames: route('GET /api/admin/casino/games', {
    summary: 'The games with their figures and versions',
    ...read,
    reply: z.object({ items: z.array(OperatorGame) }),
  }),
  changeGame: route('PATCH /api/admin/casino/games/:id', {
    summary: 'Activates or pauses a game at once; asks for a new return, which a second operator approves (202)',
    ...write,
    stepUp: true,
    params: byGame,
    body: z.strictObject({
      active: z.boolean().optional(),
      rtp: z.number().min(rtpBounds.lowest).max(rtpBounds.highest).optional(),
      reason: Reason,
    }),
    reply: z.object({ game: OperatorGame, changeId: Id.optional() }),
    also: 202,
    refusals: [
      common.notFound,
      casinoDeskRefusals.rtpFixedByRules,
      casinoDeskRefusals.rtpOutOfReach,
      casinoDeskRefusals.changeWaits,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  gameChanges: route('GET /api/admin/casino/changes', {
    summary: 'Changes of returns, newest first',
    ...read,
    query: z.strictObject({ status: z.enum(changeStatuses).optional(), cursor: Cursor }),
    reply: Page(GameChange),
  }),
  approveGameChange: route('POST /api/admin/casino/changes/:id/approve', {
    summary: 'Publishes the version as the second operator; running rounds keep theirs',
    ...write,
    stepUp: true,
    params: byId,
    reply: GameChange,
    refusals: [common.notFound, common.secondOperatorNeeded, casinoDeskRefusals.alreadyDecided, common.stepUpRequired],
  }),
  rejectGameChange: route('POST /api/admin/casino/changes/:id/reject', {
    summary: 'Rejects or withdraws a change',
    ...write,
    params: byId,
    body: reasoned,
    reply: GameChange,
    refusals: [common.notFound, casinoDeskRefusals.alreadyDecided, common.cardNumber],
  }),
  operatorRounds: route('GET /api/admin/casino/rounds', {
    summary: 'Rounds by id, by their printed reference or by player, newest first',
    ...read,
    query: z.strictObject({
      q: z.string().max(100).optional(),
      game: GameId.optional(),
      playerId: Id.optional(),
      waits: z.literal('void').optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorRound),
  }),
  voidRound: route('POST /api/admin/casino/rounds/:id/void', {
    summary:
      'Voids a round: its stake is returned and its payout taken back; a large one waits until a second operator voids it as well (202)',
    ...write,
    stepUp: true,
    params: byId,
    body: reasoned,
    reply: OperatorRound,
    also: 202,
    refusals: [
      common.notFound,
      casinoDeskRefusals.roundVoid,
      common.secondOperatorNeeded,
      common.busy,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  withdrawVoid: route('POST /api/admin/casino/rounds/:id/void/withdraw', {
    summary: 'Withdraws or declines a void that waits for a second operator',
    ...write,
    params: byId,
    body: reasoned,
    reply: OperatorRound,
    refusals: [
      common.notFound,
      casinoDeskRefusals.roundVoid,
      casinoDeskRefusals.nothingWaits,
      common.busy,
      common.cardNumber,
    ],
  }),
  operatorJackpot: route('GET /api/admin/casino/jackpot', {
    summary: 'The pools, what was contributed to them since they were last won, and the jackpots won',
    ...read,
    reply: z.object({
      pools: z.array(
        z.object({
          currency: PlayCurrency,
          amountMinor: BalanceMinor,
          contributedMinor: BalanceMinor,
          wins: z.int(),
          paidMinor: BalanceMinor,
        }),
      ),
      wins: z.array(JackpotWin.extend({ roundId: Id, playerId: Id })),
    }),
  }),
} as const;

export const casinoDeskEvents = {
  gameChanged: event('casino', 'GameChanged', {
    summary: 'A game was activated or paused, a new return was requested or decided, or a version was published.',
    data: z.object({ gameId: GameId, version: z.int(), active: z.boolean() }),
    audience: { operators: 'casino.read' },
  }),
  gameOutOfRange: event('casino', 'GameOutOfRange', {
    summary: "A game's results left the confidence sequence of its maths; the game is paused.",
    data: z.object({
      gameId: GameId,
      version: z.int(),
      rounds: z.int(),
      observed: z.number(),
      computed: z.number(),
      low: z.number(),
      high: z.number(),
      alpha: z.number(),
    }),
    audience: { operators: 'casino.read' },
  }),
} as const;
