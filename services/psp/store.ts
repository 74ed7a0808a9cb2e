/** Every query of the simulated provider. A reference stands for one payment or payout, however often it is sent. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { integer, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { currencies } from '@fairline/proto/money';
import { PspPayment, pspPaymentStates, pspPayoutStates } from '@fairline/proto/psp';

const paymentRow = {
  reference: uuid,
  id: uuid,
  amount: integer,
  currency: oneOf(currencies),
  method: oneOf(PspPayment.shape.method.options),
  customer: uuid,
  returnUrl: text,
  status: oneOf(pspPaymentStates),
  token: nullable(text),
  label: nullable(text),
  expires: nullable(text),
  /** A keyed digest of the card number. */
  card: nullable(text),
  failure: nullable(text),
};
export type PaymentRow = Row<typeof paymentRow>;

const referenceRow = { reference: uuid };
const tokenRow = { token: text };

const payoutRow = {
  reference: uuid,
  id: uuid,
  amount: integer,
  currency: oneOf(currencies),
  destination: text,
  status: oneOf(pspPayoutStates),
  failure: nullable(text),
};
export type PayoutRow = Row<typeof payoutRow>;

const webhookRow = { id: uuid, copy: integer, body: text, attempts: integer };
export type Webhook = Row<typeof webhookRow>;

const paymentColumns = `p.reference, p.id, p.amount, p.currency, p.method, p.customer, p.return_url as "returnUrl", p.status, p.token, t.label, t.expires, t.card, p.failure`;

export async function insertPayment(
  tx: Tx,
  payment: Omit<PaymentRow, 'id' | 'label' | 'expires' | 'card' | 'failure'>,
  now: Date,
): Promise<boolean> {
  const { reference, amount, currency, method, customer, returnUrl, status, token } = payment;
  const statement = `insert into payments (reference, amount, currency, method, customer, return_url, status, token, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (reference) do nothing`;
  return (
    (await tx.run(statement, [reference, amount, currency, method, customer, returnUrl, status, token, now])) === 1
  );
}

export function readPayment(on: Queries, reference: string): Promise<PaymentRow | undefined> {
  return on.row(
    paymentRow,
    `select ${paymentColumns} from payments p left join tokens t using (token) where p.reference = $1`,
    [reference],
  );
}

export async function lockPayment(tx: Tx, reference: string): Promise<PaymentRow | undefined> {
  await tx.run('select from payments where reference = $1 for update', [reference]);
  return readPayment(tx, reference);
}

/** The reference of a payment by the provider's own id, which the hosted page has in its address. */
export async function readReference(on: Queries, id: string): Promise<string | undefined> {
  return (await on.row(referenceRow, 'select reference from payments where id = $1', [id]))?.reference;
}

export async function decidePayment(
  tx: Tx,
  reference: string,
  status: PaymentRow['status'],
  failure: string | null,
  token: string | null,
): Promise<void> {
  await tx.run(
    'update payments set status = $2, failure = $3, token = coalesce($4, token), version = version + 1 where reference = $1',
    [reference, status, failure, token],
  );
}

/** Stores a token and returns it. A card that has a token already keeps that one and gets the new expiry date. */
export async function storeToken(
  tx: Tx,
  {
    token,
    customer,
    method,
    label,
    expires,
    card,
  }: { token: string; customer: string; method: string; label: string; expires: string | null; card: string | null },
  now: Date,
): Promise<string> {
  const row = await tx.row(
    tokenRow,
    `insert into tokens (token, customer, method, label, expires, card, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (customer, card) where card is not null do update set expires = excluded.expires returning token`,
    [token, customer, method, label, expires, card, now],
  );
  return only(row).token;
}

export async function isTokenOfCustomer(on: Queries, token: string, customer: string): Promise<boolean> {
  return on.exists('select from tokens where token = $1 and customer = $2', [token, customer]);
}

export async function isTokenOfMethod(on: Queries, token: string, method: string): Promise<boolean> {
  return on.exists('select from tokens where token = $1 and method = $2', [token, method]);
}

export async function readLastToken(on: Queries, customer: string, method: string): Promise<string | undefined> {
  const row = await on.row(
    tokenRow,
    'select token from tokens where customer = $1 and method = $2 order by created_at desc limit 1',
    [customer, method],
  );
  return row?.token;
}

const payoutColumns = 'reference, id, amount, currency, destination, status, failure';

export async function insertPayout(
  tx: Tx,
  payout: Omit<PayoutRow, 'id'> & { method: string; returnsAt: Date | null },
  now: Date,
): Promise<boolean> {
  const { reference, amount, currency, method, destination, status, failure, returnsAt } = payout;
  const statement = `insert into payouts (reference, amount, currency, method, destination, status, failure, returns_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (reference) do nothing`;
  return (
    (await tx.run(statement, [reference, amount, currency, method, destination, status, failure, returnsAt, now])) === 1
  );
}

export function readPayout(on: Queries, reference: string): Promise<PayoutRow | undefined> {
  return on.row(payoutRow, `select ${payoutColumns} from payouts where reference = $1`, [reference]);
}

export function returnDuePayouts(tx: Tx, now: Date): Promise<PayoutRow[]> {
  return tx.rows(
    payoutRow,
    `update payouts set status = 'returned', failure = 'returned_by_bank', returns_at = null
     where reference in (select reference from payouts where returns_at <= $1 for update skip locked) returning ${payoutColumns}`,
    [now],
  );
}

export async function queueWebhook(
  tx: Tx,
  webhook: { id: string; copy: number; body: string; dueAt: Date },
): Promise<void> {
  await tx.run('insert into webhooks (id, copy, body, due_at) values ($1, $2, $3, $4)', [
    webhook.id,
    webhook.copy,
    webhook.body,
    webhook.dueAt,
  ]);
}

/** Claims due webhooks until `until`; after that they are due again, in case the process that claimed them died. */
export function claimWebhooks(on: Queries, now: Date, until: Date): Promise<Webhook[]> {
  return on.rows(
    webhookRow,
    `update webhooks set attempts = attempts + 1, due_at = $2
     where (id, copy) in (select id, copy from webhooks where heard_at is null and due_at <= $1 order by due_at limit 20 for update skip locked)
     returning id, copy, body, attempts`,
    [now, until],
  );
}

export async function markDelivered(on: Queries, { id, copy }: Webhook, now: Date): Promise<void> {
  await on.run('update webhooks set heard_at = $3 where id = $1 and copy = $2', [id, copy, now]);
}

export async function postponeWebhook(on: Queries, { id, copy }: Webhook, dueAt: Date): Promise<void> {
  await on.run('update webhooks set due_at = $3 where id = $1 and copy = $2', [id, copy, dueAt]);
}

/** Deletes up to `most` webhooks that were delivered before an instant, the oldest first. Returns their number. */
export function deleteDelivered(on: Queries, before: Date, most: number): Promise<number> {
  return on.run(
    'delete from webhooks where (id, copy) in (select id, copy from webhooks where heard_at < $1 order by heard_at limit $2)',
    [before, most],
  );
}
