/** Queries of suspensions by operators (a market, a fixture, a sport or everything) and of liability limits. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { type Limit, limitScopes } from '@fairline/proto/betting/desk';
import { type Stop, stopScopes } from '@fairline/proto/betting/stops';
import { idRow } from '../columns.ts';
import type { Suspended } from '../offer/store.ts';
import { suspendedRow, versionRow } from '../offer/store.ts';

const nameRow = { name: text };
const stopRow = { scope: oneOf(stopScopes), id: text, name: text, reason: text, by: uuid, at: instant };
const limitRow = { scope: oneOf(limitScopes), id: text, name: text, maxLiabilityMinor: integer, by: uuid, at: instant };
const previousLimitRow = { was: integer };

/** Suspends a market for an operator, or resumes it; returns its new version. */
export async function holdMarket(
  tx: Tx,
  id: string,
  by: { at: Date; operatorId: string; reason: string } | null,
): Promise<number> {
  const row = await tx.row(
    versionRow,
    `update markets set held_at = $2, held_by = $3, held_reason = $4, version = version + 1, breaks = breaks + ($2::timestamptz is not null)::int
     where id = $1 returning version`,
    [id, by?.at ?? null, by?.operatorId ?? null, by?.reason ?? null],
  );
  if (!row) throw new Error(`there is no market ${id}`);
  return row.version;
}

export type Scope = 'fixture' | 'sport' | 'all';

/** The name of a scope; undefined if it does not exist. */
export async function nameOfScope(db: Queries, scope: Scope, id: string): Promise<string | undefined> {
  if (scope === 'all') return 'Everything';
  const statement =
    scope === 'sport'
      ? 'select name from sports where id = $1'
      : `select home_team || ' vs ' || away_team as name from fixtures where id = $1::uuid`;
  return (await db.row(nameRow, statement, [id]))?.name;
}

/** Markets and fixtures suspended by an operator, without those that are over. */
export async function readStops(db: Queries): Promise<Stop[]> {
  const rows = await db.rows(
    stopRow,
    `select s.scope, s.id, coalesce(p.name, f.home_team || ' vs ' || f.away_team, 'Everything') as name, s.reason, s.by, s.at
     from stops s left join sports p on s.scope = 'sport' and p.id = s.id left join fixtures f on s.scope = 'fixture' and f.id::text = s.id
     where f.ended_at is null
     union all
     select 'market', m.id::text, coalesce(f.home_team || ' vs ' || f.away_team || ', ', '') || m.name, coalesce(m.held_reason, ''), m.held_by, m.held_at
     from markets m left join fixtures f on f.id = m.fixture_id
     where m.held_at is not null and m.status <> 'deactivated' and f.ended_at is null
       and not exists (select from market_states x where x.id = m.id and (x.settled or x.cancelled))
     order by at desc`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The fixtures of a scope that are not over. */
export async function fixturesIn(db: Queries, scope: Scope, id: string): Promise<string[]> {
  const rows = await db.rows(
    idRow,
    `select id from fixtures where ended_at is null and ($1 = 'all' or ($1 = 'sport' and sport_id = $2) or ($1 = 'fixture' and id::text = $2)) order by id`,
    [scope, id],
  );
  return rows.map((row) => row.id);
}

const inScope = `m.fixture_id in (
  select f.id from fixtures f where f.ended_at is null and ($1 = 'all' or ($1 = 'sport' and f.sport_id = $2) or ($1 = 'fixture' and f.id::text = $2)))`;

/** Suspends a scope; returns the markets that went off offer, or null if the scope was suspended already. Every market of the scope counts an interruption, which rejects pending bets. */
export async function insertStop(
  tx: Tx,
  scope: Scope,
  id: string,
  by: { operatorId: string; reason: string; at: Date },
): Promise<Suspended[] | null> {
  await tx.run(`select from markets m where ${inScope} order by m.id for no key update`, [scope, id]);
  const open = await tx.rows(
    idRow,
    `select s.id from market_states s where s.open and s.id in (select m.id from markets m where ${inScope})`,
    [scope, id],
  );
  const text = 'insert into stops (scope, id, reason, by, at) values ($1, $2, $3, $4, $5) on conflict do nothing';
  if ((await tx.run(text, [scope, id, by.reason, by.operatorId, by.at])) === 0) return null;
  return tx.rows(
    suspendedRow,
    `with broken as (
       update markets m set breaks = m.breaks + 1, version = m.version + (m.id = any ($3))::int where ${inScope} returning m.id, m.fixture_id, m.version
     )
     select id as "marketId", fixture_id as "fixtureId", version from broken where id = any ($3::uuid[])`,
    [scope, id, open.map((row) => row.id)],
  );
}

export async function explainStop(tx: Tx, reason: string): Promise<void> {
  await tx.run(`update stops set reason = $1 where scope = 'all'`, [reason]);
}

export async function deleteStop(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  return (await tx.run('delete from stops where scope = $1 and id = $2', [scope, id])) === 1;
}

export async function readLimits(db: Queries): Promise<Limit[]> {
  const rows = await db.rows(
    limitRow,
    `select l.scope, l.id, coalesce(s.name, c.name, f.home_team || ' vs ' || f.away_team || ', ' || m.name, l.id) as name,
       l.max_liability_minor as "maxLiabilityMinor", l.by, l.at
     from limits l
     left join sports s on l.scope = 'sport' and s.id = l.id
     left join competitions c on l.scope = 'competition' and c.id = l.id
     left join markets m on m.id = case when l.scope = 'market' then l.id::uuid end left join fixtures f on f.id = m.fixture_id
     order by array_position(array['default', 'sport', 'competition', 'type', 'market'], l.scope), name`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Whether this market, competition or sport exists. */
export async function isScope(db: Queries, scope: 'market' | 'competition' | 'sport', id: string): Promise<boolean> {
  const texts = {
    sport: 'select from sports where id = $1',
    competition: 'select from competitions where id = $1',
    market: 'select from markets where id = $1::uuid',
  };
  return db.exists(texts[scope], [id]);
}

/** Locks all limits until the end of the transaction, because whether a limit is higher depends on those of wider scopes. */
export async function holdLimits(tx: Tx): Promise<void> {
  await tx.run("select pg_advisory_xact_lock(hashtextextended('limits', 0))");
}

const ownLimitRow = { minor: integer };

/** The limit of the scope itself; null if it has none. */
export async function limitOf(db: Queries, scope: Limit['scope'], id: string): Promise<number | null> {
  return (
    (
      await db.row(ownLimitRow, 'select max_liability_minor as minor from limits where scope = $1 and id = $2', [
        scope,
        id,
      ])
    )?.minor ?? null
  );
}

export interface WiderLimits {
  leastMinor: number;
  mostMinor: number;
}
const widerRow = { leastMinor: nullable(integer), mostMinor: nullable(integer) };

/** The lowest and the highest limit that could apply to markets of the scope if it had none; a type has markets of every competition and sport. */
export async function widerLimits(
  db: Queries,
  scope: Limit['scope'],
  id: string,
  defaultMinor: number,
): Promise<WiderLimits> {
  const row = await db.row(
    widerRow,
    `with house as (
       select coalesce((select max_liability_minor from limits where scope = 'default' and $1 <> 'default'), $3) as minor
     ),
     wider as (
       select coalesce(
         (select l.max_liability_minor from limits l where $1 = 'market' and l.scope = 'type' and l.id = m.type),
         (select l.max_liability_minor from limits l where $1 in ('market') and l.scope = 'competition' and l.id = f.competition_id),
         (select l.max_liability_minor from limits l where $1 in ('market', 'competition') and l.scope = 'sport' and l.id = coalesce(f.sport_id, c.sport_id)),
         h.minor) as minor
       from house h
       left join markets m on $1 = 'market' and m.id::text = $2 left join fixtures f on f.id = m.fixture_id
       left join competitions c on $1 = 'competition' and c.id = $2
       where $1 <> 'type'
       union all select minor from house where $1 = 'type'
       union all select max_liability_minor from limits where $1 = 'type' and scope in ('competition', 'sport')
     )
     select min(minor)::bigint as "leastMinor", max(minor)::bigint as "mostMinor" from wider`,
    [scope, id, defaultMinor],
  );
  return { leastMinor: row?.leastMinor ?? defaultMinor, mostMinor: row?.mostMinor ?? defaultMinor };
}

/** The name of the scope of a limit. */
export async function nameOfLimit(db: Queries, scope: Limit['scope'], id: string): Promise<string> {
  const texts = {
    sport: 'select name from sports where id = $1',
    competition: 'select name from competitions where id = $1',
    market: `select f.home_team || ' vs ' || f.away_team || ', ' || m.name as name from markets m join fixtures f on f.id = m.fixture_id where m.id = $1::uuid`,
  };
  if (scope === 'default' || scope === 'type') return id;
  return (await db.row(nameRow, texts[scope], [id]))?.name ?? id;
}

/** Sets a limit, or removes it (null), so that the wider scope applies; returns the previous limit. */
export async function setLimit(
  tx: Tx,
  scope: Limit['scope'],
  id: string,
  maxLiabilityMinor: number | null,
  by: { operatorId: string; at: Date },
): Promise<number | null> {
  const before = await tx.row(
    previousLimitRow,
    'delete from limits where scope = $1 and id = $2 returning max_liability_minor as was',
    [scope, id],
  );
  if (maxLiabilityMinor !== null) {
    await tx.run('insert into limits (scope, id, max_liability_minor, by, at) values ($1, $2, $3, $4, $5)', [
      scope,
      id,
      maxLiabilityMinor,
      by.operatorId,
      by.at,
    ]);
  }
  return before?.was ?? null;
}
