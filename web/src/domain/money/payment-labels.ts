/** Names of types, statuses, methods and periods. */
import { type Transaction, transactionTypes } from '@fairline/proto/wallet/history';
import type { Payment, PaymentMethod, Payout } from '@fairline/proto/wallet/payments';
import { movementTexts } from '@fairline/proto/wallet/texts';
import { i18n } from '@lingui/core';
import { translate } from '../../server-texts.ts';
import type { Tone } from '../../ui/content/badge.tsx';

export function typeName(type: Transaction['type']): string {
  switch (type) {
    case 'deposit':
      return i18n._({ id: 'tx.deposit', message: 'Deposit' });
    case 'withdrawal':
      return i18n._({ id: 'tx.withdrawal', message: 'Withdrawal' });
    case 'bet':
      return i18n._({ id: 'tx.bet', message: 'Bet' });
    case 'win':
      return i18n._({ id: 'tx.win', message: 'Win' });
    case 'bonus':
      return i18n._({ id: 'tx.bonus', message: 'Bonus' });
    case 'refund':
      return i18n._({ id: 'tx.refund', message: 'Refund' });
    case 'fee':
      return i18n._({ id: 'tx.fee', message: 'Fee' });
    case 'adjustment':
      return i18n._({ id: 'tx.adjustment', message: 'Adjustment' });
    case 'conversion':
      return i18n._({ id: 'tx.conversion', message: 'Conversion' });
  }
}

export function statusName(status: Transaction['status'] | Payment['status']): [string, Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'tx.pending', message: 'Pending Review' }), 'live'];
    case 'completed':
      return [i18n._({ id: 'tx.completed', message: 'Completed' }), 'plain'];
    case 'approved':
      return [i18n._({ id: 'tx.approved', message: 'Approved' }), 'act'];
    case 'rejected':
      return [i18n._({ id: 'tx.rejected', message: 'Rejected' }), 'down'];
    case 'failed':
      return [i18n._({ id: 'tx.failed', message: 'Failed' }), 'down'];
  }
}

/** The type; a bet that was cashed out is not called a win. */
export function movementName({ type, description }: Pick<Transaction, 'type' | 'description'>): string {
  return type === 'win' && description === movementTexts.cashOut ? cashOutName() : typeName(type);
}

/** The filters of a history: cashed-out bets are listed beside wins. */
export const historyTypes = transactionTypes
  .filter((type) => type !== 'fee')
  .flatMap((type) => (type === 'win' ? ([type, 'cash_out'] as const) : [type]));

export function historyTypeName(type: (typeof historyTypes)[number]): string {
  return type === 'cash_out' ? cashOutName() : typeName(type);
}

const cashOutName = () => i18n._({ id: 'tx.cashOut', message: 'Cash-out' });

/** The state of an approved withdrawal's payout. */
export function payoutName(stage: Payout['stage']): [string, Tone] {
  switch (stage) {
    case 'by_hand':
    case 'waiting':
      return [i18n._({ id: 'payout.waiting', message: 'Approved, being sent' }), 'info'];
    case 'sent':
      return [i18n._({ id: 'payout.sent', message: 'With the provider' }), 'info'];
    case 'paid':
      return [i18n._({ id: 'payout.paid', message: 'Paid' }), 'act'];
    case 'returned':
    case 'failed':
      return [i18n._({ id: 'payout.returned', message: 'Returned to your balance' }), 'down'];
  }
}

type Stated =
  | Pick<Transaction, 'status' | 'waitsFor' | 'withdrawn'>
  | (Pick<Payment, 'status' | 'waitsFor' | 'withdrawn'> & { payout?: Payout | undefined });

/** The status, with the party it waits for: only a payment under review is called that. An approved withdrawal shows the state of its payout. */
export function stateName(stated: Stated): [string, Tone] {
  const { status, waitsFor, withdrawn } = stated;
  if (withdrawn) return [i18n._({ id: 'tx.withdrawn', message: 'Withdrawn' }), 'plain'];
  if (status === 'approved' && 'payout' in stated && stated.payout) return payoutName(stated.payout.stage);
  if (status === 'pending' && waitsFor === 'payer')
    return [i18n._({ id: 'tx.awaitingPayment', message: 'Awaiting payment' }), 'info'];
  if (status === 'pending' && waitsFor === 'provider')
    return [i18n._({ id: 'tx.processing', message: 'Processing' }), 'info'];
  return statusName(status);
}

export function methodName(id: string, methods: readonly Pick<PaymentMethod, 'id' | 'name'>[] | undefined): string {
  const name = methods?.find((method) => method.id === id)?.name;
  return name === undefined ? id.replaceAll('_', ' ') : translate(name);
}

/** The id of a bet is shown by its last eight characters; any other reference as it is. */
export function referenceText(reference: string): string {
  return /^[0-9a-f-]{36}$/.test(reference) ? reference.slice(-8) : reference;
}
