/** Queries of rates, quotes and conversions. Rates come as text, exact. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { CurrencyCode } from '@fairline/proto/money';
import { currency, isPresent, oneRow, optional, refusalParams } from '../columns.ts';

const rateRow = { id: uuid, from: currency, to: currency, rate: text, changedAt: instant, changedBy: nullable(uuid), version: integer };
export type RateRow = Row<typeof rateRow>;

const rateColumns = `id, from_currency as "from", to_currency as "to", rate::text, changed_at as "changedAt", changed_by as "changedBy", version`;

export function rates(db: Queries): Promise<RateRow[]> {
  return db.rows(
    rateRow,
    `select ${rateColumns} from rates order by array_position('{USD,EUR,GBP,BTC,ETH}', from_currency), array_position('{USD,EUR,GBP,BTC,ETH}', to_currency)`,
  );
}

/** No other rate changes until the end of the transaction; who reads goes on. */
export function lockRates(tx: Tx): Promise<number> {
  return tx.run('lock table rates in share row exclusive mode');
}

export async function setRate(
  tx: Tx,
  at: Date,
  { from, to, rate, by, reason }: { from: CurrencyCode; to: CurrencyCode; rate: string; by: string; reason: string },
): Promise<RateRow> {
  await tx.run('insert into rate_changes (from_currency, to_currency, rate, changed_at, changed_by, reason) values ($1, $2, $3, $4, $5, $6)', [
    from,
    to,
    rate,
    at,
    by,
    reason,
  ]);
  return oneRow(
    tx,
    rateRow,
    `insert into rates (from_currency, to_currency, rate, changed_at, changed_by) values ($1, $2, $3, $4, $5)
     on conflict (from_currency, to_currency) do update set rate = excluded.rate, changed_at = excluded.changed_at, changed_by = excluded.changed_by, version = rates.version + 1
     returning ${rateColumns}`,
    [from, to, rate, at, by],
  );
}

const quoteRow = {
  quoteId: uuid,
  from: currency,
  to: currency,
  amountMinor: integer,
  midRate: text,
  rate: text,
  receiveMinor: integer,
  spreadMinor: integer,
  expiresAt: instant,
  usedAt: nullable(instant),
};
export type QuoteRow = Row<typeof quoteRow>;
const quoteUse = { code: text, params: refusalParams, ...optional(quoteRow) };

const quoteColumns = `id as "quoteId", from_currency as "from", to_currency as "to", amount_minor as "amountMinor", mid_rate::text as "midRate", rate::text,
  receive_minor as "receiveMinor", spread_minor as "spreadMinor", expires_at as "expiresAt", used_at as "usedAt"`;

const conversionAnswer = { code: nullable(text), status: text };

/** Why a player cannot convert an amount now; undefined where they can. */
export async function conversionRefusal(
  db: Queries,
  playerId: string,
  currency: CurrencyCode,
  amountMinor: number,
): Promise<{ code: string; status: string } | undefined> {
  const row = await db.row(conversionAnswer, 'select conversion_refusal(p, $2, $3) as code, p.status from players p where p.player_id = $1', [
    playerId,
    currency,
    amountMinor,
  ]);
  if (!row) return { code: 'not_found', status: 'active' };
  return row.code === null ? undefined : { code: row.code, status: row.status };
}

export async function insertQuote(db: Queries, playerId: string, quote: Omit<QuoteRow, 'usedAt'>): Promise<void> {
  await db.run(
    `insert into quotes (id, player_id, from_currency, to_currency, amount_minor, mid_rate, rate, receive_minor, spread_minor, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [quote.quoteId, playerId, quote.from, quote.to, quote.amountMinor, quote.midRate, quote.rate, quote.receiveMinor, quote.spreadMinor, quote.expiresAt],
  );
}

export async function useQuote(
  tx: Tx,
  at: Date,
  playerId: string,
  quoteId: string,
): Promise<{ code: string; params: Record<string, unknown> | null; quote: QuoteRow | undefined }> {
  const { code, params, ...quote } = await oneRow(
    tx,
    quoteUse,
    `select o.code, o.params, q.* from use_quote($1, $2, $3) o cross join lateral (select ${quoteColumns} from (select (o.made).*) x) q`,
    [at, playerId, quoteId],
  );
  return { code, params, quote: isPresent(quoteRow, 'quoteId', quote) ? quote : undefined };
}

export async function pruneQuotes(db: Queries, before: Date): Promise<void> {
  await db.run('delete from quotes where used_at is null and expires_at < $1', [before]);
}
