/**
 * A new e-mail address for an account. It takes effect once it is confirmed from the new mailbox; the old mailbox can cancel it, and undo it for three days after that.
 * So neither a stolen password nor an operator takes an account away from the person who reads its mail.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { type EmailChange, emailChangeHours, emailEvents, emailRefusals } from '@fairline/proto/auth/email';
import { mailRefusals } from '@fairline/proto/auth/mail';
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { common, Refusal } from '@fairline/proto/contract';
import { hourMs } from '@fairline/proto/time';
import type { z } from 'zod';
import type { AccountContext } from '../account/context.ts';
import { confirmAddress } from '../account/registration.ts';
import { type PlayerSelf, proveOwner } from '../account/security.ts';
import { isAddressReserved, lockAddresses } from '../account/store.ts';
import { queueMail } from '../mail/store.ts';
import { revokeAll } from '../sessions/commands.ts';
import { refusalOnField, throttleKey } from '../sessions/proofs.ts';
import { deleteLinks, markLinkUsed, readLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import { incrementPlayerVersion, lockPlayer, readPlayerByEmail, recordHistory } from '../users/store.ts';
import { dropPasskeys, dropTotp, lockUnchanged, overwritePassword } from '../users/store-secrets.ts';
import { emailKey, type Player, refuseCardNumbers } from '../users/user.ts';
import {
  type EmailChangeRow,
  endFrom,
  endPending,
  insertChange,
  markConfirmed,
  readChange,
  setEmail,
} from './store.ts';

/** An operator, with their address and browser. */
interface Actor {
  operatorId: string;
  address: string;
  agent: string;
}

/** Requests a new address, with password and authenticator code. If the address already has an account, only its owner learns of it, by mail. */
export async function requestEmailChange(
  ctx: AccountContext,
  self: PlayerSelf,
  form: z.infer<typeof EmailChange>,
): Promise<void> {
  const holder = await proveOwner(ctx, self, form);
  if (emailKey(form.email) === emailKey(holder.email)) throw refusalOnField(emailRefusals.emailSame, 'email');
  await ctx.throttle.spend('resend', self.id);
  await ctx.throttle.spend('forgot', emailKey(form.email));
  await ctx.db.tx(async (tx) => {
    if (!(await lockUnchanged(tx, holder))) throw refusalOnField(sessionRefusals.passwordWrong, 'password');
    await beginChange(ctx, tx, holder, form.email, undefined);
  });
}

/** Corrects an unconfirmed address, for example after a typing error. An operator cannot change a confirmed one. */
export async function correctEmail(
  ctx: AccountContext,
  actor: Actor,
  id: string,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  refuseCardNumbers({ reason });
  await ctx.throttle.spend('resend', id);
  await ctx.throttle.spend('forgot', emailKey(email));
  await ctx.db.tx(async (tx) => {
    const player = await lockPlayer(tx, id);
    if (!player || player.erased) throw new Refusal(common.notFound);
    if (player.demo) throw new Refusal(userRefusals.demoAccount);
    if (player.emailVerifiedAt) throw new Refusal(emailRefusals.emailConfirmed);
    if (emailKey(email) === emailKey(player.email)) throw refusalOnField(emailRefusals.emailSame, 'email');
    await beginChange(ctx, tx, player, email, actor.operatorId);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, await incrementPlayerVersion(tx, id), {
      action: 'user.email',
      resourceType: 'user',
      resourceId: id,
      reason,
      before: { email: maskEmail(player.email) },
      after: { email: maskEmail(email) },
    });
  });
}

async function beginChange(
  ctx: AccountContext,
  tx: Tx,
  player: Player,
  newEmail: string,
  operatorId: string | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  const changeId = randomUUID();
  await insertChange(
    tx,
    { id: changeId, playerId: player.id, oldEmail: player.email, newEmail, operatorId: operatorId ?? null },
    now,
  );
  const by = operatorId === undefined ? ('player' as const) : ('operator' as const);
  await publish(tx, emailEvents.emailChangeRequested, player.id, await incrementPlayerVersion(tx, player.id), {
    playerId: player.id,
    changeId,
    by,
  });
  await recordHistory(
    tx,
    player.id,
    { kind: 'email_change_requested', ...(operatorId !== undefined && { operatorId }) },
    now,
  );
  const owner = await readPlayerByEmail(tx, newEmail);
  if (owner && (owner.status === 'closed' || owner.demo)) return;
  if (owner) await queueMail(tx, [{ id: randomUUID(), playerId: owner.id, template: 'email_in_use', data: {} }], now);
  else
    await queueMail(
      tx,
      [{ id: randomUUID(), playerId: player.id, template: 'confirm_new_email', data: { changeId }, email: newEmail }],
      now,
    );
}

/** Confirms the new address, which the account has from now on. Every session ends, and earlier links to the old mailbox no longer work. */
export async function confirmEmailChange(
  ctx: AccountContext,
  token: string,
  address: string,
): Promise<{ email: string }> {
  await ctx.throttle.spend('link', address);
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const { change, player } = await lockChange(tx, 'change_email', token, now);
    if (change.confirmedAt || change.endedAt || player.status === 'closed')
      throw new Refusal(mailRefusals.activationInvalid);
    if (await isAddressReserved(tx, change.newEmail, undoableSince(now), player.id))
      throw new Refusal(userRefusals.emailTaken);
    await markLinkUsed(tx, hashOf(token), now);
    await markConfirmed(tx, change.id, now);
    await applyEmail(ctx, tx, player.id, change.newEmail, 'changed', now);
    await queueMail(
      tx,
      [
        {
          id: randomUUID(),
          playerId: player.id,
          template: 'email_replaced',
          data: { changeId: change.id },
          email: change.oldEmail,
        },
      ],
      now,
    );
    return { email: change.newEmail };
  });
}

/**
 * Undoes a change by the link in the old mailbox. Before the confirmation this cancels the change. After it, the old address is restored, and the person who made
 * the change loses the account: password and passkeys are void, an authenticator set up since is removed, and the old mailbox gets a link to a new password.
 */
export async function undoEmailChange(ctx: AccountContext, token: string, address: string): Promise<{ email: string }> {
  await ctx.throttle.spend('link', address);
  const unusable = await ctx.passwords.hash(randomBytes(32).toString('base64url'));
  const undone = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const { change, player } = await lockChange(tx, 'undo_email', token, now);
    if (change.endedAt || player.status === 'closed') throw new Refusal(mailRefusals.activationInvalid);
    if (change.confirmedAt && change.confirmedAt < undoableSince(now))
      throw new Refusal(mailRefusals.activationInvalid);
    await markLinkUsed(tx, hashOf(token), now);
    // A thief may have changed the address twice, so later changes end too.
    await endFrom(tx, change, now);
    await endPending(tx, player.id, now);
    if (change.confirmedAt) await restore(ctx, tx, change, unusable, now);
    return change;
  });
  await ctx.throttle.clearAccount(throttleKey({ kind: 'player', email: undone.oldEmail }));
  return { email: undone.oldEmail };
}

async function restore(
  ctx: AccountContext,
  tx: Tx,
  { playerId, oldEmail, confirmedAt }: EmailChangeRow,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const owner = { kind: 'player' as const, id: playerId };
  await overwritePassword(tx, owner, passwordHash);
  if (await isEnrolledSince(tx, playerId, confirmedAt as Date)) await dropTotp(tx, owner);
  // All passkeys, because a thief may have added one before the change.
  await dropPasskeys(tx, owner);
  await applyEmail(ctx, tx, playerId, oldEmail, 'undone', now);
  await queueMail(tx, [{ id: randomUUID(), playerId, template: 'reset_password', data: {} }], now);
}

function isEnrolledSince(tx: Tx, playerId: string, at: Date): Promise<boolean> {
  return tx.exists('select id from users where id = $1 and totp_enrolled_at >= $2', [playerId, at]);
}

/** Gives the account this address. It counts as confirmed, because a link mailed to it was opened. */
async function applyEmail(
  ctx: AccountContext,
  tx: Tx,
  playerId: string,
  email: string,
  how: 'changed' | 'undone',
  now: Date,
): Promise<void> {
  const player = await setEmail(tx, playerId, email);
  await confirmAddress(ctx, tx, player, undefined, now);
  await deleteLinks(tx, 'reset_password', playerId);
  await deleteLinks(tx, 'verify_email', playerId);
  await revokeAll(
    tx,
    { kind: 'player', id: playerId, version: await incrementPlayerVersion(tx, playerId) },
    'password',
    now,
  );
  await publish(tx, emailEvents.emailChanged, playerId, await incrementPlayerVersion(tx, playerId), { playerId, how });
  await recordHistory(tx, playerId, { kind: 'email_changed', params: { how } }, now);
}

async function lockChange(
  tx: Tx,
  purpose: 'change_email' | 'undo_email',
  token: string,
  now: Date,
): Promise<{ change: EmailChangeRow; player: Player }> {
  const link = await readLink(tx, purpose, hashOf(token), now);
  const asked = link && !link.usedAt && (await readChange(tx, link.subjectId));
  if (asked) await lockAddresses(tx, [asked.oldEmail, asked.newEmail]);
  const player = asked && (await lockPlayer(tx, asked.playerId));
  // Read again under the lock, because the other mailbox may have decided meanwhile.
  const change = player && (await readChange(tx, asked.id));
  if (!change) throw new Refusal(mailRefusals.activationInvalid);
  return { change, player };
}

const undoableSince = (now: Date) => new Date(now.getTime() - emailChangeHours.undo * hourMs);

/** "a***@example.com": the audit log keeps only this part of an address, because it is never erased. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`;
}
