/**
 * Grants: what the house gives a player to play with, one per claim. A free bet is the stake of one bet: used whole, once, before it expires,
 * and not returned with what it wins. A bet that is rejected or void gives it back with the expiry it had.
 */
import { z } from 'zod';
import { byId, common, event, Id, Instant, Reason, refusal, request, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { book, freeBetRefusals, ledgerRefusals } from './ledger.ts';

export const grantRefusals = {
  /** Nobody is invited back to play who may not, or does not want to. */
  notPlaying: refusal('player_not_playing', 422, 'This player is suspended, closed or excluded from play'),
  freeBetAmount: refusal('free_bet_amount', 422, 'The player could not stake this: it is below the least stake or above what he may bet'),
} as const;

export const grantKinds = ['free_bet'] as const;

export const products = ['sports', 'casino'] as const;

/** `products` is what it may be played on; a free bet on sports. */
export const Grant = z.object({
  claimId: Id,
  playerId: Id,
  kind: z.enum(grantKinds),
  currency: PlayCurrency,
  amountMinor: AmountMinor,
  expiresAt: Instant,
  products: z.array(z.enum(products)),
});
export type Grant = z.infer<typeof Grant>;

/** A free bet that can be used now: send its claim with a bet of this stake. */
export const FreeBet = z.object({ claimId: Id, amountMinor: AmountMinor, currency: PlayCurrency, expiresAt: Instant });
export type FreeBet = z.infer<typeof FreeBet>;

export const grantRoutes = {
  freeBets: route('GET /api/wallet/free-bets', {
    summary: 'Free bets that can be used now, the first to expire first',
    access: 'player',
    reply: z.object({ items: z.array(FreeBet) }),
  }),
  welcomeSeen: route('POST /api/wallet/welcome-bonus/seen', {
    summary: 'The player has seen the notice of the welcome bonus; it is not shown again',
    access: 'player',
  }),
  takeBackFreeBet: route('POST /api/admin/wallet/free-bets/:id/forfeit', {
    summary: 'Takes an unused free bet back; the same again answers the first',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: Reason }),
    reply: z.object({ claimId: Id, forfeitedMinor: BalanceMinor }),
    refusals: [freeBetRefusals.freeBetUnknown, common.cardNumber, common.stepUpRequired],
  }),
} as const;

export const grantRequests = {
  grant: request('wallet', 'grant', {
    summary: 'Gives a player a grant to play with. The key is claimId: the same grant answers the same, another body is refused.',
    input: Grant,
    output: z.object({ claimId: Id, granted: z.literal(true) }),
    refusals: [
      ledgerRefusals.currencyNotAccepted,
      grantRefusals.notPlaying,
      grantRefusals.freeBetAmount,
      freeBetRefusals.freeBetExpired,
      common.keyReused,
      common.notFound,
    ],
  }),
  forfeit: request('wallet', 'forfeit', {
    summary: 'Takes back what is left of a grant, once; what was staked of it plays on, and does not come back when its bet is void',
    input: z.object({ claimId: Id }),
    output: z.object({ claimId: Id, forfeitedMinor: BalanceMinor }),
    refusals: [freeBetRefusals.freeBetUnknown],
  }),
} as const;

export const grantEvents = {
  bonusGranted: event('wallet', 'BonusGranted', {
    summary: 'The welcome bonus was paid; with a claim, a grant was given, and its player is notified.',
    data: z.object({
      playerId: Id,
      currency: PlayCurrency,
      amountMinor: AmountMinor,
      book,
      grant: z.object({ claimId: Id, kind: z.enum(grantKinds), expiresAt: Instant }).optional(),
    }),
    audience: { player: 'playerId' },
    // A player without promotions still finds it in the list of notices, and gets no mail that invites them to play.
    notice: { template: 'free_bet_given', mailPreference: 'promotions' },
  }),
  freeBetReturned: event('wallet', 'FreeBetReturned', {
    summary: 'The free bet of a void bet can be used again; not published for one that has expired.',
    data: z.object({ claimId: Id, playerId: Id, betId: Id, currency: PlayCurrency, amountMinor: AmountMinor }),
    audience: { player: 'playerId' },
  }),
  bonusForfeited: event('wallet', 'BonusForfeited', {
    summary: 'What was left of a grant was taken back.',
    data: z.object({ claimId: Id, playerId: Id, kind: z.enum(grantKinds), currency: PlayCurrency, amountMinor: AmountMinor, book }),
    audience: { player: 'playerId' },
  }),
} as const;
