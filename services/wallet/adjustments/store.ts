/** Every query of what operators decide about money beside payments: adjustments, rules of automatic approval, and what they read of players. */
import type { Queries, Tx } from '@fairline/chassis/postgres';
import { pageSize } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import type { Adjustment, AutoApprovalRule, WalletSummary } from '@fairline/proto/wallet/office';
import type { StakeLimits } from '../ledger/store.ts';
import type { Undecided } from '../payments/approval.ts';

// ---- Adjustments -------------------------------------------------------------------------------

export interface AdjustmentRow {
  id: string;
  playerId: string;
  currency: CurrencyCode;
  book: 'real' | 'play';
  amountMinor: number;
  /** It gives a free bet that expires then. */
  freeBetUntil: Date | null;
  reason: string;
  status: Adjustment['status'];
  requestedBy: string;
  approvalsNeeded: number;
  approvals: number;
  approvedBy: string[];
  rejectionReason: string | null;
  rejectedBy: string | null;
  version: number;
  createdAt: Date;
  decidedAt: Date | null;
}

export interface AdjustmentOutcome {
  code: string;
  adjustment: AdjustmentRow | null;
}

const columns = `id, player_id as "playerId", currency, book, amount_minor as "amountMinor", free_bet_until as "freeBetUntil", reason, status, requested_by as "requestedBy",
  approvals_needed as "approvalsNeeded", cardinality(approved_by) as approvals, approved_by as "approvedBy", rejection_reason as "rejectionReason", version,
  rejected_by as "rejectedBy", created_at as "createdAt", decided_at as "decidedAt"`;

async function outcome(db: Queries, from: string, values: readonly unknown[]): Promise<AdjustmentOutcome> {
  const row = await db.row<AdjustmentRow & { code: string }>(
    `select o.code, a.* from ${from} o cross join lateral (select ${columns} from (select (o.adjustment).*) x) a`,
    values,
  );
  const { code, ...adjustment } = row as AdjustmentRow & { code: string };
  return { code, adjustment: adjustment.id ? adjustment : null };
}

/** An adjustment as it is asked for; the names are the columns'. */
export interface AskedAdjustment {
  id: string;
  player_id: string;
  amount_minor: number;
  currency: string;
  free_bet_until?: string;
  reason: string;
  /** Two operators from this on, in the play currency. */
  two_operators_minor: number;
  /** What a free bet may be; an adjustment has none. */
  limits?: StakeLimits;
}

export function requestAdjustment(db: Queries, at: Date, asked: AskedAdjustment, operatorId: string): Promise<AdjustmentOutcome> {
  return outcome(db, 'request_adjustment($1, $2, $3)', [at, JSON.stringify(asked), operatorId]);
}

export function approveAdjustment(db: Queries, at: Date, id: string, operatorId: string): Promise<AdjustmentOutcome> {
  return outcome(db, 'approve_adjustment($1, $2, $3)', [at, id, operatorId]);
}

export function rejectAdjustment(db: Queries, at: Date, id: string, reason: string, operatorId: string): Promise<AdjustmentOutcome> {
  return outcome(db, 'reject_adjustment_by($1, $2, $3, $4)', [at, id, reason, operatorId]);
}

/** Newest first, one more than a page. */
export function adjustments(
  db: Queries,
  { status, userId, before }: { status: string | undefined; userId: string | undefined; before: string | undefined },
): Promise<AdjustmentRow[]> {
  return db.rows(
    `select ${columns} from adjustments
     where ($1::text is null or status = $1) and ($2::uuid is null or player_id = $2) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [status ?? null, userId ?? null, before ?? null, pageSize + 1],
  );
}

// ---- Automatic approval ------------------------------------------------------------------------

export function autoApprovalRules(db: Queries): Promise<AutoApprovalRule[]> {
  return db.rows(
    `select type, enabled, max_amount_minor as "maxAmountMinor", max_day_minor as "maxDayMinor", verified_only as "verifiedOnly",
       min_account_age_days as "minAccountAgeDays", min_approved_before as "minApprovedBefore" from auto_approval order by type`,
  );
}

/** No other rules are written until the end of the transaction; who reads goes on. */
export function lockAutoApproval(tx: Tx): Promise<number> {
  return tx.run('lock table auto_approval in share row exclusive mode');
}

/** In place of all there were; whatever waits is looked at again. */
export async function setAutoApprovalRules(db: Queries, rules: readonly AutoApprovalRule[]): Promise<void> {
  await db.run(
    `update payments p set looks = 0, next_look_at = null
     from (select id from payments where status = 'pending' and next_look_at is not null order by id for no key update) waiting where p.id = waiting.id`,
  );
  await db.run('delete from auto_approval');
  for (const rule of rules) {
    await db.run('insert into auto_approval values ($1, $2, $3, $4, $5, $6, $7)', [
      rule.type,
      rule.enabled,
      rule.maxAmountMinor,
      rule.maxDayMinor,
      rule.verifiedOnly,
      rule.minAccountAgeDays,
      rule.minApprovedBefore,
    ]);
  }
}

/** Payments of these types that one approval decides and that have none and are due to be looked at, longest waiting first. */
export async function waitingAfter(db: Queries, at: Date, types: readonly string[], after: string | undefined, most: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from payments where status = 'pending' and provider_state is null and approvals_needed = 1 and approved_by = '{}' and type = any ($1)
       and ($2::uuid is null or id > $2) and (next_look_at is null or next_look_at <= $4) order by id limit $3`,
    [types, after ?? null, most, at],
  );
  return rows.map(({ id }) => id);
}

/** What rules left to people they look at again later and later: after 10 seconds at first, after six hours at last. One whose player is being worked on is passed over. */
export async function lookLater(db: Queries, at: Date, ids: readonly string[]): Promise<void> {
  await db.run(
    `update payments p set looks = p.looks + 1, next_look_at = $2::timestamptz + least(interval '6 hours', interval '10 s' * power(2, least(p.looks, 12)))
     from (select id from payments where id = any ($1) and status = 'pending' order by id for no key update skip locked) seen where p.id = seen.id`,
    [ids, at],
  );
}

export function undecided(db: Queries, at: Date, ids: readonly string[]): Promise<Undecided[]> {
  return db.rows(
    `select id, type, amount_minor as "amountMinor", level, status, excluded, owes, opened_at as "openedAt", approved_before as "approvedBefore",
       auto_today_minor as "autoTodayMinor", approvals_needed as "approvalsNeeded", approvals from undecided($1, $2) order by id`,
    [at, ids],
  );
}

/** Locks its player, so that what follows is read as the last change left it. */
export async function lockPayment(tx: Tx, id: string): Promise<void> {
  await tx.run('select lock_payment($1)', [id]);
}

// ---- Players -----------------------------------------------------------------------------------

export function summariesOf(db: Queries, playerIds: readonly string[]): Promise<WalletSummary[]> {
  return db.rows(
    `select a.player_id as "playerId", a.currency, a.cash_minor + a.bonus_minor as "totalMinor", a.cash_minor - a.held_minor as "availableMinor",
       a.bonus_minor as "bonusMinor", a.open_stakes as "activeBets", a.deposited_minor as "depositedMinor", a.withdrawn_minor as "withdrawnMinor",
       a.wagered_minor as "wageredMinor", a.won_minor as "wonMinor"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency where p.player_id = any ($1)`,
    [playerIds],
  );
}

export interface PermitRow {
  excludedUntil: Date | null;
  ownLimits: Record<string, number> | null;
  hasPin: boolean;
  autoConvert: boolean;
  receivableMinor: number;
}

/** What binds a player's money beside his level; undefined until his accounts are open. */
export function permitOf(db: Queries, playerId: string): Promise<PermitRow | undefined> {
  return db.row(
    `select p.excluded_until as "excludedUntil", p.own_limits as "ownLimits", coalesce(n.hash is not null, false) as "hasPin", p.auto_convert as "autoConvert",
       a.receivable_minor as "receivableMinor"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency left join pins n on n.player_id = p.player_id where p.player_id = $1`,
    [playerId],
  );
}

// ---- Erasing -----------------------------------------------------------------------------------

/** Money that is on its way needs to know where to. */
export async function hasMoneyUnderWay(tx: Tx, playerId: string): Promise<boolean> {
  const under = `select 1 as one from payments where player_id = $1 and (status = 'pending' or provider_state in ('waiting', 'sent')) limit 1`;
  return (await tx.row(under, [playerId])) !== undefined;
}

/**
 * Takes away what names a person and what somebody wrote about him: names, addresses, destinations, saved methods, the PIN, reasons. Ids and amounts stay, and of
 * a bank transaction what knows it again when it is reported once more. Files of proofs are left to the sweep.
 */
export async function erase(tx: Tx, at: Date, playerId: string): Promise<void> {
  await tx.run(
    `insert into loose_files (id, kept_at) select proof_id::uuid, $2 from payments where player_id = $1 and proof_id is not null on conflict do nothing`,
    [playerId, at],
  );
  await tx.run(
    `update payments set customer_name = null, email = null, upi_id = null, destination = null, destination_end = null, destination_key = null,
       redirect_url = null, saved_method = null, proof_id = null, proof_type = null, failure = null,
       rejection_reason = case when rejection_reason is not null then '' end, bank_transaction_id = erased_bank_transaction(bank_transaction_id) where player_id = $1`,
    [playerId],
  );
  await tx.run(`update adjustments set reason = '', rejection_reason = case when rejection_reason is not null then '' end where player_id = $1`, [playerId]);
  await tx.run('delete from saved_methods where player_id = $1', [playerId]);
  await tx.run('update pins set hash = null, wrong = 0, locked_until = null where player_id = $1', [playerId]);
  await tx.run('update players set own_limits = null where player_id = $1', [playerId]);
}
