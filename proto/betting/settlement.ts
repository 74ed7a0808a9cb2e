/** Bets as operators read them and settle them by hand. A settlement that moves much money needs a second operator. */
import { z } from 'zod';
import { byId, Cursor, common, Id, Instant, Page, Reason, reasoned, refusal, route } from '../contract.ts';
import { BalanceMinor } from '../money.ts';
import { Bet, BetMoment, BetStatus, betRefusals } from './bets.ts';

export const settlementRefusals = {
  /** The bet would pay something else than was shown. params: {payoutMinor} */
  payoutChanged: refusal('payout_changed', 409, 'This bet would pay something else by now. Please look at it again.'),
  nothingWaits: refusal('nothing_waits', 409, 'Nothing waits for a second operator here any more'),
} as const;

/** The result an operator gives to the open legs of a bet. */
export const ByHandResult = z.enum(['won', 'lost', 'void']);
export type ByHandResult = z.infer<typeof ByHandResult>;

/** That a bet be settled by hand, which waits until another operator settles it the same way. */
export const HandRequest = z.object({
  result: ByHandResult,
  /** All that the bet would then have paid; where that is another by now, the request is of no use. */
  payoutMinor: BalanceMinor,
  requestedBy: Id,
  reason: z.string(),
  requestedAt: Instant,
});
export type HandRequest = z.infer<typeof HandRequest>;

export const OperatorBet = Bet.extend({
  playerId: Id,
  book: z.enum(['real', 'play']),
  /** What waits for a second operator. */
  handRequest: HandRequest.optional(),
});
export type OperatorBet = z.infer<typeof OperatorBet>;

const read = { access: { operator: 'betting.read' } } as const;
const write = { access: { operator: 'betting' } } as const;

export const settlementRoutes = {
  operatorBets: route('GET /api/admin/betting/bets', {
    summary:
      'Bets of all players, newest first; q finds ids and names in the legs. A page that is not full and has a next one stopped before older bets: go on from there',
    ...read,
    query: z.strictObject({
      q: z.string().max(100).optional(),
      status: z.union([BetStatus, z.enum(['open', 'settled'])]).optional(),
      playerId: Id.optional(),
      fixtureId: Id.optional(),
      marketId: Id.optional(),
      minStakeMinor: z.coerce.number().int().min(0).optional(),
      /** Only those that wait for a second operator to settle them by hand. */
      waits: z.literal('true').optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorBet),
  }),
  operatorBet: route('GET /api/admin/betting/bets/:id', {
    summary: 'One bet with everything that happened to it',
    ...read,
    params: byId,
    reply: OperatorBet.extend({ timeline: z.array(BetMoment) }),
    refusals: [common.notFound],
  }),
  previewSettlement: route('POST /api/admin/betting/bets/:id/settle/preview', {
    summary: 'What settling one bet by hand would make of it',
    ...write,
    params: byId,
    body: z.strictObject({ result: ByHandResult }),
    reply: z.object({
      status: BetStatus,
      /** All that the bet has then paid, and what it has paid by now. */
      payoutMinor: BalanceMinor,
      paidMinor: BalanceMinor,
      needsSecond: z.boolean().optional().meta({ description: 'where settling it so would only request the same of another operator' }),
    }),
    refusals: [common.notFound, betRefusals.betDecided],
  }),
  settleBet: route('POST /api/admin/betting/bets/:id/settle', {
    summary:
      'Settles the open legs of one bet by hand, or those that were settled by hand another way; where much moves it is kept until a second operator settles it the same way (202)',
    ...write,
    stepUp: true,
    params: byId,
    /** The payout that was previewed: the bet is left alone where it would be another. */
    body: z.strictObject({ result: ByHandResult, reason: Reason, payoutMinor: BalanceMinor.optional() }),
    reply: OperatorBet,
    also: 202,
    refusals: [
      common.notFound,
      betRefusals.betDecided,
      settlementRefusals.payoutChanged,
      common.secondOperatorNeeded,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  withdrawHandRequest: route('POST /api/admin/betting/bets/:id/settle/withdraw', {
    summary: 'Takes back, or declines, that a bet be settled by hand, while it waits for a second operator',
    ...write,
    params: byId,
    body: reasoned,
    reply: OperatorBet,
    refusals: [common.notFound, settlementRefusals.nothingWaits, common.cardNumber],
  }),
} as const;
