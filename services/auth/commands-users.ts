/**
 * What operators read of players and decide about them. A decision that binds money is answered only once wallet has confirmed it,
 * and every decision is on the record, with its reason.
 */

import { page, readCursor } from '@fairline/chassis/cursor';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals, type UserRow } from '@fairline/proto/auth';
import { common, type Page, pageSize, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import type { Auth } from './config.ts';
import { type Actor, sayActed } from './operators.ts';
import { restrict } from './peers.ts';
import { revokeAll } from './sessions.ts';
import * as store from './store.ts';
import { type Player, refuseCardNumbers, userRowView } from './user.ts';

export async function findPlayers(
  room: Auth,
  query: { q?: string | undefined; status?: Player['status'] | undefined; cursor?: string | undefined },
): Promise<Page<z.infer<typeof UserRow>>> {
  const beforeId = readCursor(z.uuid(), query.cursor);
  const rows = await store.findPlayers(room.db, { q: query.q, status: query.status, beforeId }, pageSize + 1);
  return page(rows, ({ id }) => id, userRowView);
}

export async function onePlayer(room: Auth, id: string): Promise<z.infer<typeof UserRow>> {
  const player = await store.player(room.db, id);
  if (!player) throw new Refusal(common.notFound);
  return userRowView(player);
}

/** Sets a player active, suspended or closed. Closing ends the sessions too. The same again changes nothing and asks wallet if it has not answered yet. */
export async function setUserStatus(room: Auth, actor: Actor, id: string, { status, reason }: { status: Player['status']; reason: string }) {
  refuseCardNumbers({ reason });
  return decide(room, id, async (tx, before) => {
    if (before.demo) throw new Refusal(authRefusals.demoAccount);
    if (before.status === status) return before;
    // After the lock, so that every session which began before the account was closed is older than this instant.
    const now = room.clock.now();
    const player = await store.setPermit(tx, id, { status, level: before.level });
    const { level, jurisdiction } = player;
    await say(tx, authEvents.userStatusChanged, id, player.version, { playerId: id, status, level, jurisdiction, at: now.toISOString() });
    if (status === 'closed') await revokeAll(tx, { kind: 'player', id, version: await store.nextPlayerVersion(tx, id) }, 'status', now);
    await sayActed(tx, actor, await store.nextPlayerVersion(tx, id), {
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

/** Marks a player verified. */
export async function verifyUser(room: Auth, actor: Actor, id: string, reason: string) {
  refuseCardNumbers({ reason });
  return decide(room, id, async (tx, before) => {
    if (before.level === 'verified') return before;
    const player = await store.setPermit(tx, id, { status: before.status, level: 'verified' });
    const { status, level, jurisdiction } = player;
    await say(tx, authEvents.verificationChanged, id, player.version, { playerId: id, status, level, jurisdiction });
    await sayActed(tx, actor, await store.nextPlayerVersion(tx, id), {
      action: 'user.verified',
      resourceType: 'user',
      resourceId: id,
      reason,
      before: { level: before.level },
      after: { level },
    });
    return player;
  });
}

async function decide(room: Auth, id: string, change: (tx: Tx, before: Player) => Promise<Player>): Promise<z.infer<typeof UserRow>> {
  const player = await room.db.tx(async (tx) => {
    const before = await store.lockPlayer(tx, id);
    if (!before) throw new Refusal(common.notFound);
    return change(tx, before);
  });
  if (!(await bind(room, player))) throw new Refusal(common.unavailable);
  return userRowView(player);
}

/** True once wallet binds money by the account as it now stands. */
async function bind(room: Auth, player: Player): Promise<boolean> {
  if (player.boundVersion >= player.permitVersion) return true;
  const bound = await restrict(room, player);
  if (bound) await store.markBound(room.db, player.id, player.permitVersion);
  return bound;
}

const boundAtOnce = 100;

/** Asks wallet again for every decision it has not confirmed. */
export async function bindAll(room: Auth): Promise<void> {
  const players = await store.unboundPlayers(room.db, boundAtOnce);
  await Promise.all(players.map((player) => bind(room, player)));
}
