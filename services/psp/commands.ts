/** Commands of the stand-in provider: it charges, takes cards on its page and pays out. It reports each by signed webhooks, repeated until delivered. */

import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import { sign } from '@fairline/chassis/http/signature';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { only } from '@fairline/chassis/storage/rows';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { type PspEvent, type PspPayment, type PspPayout, pspRefusals, type pspRoutes, pspSignatureHeader } from '@fairline/proto/psp';
import { type Card, cardLabel, magicOf, outcomeOf, webhookPlan } from './behaviour.ts';
import type { Psp } from './config.ts';
import * as store from './store.ts';

// ---- Payments ----------------------------------------------------------------------------------

type Asked = Infer<(typeof pspRoutes.createPayment)['body']>;

/** The same reference again answers the payment as it now stands. A card without a token waits for its payer; everything else is decided at once. */
export async function createPayment(psp: Psp, asked: Asked): Promise<PspPayment> {
  const { reference, amount, currency, method, customer, returnUrl, token } = asked;
  refuseIfAsked(amount);
  return psp.db.tx(async (tx) => {
    if (token && !(await store.isTokenOfCustomer(tx, token, customer))) throw new Refusal(pspRefusals.tokenUnknown);
    const now = psp.clock.now();
    const waits = method === 'credit_card' && !token;
    const status = waits ? 'requires_action' : 'processing';
    const made = await store.insertPayment(tx, { reference, amount, currency, method, customer, returnUrl, status, token: token ?? null }, now);
    const known = only(await store.readPayment(tx, reference));
    if ([known.amount, known.currency, known.method].join() !== [amount, currency, method].join()) throw new Refusal(pspRefusals.keyReused);
    if (!made || waits) return view(psp, known);
    return decide(psp, tx, known, token ?? (await walletToken(tx, known, now)));
  });
}

/** Some amounts play a provider that will not do it at all, and keeps no trace of having been asked. */
function refuseIfAsked(amount: number): void {
  if (magicOf(amount) === 9) throw new Refusal(pspRefusals.refused);
}

const methodLabel = (method: string) => (method === 'crypto' ? 'Crypto wallet' : 'E-wallet');

/** A wallet is known by its customer: it keeps its token. */
async function walletToken(tx: Tx, row: store.PaymentRow, now: Date): Promise<string> {
  return (await store.readLastToken(tx, row.customer, row.method)) ?? newToken(tx, row, methodLabel(row.method), null, now);
}

/** A card is known by its number, of which a keyed digest is kept: entered again by the same customer, it keeps its token, and the date it has now. */
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

/** Charges the card once; a second submit finds the payment decided. The number is used for the label and forgotten. */
export async function payByCard(psp: Psp, id: string, card: Card): Promise<store.PaymentRow> {
  const { reference } = await pageOf(psp, id);
  return psp.db.tx(async (tx) => {
    const row = only(await store.lockPayment(tx, reference));
    if (row.status === 'requires_action') await decide(psp, tx, row, await cardToken(psp, tx, row, card));
    return only(await store.readPayment(tx, reference));
  });
}

/** The payer went back without paying. */
export async function giveUp(psp: Psp, id: string): Promise<store.PaymentRow> {
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

export async function createPayout(psp: Psp, asked: Infer<(typeof pspRoutes.createPayout)['body']>): Promise<PspPayout> {
  const { reference, amount, currency, method, destination } = asked;
  refuseIfAsked(amount);
  return psp.db.tx(async (tx) => {
    if (method === 'credit_card' && !(await store.isTokenOfMethod(tx, destination, method))) throw new Refusal(pspRefusals.tokenUnknown);
    const now = psp.clock.now();
    const magic = magicOf(amount);
    const returnsAt = magic === 7 ? new Date(now.getTime() + returnedAfterMs) : null;
    const [status, failure] = magic === 8 ? (['failed', 'destination_refused'] as const) : (['paid', null] as const);
    const made = await store.insertPayout(tx, { reference, amount, currency, method, destination, status, failure, returnsAt }, now);
    const known = only(await store.readPayout(tx, reference));
    if ([known.amount, known.currency, known.destination].join() !== [amount, currency, destination].join()) throw new Refusal(pspRefusals.keyReused);
    if (made) await report(psp, tx, payoutView(known), webhookPlan(amount).decided);
    return payoutView(known);
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

/** Banks give payouts back days later; here it is seconds. */
export async function returnPayouts(psp: Psp): Promise<void> {
  await psp.db.tx(async (tx) => {
    for (const row of await store.returnDuePayouts(tx, psp.clock.now())) await report(psp, tx, payoutView(row), [0]);
  });
}

// ---- Webhooks ----------------------------------------------------------------------------------

/** One event, sent so many seconds from now, as often as they are named. */
async function report(psp: Psp, tx: Tx, data: PspPayment | PspPayout, seconds: readonly number[]): Promise<void> {
  const now = psp.clock.now();
  const event: PspEvent = { id: randomUUIDv7(), type: `${data.object}.${data.status}`, createdAt: now.toISOString(), data };
  for (const [copy, wait] of seconds.entries()) {
    await store.queueWebhook(tx, { id: event.id, copy, body: JSON.stringify(event), dueAt: new Date(now.getTime() + wait * 1_000) });
  }
}

const answerWithinMs = 5_000;
const claimMs = 20_000;
const longestWaitMs = 3_600_000;

/** Sends what is due; what is not answered with 2xx is sent again, later and later. */
export async function sendWebhooks(psp: Psp): Promise<void> {
  const now = psp.clock.now();
  const due = await store.claimWebhooks(psp.db, now, new Date(now.getTime() + claimMs));
  for (const webhook of due) {
    if (await deliver(psp, webhook.body)) await store.markDelivered(psp.db, webhook, psp.clock.now());
    else await store.postponeWebhook(psp.db, webhook, new Date(psp.clock.now().getTime() + Math.min(longestWaitMs, 1_000 * 2 ** (webhook.attempts - 1))));
  }
}

const prunedAtOnce = 1_000;
const dayMs = 86_400_000;

/** Forgets webhooks that were delivered long ago; one that is never delivered is sent again for ever. */
export async function forgetWebhooks(psp: Psp): Promise<void> {
  const before = new Date(psp.clock.now().getTime() - psp.webhooksKeptDays * dayMs);
  while ((await store.deleteDelivered(psp.db, before, prunedAtOnce)) === prunedAtOnce);
}

async function deliver(psp: Psp, body: string): Promise<boolean> {
  const bytes = Buffer.from(body);
  try {
    const reply = await fetch(psp.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [pspSignatureHeader]: sign(psp.webhookSecret, bytes, psp.clock.now()) },
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
