/** Payments in the model of the ledger: requests, holds, approvals, rejections, and the limits they count against. */

import { dayStart, monthStart, weekStart } from '@fairline/proto/periods';
import { limitsByLevel, minWithdrawMinor } from '@fairline/proto/wallet/rules';
import { type Books, type Command, type Holder, holderOf, move, type Payment } from './testing-model-books.ts';
import { availableOf, counting } from './testing-model-play.ts';

export function requestPayment(
  books: Books,
  {
    do: what,
    paymentId,
    playerId,
    currency,
    amountMinor,
    approvalsNeeded,
  }: Extract<Command, { do: 'deposit' | 'withdraw' }>,
  at: Date,
): string {
  const holder = books.holders.get(playerId);
  if (!holder?.book) return 'not_found';
  if (holder.status !== 'active') return 'account_not_active';
  if (what === 'deposit' && holder.excludedUntil && holder.excludedUntil > at) return 'excluded';
  if (what === 'withdraw' && books.stopped) return 'stopped';
  if (holder.currency !== currency) return 'currency_not_accepted';
  if (what === 'withdraw' && amountMinor < minWithdrawMinor && amountMinor !== availableOf(holder))
    return 'limit_exceeded';
  if (what === 'withdraw' && amountMinor > availableOf(holder)) return 'insufficient_balance';
  const type = what === 'deposit' ? 'deposit' : 'withdrawal';
  if (breaksLimit(books, holder, { playerId, type, amountMinor }, at)) return 'limit_exceeded';
  if (what === 'withdraw' && holder.level === 'unverified' && amountMinor > broughtIn(books, playerId))
    return 'kyc_required';
  if (type === 'deposit' && breaksOwnDepositLimit(books, holder, { playerId, amountMinor }, at))
    return 'limit_exceeded';
  books.payments.set(paymentId, {
    playerId,
    type,
    status: 'pending',
    amountMinor,
    approvalsNeeded,
    approvedBy: [],
    submittedAt: at,
  });
  if (what === 'withdraw') {
    holder.heldMinor += amountMinor;
    holder.version++;
  }
  return 'requested';
}

function breaksLimit(
  books: Books,
  { level }: Holder,
  { playerId, type, amountMinor }: Pick<Payment, 'playerId' | 'type' | 'amountMinor'>,
  at: Date,
): boolean {
  const limits = limitsByLevel[level];
  const since = (start: Date) =>
    counting(books, playerId).reduce(
      (total, one) => total + (one.type === type && one.submittedAt >= start ? one.amountMinor : 0),
      amountMinor,
    );
  const [single, day, month] =
    type === 'deposit'
      ? [limits.maxDepositMinor, limits.dailyDepositMinor, limits.monthlyDepositMinor]
      : [limits.maxWithdrawMinor, limits.dailyWithdrawMinor, limits.monthlyWithdrawMinor];
  return amountMinor > single || since(dayStart(at)) > day || since(monthStart(at)) > month;
}

function breaksOwnDepositLimit(
  books: Books,
  { ownLimits = {} }: Holder,
  { playerId, amountMinor }: Pick<Payment, 'playerId' | 'amountMinor'>,
  at: Date,
): boolean {
  const since = (start: Date) =>
    counting(books, playerId).reduce(
      (total, one) => total + (one.type === 'deposit' && one.submittedAt >= start ? one.amountMinor : 0),
      amountMinor,
    );
  const above = (limitMinor: number | undefined, start: Date) => limitMinor !== undefined && since(start) > limitMinor;
  return (
    above(ownLimits.depositDayMinor, dayStart(at)) ||
    above(ownLimits.depositWeekMinor, weekStart(at)) ||
    above(ownLimits.depositMonthMinor, monthStart(at))
  );
}

/** Approved deposits less requested and approved withdrawals. */
export function broughtIn(books: Books, playerId: string): number {
  return counting(books, playerId).reduce((total, { type, status, amountMinor }) => {
    if (type === 'withdrawal') return total - amountMinor;
    return status === 'approved' ? total + amountMinor : total;
  }, 0);
}

export function approve(
  books: Books,
  { paymentId, operatorId }: Extract<Command, { do: 'approve' }>,
  at: Date,
): string {
  const payment = books.payments.get(paymentId);
  if (!payment) return 'not_found';
  if (payment.status !== 'pending') return payment.status === 'approved' ? 'known' : 'already_decided';
  if (payment.approvedBy.includes(operatorId)) return 'second_operator_needed';
  if (payment.type === 'withdrawal' && books.stopped) return 'stopped';
  const holder = holderOf(books, payment.playerId);
  if (payment.type === 'deposit' && holder.excludedUntil && holder.excludedUntil > at) return 'player_excluded';
  if (payment.type === 'withdrawal' && holder.level === 'unverified' && broughtIn(books, payment.playerId) < 0)
    return 'player_not_verified';
  payment.approvedBy.push(operatorId);
  if (payment.approvedBy.length < payment.approvalsNeeded) return 'counted';
  payment.status = 'approved';
  const out = payment.type === 'withdrawal';
  if (out) holder.heldMinor -= payment.amountMinor;
  move(books, holder, 'clearing_bank_transfer', { cash: out ? -payment.amountMinor : payment.amountMinor });
  return 'approved';
}

export function reject(books: Books, { paymentId }: Extract<Command, { do: 'reject' }>): string {
  const payment = books.payments.get(paymentId);
  if (!payment) return 'not_found';
  if (payment.status !== 'pending') return payment.status === 'rejected' ? 'known' : 'already_decided';
  payment.status = 'rejected';
  if (payment.type === 'withdrawal') {
    const holder = holderOf(books, payment.playerId);
    holder.heldMinor -= payment.amountMinor;
    holder.version++;
  }
  return 'rejected';
}
