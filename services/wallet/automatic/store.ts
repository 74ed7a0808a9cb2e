/** Queries of automatic approval: its rules, the pending change, and the payments to check. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { AutoApprovalRule } from '@fairline/proto/wallet/approvals';
import { paymentTypes } from '@fairline/proto/wallet/payments';
import { z } from 'zod';
import { type Undecided, undecidedRow } from './approval.ts';

const ruleRow = {
  type: oneOf(paymentTypes),
  enabled: bool,
  maxAmountMinor: integer,
  maxDayMinor: integer,
  verifiedOnly: bool,
  minAccountAgeDays: integer,
  minApprovedBefore: integer,
};

export function autoApprovalRules(db: Queries): Promise<AutoApprovalRule[]> {
  return db.rows(
    ruleRow,
    `select type, enabled, max_amount_minor as "maxAmountMinor", max_day_minor as "maxDayMinor", verified_only as "verifiedOnly",
       min_account_age_days as "minAccountAgeDays", min_approved_before as "minApprovedBefore" from auto_approval order by type`,
  );
}

/** Keeps other transactions from writing rules until this one ends. Reads go on. */
export function lockAutoApproval(tx: Tx): Promise<number> {
  return tx.run('lock table auto_approval in share row exclusive mode');
}

/** Replaces all rules; every pending payment is checked again. */
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

/** A change of the rules that needs or needed a second operator. */
const changeRow = {
  id: uuid,
  rules: json(z.array(AutoApprovalRule)),
  reason: text,
  status: oneOf(['pending', 'approved', 'rejected']),
  requester: json(Requester),
  createdAt: instant,
};
export type ChangeRow = Row<typeof changeRow>;
const changeColumns = 'id, rules, reason, status, requester, created_at as "createdAt"';

export function waitingChange(db: Queries): Promise<ChangeRow | undefined> {
  return db.row(changeRow, `select ${changeColumns} from auto_approval_changes where status = 'pending'`);
}

export function changeById(db: Queries, id: string): Promise<ChangeRow | undefined> {
  return db.row(changeRow, `select ${changeColumns} from auto_approval_changes where id = $1`, [id]);
}

export async function insertChange(
  tx: Tx,
  { id, rules, reason, requester, createdAt }: Omit<ChangeRow, 'status'>,
): Promise<void> {
  await tx.run(
    'insert into auto_approval_changes (id, rules, reason, requester, created_at) values ($1, $2, $3, $4, $5)',
    [id, JSON.stringify(rules), reason, JSON.stringify(requester), createdAt],
  );
}

export async function decideChange(
  tx: Tx,
  { id, status, by, at, why }: { id: string; status: 'approved' | 'rejected'; by: string; at: Date; why?: string },
): Promise<void> {
  const statement =
    'update auto_approval_changes set status = $2, decided_by = $3, decided_at = $4, rejection_reason = $5 where id = $1';
  await tx.run(statement, [id, status, by, at, why ?? null]);
}

const idRow = { id: uuid };

/** Pending payments of these types that need one approval and are due for a check, the longest waiting first. */
export async function listWaitingIds(
  db: Queries,
  at: Date,
  types: readonly string[],
  after: string | undefined,
  most: number,
): Promise<string[]> {
  const rows = await db.rows(
    idRow,
    `select id from payments where status = 'pending' and provider_state is null and approvals_needed = 1 and approved_by = '{}' and type = any ($1)
       and ($2::uuid is null or id > $2) and (next_look_at is null or next_look_at <= $4) order by id limit $3`,
    [types, after ?? null, most, at],
  );
  return rows.map(({ id }) => id);
}

/** Sets the next check of payments that rules did not approve: intervals grow from 10 seconds to six hours. A payment that is locked is skipped. */
export async function lookLater(db: Queries, at: Date, ids: readonly string[]): Promise<void> {
  await db.run(
    `update payments p set looks = p.looks + 1, next_look_at = $2::timestamptz + least(interval '6 hours', interval '10 s' * power(2, least(p.looks, 12)))
     from (select id from payments where id = any ($1) and status = 'pending' order by id for no key update skip locked) seen where p.id = seen.id`,
    [ids, at],
  );
}

export function listUndecided(db: Queries, at: Date, ids: readonly string[]): Promise<Undecided[]> {
  return db.rows(
    undecidedRow,
    `select id, type, amount_minor as "amountMinor", level, status, excluded, owes, opened_at as "openedAt", approved_before as "approvedBefore",
       auto_today_minor as "autoTodayMinor", approvals_needed as "approvalsNeeded", approvals from undecided($1, $2) order by id`,
    [at, ids],
  );
}
