/** Every query about notices: who may be told what, what was told, and what was read. */

import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { Preferences } from '@fairline/proto/auth/account';
import type { MailFacts, Template } from './letter.ts';

export interface Recipient {
  id: string;
  notifications: Partial<Preferences['notifications']>;
  /** An erased account has nobody to tell. */
  erased: boolean;
}

export function recipients(on: Queries, playerIds: readonly string[]): Promise<Recipient[]> {
  return on.rows(
    `select id, coalesce(preferences -> 'notifications', '{}') as notifications, erased_at is not null as erased from users where id = any($1::uuid[])`,
    [playerIds],
  );
}

export interface NoticeRow {
  id: string;
  playerId: string;
  template: Template;
  params: MailFacts[Template];
  createdAt: Date;
  readAt: Date | null;
}

/** One notice per id; answers those that are new. */
export async function addNotices(tx: Tx, notices: readonly Omit<NoticeRow, 'readAt'>[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `insert into notices (id, player_id, template, params, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[]) on conflict (id) do nothing returning id`,
    [
      notices.map(({ id }) => id),
      notices.map(({ playerId }) => playerId),
      notices.map(({ template }) => template),
      notices.map(({ params }) => JSON.stringify(params)),
      notices.map(({ createdAt }) => createdAt),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Newest first. Ids are those of facts, whose first bits are the time. */
export function noticesOf(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<NoticeRow[]> {
  return on.rows(
    `select id, player_id as "playerId", template, params, created_at as "createdAt", read_at as "readAt" from notices
     where player_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}

export async function unreadCount(on: Queries, playerId: string): Promise<number> {
  return (await on.row<{ count: number }>('select count(*)::int as count from notices where player_id = $1 and read_at is null', [playerId]))?.count ?? 0;
}

export async function markRead(on: Queries, playerId: string, upTo: string, now: Date): Promise<void> {
  await on.run('update notices set read_at = $3 where player_id = $1 and id <= $2 and read_at is null', [playerId, upTo, now]);
}

/** Where sessions were begun, for the notices of sign-ins. */
export function sessionOrigins(on: Queries, ids: readonly string[]): Promise<{ id: string; agent: string; address: string }[]> {
  return on.rows('select id, agent, address from sessions where id = any($1::uuid[])', [ids]);
}
