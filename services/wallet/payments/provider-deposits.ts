/**
 * Use cases of instant deposits. The provider's report of a payment moves the money once, whether it arrives as a response, by webhook or by our poll.
 * A call without a response is repeated under the same key until the payment is decided.
 */
import { randomUUIDv7 } from 'node:crypto';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { basisPoints } from '@fairline/proto/money';
import { type PspPayment, pspRefusals } from '@fairline/proto/psp';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import type { InstantDeposit } from '@fairline/proto/wallet/forms';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { instantMethods } from '@fairline/proto/wallet/methods';
import { type Payment, paymentEvents, paymentRefusals } from '@fairline/proto/wallet/payments';
import { minDepositMinor, ruleOperatorId } from '@fairline/proto/wallet/rules';
import { decidedTexts, failureTexts } from '@fairline/proto/wallet/texts';
import type { Wallet } from '../config.ts';
import { type Provider, ProviderRefusal } from '../provider.ts';
import { eventDataOf, type PaymentRow, paymentOrRefusal, referenceOf, toPayment } from './payment.ts';
import { escalate, failureReason, reportOrRefusal } from './provider-answers.ts';
import { instrumentKeyOf, keepMethod, openToken } from './saved-methods.ts';
import * as payments from './store.ts';
import * as store from './store-provider.ts';

/** The delay of the first poll: by then the response to the first call normally is here. */
const firstPollMs = 4_000;

/** Stores a deposit. The provider is called after the commit. */
export async function beginDeposit(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
  deposit: InstantDeposit,
): Promise<Payment> {
  const method = wallet.provider && instantMethods.find(({ id }) => id === deposit.method);
  if (!method) throw new Refusal(paymentRefusals.methodUnavailable);
  const accepted: readonly string[] = method.currencies;
  if (!accepted.includes(deposit.currency))
    throw new Refusal(ledgerRefusals.currencyNotAccepted, { currency: deposit.currency });
  if (deposit.savedMethodId) {
    const saved = await store.savedMethod(tx, playerId, deposit.savedMethodId);
    if (saved?.method !== deposit.method) throw new Refusal(paymentRefusals.destinationUnknown);
  }
  const now = wallet.clock.now();
  const id = randomUUIDv7();
  const asked: store.AskedDeposit = {
    id,
    player_id: playerId,
    amount_minor: deposit.amountMinor,
    currency: deposit.currency,
    method: deposit.method,
    reference: referenceOf('deposit', id),
    approvals_needed: 1,
    fee_minor: basisPoints(deposit.amountMinor, method.feeBp),
    provider_state: 'waiting',
    saved_method: deposit.savedMethodId,
    next_poll_at: new Date(now.getTime() + firstPollMs).toISOString(),
  };
  const range = { minMinor: Math.max(method.minMinor, minDepositMinor), maxMinor: method.maxMinor };
  const payment = paymentOrRefusal(await store.requestInstantDeposit(tx, now, asked, range), deposit, now);
  return toPayment(payment);
}

/** Charges a waiting deposit at the provider and returns its state after that. Without a response it stays pending, and the poll repeats the call. */
export async function carryOutDeposit(wallet: Wallet, paymentId: string): Promise<Payment> {
  const payment = await payments.requirePayment(wallet.db, paymentId);
  if (
    payment.status === 'pending' &&
    payment.providerState === 'waiting' &&
    payment.redirectUrl === null &&
    wallet.provider
  ) {
    try {
      await chargeDeposit(wallet, wallet.provider, payment);
    } catch (error) {
      wallet.log.warn({ paymentId, error: (error as Error).message }, 'the provider did not answer; it is asked again');
    }
  }
  return toPayment(await payments.requirePayment(wallet.db, paymentId));
}

export async function chargeDeposit(wallet: Wallet, provider: Provider, payment: PaymentRow): Promise<void> {
  const { id, playerId, amountMinor, currency, method, savedMethod } = payment;
  const saved = savedMethod ? await store.methodOnceSaved(wallet.db, playerId, savedMethod) : undefined;
  const token = saved && openToken(wallet, saved);
  const returnUrl = `${wallet.publicUrl}/wallet?tab=deposit&payment=${id}`;
  const asked = provider.charge({ reference: id, amountMinor, currency, method, playerId, returnUrl, token });
  const report = await reportOrRefusal(wallet, asked, () => provider.payment(id));
  if (report instanceof ProviderRefusal) await wallet.db.tx((tx) => failDeposit(wallet, tx, payment, report.code));
  else await applyPaymentReport(wallet, report);
}

/** Applies the provider's report of a deposit. If amount, currency or method differ from the request, nothing moves and operators are alerted. */
export async function applyPaymentReport(wallet: Wallet, report: PspPayment, event?: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    const now = wallet.clock.now();
    const payment = await payments.paymentById(tx, report.reference);
    if (event && !(await store.takeEvent(tx, event, now))) return;
    if (payment?.type !== 'deposit' || payment.providerState === null) return;
    if (
      payment.amountMinor !== report.amount ||
      payment.currency !== report.currency ||
      payment.method !== report.method
    ) {
      const why = 'The provider reports another amount, currency or method than was asked for';
      return escalate(
        wallet,
        tx,
        payment.id,
        `reported ${report.status} ${report.amount} ${report.currency}`,
        { ...report, token: null },
        why,
      );
    }
    if (report.status === 'requires_action') await store.keepRedirect(tx, payment.id, report.redirectUrl);
    else if (report.status === 'processing') await store.leavePage(tx, payment.id, now);
    else if (report.status === 'succeeded') await creditDeposit(wallet, tx, payment, report);
    else if (report.status === 'failed' || report.status === 'canceled')
      await failDeposit(wallet, tx, payment, report.failure ?? report.status);
  });
}

/**
 * Cancels a deposit that waits for its player on the provider's page. The provider alone decides: a payment that it cancels can never be paid there.
 * If it has taken the money meanwhile, the deposit is credited and the cancellation is refused. Without a response nothing changes.
 */
export async function cancelDeposit(wallet: Wallet, playerId: string, paymentId: string): Promise<Payment> {
  const { provider } = wallet;
  const payment = await payments.requirePayment(wallet.db, paymentId);
  if (payment.playerId !== playerId || payment.type !== 'deposit' || payment.providerState === null)
    throw new Refusal(paymentRefusals.paymentNotFound);
  if (payment.status === 'pending' && payment.redirectUrl !== null && provider) {
    const report = await provider.cancel(paymentId).catch((error: Error) => {
      wallet.log.warn(
        { paymentId, error: error.message },
        'the provider did not answer whether a deposit is cancelled',
      );
      throw new Refusal(common.unavailable);
    });
    if (report)
      await applyPaymentReport(
        wallet,
        report.status === 'canceled' ? { ...report, failure: 'canceled_by_payer' } : report,
      );
    else await wallet.db.tx((tx) => failDeposit(wallet, tx, payment, 'canceled_by_payer'));
  }
  const now = await payments.requirePayment(wallet.db, paymentId);
  if (now.status === 'failed' && now.failure === failureTexts.canceled_by_payer) return toPayment(now);
  throw new Refusal(paymentRefusals.alreadyDecided, { status: decidedTexts[now.status] });
}

async function creditDeposit(wallet: Wallet, tx: Tx, { id }: PaymentRow, report: PspPayment): Promise<void> {
  const { code, payment } = await store.creditDeposit(tx, wallet.clock.now(), id, wallet.spreadBp);
  if (code !== 'approved' || !payment) return;
  const instrumentKey = report.token ? instrumentKeyOf(wallet, report.token)?.toString('base64url') : undefined;
  await publish(tx, paymentEvents.depositApproved, id, payment.version, { ...eventDataOf(payment), instrumentKey });
  if (report.token) await keepMethod(wallet, tx, payment, report.token);
  if (await store.isClosed(tx, payment.playerId)) await escalateLateCredit(wallet, tx, payment, report);
}

/** Alerts operators to a credit on a closed account: its player cannot reach the money, so an operator reopens the account or returns the money by hand. */
async function escalateLateCredit(wallet: Wallet, tx: Tx, payment: PaymentRow, report: PspPayment): Promise<void> {
  const { id, version, playerId, amountMinor, currency } = payment;
  const reason = 'The provider paid a deposit of an account that is closed';
  await escalate(wallet, tx, id, 'closed', { ...report, token: null }, reason);
  const by = { operatorId: ruleOperatorId, address: '', agent: 'payment provider' };
  const after = { userId: playerId, amountMinor, currency };
  await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, version, {
    action: 'payment.after_closing',
    resourceType: 'payment',
    resourceId: id,
    reason,
    after,
  });
}

export async function failDeposit(wallet: Wallet, tx: Tx, { id, savedMethod }: PaymentRow, why: string): Promise<void> {
  const now = wallet.clock.now();
  const { code, payment } = await store.failDeposit(tx, now, id, failureReason(why));
  if (savedMethod && why === pspRefusals.tokenUnknown.code) await store.refuseMethod(tx, savedMethod, now);
  if (code === 'failed' && payment)
    await publish(tx, paymentEvents.depositFailed, id, payment.version, {
      ...eventDataOf(payment),
      reason: failureReason(why),
    });
}
