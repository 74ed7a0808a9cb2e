/** Operators read players and write notes about them. */

import type { Readable } from 'node:stream';
import { csv, readPages, rowsAtOnce } from '@fairline/chassis/http/csv';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { actRecords, type RecordedAct } from '@fairline/chassis/http/operator-act';
import type { Received } from '@fairline/chassis/messaging/inbox';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { PastCounts } from '@fairline/chassis/process/past-counts';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import type {
  SessionOfPlayer,
  TimelineEntry,
  UserIdentity,
  UserNote,
  UserStats,
  UserSummary,
} from '@fairline/proto/auth/staff';
import type { UserRow, userRoutes } from '@fairline/proto/auth/users';
import { common, type Infer, type Page, pageSize, Refusal } from '@fairline/proto/contract';
import type { Range } from '@fairline/proto/periods';
import type { levelEvents } from '@fairline/proto/risk/levels';
import { hourMs } from '@fairline/proto/time';
import { z } from 'zod';
import { readDetails } from '../account/store.ts';
import { listOpenSessions } from '../sessions/commands.ts';
import { incrementPlayerVersion, lockPlayer, recordHistory } from '../users/store.ts';
import { refuseCardNumbers, userRowView } from '../users/user.ts';
import type { StaffContext } from './context.ts';
import type { Actor } from './operator.ts';
import {
  countNew,
  countUsers,
  insertNote,
  keepRiskLevels,
  type Note,
  type PlayerSearch,
  readNotes,
  readPlayerRow,
  readSummaries,
  readTimeline,
  searchPlayers,
  visitors,
} from './store-players.ts';

export async function findPlayers(
  ctx: StaffContext,
  { cursor, ...query }: Infer<typeof userRoutes.users.query>,
): Promise<Page<UserRow>> {
  const rows = await searchPlayers(ctx.db, searchOf(query, readCursor(z.uuid(), cursor)), pageSize + 1);
  return page(rows, ({ id }) => id, userRowView);
}

type PlayerQuery = Infer<typeof userRoutes.exportUsers.query>;

function searchOf({ q, from, until, ...query }: PlayerQuery, beforeId: string | undefined): PlayerSearch {
  return {
    ...query,
    q,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
    beforeId,
  };
}

/** Exports the list of players, page by page. The audit log records the export before the reply. */
export async function exportPlayers(ctx: StaffContext, call: RecordedAct, query: PlayerQuery): Promise<Readable> {
  await ctx.db.tx((tx) =>
    recordExport(tx, call, { action: 'user.export', resourceType: 'user', resourceId: 'users' }, query),
  );
  const rows = readPages(
    (beforeId) => searchPlayers(ctx.db, searchOf(query, beforeId), rowsAtOnce + 1),
    ({ id }) => id,
    rowsAtOnce,
  );
  async function* cells() {
    for await (const some of rows) yield some.map((row) => exportCells(userRowView(row)));
  }
  return csv(exportHeader, cells());
}

const exportHeader = [
  'Registered',
  'Id',
  'Email',
  'First name',
  'Last name',
  'Country',
  'Currency',
  'Status',
  'Verified',
  'Email confirmed',
  'Risk level',
  'Last login',
];

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

function exportCells(user: UserRow): string[] {
  const {
    createdAt,
    id,
    email,
    firstName,
    lastName,
    country,
    currency,
    status,
    isVerified,
    emailVerified,
    riskLevel,
    lastLoginAt,
  } = user;
  const of = [createdAt, id, email, firstName, lastName, country, currency, status];
  return [...of, yesNo(isVerified), yesNo(emailVerified), riskLevel, lastLoginAt ?? ''];
}

const { recordExport } = actRecords(authAuditEvents.operatorActed);

type LevelChanged = Received<Infer<typeof levelEvents.riskLevelChanged.data>>;

/** Stores the risk levels that risk published, for the list of players. */
export function applyRiskLevels(tx: Tx, events: readonly LevelChanged[]): Promise<void> {
  return keepRiskLevels(
    tx,
    events.map(({ data: { playerId, level }, version }) => ({ playerId, level, version })),
  );
}

export async function readUserRow(ctx: StaffContext, id: string): Promise<UserRow> {
  const player = await readPlayerRow(ctx.db, id);
  if (!player) throw new Refusal(common.notFound);
  return userRowView(player);
}

/** Summaries of players for the lists of other services, in the given order; unknown ids are left out. */
export async function summarizePlayers(
  ctx: StaffContext,
  playerIds: readonly string[],
): Promise<{ items: UserSummary[] }> {
  const found = new Map((await readSummaries(ctx.db, playerIds)).map((row) => [row.id, row]));
  const items = [...new Set(playerIds)].flatMap((id) => {
    const row = found.get(id);
    return row ? [{ ...row, isVerified: row.level === 'verified' }] : [];
  });
  return { items };
}

const rangeMs: Record<z.infer<typeof Range>, number> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
};

/** The cached counts of each database, which the job fills and the route reads. */
const visitCounts = new WeakMap<StaffContext['db'], PastCounts>();

function activeUsers({ db }: StaffContext): PastCounts {
  const known = visitCounts.get(db) ?? new PastCounts(visitors(db));
  visitCounts.set(db, known);
  return known;
}

/** Counts in advance what the long ranges need in this hour and, before it ends, in the next. */
export async function countVisitsAhead(ctx: StaffContext): Promise<void> {
  const nowMs = ctx.clock.now().getTime();
  // Five minutes into an hour the previous one is complete.
  for (const atMs of nowMs % hourMs > hourMs / 12 ? [nowMs, nowMs + hourMs] : [nowMs]) {
    for (const range of ['7d', '30d'] as const) {
      const since = new Date(atMs - rangeMs[range]);
      await activeUsers(ctx).count(since, new Date(atMs + 1));
      await activeUsers(ctx).count(new Date(since.getTime() - rangeMs[range]), since);
    }
  }
}

/** The number of players, and of new and active ones, within a range and within the same range before it. */
export async function readUserStats(ctx: StaffContext, range: z.infer<typeof Range>): Promise<UserStats> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - rangeMs[range]);
  const start = new Date(since.getTime() - rangeMs[range]);
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const until = new Date(now.getTime() + 1);
  const active = activeUsers(ctx);
  const [counts, period, before, activeNow, activeBefore] = await Promise.all([
    countUsers(ctx.db, today),
    countNew(ctx.db, since, until),
    countNew(ctx.db, start, since),
    active.count(since, until),
    active.count(start, since),
  ]);
  return {
    range,
    since: since.toISOString(),
    ...counts,
    ...period,
    activeUsers: activeNow,
    before: { ...before, activeUsers: activeBefore },
  };
}

/** The open sessions of a player. Their last use is shown only if the player allows it; otherwise the end of each session, which a refresh moves, is hidden too, and the order does not reveal it. */
export async function listUserSessions(ctx: StaffContext, id: string): Promise<{ items: SessionOfPlayer[] }> {
  await readUserRow(ctx, id);
  const [{ items }, kept] = await Promise.all([listOpenSessions(ctx, 'player', id), readDetails(ctx.db, id)]);
  if (kept?.preferences.privacy?.showOnlineStatus) return { items };
  const hidden = items.map((session) => ({ ...session, lastSeenAt: null, expiresAt: null }));
  return { items: hidden.sort((one, other) => other.createdAt.localeCompare(one.createdAt)) };
}

export async function listNotes(ctx: StaffContext, id: string, cursor: string | undefined): Promise<Page<UserNote>> {
  const before = readCursor(z.uuid(), cursor);
  await readUserRow(ctx, id);
  const rows = await readNotes(ctx.db, id, before, pageSize + 1);
  return page(rows, (note) => note.id, noteView);
}

/** Adds a note. The audit log contains only its id; the text stays in auth. */
export async function addNote(ctx: StaffContext, actor: Actor, id: string, text: string): Promise<UserNote> {
  refuseCardNumbers({ text });
  return ctx.db.tx(async (tx) => {
    if (!(await lockPlayer(tx, id))) throw new Refusal(common.notFound);
    const now = ctx.clock.now();
    const note = await insertNote(tx, { playerId: id, operatorId: actor.operatorId, text }, now);
    await recordHistory(tx, id, { kind: 'note_added', operatorId: actor.operatorId, params: { noteId: note.id } }, now);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, await incrementPlayerVersion(tx, id), {
      action: 'user.noted',
      resourceType: 'user',
      resourceId: id,
      after: { noteId: note.id },
    });
    return noteView(note);
  });
}

function noteView({ createdAt, ...note }: Note): UserNote {
  return { ...note, createdAt: createdAt.toISOString() };
}

/** The identity that a player claims. The audit log records the view before the reply, without the values. */
export async function viewIdentity(ctx: StaffContext, actor: Actor, id: string): Promise<UserIdentity> {
  return ctx.db.tx(async (tx) => {
    const player = await lockPlayer(tx, id);
    const details = await readDetails(tx, id);
    if (!player || !details) throw new Refusal(common.notFound);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, await incrementPlayerVersion(tx, id), {
      action: 'user.identity_viewed',
      resourceType: 'user',
      resourceId: id,
    });
    const { firstName, lastName, country } = player;
    const { dateOfBirth, address, postalCode, city } = details;
    const line = [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
    return {
      playerId: id,
      firstName,
      lastName,
      country,
      ...(dateOfBirth && { dateOfBirth }),
      ...(line && { address: line }),
    };
  });
}

export async function listTimeline(
  ctx: StaffContext,
  id: string,
  cursor: string | undefined,
): Promise<Page<TimelineEntry>> {
  const before = readCursor(z.uuid(), cursor);
  await readUserRow(ctx, id);
  const rows = await readTimeline(ctx.db, id, before, pageSize + 1);
  return page(
    rows,
    (entry) => entry.id,
    ({ at, ...entry }): TimelineEntry => ({ ...entry, at: at.toISOString() }),
  );
}
