/** Queries of access requests, and of the changes that approved ones make. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type AccessRequestKind, accessRequestKinds, accessRequestStatuses } from '@fairline/proto/auth/staff';
import { type Role, roleNames } from '@fairline/proto/permissions';
import { emailKey } from '../users/user.ts';

const requestRow = {
  id: uuid,
  kind: oneOf(accessRequestKinds),
  operatorId: nullable(uuid),
  email: text,
  firstName: text,
  lastName: text,
  role: oneOf(roleNames),
  reason: text,
  requester: json(Requester),
  requestedAt: instant,
  status: oneOf(accessRequestStatuses),
  decidedBy: nullable(uuid),
  decidedAt: nullable(instant),
  rejectionReason: nullable(text),
};
export type RequestRow = Row<typeof requestRow>;

const idRow = { id: uuid };
const versionRow = { version: integer };

const requestColumns = `id, kind, operator_id as "operatorId", email, first_name as "firstName", last_name as "lastName", role, reason, requester,
  requested_at as "requestedAt", status, decided_by as "decidedBy", decided_at as "decidedAt", rejection_reason as "rejectionReason"`;

export interface NewRequest {
  kind: AccessRequestKind;
  operatorId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  reason: string;
}

/** Stores a request; undefined if one about this address is already pending. */
export function insertRequest(
  tx: Tx,
  request: NewRequest,
  requester: Requester,
  now: Date,
): Promise<RequestRow | undefined> {
  const { kind, operatorId, email, firstName, lastName, role, reason } = request;
  return tx.row(
    requestRow,
    `insert into access_requests (kind, operator_id, email, email_key, first_name, last_name, role, reason, requester, requested_by, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (email_key) where status = 'pending' do nothing returning ${requestColumns}`,
    [
      kind,
      operatorId,
      email,
      emailKey(email),
      firstName,
      lastName,
      role,
      reason,
      JSON.stringify(requester),
      requester.operatorId,
      now,
    ],
  );
}

export function readPendingRequest(on: Queries, email: string): Promise<RequestRow | undefined> {
  return on.row(
    requestRow,
    `select ${requestColumns} from access_requests where email_key = $1 and status = 'pending'`,
    [emailKey(email)],
  );
}

export function readPendingRequests(on: Queries): Promise<RequestRow[]> {
  return on.rows(
    requestRow,
    `select ${requestColumns} from access_requests where status = 'pending' order by id limit 200`,
  );
}

export function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return tx.row(requestRow, `select ${requestColumns} from access_requests where id = $1 for update`, [id]);
}

interface Decision {
  status: 'approved' | 'rejected';
  decidedBy: string;
  operatorId?: string | null;
  rejectionReason?: string;
}

export async function markDecided(
  tx: Tx,
  id: string,
  { status, decidedBy, operatorId, rejectionReason }: Decision,
  now: Date,
): Promise<RequestRow> {
  return only(
    await tx.row(
      requestRow,
      `update access_requests set status = $2, decided_by = $3, decided_at = $4, operator_id = coalesce($5, operator_id), rejection_reason = $6
       where id = $1 and status = 'pending' returning ${requestColumns}`,
      [id, status, decidedBy, now, operatorId ?? null, rejectionReason ?? null],
    ),
  );
}

/** Locks the pending requests about or by an operator, always in the same order. */
export function lockRequestsWith(tx: Tx, operatorId: string): Promise<{ id: string }[]> {
  return tx.rows(
    idRow,
    `select id from access_requests where status = 'pending' and (operator_id = $1 or requested_by = $1) order by id for update`,
    [operatorId],
  );
}

export async function setRaised(
  tx: Tx,
  id: string,
  { role, by }: { role: Role; by: string },
  now: Date,
): Promise<number> {
  const statement =
    'update operators set role = $2, active = true, raised_by = $3, raised_at = $4, version = version + 1 where id = $1 returning version';
  return only(await tx.row(versionRow, statement, [id, role, by, now])).version;
}

export async function setInvitedBy(tx: Tx, id: string, by: string): Promise<number> {
  return only(
    await tx.row(
      versionRow,
      'update operators set invited_by = $2, version = version + 1 where id = $1 returning version',
      [id, by],
    ),
  ).version;
}

/** Removes all credentials; the operator counts as activated once they set new ones. */
export async function resetSecrets(tx: Tx, id: string, by: string, now: Date): Promise<number> {
  const nothing =
    "password_hash = null, totp_secret = null, totp_pending = null, totp_enrolled_at = null, totp_step = 0, recovery_codes = '{}', activated_at = null";
  const statement = `update operators set ${nothing}, reset_by = $2, reset_at = $3, version = version + 1 where id = $1 returning version`;
  return only(await tx.row(versionRow, statement, [id, by, now])).version;
}
