/** Cash-out: the player sells a bet, or a part of it, back to the house. A quote binds the house for `cashOutRules.quoteMs`. */
import { z } from 'zod';
import { byId, common, Id, Instant, refusal, route } from '../contract.ts';
import { DeadHeat } from '../feed.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { Bet, betRefusals, LegStatus } from './bets.ts';

export const cashOutRefusals = {
  /** params: {reason}: suspended, provisional (a result of the bet may still be rolled back), priceless, worthless, pending, free_bet */
  unavailable: refusal('cash_out_unavailable', 409, 'This bet cannot be cashed out right now'),
  quoteExpired: refusal('quote_expired', 409, 'This quote has expired. Please ask for a new one.', 'cash_out'),
  quoteUsed: refusal('quote_used', 409, 'This quote has already been used'),
  /** The bet is worth less now. params: {amountMinor} */
  worthLess: refusal(
    'cash_out_changed',
    409,
    'The cash-out value has changed to {amount}. Please ask for a new quote.',
  ),
  fractionTooSmall: refusal('fraction_too_small', 422, 'This part of the bet is too small to cash out'),
} as const;

/** A quote with all the inputs of its value, so that anyone can recompute it. */
export const CashOutQuote = z.object({
  quoteId: Id,
  betId: Id,
  currency: PlayCurrency,
  /** The price of the whole open stake. */
  amountMinor: AmountMinor,
  fairMinor: BalanceMinor,
  marginMinor: BalanceMinor,
  marginBp: z.int(),
  /** The cash-out pays `amountMinor` unless the value falls by more than this share. It pays no more if the value rises. */
  fallTolerance: z.number().optional(),
  openStakeMinor: AmountMinor,
  /** The price is below the calculated value because a leg was taken at own prices. Until these are confirmed, all cash-outs of the bet together pay at most its stake. */
  cappedBy: z.literal('own_price').optional(),
  legs: z.array(
    z.object({
      selectionId: Id,
      oddsMilli: OddsMilli,
      status: LegStatus,
      deadHeat: DeadHeat.optional(),
      /** For an open leg: its current fair chance, 0 to 1, and the expected share of the stake that is returned. */
      chance: z.number().optional(),
      refundShare: z.number().optional(),
    }),
  ),
  /** Delay of a cash-out at this quote. If a match is live, its market must stay open and the value must hold for that time. */
  delayMs: z.int(),
  expiresAt: Instant,
});
export type CashOutQuote = z.infer<typeof CashOutQuote>;

export const cashOutRoutes = {
  cashOutQuote: route('POST /api/betting/bets/:id/cash-out/quote', {
    summary: 'Quotes what the bet is worth now, with fair value and margin shown apart; valid for 30 s',
    access: 'player',
    params: byId,
    reply: CashOutQuote,
    refusals: [common.notFound, common.busy, common.unavailable, cashOutRefusals.unavailable, betRefusals.betDecided],
  }),
  cashOut: route('POST /api/betting/bets/:id/cash-out', {
    summary:
      'Cashes out the bet, or a fraction of its open stake, at a valid quote; for a live match after a delay, if market and value hold that long',
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
    summary: 'Cashes out the whole bet as soon as it is worth an amount; null switches that off',
    access: 'player',
    params: byId,
    body: z.strictObject({ amountMinor: AmountMinor.nullable() }),
    reply: Bet,
    refusals: [common.notFound, cashOutRefusals.unavailable, betRefusals.betDecided],
  }),
} as const;
