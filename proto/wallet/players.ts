/** A player's permit, limits, settings and withdrawal PIN: who may play and pay, and how much. Includes the requests by which auth opens, restricts and closes a wallet. */
import { z } from 'zod';
import { byId, common, event, Id, Instant, Reason, refusal, request, route } from '../contract.ts';
import { Jurisdiction } from '../countries.ts';
import { AmountMinor, BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { Pin } from './forms.ts';
import { book, ledgerRefusals } from './ledger.ts';

export const playerRefusals = {
  pinRequired: refusal('pin_required', 422, 'Please enter your withdrawal PIN'),
  /** params: {triesLeft} */
  pinWrong: refusal('pin_wrong', 422, 'This PIN is not right'),
  pinLocked: refusal('pin_locked', 429, 'Too many wrong PINs. Please try again later.'),
  currencyFixed: refusal('currency_fixed', 422, 'The currency is fixed by your first deposit or bet'),
  /** params: {totalMinor, heldMinor, owedMinor, openBets, pendingPayments, pendingDeposits, currency}; an adjustment that waits counts as a payment */
  balanceLeft: refusal('balance_left', 422, 'Please withdraw your balance and wait for open bets and payments before you close your account'),
} as const;

/** A player's own limits, in the play currency and by UTC day, week (Monday) and month; absent: none. Loss is net: stakes less returns. */
export const PlayLimits = z.object({
  depositDayMinor: AmountMinor.optional(),
  depositWeekMinor: AmountMinor.optional(),
  depositMonthMinor: AmountMinor.optional(),
  lossDayMinor: AmountMinor.optional(),
  lossWeekMinor: AmountMinor.optional(),
  lossMonthMinor: AmountMinor.optional(),
  betMinor: AmountMinor.optional(),
  /** Longest play session; one begins with the first stake after 30 minutes without one. */
  sessionMinutes: z.int().min(1).optional(),
});
export type PlayLimits = z.infer<typeof PlayLimits>;

/** The play session under way. What it returned counts when it was paid, also for bets that were placed before. */
export const PlaySession = z.object({
  startedAt: Instant,
  /** Where no other stake is taken before. */
  endsAt: Instant,
  stakedMinor: BalanceMinor,
  /** Returns less stakes. */
  netMinor: SignedMinor,
});
export type PlaySession = z.infer<typeof PlaySession>;

/** Each is absent where there is none. */
export const OwnPlay = z.object({
  session: PlaySession.optional(),
  ownLimits: PlayLimits.optional(),
  /** The welcome bonus that was paid and is still there, until the player has seen its notice or has staked anything. */
  welcomeBonusMinor: AmountMinor.optional(),
  /** What a test win gives; for the player of play money in demo mode. */
  testWinMinor: AmountMinor.optional(),
});
export type OwnPlay = z.infer<typeof OwnPlay>;

const limitsOfPeriods = {
  dailyDepositMinor: BalanceMinor,
  dailyWithdrawMinor: BalanceMinor,
  monthlyDepositMinor: BalanceMinor,
  monthlyWithdrawMinor: BalanceMinor,
};

export const WalletLimits = z.object({
  level: z.enum(['unverified', 'verified']),
  minDepositMinor: BalanceMinor,
  /** Less where less is all that can be withdrawn: a small rest goes out whole. */
  minWithdrawMinor: BalanceMinor,
  maxDepositMinor: BalanceMinor,
  maxWithdrawMinor: BalanceMinor,
  maxBetMinor: BalanceMinor,
  ...limitsOfPeriods,
  remaining: z.object(limitsOfPeriods),
  dayResetsAt: Instant,
  monthResetsAt: Instant,
  /** What must first be withdrawn to each method that deposited; methods of one family count as the first of it. */
  closedLoop: z.array(z.object({ method: z.string(), amountMinor: AmountMinor })),
  /** What can be withdrawn before verification, deposits less withdrawals; null once verified. */
  untilVerifiedMinor: BalanceMinor.nullable(),
});
export type WalletLimits = z.infer<typeof WalletLimits>;

export const WalletSettings = z.object({
  /** Deposits in another currency become play currency on arrival, at the rate of that moment. */
  autoConvert: z.boolean(),
  hasPin: z.boolean(),
});
export type WalletSettings = z.infer<typeof WalletSettings>;

const Level = z.enum(['unverified', 'verified']);

const Status = z.enum(['active', 'suspended', 'closed']);

const AccountPart = { version: z.int().min(1), status: Status, level: Level, jurisdiction: Jurisdiction };

/** Excluded from play until then; null: not excluded. Without limits those in force stay; `{}` removes them. */
const PlayPart = { version: z.int().min(1), excludedUntil: Instant.nullable(), limits: PlayLimits.optional() };

export const playerRoutes = {
  limits: route('GET /api/wallet/limits', { summary: 'Limits in force and what is left of them', access: 'player', reply: WalletLimits }),
  settings: route('GET /api/wallet/settings', { summary: 'Wallet settings of the player', access: 'player', reply: WalletSettings }),
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
    refusals: [playerRefusals.pinRequired, playerRefusals.pinWrong, playerRefusals.pinLocked],
  }),
  removePin: route('POST /api/wallet/pin/remove', {
    summary: 'Takes the withdrawal PIN away',
    access: 'player',
    body: z.strictObject({ currentPin: z.string().max(20) }),
    reply: WalletSettings,
    refusals: [playerRefusals.pinRequired, playerRefusals.pinWrong, playerRefusals.pinLocked],
  }),
  clearPin: route('POST /api/admin/wallet/users/:id/clear-pin', {
    summary: 'Removes a forgotten withdrawal PIN; the player is notified',
    access: { operator: 'payments' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: Reason }),
    refusals: [common.notFound, common.stepUpRequired, common.cardNumber],
  }),
  testWin: route('POST /api/wallet/test-win', {
    summary: 'Adds play money; for the player of play money in demo mode alone',
    access: 'player',
    keyed: true,
    reply: z.object({ amountMinor: AmountMinor, currency: PlayCurrency }),
    status: 201,
    refusals: [common.notFound, ledgerRefusals.accountNotActive, ledgerRefusals.excluded, common.rateLimited],
  }),
} as const;

export const playerRequests = {
  open: request('wallet', 'open', {
    summary: 'Opens the accounts of a player and pays the welcome bonus, once; asked at registration so the first page shows it',
    input: z.object({ playerId: Id, currency: PlayCurrency, book, ...AccountPart }),
    output: z.object({ playerId: Id, currency: PlayCurrency }),
  }),
  restrict: request('wallet', 'restrict', {
    summary: 'Binds money to a part of the permit at once; an older version of that part is ignored. Answers the version in force.',
    input: z.discriminatedUnion('part', [
      z.object({ playerId: Id, part: z.literal('account'), ...AccountPart }),
      z.object({ playerId: Id, part: z.literal('play'), ...PlayPart }),
    ]),
    output: z.object({ playerId: Id, version: z.int() }),
  }),
  playCurrency: request('wallet', 'playCurrency', {
    summary: 'Changes the play currency, before the first deposit or stake; the welcome bonus changes with it at the same number',
    input: z.object({ playerId: Id, currency: PlayCurrency }),
    output: z.object({ playerId: Id, currency: PlayCurrency }),
    refusals: [playerRefusals.currencyFixed, common.notFound],
  }),
  close: request('wallet', 'close', {
    summary:
      'Closes money to a player who has none left: no balance but what ends with the account (a bonus that cannot be withdrawn, rests of other currencies worth less than a cent), no hold, no open stake, no pending payment or adjustment, nothing owed. The account part is closed in the same step.',
    input: z.object({ playerId: Id, ...AccountPart }),
    output: z.object({ playerId: Id, version: z.int() }),
    refusals: [playerRefusals.balanceLeft],
  }),
} as const;

export const playerEvents = {
  withdrawalPinChanged: event('wallet', 'WithdrawalPinChanged', {
    summary: 'A withdrawal PIN was set, changed or taken away.',
    data: z.object({ playerId: Id, on: z.boolean() }),
    audience: { player: 'playerId' },
    notice: { template: 'pin_changed' },
  }),
} as const;
