/** Rates and conversions. A quote binds the house for `quoteSeconds` and converts once. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, Reason, refusal, request, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency, SignedMinor } from '../money.ts';
import { Amount } from './forms.ts';
import { ledgerRefusals } from './ledger.ts';

export const exchangeRefusals = {
  quoteExpired: refusal('quote_expired', 409, 'This rate has expired. Please ask for a new one.'),
  quoteUsed: refusal('quote_used', 409, 'This quote has already been used'),
  quoteUnknown: refusal('not_found', 404, 'Quote not found', 'quote'),
  sameCurrency: refusal('same_currency', 422, 'Please choose two different currencies'),
  amountTooSmall: refusal('amount_too_small', 422, 'This amount is too small to convert'),
  rateChangeUnknown: refusal('not_found', 404, 'Rate change not found', 'rate_change'),
  /** params: {status} */
  rateChangeDecided: refusal('already_decided', 409, 'This rate change was already {status}', 'rate_change'),
  rateMoved: refusal('rate_moved', 409, 'The rate of this pair has changed since. Please request the change again.'),
  rateUnfair: refusal('rate_unfair', 422, 'This rate would let players profit by converting back and forth'),
} as const;

/** `rate` is after the spread, `midRate` before it. The player receives amount x rate, rounded down. */
export const Rate = z.object({
  from: Currency,
  to: Currency,
  rate: z.number(),
  midRate: z.number(),
  changedAt: Instant,
  /** False if money cannot be converted at it now, because it is too old or was never set by an operator. It is still used to value money for limits. */
  available: z.boolean().optional(),
});
export type Rate = z.infer<typeof Rate>;

export const Quote = z.object({
  quoteId: Id,
  from: Currency,
  to: Currency,
  amountMinor: AmountMinor,
  rate: z.number(),
  midRate: z.number(),
  spreadMinor: BalanceMinor.meta({ description: 'what the spread costs, in the target currency' }),
  receiveMinor: AmountMinor,
  expiresAt: Instant,
});
export type Quote = z.infer<typeof Quote>;

export const Conversion = z.object({
  id: Id,
  quoteId: Id,
  from: Currency,
  to: Currency,
  amountMinor: AmountMinor,
  receiveMinor: AmountMinor,
  rate: z.number(),
  createdAt: Instant,
});
export type Conversion = z.infer<typeof Conversion>;

export const RateRow = z.object({
  from: Currency,
  to: Currency,
  rate: z.number(),
  changedAt: Instant,
  changedBy: Id.nullable(),
  /** False if money cannot be converted at it until an operator sets it. `changedBy` is null if none ever did. */
  available: z.boolean().optional(),
});
export type RateRow = z.infer<typeof RateRow>;

export const rateChangeStatuses = ['pending', 'approved', 'rejected'] as const;

/** A rate change that needs a second operator. */
export const RateChange = z.object({
  id: Id,
  from: Currency,
  to: Currency,
  rate: z.number(),
  /** The rate of the pair at the request, null if there was none. The approval is refused if the rate has changed since. */
  before: z.number().nullable(),
  reason: z.string(),
  status: z.enum(rateChangeStatuses),
  requestedBy: Id,
  createdAt: Instant,
  decidedBy: Id.optional(),
  rejectionReason: z.string().optional(),
  decidedAt: Instant.optional(),
  /** Whether the operator who reads it may approve it; only while it waits. */
  mayApprove: z.boolean().optional(),
});
export type RateChange = z.infer<typeof RateChange>;

/** The rate that was set, or the pending change. A pending change has an `id`, and `changedAt` is the time of the request. */
export const RateAnswer = RateRow.extend(RateChange.omit({ from: true, to: true, rate: true }).partial().shape);

export const exchangeRoutes = {
  rates: route('GET /api/wallet/rates', {
    summary: 'Current rates, after the spread',
    access: 'open',
    reply: z.object({ spreadBp: z.int(), at: Instant, items: z.array(Rate) }),
  }),
  quote: route('POST /api/wallet/conversions/quote', {
    summary: 'Quotes a conversion, valid for 30 seconds',
    access: 'player',
    body: z.strictObject({ from: Currency, to: Currency, amountMinor: Amount }),
    reply: Quote,
    refusals: [
      exchangeRefusals.sameCurrency,
      ledgerRefusals.insufficientBalance,
      exchangeRefusals.amountTooSmall,
      ledgerRefusals.rateUnavailable,
      ledgerRefusals.accountNotActive,
    ],
  }),
  convert: route('POST /api/wallet/conversions', {
    summary: 'Converts at a quote, which can be used once',
    access: 'player',
    keyed: true,
    body: z.strictObject({ quoteId: Id }),
    reply: Conversion,
    status: 201,
    refusals: [
      exchangeRefusals.quoteUnknown,
      exchangeRefusals.quoteExpired,
      exchangeRefusals.quoteUsed,
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.accountNotActive,
      ledgerRefusals.stopped,
    ],
  }),
  operatorRates: route('GET /api/admin/wallet/rates', {
    summary: 'Rates before the spread, with the operator who set them and when',
    access: { operator: 'wallet.read' },
    reply: z.object({ spreadBp: z.int(), items: z.array(RateRow) }),
  }),
  setRate: route('PUT /api/admin/wallet/rates', {
    summary:
      'Sets one rate; refused if converting there and back would yield a gain. Changes that add up to more than 3 % within 24 hours, and the first rate of a pair, wait for another operator (202); a new change replaces the waiting one of its pair',
    access: { operator: 'rates' },
    stepUp: true,
    body: z.strictObject({ from: Currency, to: Currency, rate: z.number().positive().max(1e12), reason: Reason }),
    reply: RateAnswer,
    also: 202,
    refusals: [exchangeRefusals.sameCurrency, exchangeRefusals.rateUnfair, common.cardNumber, common.stepUpRequired],
  }),
  rateChanges: route('GET /api/admin/wallet/rates/changes', {
    summary: 'Lists rate changes that needed a second operator, newest first',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ status: z.enum(rateChangeStatuses).optional(), cursor: Cursor }),
    reply: Page(RateChange),
  }),
  approveRateChange: route('POST /api/admin/wallet/rates/changes/:id/approve', {
    summary:
      'Approves a rate change requested by another operator, checked against the current rates; a repeat returns the first result',
    access: { operator: 'rates' },
    stepUp: true,
    params: byId,
    reply: RateChange,
    refusals: [
      exchangeRefusals.rateChangeUnknown,
      exchangeRefusals.rateChangeDecided,
      exchangeRefusals.rateMoved,
      exchangeRefusals.rateUnfair,
      common.secondOperatorNeeded,
      common.stepUpRequired,
    ],
  }),
  rejectRateChange: route('POST /api/admin/wallet/rates/changes/:id/reject', {
    summary: 'Rejects a rate change; its requester may withdraw it this way',
    access: { operator: 'rates' },
    params: byId,
    body: z.strictObject({ reason: Reason }),
    reply: RateChange,
    refusals: [exchangeRefusals.rateChangeUnknown, exchangeRefusals.rateChangeDecided, common.cardNumber],
  }),
} as const;

export const exchangeRequests = {
  worth: request('wallet', 'worth', {
    summary: 'Values amounts in the reporting currency at the current rates; an amount without a rate has the value 0',
    input: z.object({ amounts: z.array(z.object({ currency: Currency, amountMinor: SignedMinor })).max(500) }),
    output: z.object({ currency: PlayCurrency, amountsMinor: z.array(SignedMinor) }),
  }),
} as const;

export const exchangeEvents = {
  currencyConverted: event('wallet', 'CurrencyConverted', {
    summary: 'A player converted money between accounts.',
    data: z.object({
      playerId: Id,
      quoteId: Id,
      from: Currency,
      to: Currency,
      amountMinor: AmountMinor,
      receiveMinor: AmountMinor,
    }),
    audience: { player: 'playerId' },
  }),
  ratesChanged: event('wallet', 'RatesChanged', {
    summary: 'An operator changed a rate.',
    data: z.object({ from: Currency, to: Currency }),
    audience: { operators: 'wallet.read' },
  }),
  rateChangeUpdated: event('wallet', 'RateChangeUpdated', {
    summary: 'A rate change was requested, approved or rejected.',
    data: z.object({ changeId: Id, from: Currency, to: Currency, status: z.enum(rateChangeStatuses) }),
    audience: { operators: 'wallet.read' },
  }),
} as const;
