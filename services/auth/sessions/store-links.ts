/** Queries of one-time links. `subjectId` is a player, an operator or, for a new address, the change. Only the hash of a token is stored. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, nullable, type Row, uuid } from '@fairline/chassis/storage/rows';

const linkRow = { subjectId: uuid, usedAt: nullable(instant) };
export type Link = Row<typeof linkRow>;

export type Purpose = 'verify_email' | 'reset_password' | 'activate' | 'change_email' | 'undo_email';

/** Stores a link. If it exists and was not used, it gets the later end. */
export async function insertLink(
  on: Queries,
  link: { hash: Buffer; purpose: Purpose; subjectId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await on.run(
    `insert into links (hash, purpose, subject_id, created_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (hash) do update set expires_at = excluded.expires_at where links.used_at is null`,
    [link.hash, link.purpose, link.subjectId, link.createdAt, link.expiresAt],
  );
}

/** A link that has not expired. */
export function readLink(on: Queries, purpose: Purpose, hash: Buffer, now: Date): Promise<Link | undefined> {
  return on.row(
    linkRow,
    'select subject_id as "subjectId", used_at as "usedAt" from links where hash = $1 and purpose = $2 and expires_at > $3',
    [hash, purpose, now],
  );
}

export async function markLinkUsed(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  return (await tx.run('update links set used_at = $2 where hash = $1 and used_at is null', [hash, now])) === 1;
}

/** Deletes earlier links, so that they no longer work. */
export async function deleteLinks(on: Queries, purpose: Purpose, subjectId: string): Promise<void> {
  await on.run('delete from links where purpose = $1 and subject_id = $2 and used_at is null', [purpose, subjectId]);
}
