/** Queries about bets that stand, for whoever reads or checks them: what happened to one, its receipt, figures of a period, the whole record, and how far it was compared with wallet. */
import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { BetStatus } from '@fairline/proto/betting';
import type { BetMoment, BetStats, Favourite, Receipt, ReceiptKey } from '@fairline/proto/betting/bets';
import type { HandRequest } from '@fairline/proto/betting/trading';
import { pageSize } from '@fairline/proto/contract';
import type { BetRow } from './bet.ts';
import type { OperatorBetRow } from './desk.ts';
import { keyOverlapMs, type Signer } from './receipt.ts';
import type { MarketWord, Recorded } from './resettlement.ts';
import { type BetFilter, type BetKey, betColumns, statusesOf } from './store.ts';

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

/**
 * The player's bets placed since an instant, rejected ones left out. What still runs is neither won nor lost, so the net counts bets that are decided and parts that were sold.
 * They are added up by status first, which a player of 100,000 bets waits for half as long.
 */
export async function figuresOf(db: Queries, playerId: string, since: Date | null): Promise<Figures> {
  const row = await db.row<Figures>(
    `select coalesce(sum(bets), 0)::int as bets, coalesce(sum(bets) filter (where status in ('pending', 'accepted')), 0)::int as "openBets",
       coalesce(sum(bets) filter (where status in ('won', 'half_won')), 0)::int as won,
       coalesce(sum(bets) filter (where status in ('lost', 'half_lost')), 0)::int as lost,
       coalesce(sum(stake) filter (where not free), 0)::bigint as "stakedMinor",
       coalesce(sum(due) filter (where not free or status <> 'void'), 0)::bigint as "paidMinor",
       coalesce(sum(due - case
         when free and status <> 'void' then 0
         when status in ('pending', 'accepted') then closed
         else stake end), 0)::bigint as "netMinor",
       max(best) filter (where status = 'won') as "bestOddsMilli", max(currency) as currency
     from (
       select status, free_bet_claim_id is not null as free, count(*) as bets, sum(stake_minor) as stake, sum(due_minor) as due, sum(closed_stake_minor) as closed,
         max(odds_milli) as best, any_value(currency) as currency
       from bets where player_id = $1 and status <> 'rejected' and ($2::timestamptz is null or placed_at >= $2) group by 1, 2
     ) g`,
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
  /** Only those that wait for a second operator. */
  waits?: 'true' | undefined;
}

const requestOf = `json_build_object('result', h.result, 'payoutMinor', h.due_minor, 'requestedBy', h.requested_by, 'reason', h.reason,
  'requestedAt', to_char(h.requested_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
const operatorColumns = `${betColumns}, (select ${requestOf} from hand_requests h where h.bet_id = b.id) as "handRequest"`;

const onFixture = (at: string) =>
  `select l.bet_id from bet_legs l where l.fixture_id = ${at} and l.market_id in (select id from markets where fixture_id = ${at})`;
const onMarket = (at: string) => `select l.bet_id from bet_legs l where l.market_id = ${at}`;

/** Bets newest first, one more than a page; and the last that was looked at, where the page is not full and older ones were not looked at yet. */
export interface FoundBets {
  rows: OperatorBetRow[];
  stoppedAt: string | null;
}

/**
 * Bets of all players. What is searched is an id of whatever kind, the beginning of a bet's, or words of a leg.
 * None is left out: what would be work without end stops after so many bets and says where, to be asked again from there.
 */
export async function operatorBets(db: Queries, filter: OperatorBetFilter, before: string | undefined): Promise<FoundBets> {
  const question = questionOf(filter, before);
  const { within, sift, words } = question;
  if (words === null && sift.length === 0) {
    const rows = await ask<OperatorBetRow>(
      db,
      (given) => `select ${operatorColumns} from bets b ${where(within, given)} order by b.id desc limit ${pageSize + 1}`,
    );
    return { rows, stoppedAt: null };
  }
  // The newest first: common words fill the page there, and by the index they would bring every selection that has them.
  const newest = await amongNewest(db, question);
  const { ids, stoppedAt } = (newest.stoppedAt !== null && !filter.playerId && (await bySelections(db, question, newest.stoppedAt, before))) || newest;
  const rows = await ask<OperatorBetRow>(db, (given) => `select ${operatorColumns} from bets b where b.id = any (${given(ids, 'uuid[]')}) order by b.id desc`);
  return { rows, stoppedAt };
}

type Given = (value: unknown, type: string) => string;
type Condition = (given: Given) => string;

interface Question {
  /** What an index answers. */
  within: readonly Condition[];
  /** What is asked of each bet by itself. */
  sift: readonly Condition[];
  /** Of a leg. */
  words: string | null;
}

/** Only what is asked for stands in a statement, and what has an index of its own by its value, so that each question is planned by itself. */
function ask<T>(db: Queries, text: (given: Given) => string): Promise<T[]> {
  const values: unknown[] = [];
  const statement = text((value, type) => `$${values.push(value)}::${type}`);
  return db.rows<T>(statement, values);
}

const where = (conditions: readonly Condition[], given: Given) => (conditions.length > 0 ? `where ${conditions.map((one) => one(given)).join(' and ')}` : '');

function questionOf({ status, playerId, fixtureId, marketId, minStakeMinor, waits, q: typed }: OperatorBetFilter, before: string | undefined): Question {
  const [within, sift]: [Condition[], Condition[]] = [[], []];
  if (before) within.push((given) => `b.id < ${given(before, 'uuid')}`);
  const statuses = statusesOf(status);
  if (statuses) (status === 'open' || rare.has(status) ? within : sift).push(() => `b.status in (${statuses.map((one) => `'${one}'`).join(', ')})`);
  if (waits) within.push(() => 'b.id in (select bet_id from hand_requests)');
  if (playerId) within.push((given) => `b.player_id = ${given(playerId, 'uuid')}`);
  if (minStakeMinor) (minStakeMinor >= largeMinor ? within : sift).push((given) => `b.stake_minor >= ${given(minStakeMinor, 'bigint')}`);
  if (minStakeMinor && minStakeMinor >= largeMinor) within.push(() => `b.stake_minor >= ${largeMinor}`);
  if (fixtureId) within.push((given) => `b.id in (${onFixture(given(fixtureId, 'uuid'))})`);
  if (marketId) within.push((given) => `b.id in (${onMarket(given(marketId, 'uuid'))})`);
  const q = typed?.trim().toLowerCase();
  if (q && uuid.test(q)) {
    within.push((given) => {
      const id = given(q, 'uuid');
      const ids = [`select ${id}`, `select id from bets where player_id = ${id}`, onFixture(id), onMarket(id)];
      return `b.id in (${[...ids, `select l.bet_id from bet_legs l where l.selection_id = ${id}`].join(' union all ')})`;
    });
  } else if (q && beginning.test(q)) {
    within.push((given) => `b.id between ${given(uuidFrom(q, '0'), 'uuid')} and ${given(uuidFrom(q, 'f'), 'uuid')}`);
  }
  return { within, sift, words: q && !uuid.test(q) && !beginning.test(q) ? q : null };
}

/** Of statuses that few bets have there is an index, and of large stakes. */
const rare: ReadonlySet<string | undefined> = new Set(['rejected', 'void', 'half_won', 'half_lost', 'cashed_out']);
const largeMinor = 100_000;

interface FoundIds {
  ids: string[];
  stoppedAt: string | null;
}

/** So many bets are looked at for one page; to compare words, the legs of each are read. */
const lookedAt = { forWords: 2_000, otherwise: 20_000 };

async function amongNewest(db: Queries, { within, sift, words }: Question): Promise<FoundIds> {
  const most = words === null ? lookedAt.otherwise : lookedAt.forWords;
  const withWords = (given: Given) =>
    words === null
      ? ''
      : `cross join lateral (
           select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id
             and lower(l.fixture || ' ' || l.market || ' ' || l.selection) like ${given(likeOf(words), 'text')} limit 1
         ) l`;
  const found = await ask<{ id: string }>(
    db,
    (given) =>
      `select b.id from (
         select b.id, b.player_id, b.status, b.stake_minor from bets b ${where(within, given)} order by b.id desc limit ${most}
       ) b ${withWords(given)} ${where(sift, given)} order by b.id desc limit ${pageSize + 1}`,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length > pageSize) return { ids, stoppedAt: null };
  const [last] = await ask<{ id: string }>(db, (given) => `select b.id from bets b ${where(within, given)} order by b.id desc offset ${most - 1} limit 1`);
  return { ids, stoppedAt: last?.id ?? null };
}

/** So many selections are read by the index of words, and so many of their bets. */
const fewSelections = 500;
const betsOfThem = 5_000;
/** The index knows parts of three letters. */
const inIndex = /[\p{L}\p{N}]{3}/u;

/** By the index of words, where few selections have them: the newest bets on each, looked at as far back as all of them were read. Nothing where that is not further than `reached`. */
async function bySelections(db: Queries, { within, sift, words }: Question, reached: string, before: string | undefined): Promise<FoundIds | undefined> {
  if (words === null || !inIndex.test(words)) return undefined;
  const selections = await ask<{ id: string }>(
    db,
    (given) => `select selection_id as id from leg_words where words like ${given(likeOf(words), 'text')} limit ${fewSelections + 1}`,
  );
  if (selections.length > fewSelections) return undefined;
  const ids = [...new Set(selections.map(({ id }) => id))];
  const ofEach = Math.floor(betsOfThem / Math.max(ids.length, 1));
  const [found] = await ask<FoundIds>(
    db,
    (given) =>
      `with read as materialized (select * from newest_on(${given(ids, 'uuid[]')}, ${given(before ?? null, 'uuid')}, ${ofEach})),
       ends as materialized (select (select bet_id from read where place = ${ofEach} order by bet_id desc limit 1) as id)
       select e.id as "stoppedAt", array(
         select c.id from (select distinct r.bet_id as id from read r where e.id is null or r.bet_id >= e.id order by 1 desc) c
         cross join lateral (select from bets b ${where([() => 'b.id = c.id', ...within, ...sift], given)} limit 1) b
         order by c.id desc limit ${pageSize + 1}
       ) as ids from ends e`,
  );
  return found && (found.stoppedAt === null || found.stoppedAt < reached || found.ids.length > pageSize) ? found : undefined;
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
  return db.row<OperatorBetRow>(`select ${operatorColumns} from bets b where b.id = $1`, [id]);
}

/** What is asked for of a bet; only of one that is locked may it be built on. */
export async function handRequestOf(db: Queries, betId: string): Promise<HandRequest | undefined> {
  return (await db.row<{ request: HandRequest }>(`select ${requestOf} as request from hand_requests h where h.bet_id = $1`, [betId]))?.request;
}

// ---- Working out again -------------------------------------------------------------------------

export type RecordedBet = Recorded & { id: string; playerId: string; status: BetStatus; dueMinor: number };

/** Bets that were accepted at some time, in the order of their ids; all of them, or those asked for. */
export function recordedBets(db: Queries, ids: readonly string[] | null, after: string | null, limit: number): Promise<RecordedBet[]> {
  return db.rows<RecordedBet>(
    `select b.id, b.player_id as "playerId", b.status, b.due_minor as "dueMinor", b.stake_minor as "stakeMinor", b.potential_minor as "potentialMinor",
       b.sizes, b.lines, b.free_bet_claim_id is not null as "freeBet", b.placed_at as "placedAt", b.by_hand as "byHand",
       (select json_agg(json_build_object('marketId', l.market_id, 'selectionId', l.selection_id, 'oddsMilli', l.odds_milli) order by l.place)
        from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs,
       coalesce((select json_agg(m.data || jsonb_build_object('kind', m.kind) order by m.place)
        from bet_moments m where m.player_id = b.player_id and m.bet_id = b.id), '[]') as moments
     from bets b
     where b.accepted_at is not null and b.status <> 'rejected' and ($1::uuid[] is null or b.id = any ($1)) and ($2::uuid is null or b.id > $2)
     order by b.id limit $3`,
    [ids, after, limit],
  );
}

/** Every word on these markets, in the order in which they were heard. */
export function wordsOn(db: Queries, marketIds: readonly string[]): Promise<MarketWord[]> {
  return db.rows<MarketWord>(
    `select market_id as "marketId", sequence, source, kind, outcomes, from_at as "from", until_at as "until"
     from market_words where market_id = any ($1) order by place`,
    [marketIds],
  );
}

// ---- Comparing with wallet ---------------------------------------------------------------------

export interface BetRecord extends BetKey {
  status: BetStatus;
  stake: BetRow['stake'];
  stakeMinor: number;
  dueMinor: number;
  changedAt: Date;
}

const recordColumns = `b.player_id as "playerId", b.id, b.status, b.stake, b.stake_minor as "stakeMinor", b.due_minor as "dueMinor", b.changed_at as "changedAt"`;

/** Bets that changed since the last comparison and have been at rest since that instant. */
export function recordsToCompare(db: Queries, until: Date, limit: number): Promise<BetRecord[]> {
  return db.rows<BetRecord>(
    `select ${recordColumns} from bets b, compared c where (b.changed_at, b.id) > (c.changed_at, c.bet_id) and b.changed_at <= $1
     order by b.changed_at, b.id limit $2`,
    [until, limit],
  );
}

export async function markCompared(db: Queries, { changedAt, id }: BetRecord): Promise<void> {
  await db.run('update compared set changed_at = $1, bet_id = $2', [changedAt, id]);
}

export interface Mismatch {
  record: BetRecord;
  theirs: unknown;
}

/** Keeps what did not agree; answers those that are still as they were when they were compared. */
export async function keepMismatches(db: Queries, at: Date, mismatches: readonly Mismatch[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `insert into mismatches (bet_id, player_id, found_at, ours, theirs)
     select b.id, b.player_id, $1, t.ours, t.theirs
     from jsonb_to_recordset($2) as t (id uuid, "playerId" uuid, "changedAt" timestamptz, ours jsonb, theirs jsonb)
     join bets b on b.player_id = t."playerId" and b.id = t.id and b.changed_at = t."changedAt"
     on conflict (bet_id) do update set ours = excluded.ours, theirs = excluded.theirs returning bet_id as id`,
    [
      at,
      JSON.stringify(mismatches.map(({ record, theirs }) => ({ id: record.id, playerId: record.playerId, changedAt: record.changedAt, ours: record, theirs }))),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Bets that did not agree when they were last compared. */
export function mismatched(db: Queries, until: Date, limit: number): Promise<BetRecord[]> {
  return db.rows<BetRecord>(
    `select ${recordColumns} from mismatches m join bets b on b.player_id = m.player_id and b.id = m.bet_id where b.changed_at <= $1 limit $2`,
    [until, limit],
  );
}

export async function dropMismatches(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run('delete from mismatches where bet_id = any ($1)', [ids]);
}
