/**
 * Grants of the house to players, one per claim, and the welcome bonus, once per player and per person. A grant is a free bet, bonus money or cash.
 * A free bet is the whole stake of one bet before it expires, and not part of the winnings. Bonus money is staked after cash until it is converted, forfeited or spent.
 */
import { z } from 'zod';
import { personKinds } from '../auth/users.ts';
import { byId, Cursor, common, event, Id, Instant, Page, Reason, refusal, request, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { book, freeBetRefusals, ledgerRefusals } from './ledger.ts';
import { products } from './rules.ts';

export const grantRefusals = {
  /** Suspended, closed and excluded players get no grants. */
  notPlaying: refusal('player_not_playing', 422, 'This player is suspended, closed or excluded from play'),
  freeBetAmount: refusal(
    'free_bet_amount',
    422,
    'The player could not stake this amount: it is below the minimum stake or above their maximum bet',
  ),
  /** A player has one grant of bonus money at a time. The one before must be converted, forfeited or spent first. */
  bonusActive: refusal('bonus_active', 409, 'You already have an active bonus'),
  /** Above what promotions may give per claim, or per player and UTC day. A request above the day's bound may be repeated on the next day. params: {limit, limitMinor, maximum} */
  grantLimit: refusal('grant_limit', 429, 'This is more than promotions may give: at most {maximum}'),
  bonusUnknown: refusal('bonus_unknown', 404, 'Bonus not found'),
  bonusExpired: refusal('bonus_expired', 422, 'This bonus has expired'),
  bonusForfeited: refusal('bonus_forfeited', 409, 'This bonus was forfeited'),
  bonusConverted: refusal('bonus_converted', 409, 'This bonus was already converted to cash'),
} as const;

export const grantKinds = ['free_bet', 'bonus', 'cash'] as const;

/** `casino` includes all categories of casino games. */
export const GrantProducts = z
  .array(z.enum([...products, 'casino']))
  .min(1)
  .max(products.length + 1);

const given = { claimId: Id, playerId: Id, currency: PlayCurrency, amountMinor: AmountMinor };

/** The reasons for which the house pays cash. Histories show them. */
export const cashSources = ['cashback', 'loyalty'] as const;

/** The lowest total odds of a bet that may use the free bet. */
const minOddsMilli = z.int().min(1).optional();

/** A free bet can be staked on sports only. */
const FreeBetGrant = z.object({
  ...given,
  kind: z.literal('free_bet'),
  expiresAt: Instant,
  products: GrantProducts,
  minOddsMilli,
});

/**
 * Bonus money. It is staked after cash, only on its products, and converted or forfeited as a whole. A stake that uses any of it is at most `maxStakeMinor`;
 * in a casino round this is the stake of the whole round.
 */
const BonusGrant = z.object({
  ...given,
  kind: z.literal('bonus'),
  expiresAt: Instant,
  products: GrantProducts,
  maxStakeMinor: AmountMinor.optional(),
});

/** Paid to cash at once; it can be neither converted nor forfeited. */
const CashGrant = z.object({ ...given, kind: z.literal('cash'), source: z.enum(cashSources) });

export const Grant = z.discriminatedUnion('kind', [FreeBetGrant, BonusGrant, CashGrant]);
export type Grant = z.infer<typeof Grant>;

/** A usable free bet: place a bet of this stake with its claim id. */
export const FreeBet = z.object({
  claimId: Id,
  amountMinor: AmountMinor,
  currency: PlayCurrency,
  expiresAt: Instant,
  minOddsMilli,
});
export type FreeBet = z.infer<typeof FreeBet>;

export const grantRoutes = {
  freeBets: route('GET /api/wallet/free-bets', {
    summary: 'Usable free bets, in the order of their expiry',
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
    summary:
      'Gives a player a free bet, bonus money or cash. The key is claimId: a repeat gets the same reply, another body is refused. A claim that was forfeited before is refused.',
    input: Grant,
    output: z.object({ claimId: Id, granted: z.literal(true) }),
    refusals: [
      ledgerRefusals.currencyNotAccepted,
      grantRefusals.notPlaying,
      grantRefusals.freeBetAmount,
      freeBetRefusals.freeBetExpired,
      grantRefusals.bonusActive,
      grantRefusals.bonusExpired,
      grantRefusals.bonusForfeited,
      grantRefusals.grantLimit,
      common.keyReused,
      common.notFound,
    ],
  }),
  convert: request('wallet', 'convert', {
    summary:
      'Turns what is left of bonus money into cash, once; what its open stakes pay later is cash too. The key is claimId: a repeat gets the same reply.',
    input: z.object({ claimId: Id }),
    output: z.object({ claimId: Id, convertedMinor: BalanceMinor }),
    refusals: [grantRefusals.bonusUnknown, grantRefusals.bonusForfeited],
  }),
  forfeit: request('wallet', 'forfeit', {
    summary:
      'Takes back the rest of a free bet or of bonus money, once. A bet already staked with it remains: its free bet is not returned if that bet is void, and the bonus part of its payout is forfeited. A claim that has no grant yet can no longer get one.',
    input: z.object({ claimId: Id }),
    output: z.object({ claimId: Id, forfeitedMinor: BalanceMinor }),
    refusals: [grantRefusals.bonusConverted],
  }),
  bonusEligibility: request('wallet', 'bonusEligibility', {
    summary: 'The state that decides whether a player may be given a bonus now.',
    input: z.object({ playerId: Id }),
    output: z.object({
      currency: PlayCurrency,
      book,
      /** The account is active and the player is not excluded. */
      mayPlay: z.boolean(),
      /** One of the player's own limits on deposits or losses is used up. */
      limitReached: z.boolean(),
      approvedDeposits: z.int(),
      /** The bonus money that the player is wagering. */
      activeClaimId: Id.optional(),
    }),
    refusals: [common.notFound],
  }),
  netLosses: request('wallet', 'netLosses', {
    summary:
      'Cash that players staked and got back, in bets placed and rounds begun in a period and decided by now. Bonus money, free bets, open stakes and play money do not count.',
    input: z.object({ from: Instant, to: Instant, playerIds: z.array(Id).max(100) }),
    output: z.object({
      players: z.array(
        z.object({ playerId: Id, currency: PlayCurrency, stakedMinor: BalanceMinor, returnedMinor: BalanceMinor }),
      ),
    }),
  }),
} as const;

/** `requested`: by promotions or an operator. `expired`: it was past its expiry. `closed`: the account was closed. */
export const forfeitReasons = ['requested', 'expired', 'closed'] as const;

export const grantEvents = {
  bonusGranted: event('wallet', 'BonusGranted', {
    summary: 'The welcome bonus was paid, or, with a claim id, a grant was given. A grant of cash does not expire.',
    data: z.object({
      playerId: Id,
      currency: PlayCurrency,
      amountMinor: AmountMinor,
      book,
      grant: z.object({ claimId: Id, kind: z.enum(grantKinds), expiresAt: Instant.optional() }).optional(),
    }),
    audience: { player: 'playerId' },
    // A player who switched promotions off sees it in the list of notices but gets no mail. Cash has separate notices, such as that of cashback.
    notice: { template: 'free_bet_given', also: ['bonus_granted'], mailPreference: 'promotions' },
  }),
  grantLimitReached: event('wallet', 'GrantLimitReached', {
    summary:
      'A grant was refused because it is above the bound of a claim, or of a player and UTC day. Published once per claim.',
    data: z.object({
      claimId: Id,
      playerId: Id,
      kind: z.enum(grantKinds),
      currency: PlayCurrency,
      amountMinor: AmountMinor,
      limit: z.enum(['claim', 'day']),
      limitMinor: AmountMinor,
    }),
    audience: { operators: 'wallet.read' },
  }),
  freeBetReturned: event('wallet', 'FreeBetReturned', {
    summary: 'The free bet of a void bet can be used again; not published if it has expired.',
    data: z.object({ claimId: Id, playerId: Id, betId: Id, currency: PlayCurrency, amountMinor: AmountMinor }),
    audience: { player: 'playerId' },
  }),
  bonusForfeited: event('wallet', 'BonusForfeited', {
    summary: 'The rest of a grant was taken back; 0 if all of it was staked.',
    data: z.object({
      claimId: Id,
      playerId: Id,
      kind: z.enum(grantKinds),
      currency: PlayCurrency,
      amountMinor: BalanceMinor,
      book,
      reason: z.enum(forfeitReasons).optional(),
    }),
    audience: { player: 'playerId' },
  }),
  bonusConverted: event('wallet', 'BonusConverted', {
    summary: 'The rest of bonus money became cash; 0 if all of it was staked.',
    data: z.object({ claimId: Id, playerId: Id, currency: PlayCurrency, amountMinor: BalanceMinor, book }),
    audience: { player: 'playerId' },
  }),
  bonusSpent: event('wallet', 'BonusSpent', {
    summary: 'All of a bonus was staked, and none of its stakes is open. A later correction of a result pays cash.',
    data: z.object({ claimId: Id, playerId: Id, currency: PlayCurrency, book }),
    audience: { player: 'playerId' },
  }),
} as const;

export const welcomeRefusals = {
  bonusUnknown: refusal('not_found', 404, 'Bonus not found', 'bonus'),
  /** params: {status} */
  bonusDecided: refusal('already_decided', 409, 'This bonus was already {status}', 'bonus'),
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
  /** Other players who share a trait with this one. Empty if the bonus waits because the player may not play. */
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
      'Approves and pays a pending welcome bonus; a repeat returns the first result. It adds to the total that the operator gave alone that day; from the two-operator amount on, another operator must approve',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    reply: WelcomeBonus,
    refusals: [
      welcomeRefusals.bonusUnknown,
      welcomeRefusals.bonusDecided,
      grantRefusals.notPlaying,
      common.secondOperatorNeeded,
      common.stepUpRequired,
    ],
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
