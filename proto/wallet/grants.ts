/**
 * What the house gives players: free bets, one per claim, each the stake of one bet, used whole, once, before it expires and not part of the winnings;
 * and the welcome bonus, once per player and per person. A free bet whose bet is rejected or void is returned with its original expiry.
 */
import { z } from 'zod';
import { personKinds } from '../auth/users.ts';
import { byId, Cursor, common, event, Id, Instant, Page, Reason, refusal, request, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { book, freeBetRefusals, ledgerRefusals } from './ledger.ts';

export const grantRefusals = {
  /** Players who are suspended, closed or excluded get no grants. */
  notPlaying: refusal('player_not_playing', 422, 'This player is suspended, closed or excluded from play'),
  freeBetAmount: refusal('free_bet_amount', 422, 'The player could not stake this: it is below the least stake or above what he may bet'),
} as const;

export const grantKinds = ['free_bet'] as const;

export const products = ['sports', 'casino'] as const;

/** `products`: what the grant may be played on; a free bet on sports only. */
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

/** A usable free bet: place a bet of this stake with its claim id. */
export const FreeBet = z.object({ claimId: Id, amountMinor: AmountMinor, currency: PlayCurrency, expiresAt: Instant });
export type FreeBet = z.infer<typeof FreeBet>;

export const grantRoutes = {
  freeBets: route('GET /api/wallet/free-bets', {
    summary: 'Usable free bets, the first to expire first',
    access: 'player',
    reply: z.object({ items: z.array(FreeBet) }),
  }),
  welcomeSeen: route('POST /api/wallet/welcome-bonus/seen', {
    summary: 'Dismisses the notice of the welcome bonus for good',
    access: 'player',
  }),
  takeBackFreeBet: route('POST /api/admin/wallet/free-bets/:id/forfeit', {
    summary: 'Takes back an unused free bet; a repeat returns the first result',
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
    summary: 'Gives a player a grant. The key is claimId: a repeat gets the same reply, another body is refused.',
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
    summary: 'Takes back the rest of a grant, once. A bet already staked with it goes on, and the grant is not returned if that bet is void',
    input: z.object({ claimId: Id }),
    output: z.object({ claimId: Id, forfeitedMinor: BalanceMinor }),
    refusals: [freeBetRefusals.freeBetUnknown],
  }),
} as const;

export const grantEvents = {
  bonusGranted: event('wallet', 'BonusGranted', {
    summary: 'The welcome bonus was paid, or, with a claim id, a grant was given.',
    data: z.object({
      playerId: Id,
      currency: PlayCurrency,
      amountMinor: AmountMinor,
      book,
      grant: z.object({ claimId: Id, kind: z.enum(grantKinds), expiresAt: Instant }).optional(),
    }),
    audience: { player: 'playerId' },
    // A player who switched promotions off sees it in the list of notices but gets no mail.
    notice: { template: 'free_bet_given', mailPreference: 'promotions' },
  }),
  freeBetReturned: event('wallet', 'FreeBetReturned', {
    summary: 'The free bet of a void bet can be used again; not published if it has expired.',
    data: z.object({ claimId: Id, playerId: Id, betId: Id, currency: PlayCurrency, amountMinor: AmountMinor }),
    audience: { player: 'playerId' },
  }),
  bonusForfeited: event('wallet', 'BonusForfeited', {
    summary: 'The rest of a grant was taken back.',
    data: z.object({ claimId: Id, playerId: Id, kind: z.enum(grantKinds), currency: PlayCurrency, amountMinor: AmountMinor, book }),
    audience: { player: 'playerId' },
  }),
} as const;

export const welcomeRefusals = {
  bonusUnknown: refusal('not_found', 404, 'Bonus not found'),
  /** params: {status} */
  bonusDecided: refusal('already_decided', 409, 'This bonus was already {status}'),
  /** params: {unplayedMinor, withdrawableMinor, currency} */
  bonusNotStaked: refusal('bonus_not_staked', 422, 'You can withdraw your welcome bonus once you have wagered it'),
} as const;

export const bonusStatuses = ['waiting', 'paid', 'rejected'] as const;

export const WelcomeBonus = z.object({
  id: Id,
  userId: Id,
  amountMinor: AmountMinor,
  currency: PlayCurrency,
  status: z.enum(bonusStatuses),
  /** Other players who share a trait with this one. Empty if it waits because the player may not play. */
  shared: z.array(z.object({ kind: z.enum(personKinds), userIds: z.array(Id) })),
  decidedBy: Id.optional(),
  rejectionReason: z.string().optional(),
  createdAt: Instant,
  decidedAt: Instant.optional(),
});
export type WelcomeBonus = z.infer<typeof WelcomeBonus>;

export const welcomeRoutes = {
  welcomeBonuses: route('GET /api/admin/wallet/welcome-bonuses', {
    summary: 'Lists welcome bonuses, newest first; operators decide the pending ones',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ status: z.enum(bonusStatuses).optional(), cursor: Cursor }),
    reply: Page(WelcomeBonus),
  }),
  approveBonus: route('POST /api/admin/wallet/welcome-bonuses/:id/approve', {
    summary:
      'Approves and pays a pending welcome bonus; a repeat returns the first result. It counts with what the operator gave alone that day, and from the two-operator amount on another one decides',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    reply: WelcomeBonus,
    refusals: [welcomeRefusals.bonusUnknown, welcomeRefusals.bonusDecided, grantRefusals.notPlaying, common.secondOperatorNeeded, common.stepUpRequired],
  }),
  rejectBonus: route('POST /api/admin/wallet/welcome-bonuses/:id/reject', {
    summary: 'Rejects a pending welcome bonus; it is never paid',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: Reason }),
    reply: WelcomeBonus,
    refusals: [welcomeRefusals.bonusUnknown, welcomeRefusals.bonusDecided, common.cardNumber, common.stepUpRequired],
  }),
} as const;

export const welcomeEvents = {
  welcomeBonusUpdated: event('wallet', 'WelcomeBonusUpdated', {
    summary: 'A welcome bonus is waiting for an operator, or was paid or rejected.',
    data: z.object({ bonusId: Id, playerId: Id, status: z.enum(bonusStatuses) }),
    audience: { player: 'playerId', operators: 'wallet.read' },
  }),
} as const;
