/** Queries of players: opening and closing accounts, permits, the play currency, and erasure. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, integer, nullable, type Row, text } from '@fairline/chassis/storage/rows';
import type { Infer } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { openEnd, type playerRequests } from '@fairline/proto/wallet/players';
import { oneRow, playCurrency, refusalParams } from '../columns.ts';

export type Opening = Infer<typeof playerRequests.open.input>;
export type Gift = { amountMinor: number; kind: 'welcome' | 'opening'; account: 'bonus_expense' | 'play_money' };

const openedRow = { currency: playCurrency, opened: bool };

export function openPlayer(db: Queries, at: Date, opening: Opening, gift: Gift): Promise<Row<typeof openedRow>> {
  const { playerId, book, currency, version, status, level, jurisdiction } = opening;
  const values = [
    at,
    playerId,
    book,
    currency,
    version,
    status,
    level,
    jurisdiction,
    gift.amountMinor,
    gift.kind,
    gift.account,
  ];
  return oneRow(
    db,
    openedRow,
    'select currency, opened from open_player($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values,
  );
}

const versionRow = { version: integer };

/** Writes the account part of the permit. Returns the version in force. */
export async function restrictAccount(
  db: Queries,
  {
    playerId,
    version,
    status,
    level,
    jurisdiction,
  }: { playerId: string; version: number; status: string; level: string; jurisdiction: string },
): Promise<number> {
  const values = [playerId, version, status, level, jurisdiction];
  return (await oneRow(db, versionRow, 'select restrict_account($1, $2, $3, $4, $5) as version', values)).version;
}

type PlayRestriction = Omit<Extract<Infer<typeof playerRequests.restrict.input>, { part: 'play' }>, 'part'>;

/** Writes the play part of the permit. Returns the version in force. Absent limits and reality checks stay as they are; null ends reality checks. */
export async function restrictPlay(
  db: Queries,
  { playerId, version, excludedUntil, returnsAt, limits, realityChecks }: PlayRestriction,
): Promise<number> {
  const checks = realityChecks === undefined ? null : JSON.stringify(realityChecks);
  const values = [
    playerId,
    version,
    excludedUntil,
    limits ? JSON.stringify(limits) : null,
    checks,
    returnsAt ?? null,
    openEnd,
  ];
  return (await oneRow(db, versionRow, 'select bind_play($1, $2, $3, $4, $5, $6, $7) as version', values)).version;
}

const testWinRow = { code: text, status: nullable(text), currency: nullable(playCurrency) };

/** `status` is the player's status. The code is `not_found` for anyone outside the play book. */
export function postTestWin(
  db: Queries,
  at: Date,
  playerId: string,
  amountMinor: number,
): Promise<Row<typeof testWinRow>> {
  return oneRow(db, testWinRow, 'select code, status, currency from post_test_win($1, $2, $3)', [
    at,
    playerId,
    amountMinor,
  ]);
}

const changedRow = { code: text, currency: nullable(playCurrency) };

export function changePlayCurrency(
  tx: Tx,
  at: Date,
  playerId: string,
  currency: CurrencyCode,
): Promise<Row<typeof changedRow>> {
  return oneRow(tx, changedRow, 'select code, currency from change_play_currency($1, $2, $3)', [
    at,
    playerId,
    currency,
  ]);
}

const closedRow = { code: text, version: integer, params: refusalParams };

export function closeAccount(
  tx: Tx,
  at: Date,
  {
    playerId,
    version,
    status,
    level,
    jurisdiction,
  }: { playerId: string; version: number; status: string; level: string; jurisdiction: string },
): Promise<Row<typeof closedRow>> {
  const values = [at, playerId, version, status, level, jurisdiction];
  return oneRow(tx, closedRow, 'select code, version, params from close_account($1, $2, $3, $4, $5, $6)', values);
}

/** Whether a payment of the player is unfinished: its destination is still needed. */
export function hasMoneyUnderWay(tx: Tx, playerId: string): Promise<boolean> {
  return tx.exists(
    `select from payments where player_id = $1 and (status = 'pending' or provider_state in ('waiting', 'sent')) limit 1`,
    [playerId],
  );
}

/**
 * Erases personal data and texts about the person: names, addresses, destinations, saved methods, the PIN, reasons. Ids and amounts stay, and so does a digest of each
 * bank transaction, by which a repeated report is recognised. Files of proofs are left to the sweep.
 */
export async function erase(tx: Tx, at: Date, playerId: string): Promise<void> {
  await tx.run(
    `insert into loose_files (id, kept_at) select proof_id::uuid, $2 from payments where player_id = $1 and proof_id is not null on conflict do nothing`,
    [playerId, at],
  );
  await tx.run(
    `update payments set customer_name = null, email = null, upi_id = null, destination = null, destination_end = null, destination_key = null,
       redirect_url = null, saved_method = null, proof_id = null, proof_type = null, failure = null, paid_reference = null,
       rejection_reason = case when rejection_reason is not null then '' end, bank_transaction_id = erased_bank_transaction(bank_transaction_id) where player_id = $1`,
    [playerId],
  );
  await tx.run(
    `update adjustments set reason = '', rejection_reason = case when rejection_reason is not null then '' end where player_id = $1`,
    [playerId],
  );
  await tx.run('delete from saved_methods where player_id = $1', [playerId]);
  await tx.run('delete from saved_destinations where player_id = $1', [playerId]);
  await tx.run('update pins set hash = null, wrong = 0, locked_until = null where player_id = $1', [playerId]);
  await tx.run('update players set own_limits = null where player_id = $1', [playerId]);
  await tx.run('delete from person_keys where player_id = $1', [playerId]);
  await tx.run(`update welcome_bonuses set reason = '' where player_id = $1 and reason is not null`, [playerId]);
}
