/** Items waiting for operators: payments without an approval, welcome bonuses, and requests for a second operator with their requesters. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { oneRow } from '../columns.ts';

const countRow = { count: integer };

export async function waitingBonuses(db: Queries): Promise<number> {
  return (await oneRow(db, countRow, `select count(*)::int as count from welcome_bonuses where status = 'waiting'`))
    .count;
}

export async function untouchedPayments(db: Queries): Promise<number> {
  const statement = `select count(*)::int as count from payments where status = 'pending' and provider_state is null and approved_by = '{}' and book = 'real'`;
  return (await oneRow(db, countRow, statement)).count;
}

const secondRow = {
  kind: oneOf(['payments', 'adjustments', 'ruleChanges', 'rateChanges']),
  requester: nullable(json(Requester)),
  requestedBy: uuid,
  requestedAt: instant,
};

/** The oldest items count, up to a number beyond which a badge means nothing more. */
const countedAtMost = 1_000;

export function waitingForSecond(db: Queries): Promise<Row<typeof secondRow>[]> {
  return db.rows(
    secondRow,
    `(select 'payments' as kind, requester, approved_by[1] as "requestedBy", coalesce(counted_at, submitted_at) as "requestedAt" from payments
        where status = 'pending' and provider_state is null and approved_by <> '{}' and book = 'real' order by id limit $1)
     union all (select 'adjustments', requester, requested_by, created_at from adjustments where status = 'pending' order by id limit $1)
     union all (select 'ruleChanges', requester, (requester ->> 'operatorId')::uuid, created_at from auto_approval_changes where status = 'pending')
     union all (select 'rateChanges', requester, (requester ->> 'operatorId')::uuid, created_at from rate_requests where status = 'pending' order by id limit $1)`,
    [countedAtMost],
  );
}
