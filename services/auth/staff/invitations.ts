/** How an operator gets an account: by an invitation of two super admins or from the command line, and activation by a one-time link. */

import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { seal } from '@fairline/chassis/storage/blob';
import type { Database } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { mailRefusals } from '@fairline/proto/auth/mail';
import type { OperatorInvitation, OperatorRow } from '@fairline/proto/auth/staff';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import type { z } from 'zod';
import { revokeAll } from '../sessions/commands.ts';
import { markLinkUsed, readLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import { newAuthenticator } from '../users/credential.ts';
import { refuseWeakPassword } from '../users/password.ts';
import { dropPasskeys } from '../users/store-secrets.ts';
import { refuseCardNumbers } from '../users/user.ts';
import { type AccessRequestView, type Asker, addRequest } from './approvals.ts';
import type { StaffContext } from './context.ts';
import { createActivationLink, withdrawLinks } from './links.ts';
import { type ClientOrigin, hasTwoFactor, operatorView } from './operator.ts';
import {
  incrementOperatorVersion,
  insertOperator,
  lockOperator,
  lockSuperAdmins,
  readOperatorByEmail,
  type StaffWithSecrets,
  setOperatorSecrets,
} from './store.ts';

/** For the command line: creates an operator and a one-time link; for an existing operator a new link to start over. */
export async function inviteOperator(
  db: Database,
  invitation: OperatorInvitation,
  now: Date,
): Promise<{ token: string; role: Role; known: boolean }> {
  return db.tx(async (tx) => {
    const made = await insertOperator(tx, {
      ...invitation,
      demo: false,
      passwordHash: null,
      invitedBy: null,
      createdAt: now,
    });
    const staff = made ?? (await readOperatorByEmail(tx, invitation.email));
    if (!staff) throw new Error(`no operator ${invitation.email}`);
    const version = made ? staff.version : await incrementOperatorVersion(tx, staff.id);
    await recordOperatorAction(
      tx,
      authAuditEvents.operatorActed,
      { operatorId: staff.id, address: '', agent: 'command line' },
      version,
      {
        action: made ? 'operator.created' : 'operator.invited_again',
        resourceType: 'operator',
        resourceId: staff.id,
        after: { role: staff.role },
      },
    );
    return { token: await createActivationLink(tx, staff.id, now), role: staff.role, known: !made };
  });
}

/** Sets password and authenticator by a one-time link, and ends all sessions. The secret of the authenticator is returned only here. */
export async function activateOperator(
  ctx: StaffContext,
  { token, password }: { token: string; password: string },
  presence: ClientOrigin,
): Promise<{ email: string; totpUri: string }> {
  await ctx.throttle.spend('link', presence.address);
  const link = await readLink(ctx.db, 'activate', hashOf(token), ctx.clock.now());
  if (!link || link.usedAt) throw new Refusal(mailRefusals.activationInvalid);
  const passwordHash = await ctx.passwords.hash(password);
  return ctx.db.tx(async (tx) => {
    if (!(await markLinkUsed(tx, hashOf(token), ctx.clock.now()))) throw new Refusal(mailRefusals.activationInvalid);
    const known = await lockOperator(tx, link.subjectId);
    if (!known?.active) throw new Refusal(mailRefusals.activationInvalid);
    refuseWeakPassword(password, known.email);
    const { secret, uri } = newAuthenticator(known.email);
    await withdrawLinks(tx, known.id, ctx.clock.now());
    await dropPasskeys(tx, { kind: 'operator', id: known.id });
    const staff = await setOperatorSecrets(
      tx,
      known.id,
      passwordHash,
      seal(ctx.keys.totp, known.id, Buffer.from(secret, 'utf8')),
      ctx.clock.now(),
    );
    await recordOperatorAction(
      tx,
      authAuditEvents.operatorActed,
      { operatorId: staff.id, ...presence },
      staff.version,
      {
        action: 'operator.activated',
        resourceType: 'operator',
        resourceId: staff.id,
      },
    );
    await revokeAll(
      tx,
      { kind: 'operator', id: staff.id, version: await incrementOperatorVersion(tx, staff.id) },
      'password',
      ctx.clock.now(),
    );
    return { email: staff.email, totpUri: uri };
  });
}

/** Requests an invitation; refuses an address that has an operator. */
export async function requestInvitation(
  ctx: StaffContext,
  by: Asker,
  { reason, ...invitation }: OperatorInvitation & { reason: string },
): Promise<AccessRequestView> {
  refuseCardNumbers({ firstName: invitation.firstName, lastName: invitation.lastName, reason });
  return ctx.db.tx(async (tx) => {
    await lockSuperAdmins(tx);
    if (await readOperatorByEmail(tx, invitation.email)) throw new Refusal(userRefusals.emailTaken);
    return addRequest(ctx, tx, by, { kind: 'invite', operatorId: null, ...invitation, reason });
  });
}

export type OperatorListRow = z.input<typeof OperatorRow>;

export function operatorRow(ctx: StaffContext, staff: StaffWithSecrets): OperatorListRow {
  return {
    ...operatorView(staff),
    active: staff.active,
    activated: staff.passwordHash !== null,
    twoFactor: hasTwoFactor(staff, ctx.demo),
    demo: staff.demo,
    createdAt: staff.createdAt.toISOString(),
  };
}
