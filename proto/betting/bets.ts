/**
 * What a player reads and does with bets that stand: cash out, what happened to one and when, its signed receipt, his figures and favourites.
 * A quote binds the house for 30 s; a receipt is signed at acceptance and can be checked by anybody who has the public key.
 */
import { z } from 'zod';
import { Bet, BetStatus, BetType, bettingRefusals, bettingRules, Fixture, LegStatus, Sport } from '../betting.ts';
import { common, FileReply, Id, Instant, refusal, route } from '../contract.ts';
import { DeadHeat, FixtureStatus, Score } from '../feed.ts';
import { AmountMinor, BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { OddsMilli } from '../odds.ts';

// ---- Cash-out ----------------------------------------------------------------------------------

export const cashOutRules = {
  quoteMs: 30_000,
  /** What the house keeps of the fair value, in basis points. */
  marginBp: 400,
  /** How long market and value must hold after a sale is asked for, where a leg's match is live: as long as a live bet waits to be accepted. */
  delayMs: { live: bettingRules.acceptanceDelayMs.live, upcoming: 0 },
  /** A sale that could not be looked at in this time, because nothing is heard of the match, is not made. */
  giveUpMs: 8_000,
  /** The least a cash-out pays. */
  minAmountMinor: 1,
} as const;

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

// ---- What happened to a bet --------------------------------------------------------------------

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
  /** Of a leg: which, and what it became. */
  selectionId: Id.optional(),
  legStatus: LegStatus.optional(),
  deadHeat: DeadHeat.optional(),
  amountMinor: BalanceMinor.optional(),
  /** The stake that a cash-out closed. */
  stakeMinor: AmountMinor.optional(),
  reason: z.string().optional(),
});
export type BetMoment = z.infer<typeof BetMoment>;

/** The payload is the exact text that was signed; parse it to read it, verify the bytes to trust it. */
export const Receipt = z.object({
  payload: z.string(),
  signature: z.string().meta({ description: 'base64url, Ed25519 over the UTF-8 bytes of payload' }),
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
});
export type Receipt = z.infer<typeof Receipt>;

/** What the payload of a receipt says. */
export const ReceiptPayload = z.object({
  receipt: z.literal('fairline.bet.v1'),
  betId: Id,
  playerId: Id,
  type: BetType,
  system: z.string().nullable(),
  stakeMinor: AmountMinor,
  currency: PlayCurrency,
  freeBet: z.boolean(),
  potentialPayoutMinor: BalanceMinor,
  rulesVersion: z.string(),
  placedAt: Instant,
  acceptedAt: Instant,
  legs: z.array(
    z.object({
      fixtureId: Id,
      marketId: Id,
      selectionId: Id,
      fixture: z.string(),
      market: z.string(),
      selection: z.string(),
      oddsMilli: OddsMilli,
      /** The version of the market's prices that the leg was taken at. */
      marketVersion: z.int(),
    }),
  ),
});
export type ReceiptPayload = z.infer<typeof ReceiptPayload>;

export const ReceiptKey = z.object({
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().meta({ description: 'base64url of the 32 raw bytes' }),
  /** The receipts it signed were accepted between these; without an end it still signs. */
  since: Instant.optional(),
  until: Instant.optional(),
});
export type ReceiptKey = z.infer<typeof ReceiptKey>;

// ---- Figures, timeline of a fixture, favourites ------------------------------------------------

export const betPeriods = ['today', 'week', 'month', 'all'] as const;
export const BetStats = z.object({
  period: z.enum(betPeriods),
  currency: PlayCurrency,
  bets: z.int(),
  openBets: z.int(),
  won: z.int(),
  lost: z.int(),
  stakedMinor: BalanceMinor,
  paidMinor: BalanceMinor,
  /** Paid less staked, of what is decided or sold alone: stakes that still run count on neither side. */
  netMinor: SignedMinor,
  /** The highest odds of a bet that was won. */
  bestOddsMilli: z.int().nullable(),
});
export type BetStats = z.infer<typeof BetStats>;

export const FixtureMoment = z.object({ at: Instant, status: FixtureStatus, score: Score.nullable() });
export type FixtureMoment = z.infer<typeof FixtureMoment>;

export const favouriteKinds = ['sport', 'competition', 'fixture'] as const;
export const mostFavourites = 200;
export const favouriteRefusals = { tooMany: refusal('too_many_favourites', 422, 'You can keep 200 favourites. Remove one first.') } as const;
export const FavouriteKind = z.enum(favouriteKinds);
export const Favourite = z.object({ kind: FavouriteKind, id: z.string() });
export type Favourite = z.infer<typeof Favourite>;

// ---- Routes ------------------------------------------------------------------------------------

const byId = z.strictObject({ id: Id });
const favourite = z.strictObject({ kind: FavouriteKind, id: z.string().min(1).max(100) });

export const betRoutes = {
  cashOutQuote: route('POST /api/betting/bets/:id/cash-out/quote', {
    summary: 'What the bet is worth now, fair value and margin apart; holds for 30 s',
    access: 'player',
    params: byId,
    reply: CashOutQuote,
    refusals: [common.notFound, common.busy, common.unavailable, cashOutRefusals.unavailable, bettingRefusals.betDecided],
  }),
  cashOut: route('POST /api/betting/bets/:id/cash-out', {
    summary: 'Sells the bet, or a fraction of what still runs, at a quote that holds; of a live match after its delay, if market and value still stand',
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
      bettingRefusals.betDecided,
    ],
  }),
  autoCashOut: route('PUT /api/betting/bets/:id/auto-cash-out', {
    summary: 'Cashes the whole bet out as soon as it is worth an amount; null takes that back',
    access: 'player',
    params: byId,
    body: z.strictObject({ amountMinor: AmountMinor.nullable() }),
    reply: Bet,
    refusals: [common.notFound, cashOutRefusals.unavailable, bettingRefusals.betDecided],
  }),
  betTimeline: route('GET /api/betting/bets/:id/timeline', {
    summary: 'Everything that happened to a bet, oldest first',
    access: 'player',
    params: byId,
    reply: z.object({ items: z.array(BetMoment) }),
    refusals: [common.notFound],
  }),
  receipt: route('GET /api/betting/bets/:id/receipt', {
    summary: 'The receipt that was signed when the bet was accepted',
    access: 'player',
    params: byId,
    reply: Receipt,
    refusals: [common.notFound],
  }),
  receiptFile: route('GET /api/betting/bets/:id/receipt.json', {
    summary: 'The same as a file to keep',
    access: 'player',
    params: byId,
    reply: FileReply,
    refusals: [common.notFound],
  }),
  receiptKeys: route('GET /api/betting/receipt-keys', {
    summary: 'The public keys that receipts are checked with',
    access: 'open',
    reply: z.object({ keys: z.array(ReceiptKey) }),
  }),
  betStats: route('GET /api/betting/stats', {
    summary: "The player's figures by when bets were placed",
    access: 'player',
    query: z.strictObject({ period: z.enum(betPeriods).optional() }),
    reply: BetStats,
  }),
  fixtureTimeline: route('GET /api/betting/fixtures/:id/timeline', {
    summary: 'How the score of a fixture went, oldest first',
    access: 'open',
    params: byId,
    reply: z.object({ items: z.array(FixtureMoment) }),
    refusals: [common.notFound],
  }),
  favourites: route('GET /api/betting/favourites', {
    summary: "The player's favourites, and what is on offer of them",
    access: 'player',
    reply: z.object({ items: z.array(Favourite), sports: z.array(Sport), fixtures: z.array(Fixture) }),
  }),
  addFavourite: route('PUT /api/betting/favourites/:kind/:id', {
    summary: 'Keeps a sport, a competition or a fixture as a favourite; 200 at most',
    access: 'player',
    params: favourite,
    refusals: [common.notFound, favouriteRefusals.tooMany],
  }),
  dropFavourite: route('DELETE /api/betting/favourites/:kind/:id', { summary: 'Takes a favourite back', access: 'player', params: favourite }),
} as const;
