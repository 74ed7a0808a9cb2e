/** Queries about bets that stand, as players and operators read them: what happened to one, its receipt, figures of a period. */
import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { BetMoment, BetStats, Favourite, Receipt, ReceiptKey } from '@fairline/proto/betting/bets';
import { pageSize } from '@fairline/proto/contract';
import type { OperatorBetRow } from './desk.ts';
import { keyOverlapMs, type Signer } from './receipt.ts';
import { type BetFilter, betColumns, statusesOf } from './store.ts';

/** Everything that happened to a bet, oldest first; nothing where there is no such bet of the player. */
export async function momentsOf(db: Queries, playerId: string, betId: string): Promise<BetMoment[]> {
  const rows = await db.rows<{ at: Date; kind: BetMoment['kind']; data: Omit<BetMoment, 'at' | 'kind'> }>(
    'select at, kind, data from bet_moments where player_id = $1 and bet_id = $2 order by place',
    [playerId, betId],
  );
  return rows.map(({ at, kind, data }) => ({ at: at.toISOString(), kind, ...data }));
}

// ---- Receipts ----------------------------------------------------------------------------------

export async function receiptOf(db: Queries, playerId: string, betId: string): Promise<Receipt | undefined> {
  const row = await db.row<Omit<Receipt, 'algorithm'>>('select payload, signature, key_id as "keyId" from receipts where player_id = $1 and bet_id = $2', [
    playerId,
    betId,
  ]);
  return row && { ...row, algorithm: 'Ed25519' };
}

/** Every key that receipts were ever signed with, the newest first. */
export async function receiptKeys(db: Queries): Promise<ReceiptKey[]> {
  const rows = await db.rows<{ keyId: string; publicKey: string; since: Date; until: Date | null }>(
    'select key_id as "keyId", public_key as "publicKey", since, until from receipt_keys order by since desc',
  );
  return rows.map(({ since, until, ...key }) => ({ ...key, algorithm: 'Ed25519', since: since.toISOString(), ...(until && { until: until.toISOString() }) }));
}

/** The key signs from now on, or again; those that came before it end once every instance has had its time to take it up. */
export async function keepReceiptKey(db: Queries, at: Date, { keyId, publicKey }: Signer): Promise<void> {
  await db.run(
    `with own as (
       insert into receipt_keys (key_id, public_key, since) values ($1, $2, $3) on conflict (key_id) do update set until = null returning since
     )
     update receipt_keys k set until = $4 from own where k.since < own.since and k.until is null and k.key_id <> $1`,
    [keyId, publicKey, at, new Date(at.getTime() + keyOverlapMs)],
  );
}

// ---- Figures -----------------------------------------------------------------------------------

export type Figures = Omit<BetStats, 'period' | 'currency'> & { currency: BetStats['currency'] | null };

/** The player's bets placed since an instant, rejected ones left out. What still runs is neither won nor lost, so the net counts bets that are decided and parts that were sold. */
export async function figuresOf(db: Queries, playerId: string, since: Date | null): Promise<Figures> {
  const row = await db.row<Figures>(
    `select count(*)::int as bets, count(*) filter (where status in ('pending', 'accepted'))::int as "openBets",
       count(*) filter (where status in ('won', 'half_won'))::int as won, count(*) filter (where status in ('lost', 'half_lost'))::int as lost,
       coalesce(sum(stake_minor) filter (where free_bet_claim_id is null), 0)::bigint as "stakedMinor",
       coalesce(sum(due_minor) filter (where free_bet_claim_id is null or status <> 'void'), 0)::bigint as "paidMinor",
       coalesce(sum(due_minor - case
         when free_bet_claim_id is not null and status <> 'void' then 0
         when status in ('pending', 'accepted') then closed_stake_minor
         else stake_minor end), 0)::bigint as "netMinor",
       max(odds_milli) filter (where status = 'won') as "bestOddsMilli", max(currency) as currency
     from bets where player_id = $1 and status <> 'rejected' and ($2::timestamptz is null or placed_at >= $2)`,
    [playerId, since],
  );
  return row as Figures;
}

// ---- Favourites --------------------------------------------------------------------------------

export function favouritesOf(db: Queries, playerId: string): Promise<Favourite[]> {
  return db.rows<Favourite>('select kind, id from favourites where player_id = $1 order by at desc', [playerId]);
}

/** False where the player has as many as he may; whoever adds another at the same time waits for this one. For a further one the oldest that is over makes room. */
export async function addFavourite(tx: Tx, playerId: string, { kind, id }: Favourite, at: Date, most: number): Promise<boolean> {
  await tx.run("select pg_advisory_xact_lock(hashtextextended('favourites ' || $1, 0))", [playerId]);
  await tx.run(
    `delete from favourites d using (
       select o.player_id, o.kind, o.id from favourites o left join fixtures f on f.id = case when o.kind = 'fixture' then o.id::uuid end
       where o.player_id = $1 and o.kind = 'fixture' and (f.id is null or f.ended_at is not null)
         and not exists (select from favourites k where k.player_id = $1 and k.kind = $2 and k.id = $3)
         and (select count(*) from favourites where player_id = $1) >= $4
       order by o.at, o.id limit 1
     ) dead where (d.player_id, d.kind, d.id) = (dead.player_id, dead.kind, dead.id)`,
    [playerId, kind, id, most],
  );
  await tx.run(
    `insert into favourites (player_id, kind, id, at) select $1, $2, $3, $4 where (select count(*) from favourites where player_id = $1) < $5
     on conflict do nothing`,
    [playerId, kind, id, at, most],
  );
  return (await tx.row('select from favourites where player_id = $1 and kind = $2 and id = $3', [playerId, kind, id])) !== undefined;
}

export async function dropFavourite(db: Queries, playerId: string, { kind, id }: Favourite): Promise<void> {
  await db.run('delete from favourites where player_id = $1 and kind = $2 and id = $3', [playerId, kind, id]);
}

// ---- Bets --------------------------------------------------------------------------------------

export interface OperatorBetFilter extends Pick<BetFilter, 'status' | 'q'> {
  playerId?: string | undefined;
  fixtureId?: string | undefined;
  marketId?: string | undefined;
  minStakeMinor?: number | undefined;
}

const onFixture = (at: string) =>
  `select l.bet_id from bet_legs l where l.fixture_id = ${at} and l.market_id in (select id from markets where fixture_id = ${at})`;
const onMarket = (at: string) => `select l.bet_id from bet_legs l where l.market_id = ${at}`;

/** One row more than a page of all bets, newest first. What is searched is an id of whatever kind, the beginning of a bet's, or words of a leg. */
export function operatorBets(db: Queries, filter: OperatorBetFilter, before: string | undefined): Promise<OperatorBetRow[]> {
  const values: unknown[] = [];
  // Only what is asked for stands in the statement, and what has an index of its own by its value, so that each question is planned by itself.
  const conditions: string[] = [];
  const given = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { status, playerId, fixtureId, marketId, minStakeMinor } = filter;
  const statuses = statusesOf(status);
  if (before) conditions.push(`b.id < ${given(before, 'uuid')}`);
  if (statuses) conditions.push(`b.status in (${statuses.map((one) => `'${one}'`).join(', ')})`);
  if (playerId) conditions.push(`b.player_id = ${given(playerId, 'uuid')}`);
  if (minStakeMinor) conditions.push(`b.stake_minor >= ${given(minStakeMinor, 'bigint')}`);
  if (minStakeMinor && minStakeMinor >= largeMinor) conditions.push(`b.stake_minor >= ${largeMinor}`);
  if (fixtureId) conditions.push(`b.id in (${onFixture(given(fixtureId, 'uuid'))})`);
  if (marketId) conditions.push(`b.id in (${onMarket(given(marketId, 'uuid'))})`);
  const q = filter.q?.trim().toLowerCase();
  if (q && uuid.test(q)) {
    const id = given(q, 'uuid');
    const ids = [`select ${id}`, `select id from bets where player_id = ${id}`, onFixture(id), onMarket(id)];
    conditions.push(`b.id in (${[...ids, `select l.bet_id from bet_legs l where l.selection_id = ${id}`].join(' union all ')})`);
  } else if (q && beginning.test(q)) {
    const [low, high] = (['0', 'f'] as const).map((fill) => uuidFrom(q, fill));
    conditions.push(`b.id between ${given(low, 'uuid')} and ${given(high, 'uuid')}`);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const wanted = q && !uuid.test(q) && !beginning.test(q) ? `where b.id in (${withWords(given(likeOf(q), 'text'), conditions)})` : where;
  return db.rows<OperatorBetRow>(`select ${betColumns} from bets b ${wanted} order by b.id desc limit ${pageSize + 1}`, values);
}

/** Of a large stake there is an index. */
const largeMinor = 100_000;

/** The newest bets with such words: of each selection that has them no more than a page, so that it costs what there is to search and not what was bet. */
function withWords(pattern: string, conditions: readonly string[]): string {
  const bets = conditions.length > 0 ? `join bets b on b.player_id = l.player_id and b.id = l.bet_id where ${conditions.join(' and ')} and` : 'where';
  return `select distinct f.bet_id from leg_words w cross join lateral (
    select l.bet_id from bet_legs l ${bets} l.selection_id = w.selection_id order by l.bet_id desc limit ${pageSize + 1}
  ) f where w.words like ${pattern} order by f.bet_id desc limit ${pageSize + 1}`;
}

/** What contains these words as they are. */
function likeOf(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const beginning = /^[0-9a-f]{8}[0-9a-f-]{0,27}$/;

/** The lowest or highest id that begins so. */
function uuidFrom(text: string, fill: '0' | 'f'): string {
  return text.replaceAll('-', '').slice(0, 32).padEnd(32, fill);
}

export function operatorBet(db: Queries, id: string): Promise<OperatorBetRow | undefined> {
  return db.row<OperatorBetRow>(`select ${betColumns} from bets b where b.id = $1`, [id]);
}
