/** Use cases of payouts: an approved withdrawal is sent to the provider, whose report marks it as paid or returns the money, once. */
import { publish } from '@fairline/chassis/messaging/outbox';
import { unseal } from '@fairline/chassis/storage/blob';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type PspPayout, pspRefusals } from '@fairline/proto/psp';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import { type Provider, ProviderRefusal } from '../provider.ts';
import { eventDataOf, type PaymentRow } from './payment.ts';
import { escalate, failureReason, reportOrRefusal } from './provider-answers.ts';
import { openToken } from './saved-methods.ts';
import * as payments from './store.ts';
import * as store from './store-provider.ts';

export async function payOut(wallet: Wallet, provider: Provider, payment: PaymentRow): Promise<void> {
  const { id, playerId, amountMinor, currency, method } = payment;
  const sealed = await payments.destinationOf(wallet.db, id);
  if (!sealed) throw new Error(`payment ${id} has no destination`);
  const typed = new TextDecoder().decode(unseal(wallet.sealKey, id, sealed));
  const saved = method === 'credit_card' ? await store.methodOnceSaved(wallet.db, playerId, typed) : undefined;
  const destination = saved ? openToken(wallet, saved) : typed;
  const report = await reportOrRefusal(
    wallet,
    provider.payOut({ reference: id, amountMinor, currency, method, destination }),
    () => provider.payout(id),
  );
  if (report instanceof ProviderRefusal) return handleRefusal(wallet, id, report.code);
  await advancePayout(wallet, report, 'sent');
  await applyPayoutReport(wallet, report);
}

/** A refusal returns the money only if the provider refuses again this much later and still has no payout under the reference. */
const refusedAgainMs = 60_000;

async function handleRefusal(wallet: Wallet, id: string, why: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    const { code, payment } = await store.refusePayout(tx, wallet.clock.now(), id, failureReason(why), refusedAgainMs);
    if (code === 'returned' && payment) await recordReturned(wallet, tx, payment, why);
    else if (code === 'accepted')
      await escalate(wallet, tx, id, 'refused', { code: why }, 'the provider refuses a payout that it had accepted');
  });
}

/** Codes of faults of the destination itself. Any other code is about the amount, the time or our call, so the card may take later payouts. */
const destinationFaults: readonly string[] = [pspRefusals.tokenUnknown.code, pspRefusals.destinationRefused.code];

/** Publishes a failed payout, whose money is back with the player. A card that did not accept it is marked as refused. */
async function recordReturned(wallet: Wallet, tx: Tx, payment: PaymentRow, why: string): Promise<void> {
  const isDestinations = payment.providerState === 'returned' || destinationFaults.includes(why);
  if (payment.savedMethod && isDestinations) await store.refuseMethod(tx, payment.savedMethod, wallet.clock.now());
  await publish(tx, paymentEvents.withdrawalReturned, payment.id, payment.version, {
    ...eventDataOf(payment),
    reason: failureReason(why),
  });
}

export async function applyPayoutReport(wallet: Wallet, report: PspPayout, event?: string): Promise<void> {
  const payment = await payments.paymentById(wallet.db, report.reference);
  if (payment && (payment.amountMinor !== report.amount || payment.currency !== report.currency)) {
    const { id } = payment;
    const about = `reported ${report.status} ${report.amount} ${report.currency}`;
    return wallet.db.tx(async (tx) => {
      if (event && !(await store.takeEvent(tx, event, wallet.clock.now()))) return;
      await escalate(
        wallet,
        tx,
        id,
        about,
        report,
        'The provider reports another amount of a payout than was asked for',
      );
    });
  }
  await advancePayout(wallet, report, report.status === 'processing' ? 'sent' : report.status, event);
}

async function advancePayout(wallet: Wallet, report: PspPayout, state: string, event?: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    if (event && !(await store.takeEvent(tx, event, wallet.clock.now()))) return;
    const reason = report.failure === null ? null : failureReason(report.failure);
    const { code, payment } = await store.advancePayout(tx, wallet.clock.now(), report.reference, state, reason);
    if (code === 'returned' && payment) await recordReturned(wallet, tx, payment, report.failure ?? state);
    if (code === 'contradicted')
      await escalate(
        wallet,
        tx,
        report.reference,
        report.status,
        report,
        'the provider carries out a payout whose money went back',
      );
  });
}
