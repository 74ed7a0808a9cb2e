/** Queries of sessions, refresh tokens, and the browsers of players. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { AccountKind } from '../users/user.ts';

const sessionRow = {
  id: uuid,
  kind: oneOf(['player', 'operator']),
  subjectId: uuid,
  remember: bool,
  createdAt: instant,
  expiresAt: instant,
  endedAt: nullable(instant),
};
export type Session = Row<typeof sessionRow>;

const provenRow = { provenAt: instant };
const tokenRow = { usedAt: nullable(instant) };
const originRow = { id: uuid, agent: text, address: text };
const knownRow = { device: bool, address: bool };
const addedRow = { added: bool };
const openSessionRow = { ...originRow, createdAt: instant, lastSeenAt: instant, expiresAt: instant };
export type SessionRow = Row<typeof openSessionRow>;

const sessionColumns =
  'id, kind, subject_id as "subjectId", remember, created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"';

/** The address and user agent of a session, which its owner sees. */
export interface Presence {
  address: string;
  agent: string;
}

export async function insertSession(
  tx: Tx,
  session: Omit<Session, 'id' | 'createdAt' | 'endedAt'> & Presence,
  now: Date,
): Promise<Session> {
  return only(
    await tx.row(
      sessionRow,
      `insert into sessions (kind, subject_id, remember, created_at, last_seen_at, expires_at, agent, address) values ($1, $2, $3, $4, $4, $5, $6, $7)
     returning ${sessionColumns}`,
      [session.kind, session.subjectId, session.remember, now, session.expiresAt, session.agent, session.address],
    ),
  );
}

export function readSession(on: Queries, kind: AccountKind, id: string): Promise<Session | undefined> {
  return on.row(sessionRow, `select ${sessionColumns} from sessions where id = $1 and kind = $2`, [id, kind]);
}

export function lockSession(tx: Tx, kind: AccountKind, id: string): Promise<Session | undefined> {
  return tx.row(sessionRow, `select ${sessionColumns} from sessions where id = $1 and kind = $2 for update`, [
    id,
    kind,
  ]);
}

/** Locks the open sessions of a player or operator, always in the same order. */
export function lockOpenSessions(tx: Tx, kind: AccountKind, subjectId: string, now: Date): Promise<Session[]> {
  return tx.rows(
    sessionRow,
    `select ${sessionColumns} from sessions where subject_id = $2 and kind = $1 and ended_at is null and expires_at > $3 order by id for update`,
    [kind, subjectId, now],
  );
}

/** Locks the session of a refresh token, current or traded, and returns when the token was traded. */
export async function lockSessionOfToken(
  tx: Tx,
  kind: AccountKind,
  hash: Buffer,
): Promise<(Session & { usedAt: Date | null }) | undefined> {
  const found = await tx.row(
    sessionRow,
    `select ${sessionColumns} from sessions where id = (select session_id from refresh_tokens where hash = $1) and kind = $2 for update`,
    [hash, kind],
  );
  // Read after the lock: another instance may have traded the token while this one waited.
  const token =
    found && (await tx.row(tokenRow, 'select used_at as "usedAt" from refresh_tokens where hash = $1', [hash]));
  return found && token && { ...found, ...token };
}

export async function insertToken(tx: Tx, sessionId: string, hash: Buffer, now: Date): Promise<void> {
  await tx.run('insert into refresh_tokens (hash, session_id, created_at) values ($1, $2, $3)', [hash, sessionId, now]);
}

export async function markTraded(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await tx.run('update refresh_tokens set used_at = $2 where hash = $1', [hash, now]);
}

export async function extendSession(tx: Tx, id: string, expiresAt: Date, now: Date): Promise<void> {
  await tx.run('update sessions set expires_at = $2, last_seen_at = $3 where id = $1', [id, expiresAt, now]);
}

export async function markSessionEnded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run('update sessions set ended_at = $2 where id = $1', [id, now]);
}

/** Ends every open session of a player or operator; returns their number. */
export function markSessionsEnded(tx: Tx, kind: AccountKind, subjectId: string, now: Date): Promise<number> {
  return tx.run(
    'update sessions set ended_at = $3 where subject_id = $2 and kind = $1 and ended_at is null and expires_at > $3',
    [kind, subjectId, now],
  );
}

/** The address and user agent with which sessions began, for notices of sign-ins. */
export function readSessionOrigins(
  on: Queries,
  ids: readonly string[],
): Promise<{ id: string; agent: string; address: string }[]> {
  return on.rows(originRow, 'select id, agent, address from sessions where id = any($1::uuid[])', [ids]);
}

/** Records a device as seen now. `first`: the account had no sign-in before; `known`: this device had one. */
export async function recordDevice(
  tx: Tx,
  playerId: string,
  hash: Buffer,
  now: Date,
): Promise<{ known: boolean; first: boolean }> {
  const isKnownPlayer = await tx.exists('select from devices where player_id = $1 limit 1', [playerId]);
  const added = await tx.row(
    addedRow,
    `insert into devices (player_id, hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (player_id, hash) do update set last_seen_at = excluded.last_seen_at returning xmax = 0 as added`,
    [playerId, hash, now],
  );
  return { known: !added?.added, first: !isKnownPlayer };
}

/** The time of the last proof (step-up or sign-in) in an open session. */
export async function readProvenAt(
  on: Queries,
  kind: AccountKind,
  sessionId: string,
  now: Date,
): Promise<Date | undefined> {
  const row = await on.row(
    provenRow,
    'select coalesce(proven_at, created_at) as "provenAt" from sessions where id = $1 and kind = $3 and ended_at is null and expires_at > $2',
    [sessionId, now, kind],
  );
  return row?.provenAt;
}

/** Stores a fresh proof; false if the session is over. */
export async function markProven(
  on: Queries,
  kind: AccountKind,
  { sessionId, subjectId }: { sessionId: string; subjectId: string },
  now: Date,
): Promise<boolean> {
  const held = 'id = $1 and subject_id = $2 and kind = $4 and ended_at is null and expires_at > $3';
  return (await on.run(`update sessions set proven_at = $3 where ${held}`, [sessionId, subjectId, now, kind])) === 1;
}

const accountTables: Record<AccountKind, string> = { player: 'users', operator: 'operators' };

/** Whether this browser, and this network address, had a sign-in to the account before. It does the same work if the account does not exist. */
export async function readKnownVisits(
  on: Queries,
  { kind, emailKey }: { kind: AccountKind; emailKey: string },
  { device, address }: { device: Buffer | null; address: string },
): Promise<{ device: boolean; address: boolean }> {
  const table = accountTables[kind];
  return only(
    await on.row(
      knownRow,
      `select exists (select from ${table} a join devices d on d.player_id = a.id where a.email_key = $1 and d.hash = $2) as device,
         exists (select from ${table} a join sessions s on s.subject_id = a.id and s.kind = $4 where a.email_key = $1 and s.address = $3 and $3 <> '') as address`,
      [emailKey, device, address, kind],
    ),
  );
}

const deviceColumns =
  'id, agent, address, created_at as "createdAt", coalesce(last_seen_at, created_at) as "lastSeenAt", expires_at as "expiresAt"';

/** The open sessions of a player or operator, last seen first. */
export function readOpenSessions(
  on: Queries,
  kind: 'player' | 'operator',
  subjectId: string,
  now: Date,
): Promise<SessionRow[]> {
  return on.rows(
    openSessionRow,
    `select ${deviceColumns} from sessions where subject_id = $2 and kind = $1 and ended_at is null and expires_at > $3
     order by coalesce(last_seen_at, created_at) desc, id desc limit 100`,
    [kind, subjectId, now],
  );
}

/** The session a player began before this one. */
export function readSessionBefore(on: Queries, playerId: string, sessionId: string): Promise<SessionRow | undefined> {
  return on.row(
    openSessionRow,
    `select ${deviceColumns} from sessions where subject_id = $1 and kind = 'player' and id < $2 order by id desc limit 1`,
    [playerId, sessionId],
  );
}
