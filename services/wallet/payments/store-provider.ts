/** Queries of payments at a provider: requests, reports, polling, and saved methods. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bytes, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { instantMethodIds } from '@fairline/proto/wallet/methods';
import { limitsByLevel, minWithdrawMinor } from '@fairline/proto/wallet/rules';
import { identityFirst, refusedDeposits } from '../limits.ts';
import { type PaymentOutcome, type PaymentRow, paymentRow } from './payment.ts';
import { type AskedPayment, paymentColumns, paymentOutcome } from './store.ts';

export interface AskedDeposit extends AskedPayment {
  fee_minor: number;
  provider_state: 'waiting';
  saved_method: string | undefined;
  next_poll_at: string;
}

export function requestInstantDeposit(
  db: Queries,
  at: Date,
  asked: AskedDeposit,
  range: { minMinor: number; maxMinor: number },
): Promise<PaymentOutcome> {
  return paymentOutcome(db, 'request_instant_deposit($1, $2, $3, $4, $5, $6, $7)', [
    at,
    JSON.stringify(asked),
    JSON.stringify(limitsByLevel),
    range.minMinor,
    range.maxMinor,
    identityFirst,
    refusedDeposits,
  ]);
}

export function creditDeposit(db: Queries, at: Date, paymentId: string, spreadBp: number): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from credit_deposit($1, $2, $3))', [
    at,
    paymentId,
    spreadBp,
  ]);
}

/** Whether the player's account is closed; read with the player locked. */
export function isClosed(tx: Tx, playerId: string): Promise<boolean> {
  return tx.exists(`select from players where player_id = $1 and status = 'closed'`, [playerId]);
}

export function failDeposit(db: Queries, at: Date, paymentId: string, why: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from fail_deposit($1, $2, $3))', [
    at,
    paymentId,
    why,
  ]);
}

export function advancePayout(
  db: Queries,
  at: Date,
  paymentId: string,
  state: string,
  why: string | null,
): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from advance_payout($1, $2, $3, $4))', [
    at,
    paymentId,
    state,
    why,
  ]);
}

/** Code `refused`: the payout is requested again after `againAfterMs`. `accepted`: the provider had accepted it. Otherwise as `advancePayout`. */
export function refusePayout(
  db: Queries,
  at: Date,
  paymentId: string,
  why: string,
  againAfterMs: number,
): Promise<PaymentOutcome> {
  const from = `(select code, null::jsonb as params, payment from refuse_payout($1, $2, $3, $4 * interval '1 ms'))`;
  return paymentOutcome(db, from, [at, paymentId, why, againAfterMs]);
}

/** Stores, once, a contradiction that only people may resolve. False if it was stored before. */
export async function insertProviderDeadLetter(
  tx: Tx,
  paymentId: string,
  about: string,
  report: unknown,
  error: string,
): Promise<boolean> {
  const statement = `insert into dead_letters (consumer, event_id, subject, payload, error) values ('wallet_provider', $1, 'provider', $2, $3) on conflict do nothing`;
  return (await tx.run(statement, [`${paymentId} ${about}`, JSON.stringify(report), error])) === 1;
}

/** Stores the page on which the payer completes a pending deposit. Once they are done there, an older report does not restore it. */
export async function keepRedirect(db: Queries, paymentId: string, url: string | null): Promise<void> {
  await db.run(
    `update payments set redirect_url = $2 where id = $1 and status = 'pending' and payer_done_at is null and redirect_url is distinct from $2`,
    [paymentId, url],
  );
}

/** Removes the page of a deposit, because the payer has nothing left to do there. */
export async function leavePage(db: Queries, paymentId: string, at: Date): Promise<void> {
  await db.run(
    `update payments set redirect_url = null, payer_done_at = $2 where id = $1 and status = 'pending' and payer_done_at is null`,
    [paymentId, at],
  );
}

/** Records an event id; false if it was recorded before. */
export async function takeEvent(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (
    (await tx.run('insert into provider_events (id, taken_at) values ($1, $2) on conflict do nothing', [id, now])) === 1
  );
}

/** Deletes up to `most` event ids recorded before an instant, the oldest first. Returns their number. Signatures of that age are no longer valid. */
export function pruneEvents(db: Queries, before: Date, most: number): Promise<number> {
  return db.run(
    'delete from provider_events where id in (select id from provider_events where taken_at < $1 order by taken_at limit $2)',
    [before, most],
  );
}

/**
 * Claims due payments at the provider until `heldUntil`: deposits without a final report, payouts to send or to follow.
 * While the books are stopped no payout is sent.
 */
export function claimDue(db: Queries, now: Date, most: number, heldUntil: Date): Promise<PaymentRow[]> {
  return db.rows(
    paymentRow,
    `with due as materialized (
       select id from payments
       where next_poll_at <= $1 and not (type = 'withdrawal' and provider_state = 'waiting' and exists (select from stop where reason is not null))
       order by next_poll_at limit $2 for update skip locked),
     claimed as (update payments p set polls = p.polls + 1, next_poll_at = $3 from due where p.id = due.id returning p.*)
     select ${paymentColumns} from claimed payments`,
    [now, most, heldUntil],
  );
}

/** Ends a claim: the payment is due again after a growing interval, unless an update has set another time. */
export async function release(db: Queries, now: Date, id: string, heldUntil: Date): Promise<void> {
  await db.run(
    `update payments set next_poll_at = $1::timestamptz + least(interval '2 s' * power(1.5, least(polls - 1, 20)), interval '10 min') where id = $2 and next_poll_at = $3`,
    [now, id, heldUntil],
  );
}

const savedRow = {
  id: uuid,
  playerId: uuid,
  method: oneOf(instantMethodIds),
  token: bytes,
  label: text,
  expires: nullable(text),
  lastUsedAt: instant,
  /** The time at which the provider last refused or returned a payout to it. */
  refusedAt: nullable(instant),
  /** A keyed hash of the card, the same for all players who use it; null for other methods. */
  instrumentKey: nullable(bytes),
};
export type SavedRow = Row<typeof savedRow>;

const savedColumns =
  'id, player_id as "playerId", method, token, label, expires, last_used_at as "lastUsedAt", refused_at as "refusedAt", instrument_key as "instrumentKey"';

export function savedMethods(db: Queries, playerId: string): Promise<SavedRow[]> {
  return db.rows(
    savedRow,
    `select ${savedColumns} from saved_methods where player_id = $1 and forgotten_at is null order by last_used_at desc, id`,
    [playerId],
  );
}

/** A saved method of the player; undefined if it belongs to another player or was forgotten. */
export function savedMethod(db: Queries, playerId: string, id: string): Promise<SavedRow | undefined> {
  return db.row(
    savedRow,
    `select ${savedColumns} from saved_methods where player_id = $1 and id = $2 and forgotten_at is null`,
    [playerId, id],
  );
}

/** A saved method, even if it was forgotten: earlier requests still go to it. */
export function methodOnceSaved(db: Queries, playerId: string, id: string): Promise<SavedRow | undefined> {
  return db.row(savedRow, `select ${savedColumns} from saved_methods where player_id = $1 and id = $2`, [playerId, id]);
}

/** Stores a token. A known token keeps its row with the new details. It has just paid in, so payouts may go to it again. */
export async function keepMethod(
  tx: Tx,
  { id, playerId, method, token, label, expires, lastUsedAt, instrumentKey }: Omit<SavedRow, 'refusedAt'>,
  tokenKey: Buffer,
): Promise<void> {
  await tx.run(
    `insert into saved_methods (id, player_id, method, token, token_key, label, expires, last_used_at, instrument_key) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (player_id, method, token_key) do update set last_used_at = excluded.last_used_at, label = excluded.label, expires = excluded.expires,
       instrument_key = coalesce(excluded.instrument_key, saved_methods.instrument_key), forgotten_at = null, refused_at = null`,
    [id, playerId, method, token, tokenKey, label, expires, lastUsedAt, instrumentKey],
  );
}

/** Marks a saved method as refused: the provider does not accept its token, or its card did not accept a payout. */
export async function refuseMethod(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run('update saved_methods set refused_at = $2 where id = $1', [id, now]);
}

export async function forgetMethod(db: Queries, id: string, now: Date): Promise<void> {
  await db.run('update saved_methods set forgotten_at = $2 where id = $1', [id, now]);
}

const owedRow = { method: text, amountMinor: integer };

/** The amounts that must be withdrawn to each method before any other method, the largest first. */
export function readClosedLoop(db: Queries, playerId: string, hasProvider: boolean): Promise<Row<typeof owedRow>[]> {
  return db.rows(owedRow, 'select family as method, left_minor as "amountMinor" from bound_methods($1, $2, $3)', [
    playerId,
    minWithdrawMinor,
    hasProvider,
  ]);
}
