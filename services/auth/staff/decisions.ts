/**
 * Operators' decisions about players. The reply to a decision that restricts or frees money comes only after wallet has confirmed it.
 * Every decision is in the audit log, with its reason.
 */
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { type UserRow, userEvents, userRefusals } from '@fairline/proto/auth/users';
import { common, Refusal } from '@fairline/proto/contract';
import { decideLevel, requireIdentified } from '../account/verification.ts';
import { revokeAll } from '../sessions/commands.ts';
import { bindPermit } from '../users/commands.ts';
import { incrementPlayerVersion, lockPlayer, recordHistory, setPermit } from '../users/store.ts';
import { type Player, refuseCardNumbers } from '../users/user.ts';
import type { StaffContext } from './context.ts';
import type { Actor } from './operator.ts';
import { readUserRow } from './players.ts';

/** Signs a player out everywhere. */
export async function endUserSessions(ctx: StaffContext, actor: Actor, id: string, reason: string): Promise<void> {
  refuseCardNumbers({ reason });
  await ctx.db.tx(async (tx) => {
    if (!(await lockPlayer(tx, id))) throw new Refusal(common.notFound);
    const now = ctx.clock.now();
    await revokeAll(tx, { kind: 'player', id, version: await incrementPlayerVersion(tx, id) }, 'operator', now);
    await recordHistory(tx, id, { kind: 'sessions_ended', operatorId: actor.operatorId, params: { reason } }, now);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, await incrementPlayerVersion(tx, id), {
      action: 'user.signed_out',
      resourceType: 'user',
      resourceId: id,
      reason,
    });
  });
}

/** Sets a player active, suspended or closed; closing also ends the sessions. A repeat changes nothing, but repeats the request to wallet if it is not confirmed. */
export async function setUserStatus(
  ctx: StaffContext,
  actor: Actor,
  id: string,
  { status, reason }: { status: Player['status']; reason: string },
) {
  refuseCardNumbers({ reason });
  return decideOnPlayer(ctx, id, async (tx, before) => {
    if (before.demo) throw new Refusal(userRefusals.demoAccount);
    if (before.status === status) return before;
    if (before.erased) throw new Refusal(userRefusals.accountErased);
    // Taken after the lock, so that every session from before the closing is older than this instant.
    const now = ctx.clock.now();
    const player = await setPermit(tx, id, { status, level: before.level }, now);
    const { level, jurisdiction } = player;
    await publish(tx, userEvents.userStatusChanged, id, player.version, {
      playerId: id,
      status,
      level,
      jurisdiction,
      at: now.toISOString(),
    });
    await recordHistory(
      tx,
      id,
      { kind: 'status_changed', operatorId: actor.operatorId, params: { from: before.status, to: status, reason } },
      now,
    );
    if (status === 'closed')
      await revokeAll(tx, { kind: 'player', id, version: await incrementPlayerVersion(tx, id) }, 'status', now);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, await incrementPlayerVersion(tx, id), {
      action: 'user.status',
      resourceType: 'user',
      resourceId: id,
      reason,
      before: { status: before.status },
      after: { status },
    });
    return player;
  });
}

/** Marks a player as verified whom kyc has approved. If they are already, this confirms the level, so that an older approval that arrives later does not count. */
export async function verifyUser(ctx: StaffContext, actor: Actor, id: string, reason: string) {
  refuseCardNumbers({ reason });
  return decideOnPlayer(ctx, id, async (tx, before) => {
    if (before.level !== 'verified' && before.erased) throw new Refusal(userRefusals.accountErased);
    await requireIdentified(tx, id);
    const { operatorId } = actor;
    const player = await decideLevel(tx, before, {
      level: 'verified',
      cause: 'operator',
      at: ctx.clock.now(),
      operatorId,
      reason,
    });
    if (player === before) return before;
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, await incrementPlayerVersion(tx, id), {
      action: 'user.verified',
      resourceType: 'user',
      resourceId: id,
      reason,
      before: { level: before.level },
      after: { level: player.level },
    });
    return player;
  });
}

async function decideOnPlayer(
  ctx: StaffContext,
  id: string,
  change: (tx: Tx, before: Player) => Promise<Player>,
): Promise<UserRow> {
  const player = await ctx.db.tx(async (tx) => {
    const before = await lockPlayer(tx, id);
    if (!before) throw new Refusal(common.notFound);
    return change(tx, before);
  });
  if (!(await bindPermit(ctx, player))) throw new Refusal(common.unavailable);
  return readUserRow(ctx, id);
}
