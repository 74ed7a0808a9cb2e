/** Use cases of the simulated provider: it charges tokens, takes cards on its page and pays out. Signed webhooks report each step and are repeated until they are delivered. */

import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import { sign } from '@fairline/chassis/http/signature';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { only } from '@fairline/chassis/storage/rows';
import { type Infer, Refusal } from '@fairline/proto/contract';
import {
  type PspEvent,
  type PspPayment,
  type PspPayout,
  pspRefusals,
  type pspRoutes,
  pspSignatureHeader,
} from '@fairline/proto/psp';
import { dayMs, hourMs } from '@fairline/proto/time';
import { type Card, cardLabel, magicOf, outcomeOf, webhookPlan } from './behaviour.ts';
import type { Psp } from './config.ts';
import * as store from './store.ts';

// ---- Payments ----------------------------------------------------------------------------------

type PaymentBody = Infer<(typeof pspRoutes.createPayment)['body']>;

/** Charges once per reference; a repeat returns the payment in its current state. A card without a token waits for its payer; everything else is decided at once. */
export async function createPayment(psp: Psp, body: PaymentBody): Promise<PspPayment> {
  const { reference, amount, currency, method, customer, returnUrl, token } = body;
  refuseByAmount(amount);
  return psp.db.tx(async (tx) => {
    if (token && !(await store.isTokenOfCustomer(tx, token, customer))) throw new Refusal(pspRefusals.tokenUnknown);
    const now = psp.clock.now();
    const needsPayer = method === 'credit_card' && !token;
    const status = needsPayer ? 'requires_action' : 'processing';
    const isNew = await store.insertPayment(
      tx,
      { reference, amount, currency, method, customer, returnUrl, status, token: token ?? null },
      now,
    );
    const stored = only(await store.readPayment(tx, reference));
    if ([stored.amount, stored.currency, stored.method].join() !== [amount, currency, method].join())
      throw new Refusal(pspRefusals.keyReused);
    if (!isNew || needsPayer) return view(psp, stored);
    return decide(psp, tx, stored, token ?? (await walletToken(tx, stored, now)));
  });
}

/** Amounts that end in 09 simulate a provider that refuses the call itself: nothing of it is stored. */
function refuseByAmount(amount: number): void {
  if (magicOf(amount) === 9) throw new Refusal(pspRefusals.refused);
}

const methodLabel = (method: string) => (method === 'crypto' ? 'Crypto wallet' : 'E-wallet');

/** A customer has one token per e-wallet or crypto method, and keeps it. */
async function walletToken(tx: Tx, row: store.PaymentRow, now: Date): Promise<string> {
  return (
    (await store.readLastToken(tx, row.customer, row.method)) ?? newToken(tx, row, methodLabel(row.method), null, now)
  );
}

/** Cards are recognised by a keyed digest of the number. If the same customer enters a card again, it keeps its token and gets the new expiry date. */
function cardToken({ clock, apiKey }: Psp, tx: Tx, row: store.PaymentRow, { number, expiry }: Card): Promise<string> {
  const card = createHmac('sha256', apiKey).update(number.replaceAll(/\D/g, '')).digest('base64url');
  return newToken(tx, row, cardLabel(number), expiry.replaceAll(/\s/g, ''), clock.now(), card);
}

function newToken(
  tx: Tx,
  { customer, method }: store.PaymentRow,
  label: string,
  expires: string | null,
  now: Date,
  card: string | null = null,
): Promise<string> {
  const token = `tok_${randomBytes(18).toString('base64url')}`;
  return store.storeToken(tx, { token, customer, method, label, expires, card }, now);
}

async function decide(psp: Psp, tx: Tx, row: store.PaymentRow, token: string): Promise<PspPayment> {
  const { status, failure } = outcomeOf(row.amount);
  await store.decidePayment(tx, row.reference, status, failure, status === 'succeeded' ? token : null);
  const decided = view(psp, only(await store.readPayment(tx, row.reference)));
  const plan = webhookPlan(row.amount);
  await report(psp, tx, { ...decided, status: 'processing', token: null, failure: null }, plan.processing);
  await report(psp, tx, decided, plan.decided);
  return decided;
}

export async function paymentOf(psp: Psp, reference: string): Promise<PspPayment> {
  const row = await store.readPayment(psp.db, reference);
  if (!row) throw new Refusal(pspRefusals.notFound);
  return view(psp, row);
}

export function cancelPayment(psp: Psp, reference: string): Promise<PspPayment> {
  return psp.db.tx(async (tx) => {
    const row = await store.lockPayment(tx, reference);
    if (!row) throw new Refusal(pspRefusals.notFound);
    if (row.status !== 'requires_action') return view(psp, row);
    await store.decidePayment(tx, reference, 'canceled', 'canceled', null);
    return view(psp, { ...row, status: 'canceled', failure: 'canceled' });
  });
}

function view({ publicUrl }: Psp, row: store.PaymentRow): PspPayment {
  const { id, reference, amount, currency, method, status, token, label, expires, card, failure } = row;
  return {
    object: 'payment',
    id,
    reference,
    amount,
    currency,
    method,
    status,
    redirectUrl: status === 'requires_action' ? `${publicUrl}/pay/${id}` : null,
    token: token && label ? { token, label, expires, ...(card && { fingerprint: card }) } : null,
    failure,
  };
}

// ---- The hosted page ---------------------------------------------------------------------------

export async function pageOf(psp: Psp, id: string): Promise<store.PaymentRow> {
  const reference = await store.readReference(psp.db, id);
  const row = reference && (await store.readPayment(psp.db, reference));
  if (!row) throw new Refusal(pspRefusals.notFound);
  return row;
}

/** Charges the card once; a second submit finds the payment decided. The card number is not stored. */
export async function payByCard(psp: Psp, id: string, card: Card): Promise<store.PaymentRow> {
  const { reference } = await pageOf(psp, id);
  return psp.db.tx(async (tx) => {
    const row = only(await store.lockPayment(tx, reference));
    if (row.status === 'requires_action') await decide(psp, tx, row, await cardToken(psp, tx, row, card));
    return only(await store.readPayment(tx, reference));
  });
}

/** Cancels a payment whose payer left the page without paying. */
export async function cancelByPayer(psp: Psp, id: string): Promise<store.PaymentRow> {
  const { reference } = await pageOf(psp, id);
  return psp.db.tx(async (tx) => {
    const row = only(await store.lockPayment(tx, reference));
    if (row.status !== 'requires_action') return row;
    await store.decidePayment(tx, reference, 'canceled', 'canceled_by_payer', null);
    const canceled = only(await store.readPayment(tx, reference));
    await report(psp, tx, view(psp, canceled), [0]);
    return canceled;
  });
}

// ---- Payouts -----------------------------------------------------------------------------------

const returnedAfterMs = 3_000;

export async function createPayout(psp: Psp, body: Infer<(typeof pspRoutes.createPayout)['body']>): Promise<PspPayout> {
  const { reference, amount, currency, method, destination } = body;
  refuseByAmount(amount);
  return psp.db.tx(async (tx) => {
    if (method === 'credit_card' && !(await store.isTokenOfMethod(tx, destination, method)))
      throw new Refusal(pspRefusals.tokenUnknown);
    const now = psp.clock.now();
    const magic = magicOf(amount);
    const returnsAt = magic === 7 ? new Date(now.getTime() + returnedAfterMs) : null;
    const [status, failure] = magic === 8 ? (['failed', 'destination_refused'] as const) : (['paid', null] as const);
    const isNew = await store.insertPayout(
      tx,
      { reference, amount, currency, method, destination, status, failure, returnsAt },
      now,
    );
    const stored = only(await store.readPayout(tx, reference));
    if ([stored.amount, stored.currency, stored.destination].join() !== [amount, currency, destination].join())
      throw new Refusal(pspRefusals.keyReused);
    if (isNew) await report(psp, tx, payoutView(stored), webhookPlan(amount).decided);
    return payoutView(stored);
  });
}

export async function payoutOf(psp: Psp, reference: string): Promise<PspPayout> {
  const row = await store.readPayout(psp.db, reference);
  if (!row) throw new Refusal(pspRefusals.notFound);
  return payoutView(row);
}

function payoutView({ id, reference, amount, currency, status, failure }: store.PayoutRow): PspPayout {
  return { object: 'payout', id, reference, amount, currency, status, failure };
}

/** Returns payouts that are due to be returned. A real bank does so days later; here it is `returnedAfterMs`. */
export async function returnPayouts(psp: Psp): Promise<void> {
  await psp.db.tx(async (tx) => {
    for (const row of await store.returnDuePayouts(tx, psp.clock.now())) await report(psp, tx, payoutView(row), [0]);
  });
}

// ---- Webhooks ----------------------------------------------------------------------------------

/** Queues one delivery of the same event for each of the delays. */
async function report(psp: Psp, tx: Tx, data: PspPayment | PspPayout, seconds: readonly number[]): Promise<void> {
  const now = psp.clock.now();
  const event: PspEvent = {
    id: randomUUIDv7(),
    type: `${data.object}.${data.status}`,
    createdAt: now.toISOString(),
    data,
  };
  for (const [copy, wait] of seconds.entries()) {
    await store.queueWebhook(tx, {
      id: event.id,
      copy,
      body: JSON.stringify(event),
      dueAt: new Date(now.getTime() + wait * 1_000),
    });
  }
}

const answerWithinMs = 5_000;
const claimMs = 20_000;
const longestWaitMs = hourMs;

/** Sends the webhooks that are due. One that is not answered with 2xx is sent again, at growing intervals. */
export async function sendWebhooks(psp: Psp): Promise<void> {
  const now = psp.clock.now();
  const due = await store.claimWebhooks(psp.db, now, new Date(now.getTime() + claimMs));
  for (const webhook of due) {
    if (await deliver(psp, webhook.body)) await store.markDelivered(psp.db, webhook, psp.clock.now());
    else
      await store.postponeWebhook(
        psp.db,
        webhook,
        new Date(psp.clock.now().getTime() + Math.min(longestWaitMs, 1_000 * 2 ** (webhook.attempts - 1))),
      );
  }
}

const prunedAtOnce = 1_000;

/** Deletes webhooks that were delivered longer ago than `webhooksKeptDays`. Undelivered ones stay and are sent again. */
export async function forgetWebhooks(psp: Psp): Promise<void> {
  const before = new Date(psp.clock.now().getTime() - psp.webhooksKeptDays * dayMs);
  while ((await store.deleteDelivered(psp.db, before, prunedAtOnce)) === prunedAtOnce);
}

async function deliver(psp: Psp, body: string): Promise<boolean> {
  const bytes = Buffer.from(body);
  try {
    const reply = await fetch(psp.webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [pspSignatureHeader]: sign(psp.webhookSecret, bytes, psp.clock.now()),
      },
      body: bytes,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await reply.arrayBuffer();
    return reply.ok;
  } catch (error) {
    psp.log.info({ error: (error as Error).message }, 'a webhook was not delivered');
    return false;
  }
}
