/** The operators' search over all bets. It leaves none out: an expensive search stops after a number of bets and returns the place to continue from. */
import { mayApprove, Requester } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { type Columns, json, nullable, type Row, uuid, uuids } from '@fairline/chassis/storage/rows';
import { HandRequest, type OperatorBet } from '@fairline/proto/betting/settlement';
import { pageSize } from '@fairline/proto/contract';
import { z } from 'zod';
import { idRow } from '../columns.ts';
import { type BetRow, toBet } from './bet.ts';
import { type BetFilter, betColumns, betRow, statusesOf } from './store-reads.ts';

const KeptHandRequest = HandRequest.extend({ requester: Requester });
export type KeptHandRequest = z.infer<typeof KeptHandRequest>;
/** The operators who set the own prices of the bet's legs, and how they got their access. */
const SaleCapJson = z.object({ setBy: z.array(z.string()), setters: z.array(Requester) });
const operatorBetRow = {
  ...betRow,
  handRequest: nullable(json(KeptHandRequest)),
  saleCap: nullable(json(SaleCapJson)),
  saleReleasedBy: nullable(uuid),
};
const requestRow = { request: json(KeptHandRequest) };
const foundIdsRow = { ids: uuids, stoppedAt: nullable(uuid) };

export type OperatorBetRow = BetRow & {
  book: 'real' | 'play';
  handRequest: KeptHandRequest | null;
  saleCap: z.infer<typeof SaleCapJson> | null;
  saleReleasedBy: string | null;
};

/** The bet as this operator reads it. If something waits for a second operator, it shows whether they may be the one. */
export function toOperatorBet(row: OperatorBetRow, reader: { operator: Operator; at: Date }): OperatorBet {
  const { playerId, book, handRequest, saleCap, saleReleasedBy } = row;
  return {
    ...toBet(row),
    playerId,
    book,
    ...(handRequest && { handRequest: toHandRequest(handRequest, reader) }),
    ...(saleCap &&
      row.status === 'accepted' && { saleCap: { setBy: saleCap.setBy, mayRelease: mayRelease(row, saleCap, reader) } }),
    ...(saleReleasedBy && { saleReleasedBy }),
  };
}

/** The operators who set the prices count as the requesters, and the placement of the bet as the time of the request. */
function mayRelease(
  { placedAt }: OperatorBetRow,
  { setBy, setters }: z.infer<typeof SaleCapJson>,
  { operator, at }: { operator: Operator; at: Date },
): boolean {
  return setters.length === setBy.length && setters.every((setter) => mayApprove(operator, setter, placedAt, at));
}

function toHandRequest(
  { requester, ...request }: KeptHandRequest,
  { operator, at }: { operator: Operator; at: Date },
): HandRequest {
  return { ...request, mayApprove: mayApprove(operator, requester, new Date(request.requestedAt), at) };
}

export interface OperatorBetFilter extends Pick<BetFilter, 'status' | 'q'> {
  playerId?: string | undefined;
  fixtureId?: string | undefined;
  marketId?: string | undefined;
  minStakeMinor?: number | undefined;
  /** Only bets with a request that waits for a second operator. */
  waits?: 'true' | undefined;
}

const requestOf = `json_build_object('result', h.result, 'payoutMinor', h.due_minor, 'requestedBy', h.requested_by, 'reason', h.reason,
  'requestedAt', to_char(h.requested_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'requester', h.requester)`;

const operatorColumns = `${betColumns}, (select ${requestOf} from hand_requests h where h.bet_id = b.id) as "handRequest",
  b.sale_released_by as "saleReleasedBy", case when b.sale_capped and b.sale_released_by is null then (
    select json_build_object('setBy', json_agg(o.by), 'setters', coalesce(json_agg(s.requester) filter (where s.requester is not null), '[]'))
    from (select distinct l.own_by as by from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and l.own_by is not null) o
    left join own_price_setters s on s.operator_id = o.by) end as "saleCap"`;

const onFixture = (at: string) =>
  `select l.bet_id from bet_legs l where l.fixture_id = ${at} and l.market_id in (select id from markets where fixture_id = ${at})`;

const onMarket = (at: string) => `select l.bet_id from bet_legs l where l.market_id = ${at}`;

/** Bets, newest first, one more than a page. `stoppedAt` is the last bet that was read if the page is not full but older bets were not read. */
export interface FoundBets {
  rows: OperatorBetRow[];
  stoppedAt: string | null;
}

/**
 * Searches bets of all players by any id, by the beginning of a bet's id, or by text in a leg.
 * It leaves none out: an expensive search stops after a number of bets and returns the place to continue from.
 */
export async function operatorBets(
  db: Queries,
  filter: OperatorBetFilter,
  before: string | undefined,
): Promise<FoundBets> {
  const search = searchOf(filter, before);
  const { indexed, perBet, text } = search;
  if (text === null && perBet.length === 0) {
    const rows = await select(
      db,
      operatorBetRow,
      (bind) =>
        `select ${operatorColumns} from bets b ${where(indexed, bind)} order by b.id desc limit ${pageSize + 1}`,
    );
    return { rows, stoppedAt: null };
  }
  // The newest bets are read first: common terms fill a page there, while the index would return every selection that contains them.
  const newest = await amongNewest(db, search);
  const { ids, stoppedAt } =
    (newest.stoppedAt !== null && !filter.playerId && (await bySelections(db, search, newest.stoppedAt, before))) ||
    newest;
  const rows = await select(
    db,
    operatorBetRow,
    (bind) => `select ${operatorColumns} from bets b where b.id = any (${bind(ids, 'uuid[]')}) order by b.id desc`,
  );
  return { rows, stoppedAt };
}

type Bind = (value: unknown, type: string) => string;

type Condition = (bind: Bind) => string;

interface Search {
  /** Conditions that an index answers. */
  indexed: readonly Condition[];
  /** Conditions that are checked on each bet. */
  perBet: readonly Condition[];
  /** Text that a leg must contain. */
  text: string | null;
}

/** Each statement contains only the given conditions, so that it is planned on its own. A value with an index of its own stands in the text, not in a parameter. */
function select<C extends Columns>(db: Queries, columns: C, text: (bind: Bind) => string): Promise<Row<C>[]> {
  const values: unknown[] = [];
  const statement = text((value, type) => `$${values.push(value)}::${type}`);
  return db.rows(columns, statement, values);
}

const where = (conditions: readonly Condition[], bind: Bind) =>
  conditions.length > 0 ? `where ${conditions.map((one) => one(bind)).join(' and ')}` : '';

function searchOf(
  { status, playerId, fixtureId, marketId, minStakeMinor, waits, q: typed }: OperatorBetFilter,
  before: string | undefined,
): Search {
  const [indexed, perBet]: [Condition[], Condition[]] = [[], []];
  if (before) indexed.push((bind) => `b.id < ${bind(before, 'uuid')}`);
  const statuses = statusesOf(status);
  if (statuses)
    (status === 'open' || rareStatuses.has(status) ? indexed : perBet).push(
      () => `b.status in (${statuses.map((one) => `'${one}'`).join(', ')})`,
    );
  if (waits) indexed.push(() => 'b.id in (select bet_id from hand_requests)');
  if (playerId) indexed.push((bind) => `b.player_id = ${bind(playerId, 'uuid')}`);
  if (minStakeMinor)
    (minStakeMinor >= largeMinor ? indexed : perBet).push(
      (bind) => `b.stake_minor >= ${bind(minStakeMinor, 'bigint')}`,
    );
  if (minStakeMinor && minStakeMinor >= largeMinor) indexed.push(() => `b.stake_minor >= ${largeMinor}`);
  if (fixtureId) indexed.push((bind) => `b.id in (${onFixture(bind(fixtureId, 'uuid'))})`);
  if (marketId) indexed.push((bind) => `b.id in (${onMarket(bind(marketId, 'uuid'))})`);
  const q = typed?.trim().toLowerCase();
  if (q && wholeId.test(q)) {
    indexed.push((bind) => {
      const id = bind(q, 'uuid');
      const ids = [`select ${id}`, `select id from bets where player_id = ${id}`, onFixture(id), onMarket(id)];
      return `b.id in (${[...ids, `select l.bet_id from bet_legs l where l.selection_id = ${id}`].join(' union all ')})`;
    });
  } else if (q && idPrefix.test(q)) {
    indexed.push((bind) => `b.id between ${bind(uuidFrom(q, '0'), 'uuid')} and ${bind(uuidFrom(q, 'f'), 'uuid')}`);
  }
  return { indexed, perBet, text: q && !wholeId.test(q) && !idPrefix.test(q) ? q : null };
}

/** Statuses that few bets have. They and large stakes have indexes. */
const rareStatuses: ReadonlySet<string | undefined> = new Set([
  'rejected',
  'void',
  'half_won',
  'half_lost',
  'cashed_out',
]);

const largeMinor = 100_000;

interface FoundIds {
  ids: string[];
  stoppedAt: string | null;
}

/** The most bets read for one page. A comparison of text also reads the legs of each bet. */
const mostRead = { withText: 2_000, otherwise: 20_000 };

async function amongNewest(db: Queries, { indexed, perBet, text }: Search): Promise<FoundIds> {
  const most = text === null ? mostRead.otherwise : mostRead.withText;
  const textCondition = (bind: Bind) =>
    text === null
      ? ''
      : `cross join lateral (
           select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id
             and lower(l.fixture || ' ' || l.market || ' ' || l.selection) like ${bind(likeOf(text), 'text')} limit 1
         ) l`;
  const found = await select(
    db,
    idRow,
    (bind) =>
      `select b.id from (
         select b.id, b.player_id, b.status, b.stake_minor from bets b ${where(indexed, bind)} order by b.id desc limit ${most}
       ) b ${textCondition(bind)} ${where(perBet, bind)} order by b.id desc limit ${pageSize + 1}`,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length > pageSize) return { ids, stoppedAt: null };
  const [last] = await select(
    db,
    idRow,
    (bind) => `select b.id from bets b ${where(indexed, bind)} order by b.id desc offset ${most - 1} limit 1`,
  );
  return { ids, stoppedAt: last?.id ?? null };
}

/** The most selections that the text index may return. */
const mostSelections = 500;

const mostBetsRead = 5_000;

/** The text index needs three letters or digits in a row. */
const indexable = /[\p{L}\p{N}]{3}/u;

/** Searches by the text index if few selections match: reads the newest bets on each, and returns bets down to the id from which all were read. Undefined if that is not older than `reached`. */
async function bySelections(
  db: Queries,
  { indexed, perBet, text }: Search,
  reached: string,
  before: string | undefined,
): Promise<FoundIds | undefined> {
  if (text === null || !indexable.test(text)) return undefined;
  const selections = await select(
    db,
    idRow,
    (bind) =>
      `select selection_id as id from leg_words where words like ${bind(likeOf(text), 'text')} limit ${mostSelections + 1}`,
  );
  if (selections.length > mostSelections) return undefined;
  const ids = [...new Set(selections.map(({ id }) => id))];
  const ofEach = Math.floor(mostBetsRead / Math.max(ids.length, 1));
  const [found] = await select(
    db,
    foundIdsRow,
    (bind) =>
      `with read as materialized (select * from newest_on(${bind(ids, 'uuid[]')}, ${bind(before ?? null, 'uuid')}, ${ofEach})),
       ends as materialized (select (select bet_id from read where place = ${ofEach} order by bet_id desc limit 1) as id)
       select e.id as "stoppedAt", array(
         select c.id from (select distinct r.bet_id as id from read r where e.id is null or r.bet_id >= e.id order by 1 desc) c
         cross join lateral (select from bets b ${where([() => 'b.id = c.id', ...indexed, ...perBet], bind)} limit 1) b
         order by c.id desc limit ${pageSize + 1}
       ) as ids from ends e`,
  );
  return found && (found.stoppedAt === null || found.stoppedAt < reached || found.ids.length > pageSize)
    ? found
    : undefined;
}

/** A pattern for `like` that matches the text literally. */
function likeOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const idPrefix = /^[0-9a-f]{8}[0-9a-f-]{0,27}$/;

/** The lowest (fill 0) or highest (fill f) id that begins with this text. */
function uuidFrom(text: string, fill: '0' | 'f'): string {
  return text.replaceAll('-', '').slice(0, 32).padEnd(32, fill);
}

export function operatorBet(db: Queries, id: string): Promise<OperatorBetRow | undefined> {
  return db.row(operatorBetRow, `select ${operatorColumns} from bets b where b.id = $1`, [id]);
}

/** The pending request to settle the bet by hand. Reliable only for a locked bet. */
export async function handRequestOf(db: Queries, betId: string): Promise<KeptHandRequest | undefined> {
  return (await db.row(requestRow, `select ${requestOf} as request from hand_requests h where h.bet_id = $1`, [betId]))
    ?.request;
}
