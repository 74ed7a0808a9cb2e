/** Queries of the operators' search: bets and fixtures, each by an index. */
import { likePatterns, type Sought } from '@fairline/chassis/http/search';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, nullable, text, uuid } from '@fairline/chassis/storage/rows';
import { type SearchHit, searchRules } from '@fairline/proto/search';

const betRow = { id: uuid, playerId: uuid, status: text, fixture: nullable(text), legs: integer };
const fixtureRow = { id: uuid, homeTeam: text, awayTeam: text, status: text };

export async function findBets(db: Queries, { id, end }: Sought): Promise<SearchHit[]> {
  if (!id && !end) return [];
  const found = id
    ? `b.id in (select $1::uuid union all (select id from bets where player_id = $1 order by id desc limit ${searchRules.most}))`
    : 'right(b.id::text, 8) = right($1, 8) and right(b.id::text, length($1)) = $1';
  const legs = 'from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id';
  const rows = await db.rows(
    betRow,
    `select b.id, b.player_id as "playerId", b.status, (select l.fixture ${legs} order by l.place limit 1) as fixture, (select count(*)::int ${legs}) as legs
     from bets b where ${found} order by b.id desc limit ${searchRules.most}`,
    [id ?? end],
  );
  return rows.map(({ id: betId, playerId, status, fixture, legs: count }) => {
    const title = `${fixture ?? `#${betId.slice(-8)}`}${count > 1 ? ` +${count - 1}` : ''}`;
    return { kind: 'bet', id: betId, title, detail: status, playerId };
  });
}

export async function findFixtures(db: Queries, { text: words, id, end }: Sought): Promise<SearchHit[]> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  if (id) conditions.push(`id = ${given(id)}`);
  if (end) conditions.push(`right(id::text, 8) = right(${given(end)}, 8)`);
  for (const pattern of (id ? undefined : likePatterns(words)) ?? []) conditions.push(`lower(home_team || ' vs ' || away_team) like ${given(pattern)}`);
  if (conditions.length === 0) return [];
  // Found before they are sorted: a plan along another index reads every fixture for words that none has.
  const rows = await db.rows(
    fixtureRow,
    `with found as materialized (select id, home_team, away_team, status, starts_at, ended_at from fixtures where ${conditions.join(' or ')})
     select id, home_team as "homeTeam", away_team as "awayTeam", status from found
     order by ended_at is not null, case when ended_at is null then starts_at end, starts_at desc, id limit ${searchRules.most}`,
    values,
  );
  return rows.map(({ id: fixtureId, homeTeam, awayTeam, status }) => ({ kind: 'fixture', id: fixtureId, title: `${homeTeam} vs ${awayTeam}`, detail: status }));
}
