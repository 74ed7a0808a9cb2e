/**
 * Invitations, more access and resets are requests that another super admin must approve; nothing changes before that.
 * A one-time link goes to the operator's own mailbox, never to the requester. An operator has at most one pending request; a repeat returns it.
 */
import { randomUUID } from 'node:crypto';
import { checkSecondOperator, mayApprove, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator as Caller } from '@fairline/chassis/http/identity';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { type AccessRequest, staffRefusals } from '@fairline/proto/auth/staff';
import { common, Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { queueOperatorMail } from '../mail/store.ts';
import { refuseCardNumbers } from '../users/user.ts';
import type { StaffContext } from './context.ts';
import { revokeOperatorSessions, withdrawLinks } from './links.ts';
import { type Actor, mayServe, onOperator } from './operator.ts';
import { insertOperator, lockOperator, lockSuperAdmins } from './store.ts';
import {
  insertRequest,
  lockRequest,
  lockRequestsWith,
  markDecided,
  type NewRequest,
  type RequestRow,
  readPendingRequest,
  readPendingRequests,
  resetSecrets,
  setInvitedBy,
  setRaised,
} from './store-access.ts';

/** An operator who requests or decides, with the identity that the gateway signed. */
export interface Asker extends Actor {
  caller: Caller;
}

export type AccessRequestView = z.input<typeof AccessRequest>;

export async function listRequests(ctx: StaffContext, caller: Caller): Promise<{ items: AccessRequestView[] }> {
  const rows = await readPendingRequests(ctx.db);
  return { items: rows.map((row) => requestView(row, caller, ctx.clock.now())) };
}

/** Stores a request and mails the super admins who may approve it. The caller has locked the super admins. */
export async function addRequest(
  ctx: StaffContext,
  tx: Tx,
  by: Asker,
  request: NewRequest,
): Promise<AccessRequestView> {
  const now = ctx.clock.now();
  const others = await readOtherSuperAdmins(ctx, tx, by.operatorId, request.operatorId);
  if (others.length === 0) throw new Refusal(staffRefusals.secondSuperAdminNeeded);
  const requester = requesterOf(by.caller);
  const added = await insertRequest(tx, request, requester, now);
  if (!added) return requestView(await readSameRequest(tx, by, request), by.caller, now);
  const { id, kind, operatorId, role, reason } = added;
  await recordOperatorAction(tx, authAuditEvents.operatorActed, by, 1, {
    ...onRequest('access.requested', id),
    reason,
    after: { kind, operatorId, role },
  });
  const mails = others.map((other) => ({
    id: randomUUID(),
    operatorId: other.id,
    template: 'access_requested' as const,
    data: { kind, role },
  }));
  await queueOperatorMail(tx, mails, now);
  return requestView(added, by.caller, now);
}

async function readSameRequest(tx: Tx, by: Asker, wanted: NewRequest): Promise<RequestRow> {
  const pending = await readPendingRequest(tx, wanted.email);
  const parts = ['kind', 'operatorId', 'firstName', 'lastName', 'role'] as const;
  if (
    !pending ||
    pending.requester.operatorId !== by.operatorId ||
    parts.some((part) => pending[part] !== wanted[part])
  ) {
    throw new Refusal(staffRefusals.requestPending);
  }
  return pending;
}

/** Super admins who can sign in and are neither the requester nor the operator concerned. */
async function readOtherSuperAdmins(
  ctx: StaffContext,
  tx: Tx,
  ...without: (string | null)[]
): Promise<{ id: string }[]> {
  return (await lockSuperAdmins(tx)).filter(
    (staff) => !without.includes(staff.id) && staff.passwordHash && mayServe(staff, ctx),
  );
}

/** Approves a request and applies it. The operator's row keeps its requester, so that the two cannot approve each other's requests for a day. */
export async function approveRequest(ctx: StaffContext, by: Asker, id: string): Promise<AccessRequestView> {
  return ctx.db.tx(async (tx) => {
    await lockSuperAdmins(tx);
    const request = await lockRequest(tx, id);
    const now = ctx.clock.now();
    if (!request) throw new Refusal(common.notFound);
    if (request.status === 'approved') return requestView(request, by.caller, now);
    if (request.status !== 'pending') throw new Refusal(staffRefusals.alreadyDecided);
    if (request.operatorId === by.operatorId) throw new Refusal(staffRefusals.ownAccount);
    checkSecondOperator(by.caller, request.requester, request.requestedAt, now);
    const operatorId = await carryOut(ctx, tx, by, request);
    const decided = await markDecided(tx, id, { status: 'approved', decidedBy: by.operatorId, operatorId }, now);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, by, 2, {
      ...onRequest('access.approved', id),
      after: { kind: request.kind, operatorId },
    });
    return requestView(decided, by.caller, now);
  });
}

/** Rejects a request; the requester may also withdraw it this way. */
export async function rejectRequest(
  ctx: StaffContext,
  by: Asker,
  id: string,
  reason: string,
): Promise<AccessRequestView> {
  refuseCardNumbers({ reason });
  return ctx.db.tx(async (tx) => {
    const request = await lockRequest(tx, id);
    const now = ctx.clock.now();
    if (!request) throw new Refusal(common.notFound);
    if (request.status === 'approved') throw new Refusal(staffRefusals.alreadyDecided);
    return requestView(request.status === 'rejected' ? request : await reject(ctx, tx, by, id, reason), by.caller, now);
  });
}

/** Ends pending requests about or by an operator whose access is revoked. */
export async function rejectRequestsWith(
  ctx: StaffContext,
  tx: Tx,
  by: Actor,
  operatorId: string,
  reason: string,
): Promise<void> {
  for (const { id } of await lockRequestsWith(tx, operatorId)) await reject(ctx, tx, by, id, reason);
}

async function reject(ctx: StaffContext, tx: Tx, by: Actor, id: string, reason: string): Promise<RequestRow> {
  await recordOperatorAction(tx, authAuditEvents.operatorActed, by, 2, { ...onRequest('access.rejected', id), reason });
  return markDecided(
    tx,
    id,
    { status: 'rejected', decidedBy: by.operatorId, rejectionReason: reason },
    ctx.clock.now(),
  );
}

/** Applies an approved request; returns the operator concerned. */
async function carryOut(ctx: StaffContext, tx: Tx, by: Asker, request: RequestRow): Promise<string> {
  if (!request.operatorId) return createInvited(ctx, tx, by, request);
  const now = ctx.clock.now();
  const staff = await lockOperator(tx, request.operatorId);
  const isUnused = staff?.passwordHash === null;
  if (!staff || (request.kind !== 'raise' && (!staff.active || isUnused !== (request.kind === 'invite'))))
    throw new Refusal(staffRefusals.requestOutdated);
  const { id } = staff;
  const requestedBy = request.requester.operatorId;
  const act = (action: string, version: number, after: Record<string, unknown>) =>
    recordOperatorAction(tx, authAuditEvents.operatorActed, by, version, {
      ...onOperator(action, id),
      reason: request.reason,
      before: { role: staff.role, active: staff.active },
      after: { ...after, requestedBy },
    });
  if (request.kind === 'raise') {
    await act('operator.changed', await setRaised(tx, id, { role: request.role, by: requestedBy }, now), {
      role: request.role,
      active: true,
    });
    await queueOperatorMail(
      tx,
      [{ id: randomUUID(), operatorId: id, template: 'operator_raised', data: { role: request.role } }],
      now,
    );
    await revokeOperatorSessions(ctx, tx, id, 'role');
    return id;
  }
  await withdrawLinks(tx, id, now);
  if (request.kind === 'invite') {
    await act('operator.invited_again', await setInvitedBy(tx, id, requestedBy), { role: staff.role });
    await queueOperatorMail(
      tx,
      [{ id: randomUUID(), operatorId: id, template: 'operator_invited', data: { role: staff.role } }],
      now,
    );
    return id;
  }
  await act('operator.reset', await resetSecrets(tx, id, requestedBy, now), {});
  await queueOperatorMail(tx, [{ id: randomUUID(), operatorId: id, template: 'operator_reset', data: {} }], now);
  await revokeOperatorSessions(ctx, tx, id, 'operator');
  return id;
}

async function createInvited(ctx: StaffContext, tx: Tx, by: Asker, request: RequestRow): Promise<string> {
  const now = ctx.clock.now();
  const { email, firstName, lastName, role, reason, requester } = request;
  const invitedBy = requester.operatorId;
  const made = await insertOperator(tx, {
    email,
    firstName,
    lastName,
    role,
    demo: false,
    passwordHash: null,
    invitedBy,
    createdAt: now,
  });
  if (!made) throw new Refusal(staffRefusals.requestOutdated);
  await recordOperatorAction(tx, authAuditEvents.operatorActed, by, made.version, {
    ...onOperator('operator.created', made.id),
    reason,
    after: { role, requestedBy: invitedBy },
  });
  await queueOperatorMail(
    tx,
    [{ id: randomUUID(), operatorId: made.id, template: 'operator_invited', data: { role } }],
    now,
  );
  return made.id;
}

function onRequest(action: string, id: string) {
  return { action, resourceType: 'access_request', resourceId: id };
}

function requestView(
  { requester, requestedAt, decidedAt, ...request }: RequestRow,
  caller: Caller,
  now: Date,
): AccessRequestView {
  return {
    ...request,
    requestedBy: requester.operatorId,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    approvable:
      request.status === 'pending' &&
      request.operatorId !== caller.id &&
      mayApprove(caller, requester, requestedAt, now),
  };
}
