/** Players in wallet: permit, limits, settings and withdrawal PIN, and the requests by which auth opens, restricts and closes a wallet. */
import { z } from 'zod';
import { byId, common, event, Id, Instant, Reason, refusal, request, route } from '../contract.ts';
import { Jurisdiction } from '../countries.ts';
import { AmountMinor, BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { PlayByProduct } from '../play-figures.ts';
import { Pin } from './forms.ts';
import { book, ledgerRefusals } from './ledger.ts';

export const playerRefusals = {
  pinRequired: refusal('pin_required', 422, 'Please enter your withdrawal PIN'),
  /** params: {triesLeft} */
  pinWrong: refusal('pin_wrong', 422, 'This PIN is incorrect'),
  pinLocked: refusal('pin_locked', 429, 'Too many wrong PINs. Please try again later.'),
  currencyFixed: refusal('currency_fixed', 422, 'The currency is fixed by your first deposit, bet or limit'),
  /** params: {totalMinor, heldMinor, owedMinor, openBets, pendingPayments, pendingDeposits, currency}; a pending adjustment counts as a payment */
  balanceLeft: refusal(
    'balance_left',
    422,
    'Please withdraw your balance and wait for open bets and payments before you close your account',
  ),
} as const;

/** A player's own limits in the play currency, by UTC day, week (from Monday) and month. An absent field means no limit. A loss is net: stakes less returns. */
export const PlayLimits = z.object({
  depositDayMinor: AmountMinor.optional(),
  depositWeekMinor: AmountMinor.optional(),
  depositMonthMinor: AmountMinor.optional(),
  lossDayMinor: AmountMinor.optional(),
  lossWeekMinor: AmountMinor.optional(),
  lossMonthMinor: AmountMinor.optional(),
  betMinor: AmountMinor.optional(),
  /** The longest play session. A session starts with the first stake after 30 minutes without one. */
  sessionMinutes: z.int().min(1).optional(),
});
export type PlayLimits = z.infer<typeof PlayLimits>;

/** The current play session, with the figures of the bets placed in it. */
export const PlaySession = PlayByProduct.extend({
  startedAt: Instant,
  /** The end of the session if no further stake is taken. */
  endsAt: Instant,
});
export type PlaySession = z.infer<typeof PlaySession>;

/** The player's own play. A field that does not apply is absent. */
export const OwnPlay = z.object({
  session: PlaySession.optional(),
  ownLimits: PlayLimits.optional(),
  /** The unpaid welcome bonus: it waits for the player to confirm their address, or for an operator. */
  pendingBonus: z.object({ amountMinor: AmountMinor, waitsFor: z.enum(['confirmation', 'review']) }).optional(),
  /** The welcome bonus, until the player dismisses its notice or places a stake. */
  welcomeBonusMinor: AmountMinor.optional(),
  /** Amount of a test win; only for play money in demo mode. */
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
  /** Lower than the usual minimum if the player has less, so that a small rest can be withdrawn. */
  minWithdrawMinor: BalanceMinor,
  maxDepositMinor: BalanceMinor,
  maxWithdrawMinor: BalanceMinor,
  maxBetMinor: BalanceMinor,
  ...limitsOfPeriods,
  remaining: z.object(limitsOfPeriods),
  dayResetsAt: Instant,
  monthResetsAt: Instant,
  /** The amount that must first be withdrawn to each deposit method. Methods of one family are listed under the first of them. */
  closedLoop: z.array(z.object({ method: z.string(), amountMinor: AmountMinor })),
  /** The most that can be withdrawn before verification: deposits less withdrawals; null once verified. */
  untilVerifiedMinor: BalanceMinor.nullable(),
  /** The unwagered part of the welcome bonus: it can be withdrawn once wagered. */
  unplayedBonusMinor: BalanceMinor.optional(),
});
export type WalletLimits = z.infer<typeof WalletLimits>;

export const WalletSettings = z.object({
  /** Deposits in another currency are converted to the play currency on arrival, at the rate of that time. */
  autoConvert: z.boolean(),
  hasPin: z.boolean(),
});
export type WalletSettings = z.infer<typeof WalletSettings>;

const Level = z.enum(['unverified', 'verified']);

const Status = z.enum(['active', 'suspended', 'closed']);

const AccountPart = { version: z.int().min(1), status: Status, level: Level, jurisdiction: Jurisdiction };

/** Reality checks: no further stake is taken once `minutes` have passed since the start of the play session or the last acknowledgement, whichever is later. */
export const RealityChecks = z.object({ minutes: z.int().min(1), acknowledgedAt: Instant.nullable() });
export type RealityChecks = z.infer<typeof RealityChecks>;

/** The end of an exclusion that lasts until the player asks to return. That of a permanent one is a day later. */
export const openEnd = '9999-12-30T00:00:00.000Z';

/** `excludedUntil`: null if not excluded. `returnsAt`: the player asked to return, so an exclusion until `openEnd` ends then; no other is shortened. Without `limits` the current ones are kept, and `{}` removes them. Without `realityChecks` the current ones are kept, and null removes them. */
const PlayPart = {
  version: z.int().min(1),
  excludedUntil: Instant.nullable(),
  returnsAt: Instant.optional(),
  limits: PlayLimits.optional(),
  realityChecks: RealityChecks.nullable().optional(),
};

/** The amounts that count towards the player's own limits in the current UTC periods. A loss is negative if the player has won more than they lost. */
export const UsedLimits = z.object({
  depositDayMinor: BalanceMinor,
  depositWeekMinor: BalanceMinor,
  depositMonthMinor: BalanceMinor,
  lossDayMinor: SignedMinor,
  lossWeekMinor: SignedMinor,
  lossMonthMinor: SignedMinor,
});
export type UsedLimits = z.infer<typeof UsedLimits>;

export const PlayState = z.object({
  currency: PlayCurrency,
  session: PlaySession.optional(),
  /** When the next reality check of the session is due. Once that time has passed, no stake is taken. */
  checkDueAt: Instant.optional(),
  used: UsedLimits,
  dayResetsAt: Instant,
  weekResetsAt: Instant,
  monthResetsAt: Instant,
});
export type PlayState = z.infer<typeof PlayState>;

/** Approved deposits and withdrawals, and play by the time of the stake. */
const ActivityFigures = PlayByProduct.extend({ depositedMinor: BalanceMinor, withdrawnMinor: BalanceMinor });

export const Activity = z.object({
  currency: PlayCurrency,
  month: ActivityFigures,
  lifetime: ActivityFigures,
  /** Months with activity, such as 2026-11, newest first. */
  months: z.array(z.string()),
});
export type Activity = z.infer<typeof Activity>;

export const playerRoutes = {
  limits: route('GET /api/wallet/limits', {
    summary: 'Current limits and what is left of them',
    access: 'player',
    reply: WalletLimits,
  }),
  settings: route('GET /api/wallet/settings', {
    summary: 'Wallet settings of the player',
    access: 'player',
    reply: WalletSettings,
  }),
  setSettings: route('PUT /api/wallet/settings', {
    summary: 'Sets the wallet settings of the player',
    access: 'player',
    body: z.strictObject({ autoConvert: z.boolean() }),
    reply: WalletSettings,
  }),
  setPin: route('PUT /api/wallet/pin', {
    summary: 'Sets or changes the withdrawal PIN; a change needs the current PIN',
    access: 'player',
    body: z.strictObject({ pin: Pin, currentPin: z.string().max(20).optional() }),
    reply: WalletSettings,
    refusals: [playerRefusals.pinRequired, playerRefusals.pinWrong, playerRefusals.pinLocked],
  }),
  removePin: route('POST /api/wallet/pin/remove', {
    summary: 'Removes the withdrawal PIN',
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
    summary: 'Test win: adds play money; only for the play-money player of demo mode',
    access: 'player',
    keyed: true,
    reply: z.object({ amountMinor: AmountMinor, currency: PlayCurrency }),
    status: 201,
    refusals: [common.notFound, ledgerRefusals.accountNotActive, ledgerRefusals.excluded, common.rateLimited],
  }),
} as const;

export const playerRequests = {
  open: request('wallet', 'open', {
    summary:
      'Opens the accounts of a player, once, and in demo mode pays the welcome bonus; requested at registration, so that the first page shows it',
    input: z.object({
      playerId: Id,
      currency: PlayCurrency,
      book,
      ...AccountPart,
      welcomeBonus: z.boolean().optional().meta({ description: 'false: the player wants no welcome bonus' }),
    }),
    output: z.object({ playerId: Id, currency: PlayCurrency }),
  }),
  restrict: request('wallet', 'restrict', {
    summary:
      'Sets one part of the permit, effective at once. An older version of that part is ignored. Returns the current version.',
    input: z.discriminatedUnion('part', [
      z.object({ playerId: Id, part: z.literal('account'), ...AccountPart }),
      z.object({ playerId: Id, part: z.literal('play'), ...PlayPart }),
    ]),
    output: z.object({ playerId: Id, version: z.int() }),
  }),
  playCurrency: request('wallet', 'playCurrency', {
    summary:
      'Changes the play currency, before the first deposit, stake or limit; the welcome bonus keeps its value, and free bets keep their number',
    input: z.object({ playerId: Id, currency: PlayCurrency }),
    output: z.object({ playerId: Id, currency: PlayCurrency }),
    refusals: [playerRefusals.currencyFixed, ledgerRefusals.rateUnavailable, common.notFound],
  }),
  playState: request('wallet', 'playState', {
    summary: "A player's session, the next reality check, and what counts towards their own limits",
    input: z.object({ playerId: Id }),
    output: PlayState,
    refusals: [common.notFound],
  }),
  activity: request('wallet', 'activity', {
    summary: 'Deposits, withdrawals and play of a player in a UTC month and over the lifetime',
    input: z.object({ playerId: Id, month: z.string() }),
    output: Activity,
    refusals: [common.notFound],
  }),
  close: request('wallet', 'close', {
    summary:
      'Closes the wallet of a player who has no money left. Refused while there is a balance, a hold, an open stake, a pending payment or adjustment, or a debt. A bonus that cannot be withdrawn and amounts worth less than a cent do not count; they are lost with the account. The account part of the permit is closed in the same transaction.',
    input: z.object({ playerId: Id, ...AccountPart }),
    output: z.object({ playerId: Id, version: z.int() }),
    refusals: [playerRefusals.balanceLeft],
  }),
} as const;

export const playerEvents = {
  withdrawalPinChanged: event('wallet', 'WithdrawalPinChanged', {
    summary: 'A withdrawal PIN was set, changed or removed.',
    data: z.object({ playerId: Id, on: z.boolean() }),
    audience: { player: 'playerId' },
    notice: { template: 'pin_changed' },
  }),
} as const;
