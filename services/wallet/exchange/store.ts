/** Queries of quotes and conversions. Rates are read as text, so they stay exact. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { CurrencyCode } from '@fairline/proto/money';
import { currency, isPresent, oneRow, optional, refusalParams } from '../columns.ts';

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

/** The reason why a player cannot convert an amount now; undefined if they can. */
export async function conversionRefusal(
  db: Queries,
  playerId: string,
  currency: CurrencyCode,
  amountMinor: number,
): Promise<{ code: string; status: string } | undefined> {
  const row = await db.row(
    conversionAnswer,
    'select conversion_refusal(p, $2, $3) as code, p.status from players p where p.player_id = $1',
    [playerId, currency, amountMinor],
  );
  if (!row) return { code: 'not_found', status: 'active' };
  return row.code === null ? undefined : { code: row.code, status: row.status };
}

/** Stores a quote, which ends the player's earlier quote of the pair. */
export async function keepQuote(
  tx: Tx,
  at: Date,
  playerId: string,
  quote: Omit<QuoteRow, 'usedAt'> & { ratesVersion: number },
): Promise<void> {
  const row = {
    id: quote.quoteId,
    player_id: playerId,
    from_currency: quote.from,
    to_currency: quote.to,
    amount_minor: quote.amountMinor,
    mid_rate: quote.midRate,
    rate: quote.rate,
    receive_minor: quote.receiveMinor,
    spread_minor: quote.spreadMinor,
    expires_at: quote.expiresAt,
    rates_version: quote.ratesVersion,
  };
  await tx.run('select keep_quote($1, jsonb_populate_record(null::quotes, $2))', [at, JSON.stringify(row)]);
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
