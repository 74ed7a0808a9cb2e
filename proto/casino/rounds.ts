/**
 * Rounds: play one, act on an open hand, read it again; and the events at its end.
 * A round's outcome is shown to nobody before its stake is taken.
 */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, ofPlayer, Page, refusal, route } from '../contract.ts';
import { Jurisdiction } from '../countries.ts';
import { BaccaratOutcome, BaccaratWager } from '../games/baccarat.ts';
import { BlackjackOutcome, BlackjackWager, HandAction } from '../games/blackjack.ts';
import { GameId } from '../games/catalogue.ts';
import { LotteryOutcome, LotteryWager } from '../games/lottery.ts';
import { RouletteOutcome, RouletteWager } from '../games/roulette.ts';
import { SlotOutcome, SlotWager } from '../games/slots.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { book, ledgerRefusals } from '../wallet/ledger.ts';
import { ClientSeed, fairnessRefusals, SeedHash, ServerSeed } from './fairness.ts';
import { byGame, GameRules, gameRefusals } from './games.ts';

export const roundRefusals = {
  /** params: {minimumMinor, maximumMinor, stakeMinor}: of the round, without side bets */
  wagerOutOfRange: refusal('wager_out_of_range', 422, 'This bet is outside the limits of the game'),
  /** params: {maximumMinor}: the most that the house pays for one round, without the jackpot */
  maxPayout: refusal('max_payout', 422, 'This bet could pay more than the maximum payout per round', 'round'),
  /** params: {retryAfterMs} */
  tooSoon: refusal('too_soon', 429, 'Please wait a moment before the next round'),
  /** The hand does not allow this action now: it is settled, has changed since the caller saw it, or has an action under way. */
  notYourTurn: refusal('not_your_turn', 409, 'This action is not available on this hand now'),
} as const;

export const wagers = {
  'mega-fortune-slots': SlotWager,
  'premium-roulette': RouletteWager,
  'professional-blackjack': BlackjackWager,
  'elite-baccarat': BaccaratWager,
  'prize-lottery': LotteryWager,
} as const satisfies Record<GameId, z.ZodType>;
export const outcomes = {
  'mega-fortune-slots': SlotOutcome,
  'premium-roulette': RouletteOutcome,
  'professional-blackjack': BlackjackOutcome,
  'elite-baccarat': BaccaratOutcome,
  'prize-lottery': LotteryOutcome,
} as const satisfies Record<GameId, z.ZodType>;
export type WagerOf<G extends GameId> = z.infer<(typeof wagers)[G]>;
export type OutcomeOf<G extends GameId> = z.infer<(typeof outcomes)[G]>;

const Wager = z.union(Object.values(wagers));
const Outcome = z.union(Object.values(outcomes));

export const roundStatuses = ['open', 'settled', 'void'] as const;

export const Round = z.object({
  id: Id,
  gameId: GameId,
  gameVersion: z.int().min(1),
  status: z.enum(roundStatuses),
  wager: Wager,
  /** The total stake: the wager, and the stakes that doubles and splits added. */
  wagerMinor: AmountMinor,
  /** The total payout with stake and jackpot. It is 0 while the round is open, and the wager of a void round. */
  payoutMinor: BalanceMinor,
  currency: PlayCurrency,
  outcome: Outcome,
  /** The actions that were taken, in order. */
  actions: z.array(HandAction),
  serverSeedHash: SeedHash,
  /** Present once the seed was rotated. */
  serverSeed: ServerSeed.optional(),
  clientSeed: ClientSeed,
  nonce: z.int().min(1),
  jurisdiction: Jurisdiction,
  createdAt: Instant,
  settledAt: Instant.optional(),
});
export type Round = z.infer<typeof Round>;

/** A round of one game, with the types of its wager and outcome. */
export type RoundOf<G extends GameId> = Omit<Round, 'gameId' | 'wager' | 'outcome'> & {
  gameId: G;
  wager: WagerOf<G>;
  outcome: OutcomeOf<G>;
};

export const isRoundOf = <G extends GameId>(round: Round, gameId: G): round is Round & RoundOf<G> =>
  round.gameId === gameId;

const stakeRefusals = [
  ledgerRefusals.insufficientBalance,
  ledgerRefusals.bonusMaxStake,
  ledgerRefusals.limitExceeded,
  ledgerRefusals.excluded,
  ledgerRefusals.identityRequired,
  ledgerRefusals.realityCheck,
  ledgerRefusals.accountNotActive,
  ledgerRefusals.stopped,
  common.busy,
];

export const roundRoutes = {
  play: route('POST /api/casino/games/:id/rounds', {
    summary: 'Plays a round; a repeat under the same key returns the same round in its current state',
    access: 'player',
    keyed: true,
    params: byGame,
    body: z.strictObject({ wager: z.record(z.string(), z.unknown()).meta({ description: 'by game: see its wager' }) }),
    reply: Round,
    status: 201,
    refusals: [
      common.notFound,
      gameRefusals.gameInactive,
      roundRefusals.wagerOutOfRange,
      roundRefusals.maxPayout,
      roundRefusals.tooSoon,
      fairnessRefusals.roundOpen,
      ...stakeRefusals,
    ],
  }),
  act: route('POST /api/casino/rounds/:id/actions', {
    summary: 'Plays an action on an open hand',
    access: 'player',
    keyed: true,
    params: byId,
    body: z.strictObject({
      action: HandAction,
      /** The number of actions that the caller has seen. If the hand has more by now, the action is refused. */
      after: z.int().min(0).optional(),
    }),
    reply: Round,
    refusals: [common.notFound, roundRefusals.notYourTurn, ...stakeRefusals],
  }),
  rounds: route('GET /api/casino/rounds', {
    summary: "The player's rounds, newest first",
    access: 'player',
    query: z.strictObject({
      game: GameId.optional(),
      status: z.enum(roundStatuses).optional(),
      q: z.string().max(100).optional(),
      cursor: Cursor,
    }),
    reply: Page(Round),
  }),
  round: route('GET /api/casino/rounds/:id', {
    summary: 'One round of the player, with the rules of its version',
    access: 'player',
    params: byId,
    reply: Round.extend({ rules: GameRules }),
    refusals: [common.notFound],
  }),
  roundOfPlayer: route('GET /api/admin/casino/players/:playerId/rounds/:id', {
    summary: 'A round as its player sees it, for the operator who answers a ticket about it',
    access: { operator: 'tickets.read' },
    params: ofPlayer,
    reply: Round.extend({ rules: GameRules }),
    refusals: [common.notFound],
  }),
} as const;

export const roundEvents = {
  roundSettled: event('casino', 'RoundSettled', {
    summary: 'A round was settled or voided. A void returns the stake and takes the payout back.',
    data: z.object({
      roundId: Id,
      playerId: Id,
      gameId: GameId,
      gameVersion: z.int(),
      currency: PlayCurrency,
      status: z.enum(['settled', 'void']),
      wagerMinor: AmountMinor,
      payoutMinor: BalanceMinor,
      jurisdiction: Jurisdiction,
      book,
      /** When its first stake was placed. */
      createdAt: Instant.optional(),
      /** The part of the wager that was at risk, over all of its bets. Absent for a void round. */
      atRiskMinor: BalanceMinor.optional(),
    }),
    audience: { player: 'playerId' },
  }),
  jackpotWon: event('casino', 'JackpotWon', {
    summary: 'A round won the progressive jackpot.',
    data: z.object({
      roundId: Id,
      playerId: Id,
      gameId: GameId,
      currency: PlayCurrency,
      amountMinor: AmountMinor,
      book,
    }),
    audience: { player: 'playerId', operators: 'casino.read' },
  }),
} as const;
