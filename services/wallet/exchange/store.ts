/** Every query of rates, quotes, withdrawal PINs and a player's settings. Rates come as text, exact. */
import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { CurrencyCode } from '@fairline/proto/money';

// ---- Rates -------------------------------------------------------------------------------------

export interface RateRow {
  id: string;
  from: CurrencyCode;
  to: CurrencyCode;
  rate: string;
  changedAt: Date;
  changedBy: string | null;
  version: number;
}

const rateColumns = `id, from_currency as "from", to_currency as "to", rate::text, changed_at as "changedAt", changed_by as "changedBy", version`;

export function rates(db: Queries): Promise<RateRow[]> {
  return db.rows(
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
  const row = await tx.row<RateRow>(
    `insert into rates (from_currency, to_currency, rate, changed_at, changed_by) values ($1, $2, $3, $4, $5)
     on conflict (from_currency, to_currency) do update set rate = excluded.rate, changed_at = excluded.changed_at, changed_by = excluded.changed_by, version = rates.version + 1
     returning ${rateColumns}`,
    [from, to, rate, at, by],
  );
  return row as RateRow;
}

// ---- Conversions -------------------------------------------------------------------------------

export interface QuoteRow {
  quoteId: string;
  from: CurrencyCode;
  to: CurrencyCode;
  amountMinor: number;
  midRate: string;
  rate: string;
  receiveMinor: number;
  spreadMinor: number;
  expiresAt: Date;
  usedAt: Date | null;
}

const quoteColumns = `id as "quoteId", from_currency as "from", to_currency as "to", amount_minor as "amountMinor", mid_rate::text as "midRate", rate::text,
  receive_minor as "receiveMinor", spread_minor as "spreadMinor", expires_at as "expiresAt", used_at as "usedAt"`;

/** Why a player cannot convert an amount now; undefined where he can. */
export async function conversionRefusal(
  db: Queries,
  playerId: string,
  currency: CurrencyCode,
  amountMinor: number,
): Promise<{ code: string; status: string } | undefined> {
  const row = await db.row<{ code: string | null; status: string }>(
    'select conversion_refusal(p, $2, $3) as code, p.status from players p where p.player_id = $1',
    [playerId, currency, amountMinor],
  );
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

/** Locks the player, so that what follows is read as the last change left it. */
export async function lockPlayer(tx: Tx, playerId: string): Promise<void> {
  await tx.run('select lock_player($1)', [playerId]);
}

export async function useQuote(
  tx: Tx,
  at: Date,
  playerId: string,
  quoteId: string,
): Promise<{ code: string; params: Record<string, unknown> | null; quote: QuoteRow | undefined }> {
  const row = await tx.row<QuoteRow & { code: string; params: Record<string, unknown> | null }>(
    `select o.code, o.params, q.* from use_quote($1, $2, $3) o cross join lateral (select ${quoteColumns} from (select (o.made).*) x) q`,
    [at, playerId, quoteId],
  );
  const { code, params, ...quote } = row as QuoteRow & { code: string; params: Record<string, unknown> | null };
  return { code, params, quote: quote.quoteId ? quote : undefined };
}

export async function pruneQuotes(db: Queries, before: Date): Promise<void> {
  await db.run('delete from quotes where used_at is null and expires_at < $1', [before]);
}

// ---- Settings and PIN --------------------------------------------------------------------------

export function settingsOf(db: Queries, playerId: string): Promise<{ autoConvert: boolean; hasPin: boolean } | undefined> {
  return db.row(
    `select p.auto_convert as "autoConvert", exists (select from pins n where n.player_id = p.player_id and n.hash is not null) as "hasPin"
     from players p where p.player_id = $1 and p.opened_at is not null`,
    [playerId],
  );
}

export function setAutoConvert(db: Queries, playerId: string, on: boolean): Promise<number> {
  return db.run('update players set auto_convert = $2 where player_id = $1 and opened_at is not null', [playerId, on]);
}

/** The first time counts. A player may be known before his accounts are open. */
export async function setWelcomeSeen(tx: Tx, at: Date, playerId: string): Promise<void> {
  await tx.run('select from lock_or_make_player($1)', [playerId]);
  await tx.run('update players set welcome_seen_at = $2 where player_id = $1 and welcome_seen_at is null', [playerId, at]);
}

export interface PinRow {
  hash: string | null;
  wrong: number;
  lockedUntil: Date | null;
  version: number;
}

const pinColumns = `hash, wrong, locked_until as "lockedUntil", version`;

export function pinOf(db: Queries, playerId: string): Promise<PinRow | undefined> {
  return db.row(`select ${pinColumns} from pins where player_id = $1`, [playerId]);
}

/** Counts a try before it is compared, so that no number of tries at once is more than were left. Answers the row after it; undefined where it is locked. */
export function countTry(db: Queries, at: Date, playerId: string, { tries, lockedUntil }: { tries: number; lockedUntil: Date }): Promise<PinRow | undefined> {
  return db.row(
    `update pins set
       wrong = case when locked_until <= $2 then 1 else wrong + 1 end,
       locked_until = case when (case when locked_until <= $2 then 1 else wrong + 1 end) >= $3 then $4::timestamptz end
     where player_id = $1 and hash is not null and (locked_until is null or locked_until <= $2)
     returning ${pinColumns}`,
    [playerId, at, tries, lockedUntil],
  );
}

/** After a right PIN: its tries are forgotten, where it is still the one in force. */
export async function forgetTries(db: Queries, playerId: string, version: number): Promise<void> {
  await db.run('update pins set wrong = 0, locked_until = null where player_id = $1 and version = $2', [playerId, version]);
}

/** Writes or takes away a PIN where none has been since `version`; answers the new version. */
export async function setPin(tx: Tx, playerId: string, hash: string | null, version: number): Promise<number | undefined> {
  await tx.run('insert into pins (player_id) values ($1) on conflict do nothing', [playerId]);
  const row = await tx.row<{ version: number }>(
    'update pins set hash = $2, wrong = 0, locked_until = null, version = version + 1 where player_id = $1 and version = $3 returning version',
    [playerId, hash, version],
  );
  return row?.version;
}

// ---- Play currency and closing -----------------------------------------------------------------

export async function changePlayCurrency(tx: Tx, at: Date, playerId: string, currency: CurrencyCode): Promise<{ code: string; currency: CurrencyCode }> {
  const row = await tx.row<{ code: string; currency: CurrencyCode }>('select code, currency from change_play_currency($1, $2, $3)', [at, playerId, currency]);
  return row as { code: string; currency: CurrencyCode };
}

export async function closeAccount(
  tx: Tx,
  at: Date,
  { playerId, version, status, level, jurisdiction }: { playerId: string; version: number; status: string; level: string; jurisdiction: string },
): Promise<{ code: string; version: number; params: Record<string, unknown> | null }> {
  const row = await tx.row<{ code: string; version: number; params: Record<string, unknown> | null }>(
    'select code, version, params from close_account($1, $2, $3, $4, $5, $6)',
    [at, playerId, version, status, level, jurisdiction],
  );
  return row as { code: string; version: number; params: Record<string, unknown> | null };
}
