/**
 * What wallet says and answers: balances, payments, the requests by which other rooms move money.
 * Payment methods, limits and messages are data here, so the page, the room and the tests read one value.
 */
import { z } from 'zod';
import { Cursor, common, event, Id, Instant, operatorActed, Page, refusal, request, route } from './contract.ts';
import { Jurisdiction } from './countries.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency, SignedMinor } from './money.ts';
import { ManualDeposit, Withdrawal } from './wallet/forms.ts';
import { freeBetRefusals, Grant, grantKinds, grantRefusals } from './wallet/grants.ts';
import { OwnStanding, PlayLimits } from './wallet/limits.ts';

// ---- Refusals ----------------------------------------------------------------------------------

export const walletRefusals = {
  insufficientBalance: refusal('insufficient_balance', 422, 'Insufficient balance'),
  /** params: {limit: which limit, limitMinor, remainingMinor, resetsAt?, currency?}; in the play currency where none is named */
  limitExceeded: refusal('limit_exceeded', 422, 'This is above your limit'),
  /** What one method takes in one go. params: {limit, min, max} */
  depositRange: refusal('limit_exceeded', 422, 'Amount must be between {min} and {max}'),
  dailyWithdrawalLimit: refusal('limit_exceeded', 422, 'Daily withdrawal limit of {limit} would be exceeded'),
  withdrawalRange: refusal('limit_exceeded', 422, 'Amount must be between {min} and {available}'),
  excluded: refusal('excluded', 422, 'You have excluded yourself from play'),
  kycRequired: refusal('kyc_required', 422, 'Please verify your account to withdraw more than you have deposited'),
  accountNotActive: refusal('account_not_active', 403, 'Your account is {status}. Please contact support.'),
  currencyNotAccepted: refusal('currency_not_accepted', 422, '{currency} is not accepted here'),
  methodUnavailable: refusal('method_unavailable', 422, 'This payment method is not available'),
  upiIdRequired: refusal('upi_id_required', 422, 'Please enter PhonePe UPI ID for PhonePe payment'),
  proofInvalid: refusal('proof_invalid', 422, 'The payment proof must be a JPEG, PNG, WebP or PDF file'),
  cardNumber: refusal('card_number', 422, 'Please do not enter card numbers here'),
  /** params: {method, amountMinor, currency}: the method that deposited, and what of its deposits is left to withdraw. */
  closedLoop: refusal('closed_loop', 422, 'Please withdraw to the method you deposited with first'),
  destinationUnknown: refusal('destination_unknown', 422, 'Please choose one of your saved cards'),
  pinRequired: refusal('pin_required', 422, 'Please enter your withdrawal PIN'),
  /** params: {triesLeft} */
  pinWrong: refusal('pin_wrong', 422, 'This PIN is not right'),
  pinLocked: refusal('pin_locked', 429, 'Too many wrong PINs. Please try again later.'),
  quoteExpired: refusal('quote_expired', 409, 'This rate has expired. Please ask for a new one.'),
  quoteUsed: refusal('quote_used', 409, 'This quote was used already'),
  quoteUnknown: refusal('not_found', 404, 'Quote not found'),
  sameCurrency: refusal('same_currency', 422, 'Please choose two different currencies'),
  amountTooSmall: refusal('amount_too_small', 422, 'This amount is too small to convert'),
  /** params: {from, to} */
  rateUnavailable: refusal('rate_unavailable', 422, 'There is no rate for this currency now'),
  rateUnfair: refusal('rate_unfair', 422, 'With this rate money could be made by converting there and back'),
  currencyFixed: refusal('currency_fixed', 422, 'The currency is fixed by your first deposit or bet'),
  /** params: {totalMinor, heldMinor, owedMinor, openBets, pendingPayments, pendingDeposits, currency}; an adjustment that waits counts as a payment */
  balanceLeft: refusal('balance_left', 422, 'Please withdraw your balance and wait for open bets and payments before you close your account'),
  signatureInvalid: refusal('signature_invalid', 401, 'The signature is not valid'),
  adjustmentNotFound: refusal('not_found', 404, 'Adjustment not found'),
  alreadyDecided: refusal('already_decided', 409, 'This payment was already {status}'),
  paymentNotFound: refusal('not_found', 404, 'Payment not found'),
  rejectionReason: refusal('invalid_request', 400, 'Please provide a rejection reason'),
  /** A stake that comes after its bet was rejected or voided; the money stays where it is. */
  betGivenUp: refusal('bet_given_up', 409, 'This bet was given up before its stake was taken'),
  stopped: refusal('stopped', 503, 'Stakes and withdrawals are paused while we check our books'),
  notStopped: refusal('not_stopped', 409, 'Stakes and withdrawals are not paused'),
  /** The stop stands: a super admin accepts what he has seen and nothing that was found since. */
  booksChanged: refusal('books_changed', 409, 'What does not hold has changed since you looked. Look at it again.'),
} as const;

/** Money limits are the same numbers in each play currency, in minor units. */
export const limitsByLevel = {
  unverified: {
    dailyDepositMinor: 500_000,
    dailyWithdrawMinor: 250_000,
    monthlyDepositMinor: 5_000_000,
    monthlyWithdrawMinor: 2_500_000,
    maxDepositMinor: 500_000,
    maxWithdrawMinor: 250_000,
    maxBetMinor: 100_000,
  },
  verified: {
    dailyDepositMinor: 5_000_000,
    dailyWithdrawMinor: 2_500_000,
    monthlyDepositMinor: 50_000_000,
    monthlyWithdrawMinor: 25_000_000,
    maxDepositMinor: 5_000_000,
    maxWithdrawMinor: 2_500_000,
    maxBetMinor: 1_000_000,
  },
} as const;
export const minDepositMinor = 1_000;
export const minWithdrawMinor = 2_000;
export const lowBalanceMinor = 5_000;
export const quoteSeconds = 30;
/** Paid once per player in cash, unless configured otherwise; 0 switches it off. */
export const welcomeBonusMinor = 10_000;
/** What a player of the play book begins with instead. */
export const playMoneyMinor = 100_000;
/** From this amount on deposits, withdrawals and adjustments need two operators, unless configured otherwise. */
export const twoOperatorsMinor = 1_000_000;

// ---- Shapes ------------------------------------------------------------------------------------

export const book = z.enum(['real', 'play']);
export const paymentTypes = ['deposit', 'withdrawal'] as const;
export const paymentStatuses = ['pending', 'approved', 'rejected', 'failed'] as const;
export const PaymentType = z.enum(paymentTypes);
export const PaymentStatus = z.enum(paymentStatuses);
export const transactionTypes = ['deposit', 'withdrawal', 'bet', 'win', 'bonus', 'refund', 'fee', 'adjustment', 'conversion'] as const;
export const TransactionType = z.enum(transactionTypes);
export const TransactionStatus = z.enum(['pending', 'completed', 'failed']);
/** all, today, the last 7 days, since the start of the calendar month and quarter (UTC). */
export const periods = ['all', 'today', 'week', 'month', 'quarter'] as const;

export const Account = z.object({ currency: Currency, cashMinor: BalanceMinor, bonusMinor: BalanceMinor, heldMinor: BalanceMinor });
export const Balance = z.object({
  currency: PlayCurrency,
  totalMinor: BalanceMinor,
  availableMinor: BalanceMinor,
  playableMinor: BalanceMinor,
  bonusMinor: BalanceMinor,
  pendingWithdrawalsMinor: BalanceMinor,
  accounts: z.array(Account),
});
export type Balance = z.infer<typeof Balance>;

/** What a pending payment waits for: its player on the provider's page, the provider's word, an operator. */
const waitsFor = z.enum(['payer', 'provider', 'review']).optional();

export const Transaction = z.object({
  id: Id,
  type: TransactionType,
  amountMinor: SignedMinor,
  currency: Currency,
  status: TransactionStatus,
  waitsFor,
  method: z.string().nullable(),
  description: z.string(),
  reference: z.string(),
  createdAt: Instant,
  balanceAfterMinor: BalanceMinor.nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

export const Payment = z.object({
  id: Id,
  type: PaymentType,
  status: PaymentStatus,
  waitsFor,
  amountMinor: AmountMinor,
  currency: Currency,
  method: z.string(),
  reference: z.string(),
  submittedAt: Instant,
  decidedAt: Instant.optional(),
  rejectionReason: z.string().optional(),
  /** Taken from a deposit's amount; the rest is credited. */
  feeMinor: BalanceMinor,
  hasProof: z.boolean(),
  /** Where the player finishes an instant deposit, at the provider; only while it waits for him. */
  redirectUrl: z.string().optional(),
});
export type Payment = z.infer<typeof Payment>;

export const PaymentForOperator = Payment.extend({
  userId: Id,
  customerName: z.string().nullable(),
  email: z.string().nullable(),
  bankTransactionId: z.string().nullable(),
  upiId: z.string().nullable(),
  /** Other deposits that name the same bank transaction; absent where none does. */
  sameTransaction: z.int().optional(),
  /** Masked but for the last four characters. */
  destination: z.string().nullable(),
  approvals: z.int(),
  approvalsNeeded: z.int(),
  approvedBy: z.array(Id),
  rejectedBy: Id.optional(),
  /** A verified player's withdrawal: decided first. */
  priority: z.boolean(),
  /** What became of the money at the payment provider; null where none is asked. */
  provider: z.enum(['waiting', 'sent', 'paid', 'returned', 'failed']).nullable(),
  demo: z.boolean(),
});
export type PaymentForOperator = z.infer<typeof PaymentForOperator>;

export const PaymentMethod = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['manual', 'instant', 'withdrawal']),
  type: z.string(),
  minMinor: AmountMinor,
  maxMinor: AmountMinor,
  feeBp: z.int(),
  processingTime: z.string(),
  currencies: z.array(Currency),
  fields: z.array(z.string()),
  hint: z.string().optional(),
  bankDetails: z.object({ bankName: z.string(), accountName: z.string(), accountNumber: z.string(), ifscCode: z.string() }).optional(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

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

export const WalletStats = z.object({
  currency: PlayCurrency,
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
  wageredMinor: BalanceMinor,
  wonMinor: BalanceMinor,
  netMinor: SignedMinor.meta({ description: 'won minus wagered' }),
  netDepositsMinor: SignedMinor.meta({ description: 'deposited minus withdrawn, lifetime' }),
  activeBets: z.int(),
  todayDepositedMinor: BalanceMinor,
  todayWithdrawnMinor: BalanceMinor,
  lastActivityAt: Instant.nullable(),
  memberSince: Instant,
});
export type WalletStats = z.infer<typeof WalletStats>;

export const Invariant = z.object({ name: z.string(), holds: z.boolean(), checked: z.int(), offenders: z.array(z.string()) });
// ---- Routes ------------------------------------------------------------------------------------

/** Which transactions a list, its summary and its export mean; `cash_out` the wins that are the price of a bet that was sold. */
export const transactionFilter = {
  type: z.enum([...transactionTypes, 'cash_out', 'all']).optional(),
  period: z.enum(periods).optional(),
  q: z.string().max(100).optional(),
};

const ofMoneyOut = [walletRefusals.limitExceeded, walletRefusals.withdrawalRange, walletRefusals.dailyWithdrawalLimit] as const;
const ofMoneyIn = [walletRefusals.limitExceeded, walletRefusals.depositRange, walletRefusals.methodUnavailable, walletRefusals.currencyNotAccepted] as const;
const ofDestination = [walletRefusals.kycRequired, walletRefusals.closedLoop, walletRefusals.destinationUnknown] as const;
const ofPin = [walletRefusals.pinRequired, walletRefusals.pinWrong, walletRefusals.pinLocked] as const;
const ofPerson = [walletRefusals.cardNumber, walletRefusals.accountNotActive] as const;

export const walletRoutes = {
  balance: route('GET /api/wallet', { summary: 'What the player holds', access: 'player', reply: Balance }),
  transactions: route('GET /api/wallet/transactions', {
    summary: 'Every change of the balance, newest first; a payment is one row whose status changes in place',
    access: 'player',
    query: z.strictObject({ ...transactionFilter, cursor: Cursor }),
    reply: Page(Transaction),
  }),
  methods: route('GET /api/wallet/payment-methods', {
    summary: 'Ways to pay in and out, with their limits and fees',
    access: 'open',
    reply: z.object({ items: z.array(PaymentMethod) }),
  }),
  limits: route('GET /api/wallet/limits', { summary: 'Limits in force and what is left of them', access: 'player', reply: WalletLimits }),
  stats: route('GET /api/wallet/stats', { summary: 'Lifetime, today and now', access: 'player', reply: WalletStats.extend(OwnStanding.shape) }),
  payments: route('GET /api/wallet/payments', {
    summary: "The player's deposits and withdrawals, newest first",
    access: 'player',
    query: z.strictObject({ status: PaymentStatus.optional(), cursor: Cursor }),
    reply: Page(Payment),
  }),
  depositManually: route('POST /api/wallet/deposits/manual', {
    summary: 'Reports a payment made outside; an operator confirms it',
    access: 'player',
    keyed: true,
    upload: 'proof',
    body: ManualDeposit,
    reply: Payment,
    status: 201,
    refusals: [...ofMoneyIn, walletRefusals.upiIdRequired, walletRefusals.proofInvalid, ...ofPerson, walletRefusals.excluded, common.rateLimited],
  }),
  withdraw: route('POST /api/wallet/withdrawals', {
    summary: 'Asks for a withdrawal; the amount is held until an operator decides.',
    access: 'player',
    keyed: true,
    body: Withdrawal,
    reply: Payment,
    status: 201,
    refusals: [
      walletRefusals.insufficientBalance,
      ...ofMoneyOut,
      walletRefusals.methodUnavailable,
      walletRefusals.currencyNotAccepted,
      walletRefusals.rateUnavailable,
      ...ofDestination,
      ...ofPin,
      ...ofPerson,
      walletRefusals.stopped,
    ],
  }),
} as const;

// ---- Requests ----------------------------------------------------------------------------------

const Level = z.enum(['unverified', 'verified']);
const Status = z.enum(['active', 'suspended', 'closed']);
const AccountPart = { version: z.int().min(1), status: Status, level: Level, jurisdiction: Jurisdiction };
/** Excluded from play until then; null: not excluded. Without limits those in force stay; `{}` removes them. */
const PlayPart = { version: z.int().min(1), excludedUntil: Instant.nullable(), limits: PlayLimits.optional() };

export const walletRequests = {
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
    refusals: [walletRefusals.currencyFixed, common.notFound],
  }),
  close: request('wallet', 'close', {
    summary:
      'Closes money to a player who has none left: no balance but what ends with the account (a bonus that he could not take out, rests of other currencies worth less than a cent), no hold, no open stake, no pending payment or adjustment, nothing owed. The account part is closed in the same step.',
    input: z.object({ playerId: Id, ...AccountPart }),
    output: z.object({ playerId: Id, version: z.int() }),
    refusals: [walletRefusals.balanceLeft],
  }),
  stake: request('wallet', 'stake', {
    summary: 'Takes the stake of a bet. The key is betId: the same bet answers the same outcome, another body is refused.',
    input: z.object({ betId: Id, playerId: Id, currency: PlayCurrency, amountMinor: AmountMinor, maxPayoutMinor: AmountMinor, freeBetClaimId: Id.optional() }),
    output: z.object({ betId: Id, taken: z.literal(true), bonusMinor: BalanceMinor }),
    refusals: [
      walletRefusals.insufficientBalance,
      walletRefusals.limitExceeded,
      walletRefusals.excluded,
      walletRefusals.accountNotActive,
      walletRefusals.currencyNotAccepted,
      ...Object.values(freeBetRefusals),
      walletRefusals.betGivenUp,
      walletRefusals.stopped,
      common.keyReused,
      common.notFound,
      common.busy,
    ],
  }),
  grant: request('wallet', 'grant', {
    summary: 'Gives a player what he can play with. The key is claimId: the same grant answers the same, another body is refused.',
    input: Grant,
    output: z.object({ claimId: Id, granted: z.literal(true) }),
    refusals: [
      walletRefusals.currencyNotAccepted,
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
  stakesOf: request('wallet', 'stakesOf', {
    summary: 'What wallet knows of stakes, for a room that compares its records; 500 ids at most',
    input: z.object({ ids: z.array(Id).max(500) }),
    output: z.object({
      stakes: z.array(
        z.object({ betId: Id, status: z.enum(['taken', 'refused', 'tombstone']), amountMinor: BalanceMinor, paidMinor: BalanceMinor, version: z.int() }),
      ),
    }),
  }),
} as const;

// ---- Events ------------------------------------------------------------------------------------

const PaymentFact = z.object({ paymentId: Id, playerId: Id, type: PaymentType, amountMinor: AmountMinor, currency: Currency, method: z.string(), book });
const PaymentRejected = PaymentFact.extend({ reason: z.string() });
const requested = { audience: { operators: 'payments' } } as const;
const decided = { audience: { player: 'playerId', operators: 'payments' } } as const;

export const walletEvents = {
  depositRequested: event('wallet', 'DepositRequested', { summary: 'A player reported a manual deposit.', data: PaymentFact, ...requested }),
  depositApproved: event('wallet', 'DepositApproved', {
    summary: 'A deposit was credited.',
    data: PaymentFact,
    ...decided,
    notice: { template: 'deposit_approved', preference: 'deposits' },
  }),
  depositRejected: event('wallet', 'DepositRejected', {
    summary: 'A deposit was refused by an operator.',
    data: PaymentRejected,
    ...decided,
    notice: { template: 'deposit_rejected', preference: 'deposits' },
  }),
  withdrawalRequested: event('wallet', 'WithdrawalRequested', { summary: 'A player asked for money; it is held.', data: PaymentFact, ...requested }),
  withdrawalApproved: event('wallet', 'WithdrawalApproved', {
    summary: 'A withdrawal was paid out of its hold.',
    data: PaymentFact,
    ...decided,
    notice: { template: 'withdrawal_approved', preference: 'withdrawals' },
  }),
  withdrawalRejected: event('wallet', 'WithdrawalRejected', {
    summary: 'A withdrawal was refused; its hold is released.',
    data: PaymentRejected,
    ...decided,
    notice: { template: 'withdrawal_rejected', preference: 'withdrawals' },
  }),
  depositFailed: event('wallet', 'DepositFailed', {
    summary: 'The provider declined a deposit, or the player did not finish it.',
    data: PaymentRejected,
    audience: { player: 'playerId', operators: 'wallet.read' },
    notice: { template: 'deposit_failed', preference: 'deposits' },
  }),
  withdrawalReturned: event('wallet', 'WithdrawalReturned', {
    summary: 'The provider gave a payout back; it is credited to the player again.',
    data: PaymentRejected,
    ...decided,
    notice: { template: 'withdrawal_returned', preference: 'withdrawals' },
  }),
  destinationAdded: event('wallet', 'DestinationAdded', {
    summary: 'A player withdraws to a destination that was not known.',
    data: z.object({ playerId: Id, paymentId: Id, method: z.string(), destinationEnd: z.string() }),
    notice: { template: 'destination_added' },
  }),
  balanceLow: event('wallet', 'BalanceLow', {
    summary: 'What a player can play with fell below 50.00.',
    data: z.object({ playerId: Id, currency: PlayCurrency, playableMinor: BalanceMinor }),
    notice: { template: 'balance_low', preference: 'lowBalance' },
  }),
  balanceAdjusted: event('wallet', 'BalanceAdjusted', {
    summary: 'An operator added money or took it, with a reason.',
    data: z.object({ adjustmentId: Id, playerId: Id, amountMinor: SignedMinor, currency: Currency, book, reason: z.string() }),
    audience: { player: 'playerId', operators: 'adjustments' },
    notice: { template: 'balance_adjusted' },
  }),
  adjustmentChanged: event('wallet', 'AdjustmentChanged', {
    summary: 'An adjustment was asked for, approved by one of two, or rejected.',
    data: z.object({ adjustmentId: Id, playerId: Id, status: z.string() }),
    audience: { operators: 'adjustments' },
  }),
  currencyConverted: event('wallet', 'CurrencyConverted', {
    summary: 'A player converted money between his accounts.',
    data: z.object({ playerId: Id, quoteId: Id, from: Currency, to: Currency, amountMinor: AmountMinor, receiveMinor: AmountMinor }),
    audience: { player: 'playerId' },
  }),
  ratesChanged: event('wallet', 'RatesChanged', {
    summary: 'An operator changed a rate.',
    data: z.object({ from: Currency, to: Currency }),
    audience: { operators: 'wallet.read' },
  }),
  withdrawalPinChanged: event('wallet', 'WithdrawalPinChanged', {
    summary: 'A withdrawal PIN was set, changed or taken away.',
    data: z.object({ playerId: Id, on: z.boolean() }),
    audience: { player: 'playerId' },
    notice: { template: 'pin_changed' },
  }),
  balanceChanged: event('wallet', 'BalanceChanged', {
    summary: 'What a player holds in one currency, after a transfer or a hold; a copy ignores an older version.',
    data: z.object({ playerId: Id, currency: Currency, cashMinor: BalanceMinor, bonusMinor: BalanceMinor, heldMinor: BalanceMinor }),
    audience: { player: 'playerId' },
  }),
  bonusGranted: event('wallet', 'BonusGranted', {
    summary: 'The welcome bonus was paid; with a claim, a grant was given, and its player is told.',
    data: z.object({
      playerId: Id,
      currency: PlayCurrency,
      amountMinor: AmountMinor,
      book,
      grant: z.object({ claimId: Id, kind: z.enum(grantKinds), expiresAt: Instant }).optional(),
    }),
    audience: { player: 'playerId' },
    // Whoever wants no promotions finds it in his list, and gets no mail that invites him to play.
    notice: { template: 'free_bet_given', mailPreference: 'promotions' },
  }),
  freeBetReturned: event('wallet', 'FreeBetReturned', {
    summary: 'The free bet of a void bet can be used again; not said of one that has expired.',
    data: z.object({ claimId: Id, playerId: Id, betId: Id, currency: PlayCurrency, amountMinor: AmountMinor }),
    audience: { player: 'playerId' },
  }),
  bonusForfeited: event('wallet', 'BonusForfeited', {
    summary: 'What was left of a grant was taken back.',
    data: z.object({ claimId: Id, playerId: Id, kind: z.enum(grantKinds), currency: PlayCurrency, amountMinor: AmountMinor, book }),
    audience: { player: 'playerId' },
  }),
  operatorActed: operatorActed('wallet'),
} as const;
