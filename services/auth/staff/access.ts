/** Super admins change roles, take access away and reset operators. A super admin who can enter always remains. */

import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { only } from '@fairline/chassis/storage/rows';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { type Invited, staffRefusals, type staffRoutes } from '@fairline/proto/auth/staff';
import { userRefusals } from '@fairline/proto/auth/users';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { revokeAll } from '../sessions/commands.ts';
import { deleteLinks } from '../sessions/store-links.ts';
import { refuseCardNumbers } from '../users/user.ts';
import type { StaffContext } from './context.ts';
import { inviteLink, type OperatorListRow, operatorRow } from './invitations.ts';
import { type Actor, mayServe, onOperator } from './operator.ts';
import {
  clearSecrets,
  incrementOperatorVersion,
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

/** Changes role or access, and ends the sessions that had the old one. The same again changes nothing. */
export async function changeOperator(ctx: StaffContext, actor: Actor, id: string, { role, active, reason }: OperatorChange): Promise<OperatorListRow> {
  refuseCardNumbers({ reason });
  return ctx.db.tx(async (tx) => {
    const before = await lockOtherOperator(tx, actor, id);
    const after = { role: role ?? before.role, active: active ?? before.active };
    if (after.role === before.role && after.active === before.active) return operatorRow(ctx, before);
    if (before.role === 'super_admin' && (after.role !== 'super_admin' || !after.active)) await keepOneSuperAdmin(ctx, tx, id);
    const version = await setAccess(tx, id, after);
    if (!after.active) await deleteLinks(tx, 'activate', id);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, version, {
      ...onOperator('operator.changed', id),
      reason,
      before: { role: before.role, active: before.active },
      after,
    });
    await revokeOperatorSessions(ctx, tx, id, after.active ? 'role' : 'status');
    return operatorRow(ctx, only(await readOperatorSecrets(tx, id)));
  });
}

/** Takes password and authenticator back: the operator begins anew with the link. */
export async function resetOperator(ctx: StaffContext, actor: Actor, id: string, reason: string): Promise<z.input<typeof Invited>> {
  refuseCardNumbers({ reason });
  return ctx.db.tx(async (tx) => {
    await lockOtherOperator(tx, actor, id);
    const version = await clearSecrets(tx, id);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, version, { ...onOperator('operator.reset', id), reason });
    await revokeOperatorSessions(ctx, tx, id, 'operator');
    return inviteLink(ctx, tx, id, ctx.clock.now());
  });
}

/** The operator who is to be changed, locked; nobody changes their own access here, or a demo account. Super admins are locked first, always in one order. */
async function lockOtherOperator(tx: Tx, actor: Actor, id: string): Promise<StaffWithSecrets> {
  if (id === actor.operatorId) throw new Refusal(staffRefusals.ownAccount);
  await lockSuperAdmins(tx);
  const found = await lockOperator(tx, id);
  if (!found) throw new Refusal(common.notFound);
  if (found.demo) throw new Refusal(userRefusals.demoAccount);
  return found;
}

/** One who could not enter is no super admin to rely on. */
async function keepOneSuperAdmin(ctx: StaffContext, tx: Tx, without: string): Promise<void> {
  const others = (await lockSuperAdmins(tx)).filter((staff) => staff.id !== without && staff.passwordHash && mayServe(staff, ctx));
  if (others.length === 0) throw new Refusal(staffRefusals.lastSuperAdmin);
}

async function revokeOperatorSessions(ctx: StaffContext, tx: Tx, id: string, reason: 'role' | 'status' | 'operator'): Promise<void> {
  await revokeAll(tx, { kind: 'operator', id, version: await incrementOperatorVersion(tx, id) }, reason, ctx.clock.now());
}
