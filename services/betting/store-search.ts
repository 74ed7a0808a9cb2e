/** Queries of the operators' search over bets and fixtures. */
import { likePatterns, type Sought } from '@fairline/chassis/http/search';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, nullable, text, uuid } from '@fairline/chassis/storage/rows';
import { type SearchHit, searchRules } from '@fairline/proto/search';

const betRow = { id: uuid, playerId: uuid, status: text, fixture: nullable(text), legs: integer };
const fixtureRow = { id: uuid, homeTeam: text, awayTeam: text, status: text };

export async function findBets(db: Queries, { id, end }: Sought): Promise<SearchHit[]> {
  if (!id && !end) return [];
  const found = id
    ? `select $1::uuid as id union all (select id from bets where player_id = $1 order by id desc limit ${searchRules.most})`
    : 'select id from bets where right(id::text, 8) = right($1, 8) and right(id::text, length($1)) = $1';
  const legs = 'from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id';
  const rows = await db.rows(
    betRow,
    // The ids are found before they are sorted: without statistics on the ends of ids, a plan in the order of ids would read every bet.
    `with found as materialized (${found})
     select b.id, b.player_id as "playerId", b.status, (select l.fixture ${legs} order by l.place limit 1) as fixture, (select count(*)::int ${legs}) as legs
     from bets b where b.id in (select id from found) order by b.id desc limit ${searchRules.most}`,
    [id ?? end],
  );
  return rows.map(({ id: betId, playerId, status, fixture, legs: count }) => {
    const title = `${fixture ?? `#${betId.slice(-8)}`}${count > 1 ? ` +${count - 1}` : ''}`;
    return { kind: 'bet', id: betId, title, detail: status, playerId };
  });
}

/** The number of fixtures that ended last and are searched before the text index, which returns every fixture with a common term. */
const newestEnded = 2_000;
/** The most fixtures from the text index that are sorted. */
const mostSorted = 1_000;

/** Finds fixtures: those to come first, soonest first; then those that ended, latest first. */
export async function findFixtures(db: Queries, sought: Sought): Promise<SearchHit[]> {
  const { condition, values } = fixtureCondition(sought);
  if (!condition) return [];
  const columns = 'id, home_team as "homeTeam", away_team as "awayTeam", status';
  const read = (from: string, order: string) =>
    db.rows(fixtureRow, `${from} select ${columns} from found order by ${order}, id limit ${searchRules.most}`, values);
  const toCome = await read(
    `with found as materialized (select * from fixtures where ended_at is null and (${condition}))`,
    'starts_at',
  );
  const newest = `select * from fixtures where ended_at is not null order by starts_at desc, id limit ${newestEnded}`;
  const last =
    toCome.length < searchRules.most
      ? await read(`with found as (select * from (${newest}) x where ${condition})`, 'starts_at desc')
      : [];
  const older = `select * from fixtures where ended_at is not null and (${condition}) limit ${mostSorted}`;
  const all =
    toCome.length + last.length < searchRules.most
      ? await read(`with found as materialized (${older})`, 'starts_at desc')
      : last;
  return [...toCome, ...all].slice(0, searchRules.most).map(({ id: fixtureId, homeTeam, awayTeam, status }) => ({
    kind: 'fixture',
    id: fixtureId,
    title: `${homeTeam} vs ${awayTeam}`,
    detail: status,
  }));
}

function fixtureCondition({ text: searchText, id, end }: Sought): { condition: string; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  if (id) conditions.push(`id = ${given(id)}`);
  if (end) conditions.push(`right(id::text, 8) = right(${given(end)}, 8)`);
  for (const pattern of (id ? undefined : likePatterns(searchText)) ?? [])
    conditions.push(`lower(home_team || ' vs ' || away_team) like ${given(pattern)}`);
  return { condition: conditions.join(' or '), values };
}
