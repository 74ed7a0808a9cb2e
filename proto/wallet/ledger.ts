/**
 * Balances and stakes: the balance of a player, and the requests by which betting takes a stake.
 * Also the refusals common to all movements of money.
 */
import { z } from 'zod';
import { common, event, Id, refusal, request, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency } from '../money.ts';

export const ledgerRefusals = {
  insufficientBalance: refusal('insufficient_balance', 422, 'Insufficient balance'),
  /** params: {limit: which limit, limitMinor, remainingMinor, resetsAt?, currency?}; in the play currency without `currency` */
  limitExceeded: refusal('limit_exceeded', 422, 'This is above your limit'),
  excluded: refusal('excluded', 422, 'You have excluded yourself from play'),
  accountNotActive: refusal('account_not_active', 403, 'Your account is {status}. Please contact support.'),
  currencyNotAccepted: refusal('currency_not_accepted', 422, '{currency} is not accepted here'),
  /** params: {from, to} */
  rateUnavailable: refusal('rate_unavailable', 422, 'No exchange rate is available for this currency right now'),
  /** The stake was requested after its bet was rejected or voided; no money moves. */
  betGivenUp: refusal('bet_given_up', 409, 'This bet was given up before its stake was taken'),
  stopped: refusal('stopped', 503, 'Stakes and withdrawals are paused while we check our books'),
} as const;

export const freeBetRefusals = {
  freeBetUnknown: refusal('free_bet_unknown', 404, 'Free bet not found'),
  freeBetUsed: refusal('free_bet_used', 409, 'This free bet was used already'),
  freeBetExpired: refusal('free_bet_expired', 422, 'This free bet has expired'),
  freeBetForfeited: refusal('free_bet_forfeited', 422, 'This free bet was taken back'),
  /** params: {amountMinor} */
  freeBetWhole: refusal('free_bet_whole', 422, 'A free bet is used whole: its stake is {amount}'),
} as const;

export const book = z.enum(['real', 'play']);

export const Account = z.object({ currency: Currency, cashMinor: BalanceMinor, bonusMinor: BalanceMinor, heldMinor: BalanceMinor });

export const Balance = z.object({
  currency: PlayCurrency,
  totalMinor: BalanceMinor,
  availableMinor: BalanceMinor,
  playableMinor: BalanceMinor,
  /** The amount that can be withdrawn: available less the unwagered welcome bonus; before verification at most deposits less withdrawals. */
  withdrawableMinor: BalanceMinor.optional(),
  bonusMinor: BalanceMinor,
  pendingWithdrawalsMinor: BalanceMinor,
  accounts: z.array(Account),
});
export type Balance = z.infer<typeof Balance>;

export const ledgerRoutes = {
  balance: route('GET /api/wallet', { summary: 'The balance of the player', access: 'player', reply: Balance }),
} as const;

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
    }),
    output: z.object({ betId: Id, taken: z.literal(true), bonusMinor: BalanceMinor }),
    refusals: [
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.limitExceeded,
      ledgerRefusals.excluded,
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
  stakesOf: request('wallet', 'stakesOf', {
    summary: 'State of stakes by bet id, for reconciliation; 500 ids at most',
    input: z.object({ ids: z.array(Id).max(500) }),
    output: z.object({
      stakes: z.array(
        z.object({ betId: Id, status: z.enum(['taken', 'refused', 'tombstone']), amountMinor: BalanceMinor, paidMinor: BalanceMinor, version: z.int() }),
      ),
    }),
  }),
} as const;

export const ledgerEvents = {
  balanceChanged: event('wallet', 'BalanceChanged', {
    summary: 'The balance of a player in one currency changed, by a transfer or a hold.',
    data: z.object({ playerId: Id, currency: Currency, cashMinor: BalanceMinor, bonusMinor: BalanceMinor, heldMinor: BalanceMinor }),
    audience: { player: 'playerId' },
  }),
  balanceLow: event('wallet', 'BalanceLow', {
    summary: 'The playable balance of a player fell below 50.00.',
    data: z.object({ playerId: Id, currency: PlayCurrency, playableMinor: BalanceMinor }),
    notice: { template: 'balance_low', preference: 'lowBalance' },
  }),
} as const;
