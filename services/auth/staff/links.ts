/** One-time links of operators. A new link ends earlier links and sessions. */

import type { Tx } from '@fairline/chassis/storage/postgres';
import { hourMs } from '@fairline/proto/time';
import { giveUpOperatorMail } from '../mail/store.ts';
import { freshToken, revokeAll } from '../sessions/commands.ts';
import { deleteLinks, insertLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import type { StaffContext } from './context.ts';
import { incrementOperatorVersion } from './store.ts';

const activationHours = 24;

/** A one-time link in place of earlier ones, for the command line. */
export async function createActivationLink(tx: Tx, operatorId: string, now: Date): Promise<string> {
  const token = freshToken();
  await withdrawLinks(tx, operatorId, now);
  const expiresAt = new Date(now.getTime() + activationHours * hourMs);
  await insertLink(tx, { hash: hashOf(token), purpose: 'activate', subjectId: operatorId, createdAt: now, expiresAt });
  return token;
}

/** The URL of a token's link. */
export function activationUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/admin/activate?token=${token}`;
}

/** Invalidates earlier links, including unsent ones. */
export async function withdrawLinks(tx: Tx, operatorId: string, now: Date): Promise<void> {
  await deleteLinks(tx, 'activate', operatorId);
  await giveUpOperatorMail(tx, operatorId, ['operator_invited', 'operator_reset'], now);
}

export async function revokeOperatorSessions(
  ctx: StaffContext,
  tx: Tx,
  id: string,
  reason: 'role' | 'status' | 'operator',
): Promise<void> {
  await revokeAll(
    tx,
    { kind: 'operator', id, version: await incrementOperatorVersion(tx, id) },
    reason,
    ctx.clock.now(),
  );
}
