/** Queries of the operators' search: promotions and claims, each by an index. */
import { likePatterns, type Sought } from '@fairline/chassis/http/search';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { text, uuid } from '@fairline/chassis/storage/rows';
import { type SearchHit, searchRules } from '@fairline/proto/search';

const promotionRow = { id: uuid, name: text, status: text };
const claimRow = { ...promotionRow, playerId: uuid };

/** The newest promotions are scanned first, up to this many. The trigram index alone would return every promotion with a common word in its name. */
const newestLookedAt = 2_000;
/** If the newest give too few hits, the index is used, and at most this many of its matches are sorted. */
const mostSorted = 1_000;

export async function findPromotions(db: Queries, { text, id, end }: Sought): Promise<SearchHit[]> {
  const values = [id ?? null, id ? [] : (likePatterns(text) ?? []), end ?? null];
  const condition = 'id = $1::uuid or lower(name) like any ($2::text[]) or right(id::text, 8) = right($3::text, 8)';
  const order = 'order by created_at desc, id desc limit';
  const read = (found: string) =>
    db.rows(
      promotionRow,
      `with found as ${found} select id, name, status from found ${order} ${searchRules.most}`,
      values,
    );
  const newest = await read(
    `(select * from (select * from promotions ${order} ${newestLookedAt}) x where ${condition})`,
  );
  const rows =
    newest.length < searchRules.most
      ? await read(`materialized (select * from promotions where ${condition} limit ${mostSorted})`)
      : newest;
  return rows.map(({ id: promotionId, name, status }) => ({
    kind: 'promotion',
    id: promotionId,
    title: name,
    detail: status,
  }));
}

export async function findClaims(db: Queries, { id, end }: Sought): Promise<SearchHit[]> {
  if (!id && !end) return [];
  const found = id
    ? `select $1::uuid as id union all (select id from claims where player_id = $1 order by id desc limit ${searchRules.most})`
    : 'select id from claims where right(id::text, 8) = right($1, 8) and right(id::text, length($1)) = $1';
  const rows = await db.rows(
    claimRow,
    // Materialized, so that claims are found by the index and then sorted. Without statistics about the ends, the planner would read all claims in the order of their ids.
    `with found as materialized (${found})
     select c.id, c.player_id as "playerId", p.name, c.status from claims c join promotions p on p.id = c.promotion_id
     where c.id in (select id from found) order by c.id desc limit ${searchRules.most}`,
    [id ?? end],
  );
  return rows.map(({ id: claimId, playerId, name, status }) => ({
    kind: 'claim',
    id: claimId,
    title: name,
    detail: status,
    playerId,
  }));
}
