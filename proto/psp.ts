/**
 * The contract of the payment provider: its API, its webhooks, and the amounts that make the simulated provider fail. In demo mode it screens players too.
 * Amounts are whole minor units. `reference` is our payment's id; it is the Idempotency-Key too, so every call can be retried.
 */
import { z } from 'zod';
import { fileReply, Id, Instant, refusal, route } from './contract.ts';
import { ScreeningRequest, ScreeningResult } from './kyc/screenings.ts';
import { AmountMinor, Currency } from './money.ts';
import { instantMethodIds } from './wallet/methods.ts';

export const pspRefusals = {
  unauthorized: refusal('unauthorized', 401, 'The API key is not valid'),
  notFound: refusal('not_found', 404, 'Not found'),
  keyReused: refusal('idempotency_key_reused', 422, 'This reference was used with another request'),
  tokenUnknown: refusal('token_unknown', 422, 'There is no such token'),
  destinationRefused: refusal('destination_refused', 422, 'The destination does not accept it'),
  /** The provider declines the call itself: no money moved, and a retry has the same result. */
  refused: refusal('refused', 422, 'This is not carried out'),
} as const;

/** States change from left to right only. */
export const pspPaymentStates = ['requires_action', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export const pspPayoutStates = ['processing', 'paid', 'returned', 'failed'] as const;

/** A token, which later payments and payouts use instead of a card number. */
export const PspToken = z.object({
  token: z.string(),
  label: z.string(),
  expires: z.string().nullable(),
  /** Identifies a card: it is the same for every player who enters the card, and cannot be used to pay. */
  fingerprint: z.string().optional(),
});
export type PspToken = z.infer<typeof PspToken>;

export const PspPayment = z.object({
  object: z.literal('payment'),
  id: Id,
  reference: Id,
  amount: AmountMinor,
  currency: Currency,
  method: z.enum(instantMethodIds),
  status: z.enum(pspPaymentStates),
  /** The hosted page; only while the payer has to act. */
  redirectUrl: z.string().nullable(),
  token: PspToken.nullable(),
  failure: z.string().nullable(),
});
export type PspPayment = z.infer<typeof PspPayment>;

export const PspPayout = z.object({
  object: z.literal('payout'),
  id: Id,
  reference: Id,
  amount: AmountMinor,
  currency: Currency,
  status: z.enum(pspPayoutStates),
  failure: z.string().nullable(),
});
export type PspPayout = z.infer<typeof PspPayout>;

/** `type` is `payment.<status>` or `payout.<status>`; a repeated `id` is the same event, delivered again. */
export const PspEvent = z.object({
  id: Id,
  type: z.string(),
  createdAt: Instant,
  data: z.discriminatedUnion('object', [PspPayment, PspPayout]),
});
export type PspEvent = z.infer<typeof PspEvent>;

/** An event as it is received: text that may not even be JSON. */
export const PspMessage = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(PspEvent);

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
export const pspSignatureHeader = 'psp-signature';
export const pspSignatureToleranceSeconds = 300;

/** The last two digits of an amount in minor units decide how the simulated provider behaves; with any other amount it succeeds. */
export const pspMagic = {
  1: 'the payment is declined',
  2: 'the payment is declined for lack of funds',
  3: 'the webhook comes ten seconds late',
  4: 'every webhook comes twice',
  5: 'webhooks come in the wrong order',
  6: 'no webhook comes',
  7: 'the payout is returned after it was paid',
  8: 'the payout fails',
  9: 'the call is refused',
} as const;

const Reference = { reference: Id, amount: AmountMinor, currency: Currency, method: z.enum(instantMethodIds) };
const byId = z.strictObject({ id: Id });
const text = { access: 'open', reply: fileReply('text/html') } as const;

/** The API of payments needs the key as a bearer token; the hosted page is open to the payer, and screening stores nothing. */
export const pspRoutes = {
  createPayment: route('POST /v1/payments', {
    summary: 'Charges a token at once, or starts a payment that the payer completes on the hosted page',
    access: 'open',
    body: z.strictObject({ ...Reference, customer: Id, returnUrl: z.url(), token: z.string().max(100).optional() }),
    reply: PspPayment,
    refusals: [pspRefusals.unauthorized, pspRefusals.keyReused, pspRefusals.tokenUnknown, pspRefusals.refused],
  }),
  payment: route('GET /v1/payments/:id', {
    summary: 'Returns a payment by our reference',
    access: 'open',
    params: byId,
    reply: PspPayment,
    refusals: [pspRefusals.unauthorized, pspRefusals.notFound],
  }),
  cancelPayment: route('POST /v1/payments/:id/cancel', {
    summary: 'Cancels a payment that is not decided yet; returns its current state',
    access: 'open',
    params: byId,
    reply: PspPayment,
    refusals: [pspRefusals.unauthorized, pspRefusals.notFound],
  }),
  createPayout: route('POST /v1/payouts', {
    summary: 'Pays out to a token or a destination',
    access: 'open',
    body: z.strictObject({ ...Reference, destination: z.string().max(400) }),
    reply: PspPayout,
    refusals: [
      pspRefusals.unauthorized,
      pspRefusals.keyReused,
      pspRefusals.tokenUnknown,
      pspRefusals.destinationRefused,
      pspRefusals.refused,
    ],
  }),
  payout: route('GET /v1/payouts/:id', {
    summary: 'Returns a payout by our reference',
    access: 'open',
    params: byId,
    reply: PspPayout,
    refusals: [pspRefusals.unauthorized, pspRefusals.notFound],
  }),
  screen: route('POST /v1/screenings', {
    summary: 'Screens a person against a list of invented names; in demo mode only',
    access: 'open',
    body: ScreeningRequest,
    reply: z.object({ results: z.array(ScreeningResult) }),
    refusals: [pspRefusals.notFound],
  }),
  page: route('GET /pay/:id', {
    summary: 'The hosted page for entering a card',
    ...text,
    params: byId,
    refusals: [pspRefusals.notFound],
  }),
  pay: route('POST /pay/:id', {
    summary: 'Submits the form of the hosted page',
    ...text,
    params: byId,
    raw: true,
    refusals: [pspRefusals.notFound],
  }),
} as const;
