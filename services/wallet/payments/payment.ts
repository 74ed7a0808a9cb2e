/**
 * The rules of a payment that need no ledger: what a method takes, what must be filled in, how a payment is shown.
 * Pure, so every rule is a row in payment.test.ts.
 */
import { hasCardNumber } from '@fairline/chassis/log';
import { common, Refusal } from '@fairline/proto/contract';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import {
  limitsByLevel,
  minDepositMinor,
  minWithdrawMinor,
  type Payment,
  type PaymentForOperator,
  type PaymentMethod,
  walletRefusals,
} from '@fairline/proto/wallet';
import { destinationFault, isDestination, type ManualDeposit, type Withdrawal } from '@fairline/proto/wallet/forms';
import { instantMethods, paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';

export interface PaymentRow {
  id: string;
  playerId: string;
  type: 'deposit' | 'withdrawal';
  status: 'pending' | 'approved' | 'rejected' | 'failed';
  amountMinor: number;
  /** In the play currency, at the rate of the moment it was asked for. */
  countsMinor: number;
  currency: CurrencyCode;
  book: 'real' | 'play';
  method: string;
  reference: string;
  customerName: string | null;
  email: string | null;
  bankTransactionId: string | null;
  upiId: string | null;
  destinationEnd: string | null;
  proofId: string | null;
  proofType: string | null;
  approvalsNeeded: number;
  approvals: number;
  approvedBy: string[];
  /** A verified player's withdrawal is decided first. */
  priority: boolean;
  feeMinor: number;
  /** How far the provider is; null where none is asked. */
  providerState: PaymentForOperator['provider'];
  redirectUrl: string | null;
  failure: string | null;
  savedMethod: string | null;
  rejectionReason: string | null;
  rejectedBy: string | null;
  version: number;
  submittedAt: Date;
  decidedAt: Date | null;
}

/** Throws the first thing that is wrong with a reported deposit, whoever reports it. */
export function checkDeposit(deposit: ManualDeposit): void {
  const method = paymentMethods.find(({ id }) => id === deposit.method);
  if (!method) throw new Refusal(walletRefusals.methodUnavailable);
  const accepted: readonly string[] = method.currencies;
  if (!accepted.includes(deposit.currency)) throw new Refusal(walletRefusals.currencyNotAccepted, { currency: deposit.currency });
  const minMinor = Math.max(method.minMinor, minDepositMinor);
  if (deposit.amountMinor < minMinor || deposit.amountMinor > method.maxMinor) {
    throw new Refusal(walletRefusals.depositRange, {
      limit: 'method',
      min: formatMoney(minMinor, deposit.currency),
      max: formatMoney(method.maxMinor, deposit.currency),
      minMinor,
      maxMinor: method.maxMinor,
    });
  }
  if (method.id === 'phonepe' && !deposit.upiId) throw new Refusal(walletRefusals.upiIdRequired);
  refuseCardNumber(deposit.customerName);
}

/** Whether `checkDeposit` finds nothing wrong with it. */
export function isDeposit(deposit: ManualDeposit): boolean {
  try {
    checkDeposit(deposit);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export function checkWithdrawal(withdrawal: Withdrawal): void {
  const method = withdrawalMethods.find(({ id }) => id === withdrawal.method);
  if (!method) throw new Refusal(walletRefusals.methodUnavailable);
  const accepted: readonly string[] = method.currencies;
  if (!accepted.includes(withdrawal.currency)) throw new Refusal(walletRefusals.currencyNotAccepted, { currency: withdrawal.currency });
  if (!isDestination(withdrawal)) throw new Refusal(common.invalidRequest, undefined, { destination: destinationFault.message });
}

/** What one withdrawal takes at least: a rest below the minimum goes out whole. */
export function leastWithdrawal(minMinor: number, availableMinor: number): number {
  return availableMinor > 0 ? Math.min(minMinor, availableMinor) : minMinor;
}

/** Free text is searched for card numbers; references, destinations and addresses are not. */
export function refuseCardNumber(text: string): void {
  if (hasCardNumber(text)) throw new Refusal(walletRefusals.cardNumber);
}

export const proofTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/** What people read to each other: the random end of the id behind the type. */
export function referenceOf(type: PaymentRow['type'], id: string): string {
  return `${type === 'deposit' ? 'DEP' : 'WDR'}-${id.slice(-12).toUpperCase()}`;
}

export function approvalsNeeded(amountMinor: number, twoOperatorsMinor: number): number {
  return amountMinor >= twoOperatorsMinor ? 2 : 1;
}

/** What is kept readable of a destination; a short one shows nothing. */
export function destinationEnd(destination: string): string {
  return destination.length > 8 ? destination.slice(-4) : '';
}

/** Whose turn it is while a payment is pending. The page of the provider is known only while its player has something to do there. */
function waitsFor({ status, providerState, redirectUrl }: PaymentRow): Payment['waitsFor'] {
  if (status !== 'pending') return undefined;
  if (providerState === null) return 'review';
  return redirectUrl === null ? 'provider' : 'payer';
}

export function toPayment(row: PaymentRow): Payment {
  const turn = waitsFor(row);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    ...(turn && { waitsFor: turn }),
    amountMinor: row.amountMinor,
    currency: row.currency,
    method: row.method,
    reference: row.reference,
    feeMinor: row.feeMinor,
    hasProof: row.proofId !== null,
    ...(row.redirectUrl !== null && { redirectUrl: row.redirectUrl }),
    submittedAt: row.submittedAt.toISOString(),
    ...(row.decidedAt && { decidedAt: row.decidedAt.toISOString() }),
    ...((row.rejectionReason ?? row.failure) !== null && { rejectionReason: row.rejectionReason ?? row.failure ?? '' }),
  };
}

export function toPaymentForOperator(row: PaymentRow): PaymentForOperator {
  return {
    ...toPayment(row),
    userId: row.playerId,
    customerName: row.customerName,
    email: row.email,
    bankTransactionId: row.bankTransactionId,
    upiId: row.upiId,
    destination: row.destinationEnd === null ? null : `••••${row.destinationEnd}`,
    approvals: row.approvals,
    approvalsNeeded: row.approvalsNeeded,
    approvedBy: row.approvedBy,
    ...(row.rejectedBy !== null && { rejectedBy: row.rejectedBy }),
    priority: row.priority,
    provider: row.providerState,
    demo: row.book === 'play',
  };
}

/** Every way in and out, as the deposit and withdrawal pages list them. */
export function methodList(hasProvider: boolean): PaymentMethod[] {
  const ways = [...(hasProvider ? instantMethods : []), ...paymentMethods].map((method) => ({
    ...method,
    minMinor: Math.max(method.minMinor, minDepositMinor),
    currencies: [...method.currencies],
    fields: [...method.fields],
  }));
  const out = withdrawalMethods
    .filter(({ id }) => hasProvider || id !== 'credit_card')
    .map(({ id, name, type, hint, processingTime, currencies }) => ({
      id,
      name,
      kind: 'withdrawal' as const,
      type,
      minMinor: minWithdrawMinor,
      maxMinor: limitsByLevel.verified.maxWithdrawMinor,
      feeBp: 0,
      processingTime,
      currencies: [...currencies],
      fields: ['destination'],
      hint,
    }));
  return [...ways, ...out];
}
