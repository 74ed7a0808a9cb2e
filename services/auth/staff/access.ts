/** Super admins change roles, revoke access and reset operators. At least one super admin who can sign in always remains. */

import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { only } from '@fairline/chassis/storage/rows';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { staffRefusals, type staffRoutes } from '@fairline/proto/auth/staff';
import { userRefusals } from '@fairline/proto/auth/users';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { refuseCardNumbers } from '../users/user.ts';
import { type AccessRequestView, type Asker, addRequest, rejectRequestsWith } from './approvals.ts';
import type { StaffContext } from './context.ts';
import { type OperatorListRow, operatorRow } from './invitations.ts';
import { revokeOperatorSessions, withdrawLinks } from './links.ts';
import { type Actor, gainsAccess, mayServe, onOperator } from './operator.ts';
import {
  lockOperator,
  lockSuperAdmins,
  readOperatorSecrets,
  readOperators,
  type StaffWithSecrets,
  setAccess,
} from './store.ts';

type OperatorChange = Infer<(typeof staffRoutes.changeOperator)['body']>;

export async function listOperators(ctx: StaffContext): Promise<{ items: OperatorListRow[] }> {
  return { items: (await readOperators(ctx.db)).map((staff) => operatorRow(ctx, staff)) };
}

export type ChangedOperator = OperatorListRow & { request: AccessRequestView | null };

/** Less access takes effect at once and ends the operator's sessions; more access is a request. A repeat changes nothing. */
export async function changeOperator(
  ctx: StaffContext,
  by: Asker,
  id: string,
  { role, active, reason }: OperatorChange,
): Promise<ChangedOperator> {
  refuseCardNumbers({ reason });
  return ctx.db.tx(async (tx) => {
    const before = await lockOtherOperator(tx, by, id);
    const after = { role: role ?? before.role, active: active ?? before.active };
    if (after.role === before.role && after.active === before.active)
      return { ...operatorRow(ctx, before), request: null };
    if (gainsAccess(before, after)) {
      const { email, firstName, lastName } = before;
      const request = await addRequest(ctx, tx, by, {
        kind: 'raise',
        operatorId: id,
        email,
        firstName,
        lastName,
        role: after.role,
        reason,
      });
      return { ...operatorRow(ctx, before), request };
    }
    if (before.role === 'super_admin' && (after.role !== 'super_admin' || !after.active))
      await keepOneSuperAdmin(ctx, tx, id);
    const version = await setAccess(tx, id, after);
    if (!after.active) await withdrawLinks(tx, id, ctx.clock.now());
    await rejectRequestsWith(ctx, tx, by, id, reason);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, by, version, {
      ...onOperator('operator.changed', id),
      reason,
      before: { role: before.role, active: before.active },
      after,
    });
    await revokeOperatorSessions(ctx, tx, id, after.active ? 'role' : 'status');
    return { ...operatorRow(ctx, only(await readOperatorSecrets(tx, id))), request: null };
  });
}

/** Requests a reset of an operator's credentials, or a new link if the first was never used. */
export async function requestReset(
  ctx: StaffContext,
  by: Asker,
  id: string,
  reason: string,
): Promise<AccessRequestView> {
  refuseCardNumbers({ reason });
  return ctx.db.tx(async (tx) => {
    const { email, firstName, lastName, role, passwordHash } = await lockOtherOperator(tx, by, id);
    return addRequest(ctx, tx, by, {
      kind: passwordHash === null ? 'invite' : 'reset',
      operatorId: id,
      email,
      firstName,
      lastName,
      role,
      reason,
    });
  });
}

/** Locks the operator to be changed; refused for the caller's own account and for demo accounts. Super admins are locked first, always in the same order. */
async function lockOtherOperator(tx: Tx, actor: Actor, id: string): Promise<StaffWithSecrets> {
  if (id === actor.operatorId) throw new Refusal(staffRefusals.ownAccount);
  await lockSuperAdmins(tx);
  const found = await lockOperator(tx, id);
  if (!found) throw new Refusal(common.notFound);
  if (found.demo) throw new Refusal(userRefusals.demoAccount);
  return found;
}

/** Refuses if no other super admin can sign in; one who was invited and never activated does not count. */
async function keepOneSuperAdmin(ctx: StaffContext, tx: Tx, without: string): Promise<void> {
  const others = (await lockSuperAdmins(tx)).filter(
    (staff) => staff.id !== without && staff.passwordHash && mayServe(staff, ctx),
  );
  if (others.length === 0) throw new Refusal(staffRefusals.lastSuperAdmin);
}
