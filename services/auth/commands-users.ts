/**
 * What operators read of players and decide about them. A decision that binds money is answered only once wallet has confirmed it,
 * and every decision is on the record, with its reason.
 */

import { page, readCursor } from '@fairline/chassis/cursor';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals, type UserRow } from '@fairline/proto/auth';
import type { Range, SessionOfPlayer, TimelineEntry, UserNote, UserStats, UserSummary } from '@fairline/proto/auth/staff';
import { common, type Page, pageSize, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import { openSessions } from './commands-security.ts';
import type { Auth } from './config.ts';
import { type Actor, sayActed } from './operators.ts';
import { restrict } from './peers.ts';
import { revokeAll } from './sessions.ts';
import * as store from './store.ts';
import { details, remember } from './store-account.ts';
import * as staffStore from './store-staff.ts';
import { type Player, refuseCardNumbers, userRowView } from './user.ts';

export async function findPlayers(
  room: Auth,
  query: { q?: string | undefined; status?: Player['status'] | undefined; cursor?: string | undefined },
): Promise<Page<UserRow>> {
  const beforeId = readCursor(z.uuid(), query.cursor);
  const rows = await store.findPlayers(room.db, { q: query.q, status: query.status, beforeId }, pageSize + 1);
  return page(rows, ({ id }) => id, userRowView);
}

export async function onePlayer(room: Auth, id: string): Promise<UserRow> {
  const player = await store.playerRow(room.db, id);
  if (!player) throw new Refusal(common.notFound);
  return userRowView(player);
}

/** Players for another room's list, in the order asked for; an id that is none is left out. */
export async function summaries(room: Auth, playerIds: readonly string[]): Promise<{ items: UserSummary[] }> {
  const found = new Map((await staffStore.summaries(room.db, playerIds)).map((row) => [row.id, row]));
  const items = [...new Set(playerIds)].flatMap((id) => {
    const row = found.get(id);
    return row ? [{ ...row, isVerified: row.level === 'verified' }] : [];
  });
  return { items };
}

const hourMs = 3_600_000;
const lengthMs: Record<z.infer<typeof Range>, number> = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs };

/** How many players there are, and how many came and signed in within a time and within the same time before it. */
export async function userStats(room: Auth, range: z.infer<typeof Range>): Promise<UserStats> {
  const now = room.clock.now();
  const since = new Date(now.getTime() - lengthMs[range]);
  const start = new Date(since.getTime() - lengthMs[range]);
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const until = new Date(now.getTime() + 1);
  const [counts, period, before] = await Promise.all([
    staffStore.userCounts(room.db, today),
    staffStore.userMovement(room.db, since, until),
    staffStore.userMovement(room.db, start, since),
  ]);
  return { range, since: since.toISOString(), ...counts, ...period, before };
}

/** Where a player is signed in. When he was last seen there is told only where he shows it: neither the end of the session, which each refresh moves, nor the order tells. */
export async function userSessions(room: Auth, id: string): Promise<{ items: SessionOfPlayer[] }> {
  await onePlayer(room, id);
  const [{ items }, kept] = await Promise.all([openSessions(room, 'player', id), details(room.db, id)]);
  if (kept?.preferences.privacy?.showOnlineStatus) return { items };
  const hidden = items.map((session) => ({ ...session, lastSeenAt: null, expiresAt: null }));
  return { items: hidden.sort((one, other) => other.createdAt.localeCompare(one.createdAt)) };
}

/** Signs a player out everywhere. */
export async function endUserSessions(room: Auth, actor: Actor, id: string, reason: string): Promise<void> {
  refuseCardNumbers({ reason });
  await room.db.tx(async (tx) => {
    if (!(await store.lockPlayer(tx, id))) throw new Refusal(common.notFound);
    const now = room.clock.now();
    await revokeAll(tx, { kind: 'player', id, version: await store.nextPlayerVersion(tx, id) }, 'operator', now);
    await remember(tx, id, { kind: 'sessions_ended', operatorId: actor.id, params: { reason } }, now);
    await sayActed(tx, actor, await store.nextPlayerVersion(tx, id), { action: 'user.signed_out', resourceType: 'user', resourceId: id, reason });
  });
}

// ---- Notes and timeline ------------------------------------------------------------------------

export async function notes(room: Auth, id: string, cursor: string | undefined): Promise<Page<UserNote>> {
  const before = readCursor(z.uuid(), cursor);
  await onePlayer(room, id);
  const rows = await staffStore.notesOf(room.db, id, before, pageSize + 1);
  return page(rows, (note) => note.id, noteView);
}

/** The record says that there is a note; what it says stays here. */
export async function addNote(room: Auth, actor: Actor, id: string, text: string): Promise<UserNote> {
  refuseCardNumbers({ text });
  return room.db.tx(async (tx) => {
    if (!(await store.lockPlayer(tx, id))) throw new Refusal(common.notFound);
    const now = room.clock.now();
    const note = await staffStore.addNote(tx, { playerId: id, operatorId: actor.id, text }, now);
    await remember(tx, id, { kind: 'note_added', operatorId: actor.id, params: { noteId: note.id } }, now);
    await sayActed(tx, actor, await store.nextPlayerVersion(tx, id), {
      action: 'user.noted',
      resourceType: 'user',
      resourceId: id,
      after: { noteId: note.id },
    });
    return noteView(note);
  });
}

function noteView({ createdAt, ...note }: staffStore.Note): UserNote {
  return { ...note, createdAt: createdAt.toISOString() };
}

export async function timeline(room: Auth, id: string, cursor: string | undefined): Promise<Page<TimelineEntry>> {
  const before = readCursor(z.uuid(), cursor);
  await onePlayer(room, id);
  const rows = await staffStore.timelineOf(room.db, id, before, pageSize + 1);
  return page(
    rows,
    (entry) => entry.id,
    ({ at, ...entry }): TimelineEntry => ({ ...entry, at: at.toISOString() }),
  );
}

// ---- Decisions ---------------------------------------------------------------------------------

/** Sets a player active, suspended or closed. Closing ends the sessions too. The same again changes nothing and asks wallet if it has not answered yet. */
export async function setUserStatus(room: Auth, actor: Actor, id: string, { status, reason }: { status: Player['status']; reason: string }) {
  refuseCardNumbers({ reason });
  return decide(room, id, async (tx, before) => {
    if (before.demo) throw new Refusal(authRefusals.demoAccount);
    if (before.status === status) return before;
    if (before.erased) throw new Refusal(authRefusals.accountErased);
    // After the lock, so that every session which began before the account was closed is older than this instant.
    const now = room.clock.now();
    const player = await store.setPermit(tx, id, { status, level: before.level }, now);
    const { level, jurisdiction } = player;
    await say(tx, authEvents.userStatusChanged, id, player.version, { playerId: id, status, level, jurisdiction, at: now.toISOString() });
    await remember(tx, id, { kind: 'status_changed', operatorId: actor.id, params: { from: before.status, to: status, reason } }, now);
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
    if (before.erased) throw new Refusal(authRefusals.accountErased);
    const player = await store.setPermit(tx, id, { status: before.status, level: 'verified' }, room.clock.now());
    const { status, level, jurisdiction } = player;
    await remember(tx, id, { kind: 'verification_changed', operatorId: actor.id, params: { from: before.level, to: level, reason } }, room.clock.now());
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

async function decide(room: Auth, id: string, change: (tx: Tx, before: Player) => Promise<Player>): Promise<UserRow> {
  const player = await room.db.tx(async (tx) => {
    const before = await store.lockPlayer(tx, id);
    if (!before) throw new Refusal(common.notFound);
    return change(tx, before);
  });
  if (!(await bind(room, player))) throw new Refusal(common.unavailable);
  return onePlayer(room, id);
}

/** True once wallet binds money by the account as it now stands. Where it obeys a word above this one, and nobody here has said one since, the word is said again above that. */
export async function bind(room: Auth, player: Player): Promise<boolean> {
  if (player.boundVersion >= player.permitVersion) return true;
  const inForce = await restrict(room, player);
  if (inForce === undefined) return false;
  const raised = inForce > player.permitVersion ? await store.raisePermit(room.db, player, inForce) : undefined;
  if (raised) return bind(room, raised);
  await store.markBound(room.db, player.id, player.permitVersion);
  return true;
}

const boundAtOnce = 100;

/** Asks wallet again for every decision it has not confirmed. */
export async function bindAll(room: Auth): Promise<void> {
  const players = await store.unboundPlayers(room.db, boundAtOnce);
  await Promise.all(players.map((player) => bind(room, player)));
}
