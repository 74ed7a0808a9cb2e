/**
 * Balances, stakes and rounds: the balance of a player, and the requests by which betting takes a stake and casino plays a round.
 * Also the refusals common to all movements of money.
 */
import { z } from 'zod';
import { common, event, Id, Instant, refusal, request, route } from '../contract.ts';
import { GameId } from '../games/catalogue.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency, SignedMinor } from '../money.ts';
import { products } from './rules.ts';

export const ledgerRefusals = {
  insufficientBalance: refusal('insufficient_balance', 422, 'Insufficient balance'),
  /** params: {limit: which limit, limitMinor, remainingMinor, resetsAt?, currency?}; in the play currency without `currency` */
  limitExceeded: refusal('limit_exceeded', 422, 'This is above your limit'),
  excluded: refusal('excluded', 422, 'You are on a time-out or self-excluded'),
  /** The jurisdiction requires a verified identity before the first deposit, bet and round. */
  identityRequired: refusal('kyc_required', 422, 'Please verify your identity before you deposit or play', 'play'),
  /** params: {dueAt} */
  realityCheck: refusal('reality_check', 422, 'Please confirm the reality check to continue playing'),
  accountNotActive: refusal('account_not_active', 403, 'Your account is {status}. Please contact support.'),
  currencyNotAccepted: refusal('currency_not_accepted', 422, '{currency} is not accepted here'),
  /** params: {from, to} */
  rateUnavailable: refusal('rate_unavailable', 422, 'No exchange rate is available for this currency right now'),
  /** The stake was requested after its bet was rejected or voided; no money moves. */
  betGivenUp: refusal('bet_given_up', 409, 'This bet was cancelled before its stake was taken'),
  /** The step does not follow the last step of the casino round. */
  roundStep: refusal('round_step', 409, 'This step does not follow the last step of the round'),
  /** A stake that takes bonus money is above what the bonus allows. params: {maxStakeMinor, currency} */
  bonusMaxStake: refusal('bonus_max_stake', 422, 'You can stake at most {max} with bonus money'),
  stopped: refusal('stopped', 503, 'Stakes and withdrawals are paused while we check our records'),
} as const;

export const freeBetRefusals = {
  freeBetUnknown: refusal('free_bet_unknown', 404, 'Free bet not found'),
  freeBetUsed: refusal('free_bet_used', 409, 'This free bet has already been used'),
  freeBetExpired: refusal('free_bet_expired', 422, 'This free bet has expired'),
  freeBetForfeited: refusal('free_bet_forfeited', 422, 'This free bet was revoked'),
  /** The odds of the bet are below those the free bet was given for. params: {minOddsMilli} */
  freeBetOdds: refusal('free_bet_odds', 422, 'This free bet needs odds of {odds} or higher'),
  /** params: {amountMinor} */
  freeBetWhole: refusal('free_bet_whole', 422, 'A free bet must be staked in full: its stake is {amount}'),
} as const;

export const book = z.enum(['real', 'play']);

export const Account = z.object({
  currency: Currency,
  cashMinor: BalanceMinor,
  bonusMinor: BalanceMinor,
  heldMinor: BalanceMinor,
});

/** Bonus money that can be staked now, on these products and with at most `maxStakeMinor` per stake. */
export const ActiveBonus = z.object({
  claimId: Id,
  remainingMinor: BalanceMinor,
  expiresAt: Instant,
  maxStakeMinor: AmountMinor.nullable(),
  products: z.array(z.enum(products)),
});
export type ActiveBonus = z.infer<typeof ActiveBonus>;

/** Bonus money that is forfeited by a withdrawal or a conversion out of the play currency: its rest, and its part in open bets and rounds with the share of their payouts. */
export const ForfeitableBonus = z.object({ remainingMinor: BalanceMinor, stakedMinor: BalanceMinor });
export type ForfeitableBonus = z.infer<typeof ForfeitableBonus>;

export const Balance = z.object({
  currency: PlayCurrency,
  totalMinor: BalanceMinor,
  availableMinor: BalanceMinor,
  playableMinor: BalanceMinor,
  /** The amount that can be withdrawn: available less the unwagered welcome bonus; before verification at most deposits less withdrawals. */
  withdrawableMinor: BalanceMinor.optional(),
  bonusMinor: BalanceMinor,
  bonus: ActiveBonus.optional(),
  forfeitableBonus: ForfeitableBonus.optional(),
  pendingWithdrawalsMinor: BalanceMinor,
  accounts: z.array(Account),
});
export type Balance = z.infer<typeof Balance>;

export const ledgerRoutes = {
  balance: route('GET /api/wallet', { summary: 'The balance of the player', access: 'player', reply: Balance }),
} as const;

/** A step of a casino round. Only the step that closes the round pays. */
export const PlayStep = z
  .object({
    roundId: Id,
    step: z.int().min(0).max(100),
    playerId: Id,
    gameId: GameId,
    stakeMinor: BalanceMinor,
    /** The total payout of the round without the jackpot; 0 unless the step closes the round. */
    payoutMinor: BalanceMinor,
    closes: z.boolean(),
    /** Only for games with a jackpot: the stake contributes to the pool, and a closing step that wins also pays the pool. */
    jackpot: z.object({ wins: z.boolean() }).optional(),
  })
  .refine(({ closes, payoutMinor, jackpot }) => closes || (payoutMinor === 0 && jackpot?.wins !== true));

export const ledgerRequests = {
  stake: request('wallet', 'stake', {
    summary: 'Takes the stake of a bet. The key is betId: a repeat gets the same outcome, another body is refused.',
    input: z.object({
      betId: Id,
      playerId: Id,
      currency: PlayCurrency,
      stakeMinor: AmountMinor,
      potentialPayoutMinor: AmountMinor,
      freeBetClaimId: Id.optional(),
      /** The total odds of the bet at placement. A free bet with minimum odds is refused without them. */
      oddsMilli: z.int().min(1).optional(),
    }),
    output: z.object({ betId: Id, taken: z.literal(true), bonusMinor: BalanceMinor }),
    refusals: [
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.bonusMaxStake,
      ledgerRefusals.limitExceeded,
      ledgerRefusals.excluded,
      ledgerRefusals.identityRequired,
      ledgerRefusals.realityCheck,
      ledgerRefusals.accountNotActive,
      ledgerRefusals.currencyNotAccepted,
      ...Object.values(freeBetRefusals),
      ledgerRefusals.betGivenUp,
      ledgerRefusals.stopped,
      common.keyReused,
      common.notFound,
      common.busy,
    ],
  }),
  play: request('wallet', 'play', {
    summary:
      'Plays a step of a casino round: takes its stake and, if it closes the round, pays it out. The key is roundId and step: a repeat gets the same outcome, another body is refused. Steps follow one another from 0. A closing step without a stake is never refused.',
    input: PlayStep,
    /** `bonusMinor` is the part of this stake that bonus money paid. */
    output: z.object({
      roundId: Id,
      step: z.int(),
      currency: PlayCurrency,
      bonusMinor: BalanceMinor,
      jackpotMinor: AmountMinor.optional(),
    }),
    refusals: [
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.bonusMaxStake,
      ledgerRefusals.limitExceeded,
      ledgerRefusals.excluded,
      ledgerRefusals.identityRequired,
      ledgerRefusals.realityCheck,
      ledgerRefusals.accountNotActive,
      ledgerRefusals.roundStep,
      ledgerRefusals.stopped,
      common.keyReused,
      common.notFound,
      common.busy,
    ],
  }),
  voidRound: request('wallet', 'voidRound', {
    summary:
      'Voids a casino round: returns its stakes and takes back its payout. The player owes any part that is no longer in the account. The key is roundId.',
    input: z.object({ roundId: Id, playerId: Id }),
    /** The amount that the void moved to the player's accounts; negative if it took back more than it returned. */
    output: z.object({ roundId: Id, movedMinor: SignedMinor }),
    refusals: [ledgerRefusals.stopped, common.notFound, common.busy],
  }),
  roundsOf: request('wallet', 'roundsOf', {
    summary: 'State of casino rounds by id, for reconciliation; 500 ids at most',
    input: z.object({ ids: z.array(Id).max(500) }),
    output: z.object({
      rounds: z.array(
        z.object({
          roundId: Id,
          status: z.enum(['open', 'closed', 'void', 'refused']),
          /** The last step that was taken. */
          step: z.int(),
          stakedMinor: BalanceMinor,
          paidMinor: BalanceMinor,
          jackpotMinor: BalanceMinor,
        }),
      ),
    }),
  }),
  jackpots: request('wallet', 'jackpots', {
    summary: 'The pools of the progressive jackpot, real money',
    input: z.object({}),
    /** `contributedMinor`: contributions since the pool was last won. */
    output: z.object({
      items: z.array(z.object({ currency: PlayCurrency, amountMinor: BalanceMinor, contributedMinor: BalanceMinor })),
    }),
  }),
  ownerOf: request('wallet', 'ownerOf', {
    summary: 'The player of a bet, a round or a payment; absent if there is none with this id',
    input: z.object({ type: z.enum(['bet', 'round', 'payment']), id: Id }),
    output: z.object({ playerId: Id.optional() }),
  }),
  stakesOf: request('wallet', 'stakesOf', {
    summary: 'State of stakes by bet id, for reconciliation; 500 ids at most',
    input: z.object({ ids: z.array(Id).max(500) }),
    output: z.object({
      stakes: z.array(
        z.object({
          betId: Id,
          status: z.enum(['taken', 'refused', 'tombstone']),
          amountMinor: BalanceMinor,
          paidMinor: BalanceMinor,
          version: z.int(),
        }),
      ),
    }),
  }),
} as const;

export const ledgerEvents = {
  balanceChanged: event('wallet', 'BalanceChanged', {
    summary: 'The balance of a player in one currency changed, by a transfer or a hold.',
    data: z.object({
      playerId: Id,
      currency: Currency,
      cashMinor: BalanceMinor,
      bonusMinor: BalanceMinor,
      heldMinor: BalanceMinor,
    }),
    audience: { player: 'playerId' },
  }),
  balanceLow: event('wallet', 'BalanceLow', {
    summary: 'The playable balance of a player fell below 50.00.',
    data: z.object({ playerId: Id, currency: PlayCurrency, playableMinor: BalanceMinor }),
    notice: { template: 'balance_low', preference: 'lowBalance' },
  }),
} as const;
