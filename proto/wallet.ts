/**
 * What wallet says and answers: balances, payments, the requests by which other rooms move money.
 * Payment methods, limits and messages are data here, so the page, the room and the tests read one value.
 */
import { z } from 'zod';
import { Cursor, common, event, Id, Instant, operatorActed, Page, refusal, request, route } from './contract.ts';
import { Jurisdiction } from './countries.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency, SignedMinor } from './money.ts';
import { manualMethodIds, withdrawalMethodIds } from './wallet/methods.ts';

// ---- Refusals ----------------------------------------------------------------------------------

export const walletRefusals = {
  insufficientBalance: refusal('insufficient_balance', 422, 'Insufficient balance'),
  /** params: {limit: which limit, limitMinor, remainingMinor, resetsAt?} */
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
  alreadyDecided: refusal('already_decided', 409, 'This payment was already {status}'),
  paymentNotFound: refusal('not_found', 404, 'Payment not found'),
  rejectionReason: refusal('invalid_request', 400, 'Please provide a rejection reason'),
  secondOperatorNeeded: refusal('second_operator_needed', 403, 'Another operator must approve this payment'),
  /** A stake that comes after its bet was rejected or voided; the money stays where it is. */
  betGivenUp: refusal('bet_given_up', 409, 'This bet was given up before its stake was taken'),
  stopped: refusal('stopped', 503, 'Stakes and withdrawals are paused while we check our books'),
  notStopped: refusal('not_stopped', 409, 'Stakes and withdrawals are not paused'),
} as const;

// ---- Rules as data -----------------------------------------------------------------------------

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

export const Transaction = z.object({
  id: Id,
  type: TransactionType,
  amountMinor: SignedMinor,
  currency: Currency,
  status: TransactionStatus,
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
  amountMinor: AmountMinor,
  currency: Currency,
  method: z.string(),
  reference: z.string(),
  submittedAt: Instant,
  decidedAt: Instant.optional(),
  rejectionReason: z.string().optional(),
});
export type Payment = z.infer<typeof Payment>;

export const PaymentForOperator = Payment.extend({
  userId: Id,
  customerName: z.string().nullable(),
  email: z.string().nullable(),
  bankTransactionId: z.string().nullable(),
  upiId: z.string().nullable(),
  /** Masked but for the last four characters. */
  destination: z.string().nullable(),
  hasProof: z.boolean(),
  approvals: z.int(),
  approvalsNeeded: z.int(),
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
  minWithdrawMinor: BalanceMinor,
  maxDepositMinor: BalanceMinor,
  maxWithdrawMinor: BalanceMinor,
  maxBetMinor: BalanceMinor,
  ...limitsOfPeriods,
  remaining: z.object(limitsOfPeriods),
  dayResetsAt: Instant,
  monthResetsAt: Instant,
});
export type WalletLimits = z.infer<typeof WalletLimits>;

export const WalletStats = z.object({
  currency: PlayCurrency,
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
  wageredMinor: BalanceMinor,
  wonMinor: BalanceMinor,
  netMinor: SignedMinor.meta({ description: 'won minus wagered' }),
  activeBets: z.int(),
  todayDepositedMinor: BalanceMinor,
  todayWithdrawnMinor: BalanceMinor,
  lastActivityAt: Instant.nullable(),
  memberSince: Instant,
});
export type WalletStats = z.infer<typeof WalletStats>;

const requiredText = (max: number) => z.string({ error: 'Please fill in all required fields' }).trim().min(1, 'Please fill in all required fields').max(max);
const Amount = z.int({ error: 'Please enter a valid amount' }).min(1, 'Please enter a valid amount').max(9_000_000_000_000_000, 'Please enter a valid amount');

export const ManualDeposit = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(manualMethodIds, { error: 'Please fill in all required fields' }),
  customerName: requiredText(120),
  email: requiredText(254),
  bankTransactionId: requiredText(120),
  upiId: z.string().trim().max(120).optional(),
  /** A file part; over JSON the file in base64. */
  proof: z.string().optional(),
});
export type ManualDeposit = z.infer<typeof ManualDeposit>;

export const Withdrawal = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(withdrawalMethodIds, { error: 'Please fill in all required fields' }),
  destination: requiredText(200),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const Invariant = z.object({ name: z.string(), holds: z.boolean(), checked: z.int(), offenders: z.array(z.string()) });
export const Integrity = z.object({
  ranAt: Instant.nullable(),
  holds: z.boolean(),
  stopped: z.boolean(),
  invariants: z.array(Invariant),
  totals: z.array(z.object({ book, currency: Currency, kind: z.string(), balanceMinor: SignedMinor })),
});
export type Integrity = z.infer<typeof Integrity>;

export const OperatorStats = z.object({
  pendingPayments: z.int(),
  pendingDeposits: z.int(),
  pendingWithdrawals: z.int(),
  pendingAmountMinor: BalanceMinor,
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
});

// ---- Routes ------------------------------------------------------------------------------------

const byId = z.strictObject({ id: Id });
const Reason = z.string({ error: 'A reason is required' }).trim().min(1, 'A reason is required').max(500);

export const walletRoutes = {
  balance: route('GET /api/wallet', { summary: 'What the player holds', access: 'player', reply: Balance }),
  transactions: route('GET /api/wallet/transactions', {
    summary: 'Every change of the balance, newest first; a payment is one row whose status changes in place',
    access: 'player',
    query: z.strictObject({
      type: z.union([TransactionType, z.literal('all')]).optional(),
      period: z.enum(periods).optional(),
      q: z.string().max(100).optional(),
      cursor: Cursor,
    }),
    reply: Page(Transaction),
  }),
  methods: route('GET /api/wallet/payment-methods', {
    summary: 'Ways to pay in and out, with their limits and fees',
    access: 'open',
    reply: z.object({ items: z.array(PaymentMethod) }),
  }),
  limits: route('GET /api/wallet/limits', { summary: 'Limits in force and what is left of them', access: 'player', reply: WalletLimits }),
  stats: route('GET /api/wallet/stats', { summary: 'Lifetime and today', access: 'player', reply: WalletStats }),
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
    refusals: [
      walletRefusals.limitExceeded,
      walletRefusals.depositRange,
      walletRefusals.methodUnavailable,
      walletRefusals.currencyNotAccepted,
      walletRefusals.upiIdRequired,
      walletRefusals.proofInvalid,
      walletRefusals.cardNumber,
      walletRefusals.accountNotActive,
      walletRefusals.excluded,
    ],
  }),
  withdraw: route('POST /api/wallet/withdrawals', {
    summary: 'Asks for a withdrawal; the amount is held until an operator decides',
    access: 'player',
    keyed: true,
    body: Withdrawal,
    reply: Payment,
    status: 201,
    refusals: [
      walletRefusals.insufficientBalance,
      walletRefusals.limitExceeded,
      walletRefusals.withdrawalRange,
      walletRefusals.dailyWithdrawalLimit,
      walletRefusals.methodUnavailable,
      walletRefusals.currencyNotAccepted,
      walletRefusals.kycRequired,
      walletRefusals.accountNotActive,
      walletRefusals.stopped,
    ],
  }),
  operatorPayments: route('GET /api/admin/wallet/payments', {
    summary: 'Payments, newest first; searched by id, reference, user, customer, e-mail, bank transaction and UPI id',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ status: PaymentStatus.optional(), type: PaymentType.optional(), q: z.string().max(200).optional(), cursor: Cursor }),
    reply: Page(PaymentForOperator),
  }),
  approve: route('POST /api/admin/wallet/payments/:id/approve', {
    summary: 'Approves a payment; 202 while a second operator is needed, the same decision again answers the first',
    access: { operator: 'payments' },
    params: byId,
    reply: PaymentForOperator,
    also: 202,
    refusals: [walletRefusals.paymentNotFound, walletRefusals.alreadyDecided, walletRefusals.secondOperatorNeeded, walletRefusals.stopped],
  }),
  reject: route('POST /api/admin/wallet/payments/:id/reject', {
    summary: 'Rejects a payment with a reason the player sees',
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({
      reason: z.string({ error: walletRefusals.rejectionReason.message }).trim().min(1, walletRefusals.rejectionReason.message).max(500),
    }),
    reply: PaymentForOperator,
    refusals: [walletRefusals.paymentNotFound, walletRefusals.alreadyDecided, walletRefusals.cardNumber],
  }),
  proof: route('GET /api/admin/wallet/payments/:id/proof', {
    summary: 'The proof of a manual deposit; each view is on the record',
    access: { operator: 'documents' },
    params: byId,
    reply: z.instanceof(Uint8Array).meta({ override: { type: 'string', format: 'binary' } }),
    refusals: [walletRefusals.paymentNotFound],
  }),
  destination: route('GET /api/admin/wallet/payments/:id/destination', {
    summary: 'Where a withdrawal goes to, in full; each view is on the record',
    access: { operator: 'payments' },
    params: byId,
    reply: z.object({ destination: z.string() }),
    refusals: [walletRefusals.paymentNotFound],
  }),
  operatorStats: route('GET /api/admin/wallet/stats', {
    summary: 'Pending payments and money in and out, real money only',
    access: { operator: 'wallet.read' },
    reply: OperatorStats,
  }),
  integrity: route('GET /api/admin/wallet/integrity', {
    summary: 'The last proof that money is conserved',
    access: { operator: 'wallet.read' },
    reply: Integrity,
  }),
  liftStop: route('POST /api/admin/wallet/integrity/lift', {
    summary: 'Takes stakes and withdrawals again: the books are accepted as they stand, with a reason',
    access: { operator: 'operators' },
    body: z.strictObject({ reason: Reason }),
    reply: Integrity,
    refusals: [walletRefusals.notStopped, walletRefusals.cardNumber],
  }),
} as const;

// ---- Requests ----------------------------------------------------------------------------------

const Level = z.enum(['unverified', 'verified']);
const Status = z.enum(['active', 'suspended', 'closed']);
const AccountPart = { version: z.int().min(1), status: Status, level: Level, jurisdiction: Jurisdiction };
/** Excluded from play until then; null: not excluded. */
const PlayPart = { version: z.int().min(1), excludedUntil: Instant.nullable() };

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
      walletRefusals.betGivenUp,
      walletRefusals.stopped,
      common.keyReused,
      common.notFound,
      common.busy,
    ],
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
  balanceChanged: event('wallet', 'BalanceChanged', {
    summary: 'What a player holds in one currency, after a transfer or a hold; a copy ignores an older version.',
    data: z.object({ playerId: Id, currency: Currency, cashMinor: BalanceMinor, bonusMinor: BalanceMinor, heldMinor: BalanceMinor }),
    audience: { player: 'playerId' },
  }),
  bonusGranted: event('wallet', 'BonusGranted', {
    summary: 'The welcome bonus was paid.',
    data: z.object({ playerId: Id, currency: PlayCurrency, amountMinor: AmountMinor, book }),
    audience: { player: 'playerId' },
  }),
  operatorActed: operatorActed('wallet'),
} as const;
