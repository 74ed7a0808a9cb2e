/** Deposits and withdrawals of players, the payment provider's webhook, and the events of payments. */
import { z } from 'zod';
import {
  byId,
  Cursor,
  common,
  event,
  fileReply,
  Id,
  Instant,
  imageTypes,
  ofPlayer,
  Page,
  refusal,
  route,
} from '../contract.ts';
import { AmountMinor, BalanceMinor, Currency } from '../money.ts';
import { DestinationToSave, InstantDeposit, ManualDeposit, Withdrawal } from './forms.ts';
import { welcomeRefusals } from './grants.ts';
import { book, ledgerRefusals } from './ledger.ts';
import { instantMethodIds, typedMethodIds } from './methods.ts';
import { playerRefusals } from './players.ts';
import { pendingParties } from './rules.ts';

export const paymentRefusals = {
  /** The range of a single deposit by this method. params: {limit, min, max} */
  depositRange: refusal('limit_exceeded', 422, 'Amount must be between {min} and {max}', 'deposit'),
  dailyWithdrawalLimit: refusal(
    'limit_exceeded',
    422,
    'Daily withdrawal limit of {maximum} would be exceeded',
    'withdrawals_of_day',
  ),
  withdrawalRange: refusal('limit_exceeded', 422, 'Amount must be between {min} and {available}', 'withdrawal'),
  kycRequired: refusal('kyc_required', 422, 'Please verify your account to withdraw more than you have deposited'),
  /** The player's jurisdiction takes no deposits by this method. */
  depositRefused: refusal(
    'deposit_method_refused',
    422,
    'The rules of your country do not allow deposits by this method',
  ),
  /** For operators: the verification ended after the request, by an expiry or a screening match. */
  playerNotVerified: refusal(
    'player_not_verified',
    409,
    'The player is no longer verified. This withdrawal waits until they are verified again.',
  ),
  methodUnavailable: refusal('method_unavailable', 422, 'This payment method is not available'),
  upiIdRequired: refusal('upi_id_required', 422, 'Please enter PhonePe UPI ID for PhonePe payment'),
  proofInvalid: refusal('proof_invalid', 422, 'The payment proof must be a JPEG, PNG, WebP or PDF file'),
  proofUnreadable: refusal(
    'proof_unreadable',
    422,
    'The payment proof cannot be read. Upload an image of at most 50 megapixels or a PDF of at most 10 pages',
  ),
  /** params: {method, amountMinor, currency}: the method of the deposit, and the amount that must still be withdrawn to it. */
  closedLoop: refusal('closed_loop', 422, 'Please withdraw to the method you deposited with first'),
  destinationUnknown: refusal('destination_unknown', 422, 'Please choose one of your saved cards'),
  addressInvalid: refusal('address_invalid', 422, 'This crypto address is not valid. Please check every character'),
  /** params: {maximum} */
  destinationsFull: refusal(
    'destinations_full',
    422,
    'You can save at most {maximum} destinations. Please remove one first',
  ),
  signatureInvalid: refusal('signature_invalid', 401, 'The signature is not valid'),
  /** The payment is no approved bank transfer of real money, so no operator pays it by hand. */
  notTransferred: refusal('not_transferred', 409, 'Only an approved bank transfer can be marked as paid'),
  alreadyDecided: refusal('already_decided', 409, 'This payment was already {status}', 'payment'),
  /** An excluded player reported the deposit before the exclusion. */
  playerExcluded: refusal(
    'player_excluded',
    409,
    'The player is excluded from play. Reject this deposit and return the money, or let compliance approve it with a reason.',
  ),
  /** For compliance, who approve nothing else. */
  playerNotExcluded: refusal(
    'player_not_excluded',
    409,
    'This is not a deposit of a player who is excluded now. It is approved like any other payment.',
  ),
  paymentNotFound: refusal('not_found', 404, 'Payment not found', 'payment'),
  rejectionReason: refusal('invalid_request', 400, 'Please provide a rejection reason', 'rejection_reason'),
} as const;

export const paymentTypes = ['deposit', 'withdrawal'] as const;

export const paymentStatuses = ['pending', 'approved', 'rejected', 'failed'] as const;

export const PaymentType = z.enum(paymentTypes);

export const PaymentStatus = z.enum(paymentStatuses);

/** The stages of an approved withdrawal: not sent yet, sent to the provider, paid, returned, declined by the provider. `by_hand`: an operator makes the bank transfer. */
export const payoutStages = ['waiting', 'sent', 'paid', 'returned', 'failed', 'by_hand'] as const;

export const Payout = z.object({
  stage: z.enum(payoutStages),
  approvedAt: Instant,
  sentAt: Instant.optional(),
  paidAt: Instant.optional(),
  /** The bank's reference of a transfer. */
  bankReference: z.string().optional(),
});
export type Payout = z.infer<typeof Payout>;

export const Payment = z.object({
  id: Id,
  type: PaymentType,
  status: PaymentStatus,
  waitsFor: z.enum(pendingParties).optional(),
  amountMinor: AmountMinor,
  currency: Currency,
  method: z.string(),
  reference: z.string(),
  submittedAt: Instant,
  decidedAt: Instant.optional(),
  rejectionReason: z.string().optional(),
  /** True for a deposit report that the player withdrew; its status is `failed`. */
  withdrawn: z.boolean().optional(),
  /** Only for an approved withdrawal. */
  payout: Payout.optional(),
  /** The fee is deducted from the amount of a deposit, and the rest is credited. */
  feeMinor: BalanceMinor,
  hasProof: z.boolean(),
  /** The provider's page, where the player completes an instant deposit; only while `waitsFor` is `payer`. */
  redirectUrl: z.string().optional(),
});
export type Payment = z.infer<typeof Payment>;

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
  bankDetails: z
    .object({
      bankName: z.string(),
      accountName: z.string(),
      accountNumber: z.string(),
      ifscCode: z.string(),
      /** For transfers in euro. With it the page shows a QR code to pay by. */
      iban: z.string().optional(),
      bic: z.string().optional(),
    })
    .optional(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A card or wallet that the provider keeps under a token; the label shows only its last digits. */
export const SavedMethod = z.object({
  id: Id,
  method: z.enum(instantMethodIds),
  label: z.string(),
  expires: z.string().nullable(),
  lastUsedAt: Instant,
});
export type SavedMethod = z.infer<typeof SavedMethod>;

/** A destination of withdrawals that the player saved. It is not masked, because only that player reads it. */
export const SavedDestination = z.object({
  id: Id,
  method: z.enum(typedMethodIds),
  destination: z.string(),
  label: z.string().optional(),
  savedAt: Instant,
  /** When a withdrawal was last requested to it, since it was saved. */
  lastUsedAt: Instant.optional(),
});
export type SavedDestination = z.infer<typeof SavedDestination>;

const ofMoneyOut = [
  ledgerRefusals.limitExceeded,
  paymentRefusals.withdrawalRange,
  paymentRefusals.dailyWithdrawalLimit,
] as const;

const ofMoneyIn = [
  ledgerRefusals.limitExceeded,
  ledgerRefusals.identityRequired,
  paymentRefusals.depositRange,
  paymentRefusals.depositRefused,
  paymentRefusals.methodUnavailable,
  ledgerRefusals.currencyNotAccepted,
] as const;

const ofDestination = [
  paymentRefusals.kycRequired,
  welcomeRefusals.bonusNotStaked,
  paymentRefusals.closedLoop,
  paymentRefusals.destinationUnknown,
  paymentRefusals.addressInvalid,
] as const;

const ofPin = [playerRefusals.pinRequired, playerRefusals.pinWrong, playerRefusals.pinLocked] as const;

const ofPerson = [common.cardNumber, ledgerRefusals.accountNotActive] as const;

export const paymentRoutes = {
  methods: route('GET /api/wallet/payment-methods', {
    summary: 'Payment methods with their limits and fees',
    access: 'open',
    reply: z.object({ items: z.array(PaymentMethod) }),
  }),
  payments: route('GET /api/wallet/payments', {
    summary: "The player's deposits and withdrawals, newest first",
    access: 'player',
    query: z.strictObject({ status: PaymentStatus.optional(), cursor: Cursor }),
    reply: Page(Payment),
  }),
  depositManually: route('POST /api/wallet/deposits/manual', {
    summary: 'Reports a payment made elsewhere, such as a bank transfer; an operator confirms it',
    access: 'player',
    keyed: true,
    upload: 'proof',
    body: ManualDeposit,
    reply: Payment,
    status: 201,
    refusals: [
      ...ofMoneyIn,
      paymentRefusals.upiIdRequired,
      paymentRefusals.proofInvalid,
      paymentRefusals.proofUnreadable,
      ...ofPerson,
      ledgerRefusals.excluded,
      common.rateLimited,
      common.busy,
    ],
  }),
  withdraw: route('POST /api/wallet/withdrawals', {
    summary: 'Requests a withdrawal; the amount is held until it is decided',
    access: 'player',
    keyed: true,
    body: Withdrawal,
    reply: Payment,
    status: 201,
    refusals: [
      ledgerRefusals.insufficientBalance,
      ...ofMoneyOut,
      paymentRefusals.methodUnavailable,
      ledgerRefusals.currencyNotAccepted,
      ledgerRefusals.rateUnavailable,
      ...ofDestination,
      paymentRefusals.destinationsFull,
      ...ofPin,
      ...ofPerson,
      ledgerRefusals.stopped,
    ],
  }),
  deposit: route('POST /api/wallet/deposits', {
    summary:
      'Deposits through the payment provider: approved at once, or pending with the page where the player completes it',
    access: 'player',
    keyed: true,
    body: InstantDeposit,
    reply: Payment,
    status: 201,
    refusals: [
      ...ofMoneyIn,
      ledgerRefusals.rateUnavailable,
      paymentRefusals.destinationUnknown,
      ledgerRefusals.accountNotActive,
      ledgerRefusals.excluded,
    ],
  }),
  payment: route('GET /api/wallet/payments/:id', {
    summary: 'One payment of the player',
    access: 'player',
    params: byId,
    reply: Payment,
    refusals: [paymentRefusals.paymentNotFound],
  }),
  paymentOfPlayer: route('GET /api/admin/wallet/players/:playerId/payments/:id', {
    summary: 'A payment as its player sees it, for the operator who answers a ticket about it',
    access: { operator: 'tickets.read' },
    params: ofPlayer,
    reply: Payment,
    refusals: [paymentRefusals.paymentNotFound],
  }),
  cancelDeposit: route('POST /api/wallet/payments/:id/cancel', {
    summary:
      "Cancels a deposit that waits for the player on the provider's page, or takes back a reported one; refused if the provider has taken the money or an operator has decided meanwhile. A repeat returns the first result",
    access: 'player',
    params: byId,
    reply: Payment,
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.alreadyDecided, common.unavailable],
  }),
  ownProof: route('GET /api/wallet/payments/:id/proof', {
    summary: 'The proof that the player uploaded',
    access: 'player',
    params: byId,
    reply: fileReply(...imageTypes),
    refusals: [paymentRefusals.paymentNotFound, common.notFound, paymentRefusals.proofUnreadable, common.busy],
  }),
  savedMethods: route('GET /api/wallet/saved-methods', {
    summary: 'Cards and wallets the player has paid with',
    access: 'player',
    reply: z.object({ items: z.array(SavedMethod) }),
  }),
  forgetMethod: route('DELETE /api/wallet/saved-methods/:id', {
    summary: 'Deletes a saved method; refused while withdrawals must go to it first (`closed_loop`)',
    access: 'player',
    params: byId,
    refusals: [common.notFound, paymentRefusals.closedLoop],
  }),
  savedDestinations: route('GET /api/wallet/destinations', {
    summary: "The player's saved destinations of withdrawals, the last used first",
    access: 'player',
    reply: z.object({ items: z.array(SavedDestination) }),
  }),
  saveDestination: route('PUT /api/wallet/destinations', {
    summary:
      'Saves a destination of withdrawals; the same one is saved once, and a label given with it replaces the one before',
    access: 'player',
    body: DestinationToSave,
    reply: SavedDestination,
    refusals: [paymentRefusals.addressInvalid, paymentRefusals.destinationsFull, common.cardNumber, ...ofPin],
  }),
  forgetDestination: route('DELETE /api/wallet/destinations/:id', {
    summary: 'Deletes a saved destination; withdrawals to it do not change',
    access: 'player',
    params: byId,
    refusals: [common.notFound],
  }),
  providerWebhook: route('POST /api/wallet/provider/webhooks', {
    summary: 'Webhook of the payment provider, signed over its bytes; a repeat changes nothing',
    access: 'open',
    raw: true,
    refusals: [paymentRefusals.signatureInvalid],
  }),
} as const;

const PaymentChange = z.object({
  paymentId: Id,
  playerId: Id,
  type: PaymentType,
  amountMinor: AmountMinor,
  currency: Currency,
  method: z.string(),
  book,
});

/** A keyed hash of a card or a destination. Equal hashes of two players mean that they share it. A card has the same hash in deposits and withdrawals. */
const PaymentTrait = z.string().optional();

const PaymentRejected = PaymentChange.extend({ reason: z.string() });

const requested = { audience: { operators: 'payments' } } as const;

const decided = { audience: { player: 'playerId', operators: 'payments' } } as const;

export const paymentEvents = {
  depositRequested: event('wallet', 'DepositRequested', {
    summary: 'A player reported a manual deposit.',
    data: PaymentChange,
    ...requested,
  }),
  depositApproved: event('wallet', 'DepositApproved', {
    summary: 'A deposit was credited.',
    data: PaymentChange.extend({ instrumentKey: PaymentTrait }),
    ...decided,
    notice: { template: 'deposit_approved', preference: 'deposits' },
  }),
  depositRejected: event('wallet', 'DepositRejected', {
    summary: 'An operator rejected a deposit.',
    data: PaymentRejected,
    ...decided,
    notice: { template: 'deposit_rejected', preference: 'deposits' },
  }),
  depositFailed: event('wallet', 'DepositFailed', {
    summary: 'The provider declined a deposit, or the player did not complete it.',
    data: PaymentRejected,
    audience: { player: 'playerId', operators: 'wallet.read' },
    notice: { template: 'deposit_failed', preference: 'deposits' },
  }),
  paymentCounted: event('wallet', 'PaymentCounted', {
    summary: 'An operator approved a payment that another operator must approve too.',
    data: PaymentChange,
    ...requested,
  }),
  withdrawalRequested: event('wallet', 'WithdrawalRequested', {
    summary: 'A player requested a withdrawal; its amount is held.',
    data: PaymentChange.extend({ destinationKey: PaymentTrait }),
    ...requested,
  }),
  withdrawalApproved: event('wallet', 'WithdrawalApproved', {
    summary: 'A withdrawal was approved; its hold is captured.',
    data: PaymentChange,
    ...decided,
    notice: { template: 'withdrawal_approved', preference: 'withdrawals' },
  }),
  withdrawalRejected: event('wallet', 'WithdrawalRejected', {
    summary: 'A withdrawal was rejected; its hold is released.',
    data: PaymentRejected,
    ...decided,
    notice: { template: 'withdrawal_rejected', preference: 'withdrawals' },
  }),
  withdrawalReturned: event('wallet', 'WithdrawalReturned', {
    summary: 'The provider returned a payout; it is credited to the player again.',
    data: PaymentRejected,
    ...decided,
    notice: { template: 'withdrawal_returned', preference: 'withdrawals' },
  }),
  depositWithdrawn: event('wallet', 'DepositWithdrawn', {
    summary: 'A player withdrew a deposit report before it was decided.',
    data: PaymentChange,
    ...decided,
  }),
  withdrawalPaid: event('wallet', 'WithdrawalPaid', {
    summary: 'An operator made the bank transfer of a withdrawal and marked it as paid.',
    data: PaymentChange.extend({ bankReference: z.string() }),
    ...decided,
    notice: { template: 'withdrawal_paid', preference: 'withdrawals' },
  }),
  destinationAdded: event('wallet', 'DestinationAdded', {
    summary: 'A player requested a withdrawal to a new destination.',
    data: z.object({
      playerId: Id,
      paymentId: Id,
      method: z.string(),
      destinationEnd: z.string(),
      destinationKey: PaymentTrait,
    }),
    notice: { template: 'destination_added' },
  }),
  destinationSaved: event('wallet', 'DestinationSaved', {
    summary: 'A player saved a destination to which they had no withdrawal before.',
    data: z.object({ playerId: Id, destinationId: Id, method: z.string(), destinationEnd: z.string() }),
    notice: { template: 'destination_saved' },
  }),
} as const;
