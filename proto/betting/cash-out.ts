/** Cash-out: the house buys a bet, or a part of it, back. A quote binds the house for `cashOutRules.quoteMs`. */
import { z } from 'zod';
import { byId, common, Id, Instant, refusal, route } from '../contract.ts';
import { DeadHeat } from '../feed.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { Bet, betRefusals, LegStatus } from './bets.ts';

export const cashOutRefusals = {
  /** params: {reason}: suspended, provisional (a result of the bet may still be taken back), priceless, worthless, pending, free_bet */
  unavailable: refusal('cash_out_unavailable', 409, 'This bet cannot be cashed out right now'),
  quoteExpired: refusal('quote_expired', 409, 'This quote has expired. Please ask for a new one.'),
  quoteUsed: refusal('quote_used', 409, 'This quote was used already'),
  /** The bet is worth less now. params: {amountMinor} */
  worthLess: refusal('cash_out_changed', 409, 'The cash-out value has changed to {amount}. Please ask for a new quote.'),
  fractionTooSmall: refusal('fraction_too_small', 422, 'This part of the bet is too small to cash out'),
} as const;

/** How the value came about, so that anybody can work it out again. */
export const CashOutQuote = z.object({
  quoteId: Id,
  betId: Id,
  currency: PlayCurrency,
  /** What is paid for all that still runs. */
  amountMinor: AmountMinor,
  fairMinor: BalanceMinor,
  marginMinor: BalanceMinor,
  marginBp: z.int(),
  openStakeMinor: AmountMinor,
  legs: z.array(
    z.object({
      selectionId: Id,
      oddsMilli: OddsMilli,
      status: LegStatus,
      deadHeat: DeadHeat.optional(),
      /** The fair chance of an open leg now, 0 to 1, and the share of the stake expected back. */
      chance: z.number().optional(),
      refundShare: z.number().optional(),
    }),
  ),
  /** How long a sale by this quote is looked at before it is made: where a leg's match is live, market and value must hold that long. */
  delayMs: z.int(),
  expiresAt: Instant,
});
export type CashOutQuote = z.infer<typeof CashOutQuote>;

export const cashOutRoutes = {
  cashOutQuote: route('POST /api/betting/bets/:id/cash-out/quote', {
    summary: 'What the bet is worth now, fair value and margin apart; holds for 30 s',
    access: 'player',
    params: byId,
    reply: CashOutQuote,
    refusals: [common.notFound, common.busy, common.unavailable, cashOutRefusals.unavailable, betRefusals.betDecided],
  }),
  cashOut: route('POST /api/betting/bets/:id/cash-out', {
    summary:
      'Sells the bet, or a fraction of what still runs, at a quote that holds; for a live match after its delay, if the market is still open and the value still holds',
    access: 'player',
    keyed: true,
    params: byId,
    body: z.strictObject({ quoteId: Id, fraction: z.number().gt(0).max(1).optional() }),
    reply: Bet,
    refusals: [
      common.notFound,
      common.unavailable,
      common.busy,
      cashOutRefusals.unavailable,
      cashOutRefusals.quoteExpired,
      cashOutRefusals.quoteUsed,
      cashOutRefusals.worthLess,
      cashOutRefusals.fractionTooSmall,
      betRefusals.betDecided,
    ],
  }),
  autoCashOut: route('PUT /api/betting/bets/:id/auto-cash-out', {
    summary: 'Cashes the whole bet out as soon as it is worth an amount; null takes that back',
    access: 'player',
    params: byId,
    body: z.strictObject({ amountMinor: AmountMinor.nullable() }),
    reply: Bet,
    refusals: [common.notFound, cashOutRefusals.unavailable, betRefusals.betDecided],
  }),
} as const;
