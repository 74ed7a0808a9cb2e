/** Desk requests, which need a second operator: own prices far above the fair ones, more bets at own prices, and higher liability limits. */
import { z } from 'zod';
import { byId, Cursor, common, Id, Instant, Page, reasoned, route } from '../contract.ts';
import { AmountMinor, BalanceMinor } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { decisionStatuses, deskRefusals, limitScopes } from './desk.ts';
import { offerRefusals } from './offer.ts';
import { OperatorBet, settlementRefusals } from './settlement.ts';

export const DeskChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prices'),
    prices: z.array(z.object({ selectionId: Id, name: z.string(), oddsMilli: OddsMilli })),
    /** The highest ratio of a price to its fair price at the request; null if the feed did not price the market. */
    ratio: z.number().nullable(),
  }),
  /** The expected loss of bets at own prices reached what their operator may decide alone that day. */
  z.object({ kind: z.literal('own_loss'), movedMinor: BalanceMinor }),
  z.object({
    kind: z.literal('limit'),
    scope: z.enum(limitScopes),
    id: z.string(),
    /** Null if the scope had no limit of its own, or will have none. */
    fromMinor: AmountMinor.nullable(),
    maxLiabilityMinor: AmountMinor.nullable(),
  }),
]);
export type DeskChange = z.infer<typeof DeskChange>;

export const DeskRequest = z.object({
  id: Id,
  marketId: Id.nullable(),
  fixtureId: Id.nullable(),
  /** The market with its fixture, or the scope of the limit. */
  name: z.string(),
  change: DeskChange,
  reason: z.string(),
  status: z.enum(decisionStatuses),
  requestedBy: Id,
  requestedAt: Instant,
  decidedBy: Id.nullable(),
  decidedAt: Instant.nullable(),
  withdrawnReason: z.string().nullable(),
  /** Whether the operator who reads it may approve it. */
  mayApprove: z.boolean(),
});
export type DeskRequest = z.infer<typeof DeskRequest>;

const write = { access: { operator: 'betting' } } as const;

export const deskRequestRoutes = {
  deskRequests: route('GET /api/admin/betting/requests', {
    summary:
      'Lists requests for own prices, more bets at own prices and higher limits, pending or decided, newest first',
    access: { operator: 'betting.read' },
    query: z.strictObject({ status: z.enum(decisionStatuses).optional(), cursor: Cursor }),
    reply: Page(DeskRequest),
  }),
  approveDeskRequest: route('POST /api/admin/betting/requests/:id/approve', {
    summary:
      'Approves and applies a request as the second operator; own prices are checked against the current fair prices',
    ...write,
    stepUp: true,
    params: byId,
    reply: DeskRequest,
    refusals: [
      common.notFound,
      common.secondOperatorNeeded,
      deskRefusals.alreadyDecided,
      deskRefusals.previewChanged,
      offerRefusals.marketState,
      common.stepUpRequired,
    ],
  }),
  withdrawDeskRequest: route('POST /api/admin/betting/requests/:id/withdraw', {
    summary: 'Withdraws or declines a request',
    ...write,
    params: byId,
    body: reasoned,
    reply: DeskRequest,
    refusals: [common.notFound, deskRefusals.alreadyDecided, common.cardNumber],
  }),
  releaseSale: route('POST /api/admin/betting/bets/:id/cash-out/release', {
    summary:
      'Lets a bet taken at own prices be cashed out above its stake, approved by a second operator who did not set the prices',
    ...write,
    stepUp: true,
    params: byId,
    body: reasoned,
    reply: OperatorBet,
    refusals: [
      common.notFound,
      settlementRefusals.nothingWaits,
      common.secondOperatorNeeded,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
} as const;
