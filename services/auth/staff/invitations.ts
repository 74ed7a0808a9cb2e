/** How an operator gets an account: invited on the page or from the command line, activated by a one-time link. */

import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { seal } from '@fairline/chassis/storage/blob';
import type { Database, Tx } from '@fairline/chassis/storage/postgres';
import { only } from '@fairline/chassis/storage/rows';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { mailRefusals } from '@fairline/proto/auth/mail';
import type { Invited, OperatorInvitation, OperatorRow } from '@fairline/proto/auth/staff';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import type { z } from 'zod';
import { freshToken, revokeAll } from '../sessions/commands.ts';
import { deleteLinks, insertLink, markLinkUsed, readLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import { newAuthenticator } from '../users/credential.ts';
import { refuseCardNumbers } from '../users/user.ts';
import type { StaffContext } from './context.ts';
import { type Actor, type ClientOrigin, hasTwoFactor, onOperator, operatorView } from './operator.ts';
import {
  incrementOperatorVersion,
  insertOperator,
  lockOperator,
  readOperatorByEmail,
  readOperatorSecrets,
  type StaffWithSecrets,
  setOperatorSecrets,
} from './store.ts';

const activationHours = 24;

/** A one-time link in place of earlier ones. */
async function createActivationLink(tx: Tx, operatorId: string, now: Date): Promise<string> {
  const token = freshToken();
  await deleteLinks(tx, 'activate', operatorId);
  const expiresAt = new Date(now.getTime() + activationHours * 3_600_000);
  await insertLink(tx, { hash: hashOf(token), purpose: 'activate', subjectId: operatorId, createdAt: now, expiresAt });
  return token;
}

/** Where the link of a token leads. */
export function activationUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/admin/activate?token=${token}`;
}

/** From the command line: makes an operator and a one-time link; for one who exists already, a new link to begin anew. */
export async function inviteOperator(db: Database, invitation: OperatorInvitation, now: Date): Promise<{ token: string; role: Role; known: boolean }> {
  return db.tx(async (tx) => {
    const made = await insertOperator(tx, { ...invitation, demo: false, passwordHash: null, createdAt: now });
    const staff = made ?? (await readOperatorByEmail(tx, invitation.email));
    if (!staff) throw new Error(`no operator ${invitation.email}`);
    const version = made ? staff.version : await incrementOperatorVersion(tx, staff.id);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, { operatorId: staff.id, address: '', agent: 'command line' }, version, {
      action: made ? 'operator.created' : 'operator.invited_again',
      resourceType: 'operator',
      resourceId: staff.id,
      after: { role: staff.role },
    });
    return { token: await createActivationLink(tx, staff.id, now), role: staff.role, known: !made };
  });
}

/** Sets password and authenticator by a one-time link, and ends whatever sessions there were. The secret is shown here and never again. */
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
    const { secret, uri } = newAuthenticator(known.email);
    const staff = await setOperatorSecrets(tx, known.id, passwordHash, seal(ctx.keys.totp, known.id, Buffer.from(secret, 'utf8')), ctx.clock.now());
    await recordOperatorAction(tx, authAuditEvents.operatorActed, { operatorId: staff.id, ...presence }, staff.version, {
      action: 'operator.activated',
      resourceType: 'operator',
      resourceId: staff.id,
    });
    await revokeAll(tx, { kind: 'operator', id: staff.id, version: await incrementOperatorVersion(tx, staff.id) }, 'password', ctx.clock.now());
    return { email: staff.email, totpUri: uri };
  });
}

/** Makes an operator; refuses an address that has one. */
export async function inviteNewOperator(
  ctx: StaffContext,
  actor: Actor,
  { reason, ...invitation }: OperatorInvitation & { reason: string },
): Promise<z.input<typeof Invited>> {
  refuseCardNumbers({ firstName: invitation.firstName, lastName: invitation.lastName, reason });
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const made = await insertOperator(tx, { ...invitation, demo: false, passwordHash: null, createdAt: now });
    if (!made) throw new Refusal(userRefusals.emailTaken);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, made.version, {
      ...onOperator('operator.created', made.id),
      reason,
      after: { role: made.role },
    });
    return inviteLink(ctx, tx, made.id, now);
  });
}

export async function inviteLink(ctx: StaffContext, tx: Tx, id: string, now: Date): Promise<z.input<typeof Invited>> {
  const token = await createActivationLink(tx, id, now);
  const staff = only(await readOperatorSecrets(tx, id));
  return { operator: operatorRow(ctx, staff), activationUrl: activationUrl(ctx.publicUrl, token) };
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
