/** Queries of rates, their history, and changes that wait for a second operator. Rates are read as text, so they stay exact. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { pageSize } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { rateChangeStatuses } from '@fairline/proto/wallet/exchange';
import { currency, oneRow } from '../columns.ts';

const rateRow = {
  id: uuid,
  from: currency,
  to: currency,
  rate: text,
  changedAt: instant,
  changedBy: nullable(uuid),
  version: integer,
  available: bool,
  /** The sum of the versions of this rate and of the opposite one. */
  pairVersion: integer,
};
export type RateRow = Row<typeof rateRow>;

const rateColumns = `id, from_currency as "from", to_currency as "to", rate::text, changed_at as "changedAt", changed_by as "changedBy", version,
  is_dealing($1, rates) as available, rates_version(from_currency, to_currency) as "pairVersion"`;

/** All rates. `available`: money converts at the rate now. */
export function readRates(db: Queries, at: Date): Promise<RateRow[]> {
  return db.rows(
    rateRow,
    `select ${rateColumns} from rates order by array_position('{USD,EUR,GBP,BTC,ETH}', from_currency), array_position('{USD,EUR,GBP,BTC,ETH}', to_currency)`,
    [at],
  );
}

/** Keeps other transactions from changing rates until this one ends. Reads go on. */
export function lockRates(tx: Tx): Promise<number> {
  return tx.run('lock table rates in share row exclusive mode');
}

/** Writes the maximum age of a rate, and whether money converts at seeded rates (`dealsSeeded`). */
export async function writeTerms(
  tx: Tx,
  { maxAgeHours, dealsSeeded }: { maxAgeHours: number | null; dealsSeeded: boolean },
): Promise<void> {
  await tx.run('update rate_terms set max_age = make_interval(secs => $1 * 3600), deals_seeded = $2', [
    maxAgeHours,
    dealsSeeded,
  ]);
}

const inForceRow = { rate: text };

/** The rates of a pair at which money could convert at any time since an instant, the oldest first. Seeded rates count if money converts at them. */
export async function ratesInForce(tx: Tx, since: Date, from: CurrencyCode, to: CurrencyCode): Promise<string[]> {
  const rows = await tx.rows(
    inForceRow,
    `select rate::text from (
       select c.*, lead(changed_at) over (order by changed_at, id) as replaced_at from rate_changes c
       where from_currency = $2 and to_currency = $3 and (changed_by is not null or (select deals_seeded from rate_terms))
     ) c
     where least(replaced_at, changed_at + (select max_age from rate_terms)) > $1 or (replaced_at is null and (select max_age from rate_terms) is null)
     order by changed_at, id`,
    [since, from, to],
  );
  return rows.map(({ rate }) => rate);
}

export interface NewRate {
  from: CurrencyCode;
  to: CurrencyCode;
  rate: string;
  reason: string;
}

export async function setRate(tx: Tx, at: Date, { from, to, rate, reason }: NewRate, by: string): Promise<RateRow> {
  await tx.run(
    'insert into rate_changes (from_currency, to_currency, rate, changed_at, changed_by, reason) values ($1, $2, $3, $4, $5, $6)',
    [from, to, rate, at, by, reason],
  );
  return oneRow(
    tx,
    rateRow,
    `insert into rates (from_currency, to_currency, rate, changed_at, changed_by) values ($2, $3, $4, $1, $5)
     on conflict (from_currency, to_currency) do update set rate = excluded.rate, changed_at = excluded.changed_at, changed_by = excluded.changed_by, version = rates.version + 1
     returning ${rateColumns}`,
    [at, from, to, rate, by],
  );
}

const changeRow = {
  id: uuid,
  from: currency,
  to: currency,
  rate: text,
  before: nullable(text),
  reason: text,
  requester: json(Requester),
  status: oneOf(rateChangeStatuses),
  rejectionReason: nullable(text),
  decidedBy: nullable(uuid),
  version: integer,
  createdAt: instant,
  decidedAt: nullable(instant),
};
export type ChangeRow = Row<typeof changeRow>;

const changeColumns = `id, from_currency as "from", to_currency as "to", rate::text, before::text, reason, requester, status, rejection_reason as "rejectionReason",
  decided_by as "decidedBy", version, created_at as "createdAt", decided_at as "decidedAt"`;

export function insertChange(
  tx: Tx,
  at: Date,
  { from, to, rate, reason }: NewRate,
  before: string | null,
  requester: Requester,
): Promise<ChangeRow> {
  return oneRow(
    tx,
    changeRow,
    `insert into rate_requests (from_currency, to_currency, rate, reason, before, requester, created_at) values ($1, $2, $3, $4, $5, $6, $7) returning ${changeColumns}`,
    [from, to, rate, reason, before, JSON.stringify(requester), at],
  );
}

export function lockChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  return tx.row(changeRow, `select ${changeColumns} from rate_requests where id = $1 for update`, [id]);
}

/** Locks the pending change of a pair; there is at most one. */
export function lockWaitingChange(tx: Tx, from: CurrencyCode, to: CurrencyCode): Promise<ChangeRow | undefined> {
  return tx.row(
    changeRow,
    `select ${changeColumns} from rate_requests where status = 'pending' and from_currency = $1 and to_currency = $2 for update`,
    [from, to],
  );
}

export function decideChange(
  tx: Tx,
  at: Date,
  id: string,
  { status, by, rejectionReason }: { status: 'approved' | 'rejected'; by: string; rejectionReason?: string },
): Promise<ChangeRow> {
  return oneRow(
    tx,
    changeRow,
    `update rate_requests set status = $2, decided_by = $3, rejection_reason = $4, decided_at = $5, version = version + 1 where id = $1 returning ${changeColumns}`,
    [id, status, by, rejectionReason ?? null, at],
  );
}

/** Newest first, one more than a page. */
export function changes(
  db: Queries,
  { status, before }: { status: string | undefined; before: string | undefined },
): Promise<ChangeRow[]> {
  return db.rows(
    changeRow,
    `select ${changeColumns} from rate_requests where ($1::text is null or status = $1) and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [status ?? null, before ?? null, pageSize + 1],
  );
}
