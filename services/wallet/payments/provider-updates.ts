/** Use cases of updates from the provider: receive webhooks, poll due payments, delete old event ids. */

import { isSigned } from '@fairline/chassis/http/signature';
import { common, Refusal } from '@fairline/proto/contract';
import { PspMessage, pspSignatureToleranceSeconds } from '@fairline/proto/psp';
import { dayMs, hourMs } from '@fairline/proto/time';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import type { Provider } from '../provider.ts';
import type { PaymentRow } from './payment.ts';
import { escalate } from './provider-answers.ts';
import { applyPaymentReport, chargeDeposit, failDeposit } from './provider-deposits.ts';
import { applyPayoutReport, payOut } from './provider-payouts.ts';
import * as store from './store-provider.ts';

/** Applies a webhook with a valid and recent signature. A repeated event, or an older one after a newer one, changes nothing. */
export async function receiveWebhook(wallet: Wallet, body: Uint8Array, signature: string): Promise<void> {
  const secret = wallet.webhookSecret;
  if (!secret || !isSigned(secret, body, signature, wallet.clock.now(), pspSignatureToleranceSeconds))
    throw new Refusal(paymentRefusals.signatureInvalid);
  const event = PspMessage.safeParse(Buffer.from(body).toString('utf8'));
  if (!event.success) throw new Refusal(common.invalidRequest);
  const { id, data } = event.data;
  if (data.object === 'payment') await applyPaymentReport(wallet, data, id);
  else await applyPayoutReport(wallet, data, id);
}

const lookedAtOnce = 20;
/** How long an instance claims a payment: longer than three calls in a row can take. Meanwhile no other instance calls about it. */
const heldMs = 30_000;
/** The age at which an unfinished deposit is cancelled at the provider. */
const givenUpAfterMs = hourMs;

/** Polls due payments, so that nothing depends on the arrival of a webhook. */
export async function pollProvider(wallet: Wallet): Promise<void> {
  const { provider } = wallet;
  if (!provider) return;
  for (let looked = 0; looked < lookedAtOnce; looked++) {
    const heldUntil = new Date(wallet.clock.now().getTime() + heldMs);
    const [payment] = await store.claimDue(wallet.db, wallet.clock.now(), 1, heldUntil);
    if (!payment) return;
    try {
      await pollPayment(wallet, provider, payment);
    } catch (error) {
      wallet.log.warn(
        { paymentId: payment.id, error: (error as Error).message },
        'the provider did not answer; it is asked again',
      );
    }
    await store.release(wallet.db, wallet.clock.now(), payment.id, heldUntil);
  }
}

async function pollPayment(wallet: Wallet, provider: Provider, payment: PaymentRow): Promise<void> {
  if (payment.type === 'withdrawal') {
    if (payment.providerState === 'waiting') return payOut(wallet, provider, payment);
    const report = await provider.payout(payment.id);
    if (report) return applyPayoutReport(wallet, report);
    const why = 'the provider knows nothing of a payout that it had accepted';
    return wallet.db.tx((tx) => escalate(wallet, tx, payment.id, 'unknown', { status: 404 }, why));
  }
  const isOld = wallet.clock.now().getTime() - payment.submittedAt.getTime() > givenUpAfterMs;
  const report = isOld ? await provider.cancel(payment.id) : await provider.payment(payment.id);
  if (report) return applyPaymentReport(wallet, report);
  if (isOld) return wallet.db.tx((tx) => failDeposit(wallet, tx, payment, 'canceled'));
  return chargeDeposit(wallet, provider, payment);
}

const prunedAtOnce = 5_000;

/** Deletes old event ids. A signature is valid for minutes, so an old webhook cannot be replayed; a newly signed one would find its payment decided. */
export async function forgetEvents(wallet: Wallet): Promise<void> {
  const before = new Date(wallet.clock.now().getTime() - wallet.eventsKeptDays * dayMs);
  while ((await store.pruneEvents(wallet.db, before, prunedAtOnce)) === prunedAtOnce);
}
