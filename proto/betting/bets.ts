/**
 * Bets: placing and reading them, and the events on which wallet pays them out.
 * `dueMinor` of an event is the total that the bet must have paid out by that version; versions count per bet.
 */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, ofPlayer, Page, refusal, route } from '../contract.ts';
import { DeadHeat } from '../feed.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { PlayPeriod } from '../play-figures.ts';
import { fieldMessages } from '../texts.ts';
import { freeBetRefusals, ledgerRefusals } from '../wallet/ledger.ts';
import { VoidReason } from './incidents.ts';
import { betRules } from './rules.ts';

export const betRefusals = {
  /** params: {prices: [{selectionId, oddsMilli}]}, the current odds of the legs */
  priceChanged: refusal('price_changed', 409, 'The odds have changed'),
  marketClosed: refusal('market_closed', 409, 'This market is not open for bets'),
  stakeTooSmall: refusal('stake_too_small', 422, 'The minimum stake is {minimum}'),
  /** Two legs of one fixture, in whichever markets: their outcomes depend on each other. params: {selectionIds} */
  relatedLegs: refusal('related_legs', 422, 'Selections from the same event cannot be combined. Remove one of them.'),
  tooManyLegs: refusal('too_many_legs', 422, 'A bet can have at most {maximum} selections. Remove one of them.'),
  oddsTooLong: refusal(
    'odds_too_long',
    422,
    'The combined odds are above the maximum of {maximum}. Remove a selection.',
  ),
  /** params: {lines, belowMinor, aboveMinor}: the nearest stakes that divide equally over the lines */
  stakeNotDivisible: refusal(
    'stake_not_divisible',
    422,
    'The stake must divide evenly over {lines} lines: {below} or {above}',
  ),
  maxPayout: refusal('max_payout', 422, 'This bet would raise your potential payouts today above {maximum}'),
  exposureLimit: refusal(
    'exposure_limit',
    422,
    'We cannot accept this stake on this selection. The maximum is {maximum}.',
  ),
  betTypeUnavailable: refusal('bet_type_unavailable', 422, 'This type of bet is not offered'),
  /** Never thrown. It is the rejection reason of a bet that was not decided in time. */
  betTimedOut: refusal('bet_timed_out', 503, 'We could not take this bet in time. Your stake is returned.'),
  betDecided: refusal('bet_decided', 409, 'This bet is {status}'),
} as const;

export const betStatuses = [
  'pending',
  'accepted',
  'rejected',
  'won',
  'lost',
  'void',
  'half_won',
  'half_lost',
  'cashed_out',
] as const;

export const BetStatus = z.enum(betStatuses);
export type BetStatus = z.infer<typeof BetStatus>;

export const LegStatus = z.enum(['open', 'won', 'lost', 'void', 'half_won', 'half_lost']);

export const BetLeg = z.object({
  selectionId: Id,
  fixtureId: Id,
  marketId: Id,
  fixture: z.string(),
  market: z.string(),
  selection: z.string(),
  oddsMilli: OddsMilli,
  status: LegStatus,
  /** Only for a leg that won in a dead heat. */
  deadHeat: DeadHeat.optional(),
  /** Only for a void leg. */
  voidReason: VoidReason.optional(),
});

export const BetType = z.enum(['single', 'accumulator', 'system']);

/** A leg of a bet that was rejected after its delay: the price at placement, and the price at the rejection if the selection was still on offer. */
export const RejectedLeg = z.object({ selectionId: Id, oddsMilli: OddsMilli, newOddsMilli: OddsMilli.optional() });
export type RejectedLeg = z.infer<typeof RejectedLeg>;

export const Bet = z.object({
  id: Id,
  type: BetType,
  /** Only for a system: its id, and the number of lines that share the stake. */
  system: z.string().optional(),
  lines: z.int().optional(),
  status: BetStatus,
  stakeMinor: AmountMinor,
  oddsMilli: z.int(),
  potentialPayoutMinor: BalanceMinor,
  payoutMinor: BalanceMinor.optional(),
  currency: PlayCurrency,
  /** Paid with a free bet: winnings do not include the stake. */
  freeBet: z.boolean(),
  /** The amount cashed out so far, and the stake that is still open. */
  cashedOutMinor: BalanceMinor,
  openStakeMinor: BalanceMinor,
  /** Automatic cash-out: the whole bet is cashed out as soon as it is worth this much. */
  autoCashOutMinor: AmountMinor.optional(),
  placedAt: Instant,
  acceptedAt: Instant.optional(),
  settledAt: Instant.optional(),
  /** Why a bet was not accepted. After a rejection at the end of the delay, `legs` has the current price of every leg, so that the bet can be offered again. */
  rejection: z
    .object({
      code: z.string(),
      message: z.string(),
      /** The values for the placeholders of the message. */
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      legs: z.array(RejectedLeg).optional(),
    })
    .optional(),
  legs: z.array(BetLeg),
});
export type Bet = z.infer<typeof Bet>;

export const PricePolicy = z.enum(['none', 'better', 'any']);

export const PlaceBet = z.strictObject({
  type: BetType,
  stakeMinor: AmountMinor,
  currency: Currency,
  pricePolicy: PricePolicy,
  /** Only with the price policy `any`: the largest share s of the winnings that the player gives up. Below odds of 1 + (odds - 1)(1 - s) the bet is refused. */
  tolerance: z.number().min(0).max(1).optional(),
  legs: z
    .array(z.strictObject({ selectionId: Id, oddsMilli: OddsMilli }))
    .min(1, fieldMessages.slipEmpty)
    .max(betRules.maxLegsRead),
  /** Only for a system: "2/3" to "19/20", or a name: trixie, patent, yankee, lucky15, canadian, lucky31, heinz, lucky63, superheinz, goliath. */
  system: z.string().max(20).optional(),
  freeBetClaimId: Id.optional(),
});
export type PlaceBet = z.infer<typeof PlaceBet>;

export const betMomentKinds = [
  'placed',
  'accepted',
  'rejected',
  'leg',
  'settled',
  'resettled',
  'voided',
  'cashed_out',
  'auto_cash_out_set',
  'by_hand',
] as const;

export const BetMoment = z.object({
  at: Instant,
  kind: z.enum(betMomentKinds),
  status: BetStatus.optional(),
  /** Only for a leg: its selection and its result. */
  selectionId: Id.optional(),
  legStatus: LegStatus.optional(),
  deadHeat: DeadHeat.optional(),
  amountMinor: BalanceMinor.optional(),
  /** The part of the stake that a cash-out closed. */
  stakeMinor: AmountMinor.optional(),
  reason: z.string().optional(),
});
export type BetMoment = z.infer<typeof BetMoment>;

/** Counts of a player's bets, by the period in which they were placed. Rejected bets do not count. Wallet has the amounts. */
export const BetStats = z.object({
  period: PlayPeriod,
  bets: z.int(),
  openBets: z.int(),
  /** Bets won or half won, including those that returned less than their stake. */
  won: z.int(),
  /** Bets lost or half lost. */
  lost: z.int(),
  void: z.int(),
  /** Cashed out in full; these are neither won nor lost. */
  cashedOut: z.int(),
  /** The highest odds of a won bet. */
  bestOddsMilli: z.int().nullable(),
  /** Won bets that paid more than five times their stake. */
  bigWins: z.int().optional(),
  /** The highest payout of a won bet per unit of its stake. */
  bestMultiplier: z.number().nullable().optional(),
});
export type BetStats = z.infer<typeof BetStats>;

/** The share of decided bets that won; null before the first one. Bets that are open, void or cashed out are not decided. */
export function winRate({ won, lost }: Pick<BetStats, 'won' | 'lost'>): number | null {
  return won + lost > 0 ? won / (won + lost) : null;
}

export const betRoutes = {
  placeBet: route('POST /api/betting/bets', {
    summary: 'Places a bet; a repeat under the same key returns the same bet in its current state',
    access: 'player',
    keyed: true,
    body: PlaceBet,
    reply: Bet,
    status: 201,
    refusals: [
      betRefusals.priceChanged,
      betRefusals.marketClosed,
      betRefusals.stakeTooSmall,
      betRefusals.maxPayout,
      betRefusals.exposureLimit,
      betRefusals.betTypeUnavailable,
      betRefusals.relatedLegs,
      betRefusals.tooManyLegs,
      betRefusals.oddsTooLong,
      betRefusals.stakeNotDivisible,
      ledgerRefusals.currencyNotAccepted,
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.bonusMaxStake,
      ledgerRefusals.limitExceeded,
      ledgerRefusals.excluded,
      ledgerRefusals.identityRequired,
      ledgerRefusals.realityCheck,
      ledgerRefusals.accountNotActive,
      ...Object.values(freeBetRefusals),
      ledgerRefusals.stopped,
      common.notFound,
      common.busy,
    ],
  }),
  bets: route('GET /api/betting/bets', {
    summary: "The player's bets, newest first",
    access: 'player',
    query: z.strictObject({
      status: z.union([BetStatus, z.enum(['open', 'settled'])]).optional(),
      type: BetType.optional(),
      from: Instant.optional(),
      until: Instant.optional(),
      q: z.string().max(100).optional(),
      cursor: Cursor,
    }),
    reply: Page(Bet),
  }),
  bet: route('GET /api/betting/bets/:id', {
    summary: 'One bet of the player',
    access: 'player',
    params: byId,
    reply: Bet,
    refusals: [common.notFound],
  }),
  betOfPlayer: route('GET /api/admin/betting/players/:playerId/bets/:id', {
    summary: 'A bet as its player sees it, for the operator who answers a ticket about it',
    access: { operator: 'tickets.read' },
    params: ofPlayer,
    reply: Bet,
    refusals: [common.notFound],
  }),
  betTimeline: route('GET /api/betting/bets/:id/timeline', {
    summary: 'Everything that happened to a bet, oldest first',
    access: 'player',
    params: byId,
    reply: z.object({ items: z.array(BetMoment) }),
    refusals: [common.notFound],
  }),
  betStats: route('GET /api/betting/stats', {
    summary: 'Counts the bets a player placed in a period, by result',
    access: 'player',
    query: z.strictObject({ period: PlayPeriod.optional() }),
    reply: BetStats,
  }),
} as const;

const BetChange = z.object({
  betId: Id,
  playerId: Id,
  currency: PlayCurrency,
  version: z.int().min(1),
  stakeMinor: AmountMinor,
  /** The total that the bet must have paid out by this version, stake included. */
  dueMinor: BalanceMinor,
  /** The part of the stake cashed out so far; results no longer affect it. */
  closedStakeMinor: BalanceMinor.optional(),
  status: BetStatus,
  book: z.enum(['real', 'play']),
});

/** `wager`: the fields by which promotions count a bet. Events of earlier releases do not have it. */
const Decided = BetChange.extend({
  wager: z
    .object({
      placedAt: Instant,
      /** Total odds. */
      oddsMilli: z.int(),
      /** The sports of its legs, each once. */
      sports: z.array(z.string()),
      freeBetClaimId: Id.optional(),
      /** The part of the open stake that was at risk, given the player's other bets on the same fixtures. Absent while the bet is open or void. */
      atRiskMinor: BalanceMinor.optional(),
    })
    .optional(),
});

const LegPlace = z.object({
  fixtureId: z.string(),
  marketId: z.string(),
  selectionId: z.string(),
  sport: z.string(),
  oddsMilli: z.int().optional(),
  isLive: z.boolean().optional(),
});

const toPlayer = { player: 'playerId' };

export const betEvents = {
  betPlaced: event('betting', 'BetPlaced', {
    summary: 'A bet was placed and its stake taken.',
    /** `isLive`: a leg is live, so the bet waits for its acceptance delay. Events of earlier releases do not have it. */
    data: BetChange.extend({ isLive: z.boolean().optional() }),
    audience: toPlayer,
  }),
  betAccepted: event('betting', 'BetAccepted', {
    summary: 'A bet was accepted.',
    data: BetChange.extend({ legs: z.array(LegPlace).optional() }),
    audience: toPlayer,
  }),
  betRejected: event('betting', 'BetRejected', {
    summary: 'A bet was rejected. dueMinor is the stake, which wallet refunds if it had taken it.',
    data: BetChange.extend({ code: z.string(), legs: z.array(RejectedLeg).optional() }),
    audience: toPlayer,
  }),
  betSettled: event('betting', 'BetSettled', {
    summary: 'A bet was settled by results or by an operator.',
    data: Decided,
    audience: toPlayer,
  }),
  betVoided: event('betting', 'BetVoided', {
    summary: 'A bet was voided; its stake is refunded.',
    data: Decided,
    audience: toPlayer,
  }),
  betCashedOut: event('betting', 'BetCashedOut', {
    summary: 'A player cashed out a bet, or a part of it.',
    data: BetChange,
    audience: toPlayer,
  }),
  betResettled: event('betting', 'BetResettled', {
    summary: 'The result of a settled bet changed; the difference is posted.',
    data: Decided,
    audience: toPlayer,
  }),
  betAtRiskChanged: event('betting', 'BetAtRiskChanged', {
    summary:
      'Another bet of the player was voided, cashed out or corrected, so another part of this decided bet was at risk. Its result and payout are unchanged.',
    data: Decided,
  }),
} as const;
