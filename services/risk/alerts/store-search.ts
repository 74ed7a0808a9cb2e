/** The query of the operators' search for alerts. */
import type { Sought } from '@fairline/chassis/http/search';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { json, nullable, text, uuid } from '@fairline/chassis/storage/rows';
import { Message } from '@fairline/proto/contract';
import { type SearchHit, searchRules } from '@fairline/proto/search';

const alertRow = {
  id: uuid,
  description: text,
  message: nullable(json(Message)),
  status: text,
  playerId: nullable(uuid),
};

export async function findAlerts(db: Queries, { id, end }: Sought): Promise<SearchHit[]> {
  if (!id && !end) return [];
  const newest = `order by id desc limit ${searchRules.most}`;
  const ids = id
    ? `select $1::uuid as id union all (select id from alerts where player_id = $1::uuid ${newest}) union all (select id from alerts where about_id = $1::text ${newest})`
    : 'select id from alerts where right(id::text, 8) = right($1, 8) and right(id::text, length($1)) = $1';
  // Matches are collected before sorting, because a plan along the ids would read every alert for a rare end of an id.
  const rows = await db.rows(
    alertRow,
    `with found as materialized (${ids})
     select id, description, message, status, player_id as "playerId" from alerts where id in (select id from found) ${newest}`,
    [id ?? end],
  );
  return rows.map(({ id: alertId, description, message, status, playerId }) => ({
    kind: 'alert',
    id: alertId,
    title: description,
    ...(message && { message }),
    detail: status,
    ...(playerId && { playerId }),
  }));
}
