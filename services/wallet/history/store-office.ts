/**
 * Queries of the operators' list: movements of all players, newest first, by any of their filters.
 * Each part of a list follows an index. A filter without an index of its own sifts so many rows at once; the list then says where it stopped.
 */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, nullable, uuid } from '@fairline/chassis/storage/rows';
import { Id } from '@fairline/proto/contract';
import { alongIndex, lastId, paymentsForOperators } from '../payments/store.ts';
import { type HistoryFilter, historyOf, isShown, kindIn, movement, ofPayment, ofTransfer, shownAmount, shownStatus, withRound } from './store.ts';
import { type Kind, type MovementRow, movementRow } from './transaction.ts';

export interface OfficeFilter extends HistoryFilter {
  userId?: string | undefined;
  /** Whose movements are found beside: players whose name or address is like the search. */
  players?: readonly string[] | undefined;
}

interface Found {
  rows: MovementRow[];
  /** The place from which on everything was looked at; null where nothing is left below the rows. */
  stoppedAt: string | null;
}

const nothing: Found = { rows: [], stoppedAt: null };

/**
 * A page of movements. An id is searched whole, through its owner; other text means kinds, methods, payments by all that names one,
 * and the players that auth knows by it, so that no search reads every transfer there is.
 */
export async function movementsForOperators(db: Queries, { userId, players = [], ...filter }: OfficeFilter, now: Date, most: number): Promise<Found> {
  if (userId) return { rows: await historyOf(db, [userId], filter, most), stoppedAt: null };
  const { search, kinds } = filter;
  if (!search) return join(await partsOf(db, filter, now, most), most);
  const id = Id.safeParse(search.text).data;
  if (id) {
    const owner = await ownerOf(db, id);
    return owner ? { rows: await historyOf(db, [owner], filter, most), stoppedAt: null } : nothing;
  }
  const rest = { ...filter, search: undefined };
  const parts = await Promise.all([
    players.length > 0 ? historyOf(db, players, rest, most).then((rows) => [{ rows, stoppedAt: null }]) : [],
    partsOf(db, { ...rest, kinds: kinds.filter((kind) => search.kinds.includes(kind)) }, now, most),
    search.methods.length > 0
      ? partsOf(db, { ...rest, kinds: kinds.filter(isPayment), methods: sharedMethods(filter.methods, search.methods) }, now, most)
      : [],
    namedPayments(db, filter, search.text, most),
  ]);
  return join(parts.flat(), most);
}

const sharedMethods = (asked: readonly string[] | undefined, sought: readonly string[]) => sought.filter((method) => !asked || asked.includes(method));
const isPayment = (kind: Kind) => kind === 'deposit' || kind === 'withdrawal';

/** The kinds of most transfers; every other kind has an index of its own. */
const dense: readonly Kind[] = ['stake', 'win', 'round_stake', 'round_win'];

/** The parts of a list over all players: payments, and transfers by time or, where all of their kinds are rare, kind by kind. */
function partsOf(db: Queries, filter: HistoryFilter, now: Date, most: number): Promise<Found[]> {
  const { kinds, status, methods } = filter;
  const transfers = (status ?? 'completed') === 'completed' && !methods ? kinds.filter((kind) => !isPayment(kind) && kind !== 'returned') : [];
  const types = kinds.filter(isPayment);
  return Promise.all([
    transfers.some((kind) => dense.includes(kind)) ? byTime(db, { ...filter, kinds: transfers }, now, most) : rare(db, { ...filter, kinds: transfers }, most),
    types.length > 0 ? paymentsOf(db, { ...filter, kinds: types }, most) : nothing,
  ]);
}

/** Rows above the highest place at which a part stopped: below it other rows of that part may follow. */
function join(parts: readonly Found[], most: number): Found {
  const stops = parts.flatMap(({ stoppedAt }) => stoppedAt ?? []);
  const stoppedAt = stops.toSorted().at(-1) ?? null;
  const rows = [...new Map(parts.flatMap((part) => part.rows).map((row) => [row.id, row])).values()];
  const shown = rows.filter(({ place }) => stoppedAt === null || place >= stoppedAt).sort((one, other) => (one.place < other.place ? 1 : -1));
  return { rows: shown.slice(0, most), stoppedAt };
}

/** How far back a list by time looks in its first try, and then in the next ones: most pages are full of what is new. */
const looksBackMs = [3_600_000, 24 * 3_600_000, 30 * 24 * 3_600_000, Number.POSITIVE_INFINITY];
/** A row's id and its instant come from two clocks. */
const clockMarginMs = 60_000;
/** So many transfers more a page looks at by time, and so many rows of an index. */
const siftedAtOnce = { byTime: 200_000, byIndex: 20_000 } as const;

const timeOf = (place: string) => Number.parseInt(place.slice(0, 8) + place.slice(9, 13), 16);
/** The first id of an instant. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The cursor, or the end of the time that is meant, if that is earlier. */
function placeBefore({ before, until }: HistoryFilter): string {
  const end = until ? firstIdAt(until.getTime() + clockMarginMs) : lastId;
  return before !== undefined && before < end ? before : end;
}

/** Transfers of all kinds, in windows of time that grow until the page is full or too much would have to be read. */
async function byTime(db: Queries, filter: HistoryFilter, now: Date, most: number): Promise<Found> {
  const before = placeBefore(filter);
  const from = before === lastId ? now.getTime() : timeOf(before);
  let reached = from;
  let rows: MovementRow[] = [];
  for (const backMs of looksBackMs) {
    const low = Math.max(filter.since.getTime(), from - backMs, 0);
    if (reached < from && (await isCrowded(db, new Date(low), new Date(reached)))) return { rows, stoppedAt: firstIdAt(reached + clockMarginMs) };
    const { given, values } = placeholders();
    const within = `t.created_at >= ${given(new Date(low))} and t.created_at <= ${given(new Date(from + clockMarginMs))} and t.id < ${given(before)}::uuid`;
    const newest = `select ${ofTransfer} from transfers t where ${within} and ${meansTransfer(filter, given)} order by t.id desc limit ${given(most)}`;
    rows = await db.rows(movementRow, `select ${movement} from (${newest}) m ${withRound} order by m.place desc`, values);
    if (rows.length >= most || low <= filter.since.getTime() || low === 0) break;
    reached = low;
  }
  return { rows, stoppedAt: null };
}

const countRow = { count: integer };

/** Whether more was posted in a time than one page reads. */
async function isCrowded(db: Queries, since: Date, until: Date): Promise<boolean> {
  const limited = 'select from transfers where created_at >= $1 and created_at < $2 limit $3';
  const row = await db.row(countRow, `select count(*)::int as count from (${limited}) c`, [since, until, siftedAtOnce.byTime + 1]);
  return (row?.count ?? 0) > siftedAtOnce.byTime;
}

type Given = (value: unknown) => string;

function placeholders(): { given: Given; values: unknown[] } {
  const values: unknown[] = [];
  return { given: (value) => `$${values.push(value)}`, values };
}

/** A part of a list that follows an index: from which rows, in which order, and which of them are meant. */
interface Part {
  from: string;
  /** The condition that the index answers, with its order. */
  along: (given: Given) => string;
  place: string;
  columns: string;
  meant: (given: Given) => string;
}

const movementColumns =
  'id, place, kind, amount_minor, currency, status, method, reference, created_at, balance_after_minor, fee_minor, note, waits_for, requested_at, player_id, round_id';

/** The newest rows of these parts; where a filter sifts, each part reads so many rows and no more. */
async function follow(db: Queries, parts: readonly Part[], sifts: boolean, most: number): Promise<Found> {
  if (parts.length === 0) return nothing;
  const { given, values } = placeholders();
  const limit = given(most);
  const selects = parts.map(({ from, along, place, columns, meant }) => {
    if (!sifts) return `(select ${columns} from ${from} where ${meant(given)} and ${along(given)} limit ${limit})`;
    const [alias] = place.split('.');
    const read = `select ${alias}.* from ${from} where ${along(given)} limit ${siftedAtOnce.byIndex}`;
    return `(select ${columns} from (${read}) ${alias} where ${meant(given)} order by ${place} desc limit ${limit})`;
  });
  const all = `select ${movement} from (${selects.join(' union all ')}) m (${movementColumns}) ${withRound} order by m.place desc limit ${limit}`;
  const rows = await db.rows(movementRow, all, values);
  return { rows, stoppedAt: sifts ? await endOf(db, parts) : null };
}

const endRow = { place: nullable(uuid) };

/** The highest place at which one of the parts stopped reading. */
async function endOf(db: Queries, parts: readonly Part[]): Promise<string | null> {
  const { given, values } = placeholders();
  const ends = parts.map(({ from, along, place }) => `(select ${place} from ${from} where ${along(given)} offset ${siftedAtOnce.byIndex - 1} limit 1)`);
  const row = await db.row(endRow, `select e as place from unnest(array[${ends.join(', ')}]::uuid[]) e where e is not null order by e desc limit 1`, values);
  return row?.place ?? null;
}

const isSifted = ({ currency, minMinor, maxMinor }: HistoryFilter) => currency !== undefined || minMinor !== undefined || maxMinor !== undefined;

/** Transfers of rare kinds, each by the index of rare kinds; cash-outs by their own. */
function rare(db: Queries, filter: HistoryFilter, most: number): Promise<Found> {
  const { kinds } = filter;
  const transfer = { place: 't.id', columns: ofTransfer, meant: (given: Given) => meansTransfer(filter, given) };
  const bases = new Set(kinds.filter((kind) => kind !== 'cash_out').map((kind) => kind.replace('round_', '')));
  const parts: Part[] = [...bases].map((base) => ({
    ...transfer,
    from: 'transfers t',
    along: (given) => `t.kind = ${given(base)} and t.kind not in ('stake', 'win') and ${placeWithin('t.id', filter, given)} order by t.id desc`,
  }));
  if (kinds.includes('cash_out')) {
    const from = 'cash_outs c join transfers t on t.player_id = c.player_id and t.id = c.transfer_id';
    parts.push({ ...transfer, from, along: (given) => `${placeWithin('c.transfer_id', filter, given)} order by c.transfer_id desc` });
  }
  return follow(db, parts, isSifted(filter), most);
}

const storedStatuses = { pending: ['pending'], completed: ['approved'], failed: ['rejected', 'failed'] } as const;

/** Payments by the index of their method, of their type and status, or of one of the two. */
function paymentsOf(db: Queries, filter: HistoryFilter, most: number): Promise<Found> {
  const { kinds, status, methods } = filter;
  const payment = { from: 'payments x', place: 'x.place', columns: ofPayment, meant: (given: Given) => meansPayment(filter, given) };
  const byType = kinds.length === 1 ? [['x.type', kinds[0]] as const] : [];
  const chosen: (readonly (readonly [column: string, value: unknown])[])[] = methods
    ? methods.map((method) => [['x.method', method]])
    : status
      ? storedStatuses[status].map((stored) => [...byType, ['x.status', stored]])
      : [byType];
  const parts = chosen.map((columns): Part => {
    const along = (given: Given) => {
      if (columns.length === 0) return `${placeWithin('x.place', filter, given)} order by x.place desc`;
      const values = columns.map(([column, value]) => ({ column, value: given(value) }));
      return alongIndex(values, `${given(placeBefore(filter))}::uuid`, 'x.place', `${given(placeFrom(filter))}::uuid`);
    };
    return { ...payment, along };
  });
  return follow(db, parts, isSifted(filter) || (methods !== undefined && (status !== undefined || kinds.length === 1)), most);
}

/** Payments that name a text, found by the search of payments and then sifted. */
async function namedPayments(db: Queries, filter: HistoryFilter, text: string, most: number): Promise<Found> {
  const types = filter.kinds.filter(isPayment);
  if (types.length === 0) return nothing;
  const sought = { q: text, order: 'newest', by: 'place', cursor: placeBefore(filter), ...(types.length === 1 && { type: types[0] }) } as const;
  const ids = (await paymentsForOperators(db, sought, most)).map(({ id }) => id);
  const { given, values } = placeholders();
  const byId = `x.id = any (${given(ids)}::uuid[]) and ${meansPayment({ ...filter, kinds: types }, given)}`;
  const rows = await db.rows(
    movementRow,
    `select ${movement} from (select ${ofPayment} from payments x where ${byId}) m (${movementColumns}) ${withRound}`,
    values,
  );
  const last = ids.length < most ? undefined : await db.row(endRow, 'select place from payments where id = any ($1) order by place limit 1', [ids]);
  return { rows, stoppedAt: last?.place ?? null };
}

/** The first place of the time that is meant. */
const placeFrom = ({ since }: HistoryFilter) => firstIdAt(since.getTime() - clockMarginMs);

function placeWithin(place: string, filter: HistoryFilter, given: Given): string {
  return `${place} >= ${given(placeFrom(filter))}::uuid and ${place} < ${given(placeBefore(filter))}::uuid`;
}

function meansTransfer(filter: HistoryFilter, given: Given): string {
  return [kindIn(given(filter.kinds)), isShown, ...siftedBy(filter, { currency: 't.currency', amount: 'abs(t.amount_minor)', at: 't.created_at' }, given)].join(
    ' and ',
  );
}

function meansPayment(filter: HistoryFilter, given: Given): string {
  const { kinds, status, methods } = filter;
  const conditions = [`x.type = any (${given(kinds)})`];
  if (status) conditions.push(`${shownStatus} = ${given(status)}`);
  if (methods) conditions.push(`x.method = any (${given(methods)})`);
  return [...conditions, ...siftedBy(filter, { currency: 'x.currency', amount: shownAmount, at: 'coalesce(x.moved_at, x.submitted_at)' }, given)].join(' and ');
}

interface Sifted {
  currency: string;
  amount: string;
  at: string;
}

function siftedBy({ currency, minMinor, maxMinor, since, until }: HistoryFilter, columns: Sifted, given: Given): string[] {
  const conditions = [`${columns.at} >= ${given(since)}`];
  if (currency) conditions.push(`${columns.currency} = ${given(currency)}`);
  if (minMinor !== undefined) conditions.push(`${columns.amount} >= ${given(minMinor)}`);
  if (maxMinor !== undefined) conditions.push(`${columns.amount} <= ${given(maxMinor)}`);
  if (until) conditions.push(`${columns.at} < ${given(until)}`);
  return conditions;
}

const ownerRow = { playerId: uuid };

/** The player whose movement an id is of: a player, a bet, a round, a payment, an adjustment, a conversion, a grant or a transfer, whose id carries its time. */
async function ownerOf(db: Queries, id: string): Promise<string | undefined> {
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const row = await db.row(
    ownerRow,
    `select player_id as "playerId" from (
       select player_id from players where player_id = $1 union all select player_id from stakes where bet_id = $1 union all
       select player_id from rounds where round_id = $1 union all
       select player_id from payments where id = $1 union all select player_id from adjustments where id = $1 union all
       select player_id from quotes where id = $1 union all select player_id from grants where claim_id = $1 union all
       select player_id from transfers where id = $1 and created_at between to_timestamp($2::float8 / 1000) - interval '1 minute' and to_timestamp($2::float8 / 1000) + interval '1 minute'
     ) o limit 1`,
    [id, Math.min(madeAt, 253_402_300_000_000)],
  );
  return row?.playerId;
}
