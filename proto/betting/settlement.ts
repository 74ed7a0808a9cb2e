/** Bets as operators see them, and settling by hand. A settlement that moves much money needs a second operator. */
import { z } from 'zod';
import { byId, Cursor, common, Id, Instant, Page, Reason, reasoned, refusal, route } from '../contract.ts';
import { BalanceMinor } from '../money.ts';
import { Bet, BetMoment, BetStatus, betRefusals } from './bets.ts';
import { BetOrigin } from './origins.ts';

export const settlementRefusals = {
  /** The bet would no longer pay the previewed amount. params: {payoutMinor} */
  payoutChanged: refusal('payout_changed', 409, 'The payout of this bet has changed. Please review it again.'),
  /** The match of an undecided leg is neither over nor cancelled, so nobody can know its result yet. */
  fixtureNotOver: refusal(
    'fixture_not_over',
    409,
    'This match is not over yet. Until then the bet can only be settled as void.',
  ),
  nothingWaits: refusal('nothing_waits', 409, 'Nothing is waiting for a second operator here any more'),
} as const;

/** The result that an operator gives to the open legs of a bet. */
export const ByHandResult = z.enum(['won', 'lost', 'void']);
export type ByHandResult = z.infer<typeof ByHandResult>;

/** A pending settlement by hand: it applies once another operator settles the bet the same way. */
export const HandRequest = z.object({
  result: ByHandResult,
  /** The total that the bet would have paid after it. If that has changed, the request is void. */
  payoutMinor: BalanceMinor,
  requestedBy: Id,
  reason: z.string(),
  requestedAt: Instant,
  /** Whether the operator who reads it may approve this settlement as the second operator. */
  mayApprove: z.boolean().optional(),
});
export type HandRequest = z.infer<typeof HandRequest>;

export const OperatorBet = Bet.extend({
  playerId: Id,
  book: z.enum(['real', 'play']),
  /** The settlement that waits for a second operator. */
  handRequest: HandRequest.optional(),
  /** A leg was taken at own prices: cash-out pays at most the stake until an operator who did not set them releases it. */
  saleCap: z.object({ setBy: z.array(Id), mayRelease: z.boolean() }).optional(),
  /** The operator who released it. */
  saleReleasedBy: Id.optional(),
});
export type OperatorBet = z.infer<typeof OperatorBet>;

/** The operators' decision behind an entry in a bet's timeline. */
export const MomentDecision = z.object({
  kind: z.enum(['result', 'void', 'release', 'by_hand']),
  requestedBy: Id,
  /** The second operator, where one was needed. */
  approvedBy: Id.nullable(),
  reason: z.string(),
});

export const OperatorMoment = BetMoment.extend({ decision: MomentDecision.optional() });
export type OperatorMoment = z.infer<typeof OperatorMoment>;

const read = { access: { operator: 'betting.read' } } as const;
const write = { access: { operator: 'betting' } } as const;

export const settlementRoutes = {
  operatorBets: route('GET /api/admin/betting/bets', {
    summary:
      'Bets of all players, newest first; `q` matches ids and names in the legs. A page may be short and still have a next one, when the search stopped early',
    ...read,
    query: z.strictObject({
      q: z.string().max(100).optional(),
      status: z.union([BetStatus, z.enum(['open', 'settled'])]).optional(),
      playerId: Id.optional(),
      fixtureId: Id.optional(),
      marketId: Id.optional(),
      minStakeMinor: z.coerce.number().int().min(0).optional(),
      /** Only bets whose settlement by hand waits for a second operator. */
      waits: z.literal('true').optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorBet),
  }),
  operatorBet: route('GET /api/admin/betting/bets/:id', {
    summary: 'One bet with its timeline, and the address and browser it was placed from, kept for 400 days',
    ...read,
    params: byId,
    reply: OperatorBet.extend({
      timeline: z.array(OperatorMoment),
      origin: BetOrigin.optional(),
      /** By hand it can only be settled as void now: the match of an undecided leg is neither over nor cancelled. */
      voidOnly: z.boolean().optional(),
    }),
    refusals: [common.notFound],
  }),
  previewSettlement: route('POST /api/admin/betting/bets/:id/settle/preview', {
    summary: 'Previews settling one bet by hand',
    ...write,
    params: byId,
    body: z.strictObject({ result: ByHandResult }),
    reply: z.object({
      status: BetStatus,
      /** The total that the bet would have paid, and what it has paid so far. */
      payoutMinor: BalanceMinor,
      paidMinor: BalanceMinor,
      needsSecond: z
        .boolean()
        .optional()
        .meta({ description: 'true if this would only request the approval of a second operator' }),
    }),
    refusals: [common.notFound, betRefusals.betDecided, settlementRefusals.fixtureNotOver],
  }),
  settleBet: route('POST /api/admin/betting/bets/:id/settle', {
    summary:
      'Settles the open legs of one bet by hand, or changes legs settled by hand; a large amount waits until a second operator settles it the same way (202)',
    ...write,
    stepUp: true,
    params: byId,
    /** `payoutMinor` is the previewed payout; the bet is not settled if it has changed. */
    body: z.strictObject({ result: ByHandResult, reason: Reason, payoutMinor: BalanceMinor.optional() }),
    reply: OperatorBet,
    also: 202,
    refusals: [
      common.notFound,
      betRefusals.betDecided,
      settlementRefusals.fixtureNotOver,
      settlementRefusals.payoutChanged,
      common.secondOperatorNeeded,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  withdrawHandRequest: route('POST /api/admin/betting/bets/:id/settle/withdraw', {
    summary: 'Withdraws or declines a settlement by hand that waits for a second operator',
    ...write,
    params: byId,
    body: reasoned,
    reply: OperatorBet,
    refusals: [common.notFound, settlementRefusals.nothingWaits, common.cardNumber],
  }),
} as const;
