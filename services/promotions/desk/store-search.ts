/** Queries of the operators' search: promotions and claims, each by an index. */
import { likePatterns, type Sought } from '@fairline/chassis/http/search';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { text, uuid } from '@fairline/chassis/storage/rows';
import { type SearchHit, searchRules } from '@fairline/proto/search';

const promotionRow = { id: uuid, name: text, status: text };
const claimRow = { ...promotionRow, playerId: uuid };

export async function findPromotions(db: Queries, { text: words, id, end }: Sought): Promise<SearchHit[]> {
  const patterns = id ? [] : (likePatterns(words) ?? []);
  const rows = await db.rows(
    promotionRow,
    `select id, name, status from promotions where id = $1::uuid or lower(name) like any ($2::text[]) or right(id::text, 8) = right($3::text, 8)
     order by created_at desc, id desc limit ${searchRules.most}`,
    [id ?? null, patterns, end ?? null],
  );
  return rows.map(({ id: promotionId, name, status }) => ({ kind: 'promotion', id: promotionId, title: name, detail: status }));
}

export async function findClaims(db: Queries, { id, end }: Sought): Promise<SearchHit[]> {
  if (!id && !end) return [];
  const found = id
    ? `c.id in (select $1::uuid union all (select id from claims where player_id = $1 order by id desc limit ${searchRules.most}))`
    : 'right(c.id::text, 8) = right($1, 8) and right(c.id::text, length($1)) = $1';
  const rows = await db.rows(
    claimRow,
    `select c.id, c.player_id as "playerId", p.name, c.status from claims c join promotions p on p.id = c.promotion_id
     where ${found} order by c.id desc limit ${searchRules.most}`,
    [id ?? end],
  );
  return rows.map(({ id: claimId, playerId, name, status }) => ({ kind: 'claim', id: claimId, title: name, detail: status, playerId }));
}
