/** What a player does with money beside reporting deposits: instant deposits, saved methods, conversion, settings, statements. */

import { z } from 'zod';
import { common, FileReply, Id, Instant, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency, SignedMinor } from '../money.ts';
import { Payment, TransactionType, transactionFilter, walletRefusals } from '../wallet.ts';
import { Amount } from './forms.ts';
import { FreeBet } from './grants.ts';
import { instantMethodIds } from './methods.ts';

export const InstantDeposit = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(instantMethodIds, { error: 'Please fill in all required fields' }),
  /** One of the player's saved methods: the provider needs no page then. */
  savedMethodId: Id.optional(),
});
export type InstantDeposit = z.infer<typeof InstantDeposit>;

/** A card or wallet the provider knows for us by a token; the label shows its last digits, never more. */
export const SavedMethod = z.object({ id: Id, method: z.enum(instantMethodIds), label: z.string(), expires: z.string().nullable(), lastUsedAt: Instant });
export type SavedMethod = z.infer<typeof SavedMethod>;

/** `rate` is what the player gets, spread taken; `midRate` before it. Receive = amount x rate, rounded down. */
export const Rate = z.object({ from: Currency, to: Currency, rate: z.number(), midRate: z.number(), changedAt: Instant });
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

export const WalletSettings = z.object({
  /** Deposits in another currency become play currency on arrival, at the rate of that moment. */
  autoConvert: z.boolean(),
  hasPin: z.boolean(),
});
export type WalletSettings = z.infer<typeof WalletSettings>;

/** Four to six digits. */
export const Pin = z.string({ error: 'Please enter a PIN of 4 to 6 digits' }).regex(/^\d{4,6}$/, 'Please enter a PIN of 4 to 6 digits');

/** Completed transactions of a filter, in the play currency; other currencies stand beside in `others`. */
export const TransactionSummary = z.object({
  count: z.int(),
  inMinor: BalanceMinor,
  outMinor: BalanceMinor,
  netMinor: SignedMinor,
  byType: z.array(z.object({ type: TransactionType, count: z.int(), amountMinor: SignedMinor })),
  others: z.array(z.object({ currency: Currency, netMinor: SignedMinor })),
});
export type TransactionSummary = z.infer<typeof TransactionSummary>;

const byId = z.strictObject({ id: Id });

export const cashierRoutes = {
  deposit: route('POST /api/wallet/deposits', {
    summary: 'Pays in at once through the payment provider: approved, or pending with the page where the player finishes it',
    access: 'player',
    keyed: true,
    body: InstantDeposit,
    reply: Payment,
    status: 201,
    refusals: [
      walletRefusals.limitExceeded,
      walletRefusals.depositRange,
      walletRefusals.methodUnavailable,
      walletRefusals.currencyNotAccepted,
      walletRefusals.rateUnavailable,
      walletRefusals.destinationUnknown,
      walletRefusals.accountNotActive,
      walletRefusals.excluded,
    ],
  }),
  payment: route('GET /api/wallet/payments/:id', {
    summary: 'One payment of the player',
    access: 'player',
    params: byId,
    reply: Payment,
    refusals: [walletRefusals.paymentNotFound],
  }),
  cancelDeposit: route('POST /api/wallet/payments/:id/cancel', {
    summary:
      "Ends a deposit that waits for its player on the provider's page; refused where the provider has taken it meanwhile. The same again answers the first.",
    access: 'player',
    params: byId,
    reply: Payment,
    refusals: [walletRefusals.paymentNotFound, walletRefusals.alreadyDecided, common.unavailable],
  }),
  ownProof: route('GET /api/wallet/payments/:id/proof', {
    summary: 'The proof the player sent',
    access: 'player',
    params: byId,
    reply: FileReply,
    refusals: [walletRefusals.paymentNotFound, common.notFound],
  }),
  savedMethods: route('GET /api/wallet/saved-methods', {
    summary: 'Cards and wallets the player has paid with',
    access: 'player',
    reply: z.object({ items: z.array(SavedMethod) }),
  }),
  forgetMethod: route('DELETE /api/wallet/saved-methods/:id', {
    summary: 'Forgets one, unless withdrawals must go to it first (`closed_loop`)',
    access: 'player',
    params: byId,
    refusals: [common.notFound, walletRefusals.closedLoop],
  }),
  providerWebhook: route('POST /api/wallet/provider/webhooks', {
    summary: 'What the payment provider reports, signed over its bytes; a repeat changes nothing',
    access: 'open',
    raw: true,
    refusals: [walletRefusals.signatureInvalid],
  }),
  summary: route('GET /api/wallet/transactions/summary', {
    summary: 'Totals of a filter',
    access: 'player',
    query: z.strictObject(transactionFilter),
    reply: TransactionSummary,
  }),
  exportTransactions: route('GET /api/wallet/transactions/export.csv', {
    summary: 'The transactions of a filter as CSV, streamed: Date, Type, Amount, Currency, Fee, Method, Status, Description',
    access: 'player',
    query: z.strictObject(transactionFilter),
    reply: FileReply,
  }),
  statement: route('GET /api/wallet/statement.pdf', {
    summary: 'A statement of one UTC month as PDF',
    access: 'player',
    query: z.strictObject({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month') }),
    reply: FileReply,
    refusals: [common.notFound],
  }),
  rates: route('GET /api/wallet/rates', {
    summary: 'What converting costs now',
    access: 'open',
    reply: z.object({ spreadBp: z.int(), at: Instant, items: z.array(Rate) }),
  }),
  quote: route('POST /api/wallet/conversions/quote', {
    summary: 'A rate that holds for 30 seconds',
    access: 'player',
    body: z.strictObject({ from: Currency, to: Currency, amountMinor: Amount }),
    reply: Quote,
    refusals: [
      walletRefusals.sameCurrency,
      walletRefusals.insufficientBalance,
      walletRefusals.amountTooSmall,
      walletRefusals.rateUnavailable,
      walletRefusals.accountNotActive,
    ],
  }),
  convert: route('POST /api/wallet/conversions', {
    summary: 'Converts at a quote, once',
    access: 'player',
    keyed: true,
    body: z.strictObject({ quoteId: Id }),
    reply: Conversion,
    status: 201,
    refusals: [
      walletRefusals.quoteUnknown,
      walletRefusals.quoteExpired,
      walletRefusals.quoteUsed,
      walletRefusals.insufficientBalance,
      walletRefusals.accountNotActive,
      walletRefusals.stopped,
    ],
  }),
  freeBets: route('GET /api/wallet/free-bets', {
    summary: 'Free bets that can be used now, the first to expire first',
    access: 'player',
    reply: z.object({ items: z.array(FreeBet) }),
  }),
  welcomeSeen: route('POST /api/wallet/welcome-bonus/seen', { summary: 'The player was told of his welcome bonus, and is not told again', access: 'player' }),
  testWin: route('POST /api/wallet/test-win', {
    summary: 'Adds play money; for the player of play money in demo mode alone',
    access: 'player',
    keyed: true,
    reply: z.object({ amountMinor: AmountMinor, currency: PlayCurrency }),
    status: 201,
    refusals: [common.notFound, walletRefusals.accountNotActive, walletRefusals.excluded, common.rateLimited],
  }),
  settings: route('GET /api/wallet/settings', { summary: 'How the player wants his wallet', access: 'player', reply: WalletSettings }),
  setSettings: route('PUT /api/wallet/settings', {
    summary: 'Sets it',
    access: 'player',
    body: z.strictObject({ autoConvert: z.boolean() }),
    reply: WalletSettings,
  }),
  setPin: route('PUT /api/wallet/pin', {
    summary: 'Sets or changes the withdrawal PIN; a change needs the one in force',
    access: 'player',
    body: z.strictObject({ pin: Pin, currentPin: z.string().max(20).optional() }),
    reply: WalletSettings,
    refusals: [walletRefusals.pinRequired, walletRefusals.pinWrong, walletRefusals.pinLocked],
  }),
  removePin: route('POST /api/wallet/pin/remove', {
    summary: 'Takes the withdrawal PIN away',
    access: 'player',
    body: z.strictObject({ currentPin: z.string().max(20) }),
    reply: WalletSettings,
    refusals: [walletRefusals.pinRequired, walletRefusals.pinWrong, walletRefusals.pinLocked],
  }),
} as const;
