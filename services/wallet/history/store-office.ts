/**
 * Queries of the operators' list: movements of all players, newest first, by any filter.
 * Each part of the list reads along an index. If a filter has no index, a page reads a limited number of rows, and the result states where it stopped.
 */

import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, nullable, uuid } from '@fairline/chassis/storage/rows';
import { Id } from '@fairline/proto/contract';
import { dayMs, hourMs } from '@fairline/proto/time';
import { alongIndex, lastId, paymentsForOperators } from '../payments/store.ts';
import {
  type HistoryFilter,
  historyOf,
  isShown,
  kindIn,
  movement,
  ofPayment,
  ofTransfer,
  shownAmount,
  shownStatus,
  withRound,
} from './store.ts';
import { type Kind, type MovementRow, movementRow } from './transaction.ts';

export interface OfficeFilter extends HistoryFilter {
  userId?: string | undefined;
  /** Players whose name or address matches the search text; their movements are found too. */
  players?: readonly string[] | undefined;
}

interface Found {
  rows: MovementRow[];
  /** Everything from this place on was read; null if nothing is left below the rows. */
  stoppedAt: string | null;
}

const nothing: Found = { rows: [], stoppedAt: null };

/**
 * A page of movements. A whole id is looked up through its player. Any other text is matched against kinds, methods, the search fields of payments,
 * and the players that auth found by it, so that no search reads all transfers.
 */
export async function movementsForOperators(
  db: Queries,
  { userId, players = [], ...filter }: OfficeFilter,
  now: Date,
  most: number,
): Promise<Found> {
  if (userId) return { rows: await historyOf(db, [userId], filter, most), stoppedAt: null };
  const { search, kinds } = filter;
  if (!search) return mergeParts(await partsOf(db, filter, now, most), most);
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
      ? partsOf(
          db,
          { ...rest, kinds: kinds.filter(isPayment), methods: sharedMethods(filter.methods, search.methods) },
          now,
          most,
        )
      : [],
    namedPayments(db, filter, search.text, most),
  ]);
  return mergeParts(parts.flat(), most);
}

const sharedMethods = (asked: readonly string[] | undefined, sought: readonly string[]) =>
  sought.filter((method) => !asked || asked.includes(method));
const isPayment = (kind: Kind) => kind === 'deposit' || kind === 'withdrawal';

/** The kinds of most transfers. All other kinds are rare and share an index of their own. */
const frequentKinds: readonly Kind[] = ['stake', 'win', 'round_stake', 'round_win'];

/** The parts of a list over all players: payments, and transfers. Transfers are read by time or, if all wanted kinds are rare, by kind. */
function partsOf(db: Queries, filter: HistoryFilter, now: Date, most: number): Promise<Found[]> {
  const { kinds, status, methods } = filter;
  const transfers =
    (status ?? 'completed') === 'completed' && !methods
      ? kinds.filter((kind) => !isPayment(kind) && kind !== 'returned')
      : [];
  const types = kinds.filter(isPayment);
  return Promise.all([
    transfers.some((kind) => frequentKinds.includes(kind))
      ? transfersByTime(db, { ...filter, kinds: transfers }, now, most)
      : rareTransfers(db, { ...filter, kinds: transfers }, most),
    types.length > 0 ? paymentsOf(db, { ...filter, kinds: types }, most) : nothing,
  ]);
}

/** Merges the parts. Rows below the highest place at which a part stopped are left out, because unread rows of that part may lie between them. */
function mergeParts(parts: readonly Found[], most: number): Found {
  const stops = parts.flatMap(({ stoppedAt }) => stoppedAt ?? []);
  const stoppedAt = stops.toSorted().at(-1) ?? null;
  const rows = [...new Map(parts.flatMap((part) => part.rows).map((row) => [row.id, row])).values()];
  const shown = rows
    .filter(({ place }) => stoppedAt === null || place >= stoppedAt)
    .sort((one, other) => (one.place < other.place ? 1 : -1));
  return { rows: shown.slice(0, most), stoppedAt };
}

/** Windows of time that a list by time reads one after the other: recent transfers fill most pages. */
const windowsMs = [hourMs, dayMs, 30 * dayMs, Number.POSITIVE_INFINITY];
/** An id comes from the database's clock, its row's instant from a service's clock. */
const clockMarginMs = 60_000;
/** The most rows that a page reads: transfers by time, or entries of an index. */
const readAtMost = { byTime: 200_000, byIndex: 20_000 } as const;

const timeOf = (place: string) => Number.parseInt(place.slice(0, 8) + place.slice(9, 13), 16);
/** The first id of an instant. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The cursor, or the end of the wanted time if that is earlier. */
function placeBefore({ before, until }: HistoryFilter): string {
  const end = until ? firstIdAt(until.getTime() + clockMarginMs) : lastId;
  return before !== undefined && before < end ? before : end;
}

/** Transfers of all kinds, in windows of time that grow until the page is full or the next window has too many rows. */
async function transfersByTime(db: Queries, filter: HistoryFilter, now: Date, most: number): Promise<Found> {
  const before = placeBefore(filter);
  const from = before === lastId ? now.getTime() : timeOf(before);
  let reached = from;
  let rows: MovementRow[] = [];
  for (const backMs of windowsMs) {
    const low = Math.max(filter.since.getTime(), from - backMs, 0);
    if (reached < from && (await isCrowded(db, new Date(low), new Date(reached))))
      return { rows, stoppedAt: firstIdAt(reached + clockMarginMs) };
    const { bind, values } = placeholders();
    const within = `t.created_at >= ${bind(new Date(low))} and t.created_at <= ${bind(new Date(from + clockMarginMs))} and t.id < ${bind(before)}::uuid`;
    const newest = `select ${ofTransfer} from transfers t where ${within} and ${transferCondition(filter, bind)} order by t.id desc limit ${bind(most)}`;
    rows = await db.rows(
      movementRow,
      `select ${movement} from (${newest}) m ${withRound} order by m.place desc`,
      values,
    );
    if (rows.length >= most || low <= filter.since.getTime() || low === 0) break;
    reached = low;
  }
  return { rows, stoppedAt: null };
}

const countRow = { count: integer };

/** Whether more transfers were posted in a period than one page reads. */
async function isCrowded(db: Queries, since: Date, until: Date): Promise<boolean> {
  const limited = 'select from transfers where created_at >= $1 and created_at < $2 limit $3';
  const row = await db.row(countRow, `select count(*)::int as count from (${limited}) c`, [
    since,
    until,
    readAtMost.byTime + 1,
  ]);
  return (row?.count ?? 0) > readAtMost.byTime;
}

type Bind = (value: unknown) => string;

function placeholders(): { bind: Bind; values: unknown[] } {
  const values: unknown[] = [];
  return { bind: (value) => `$${values.push(value)}`, values };
}

/** A part of a list that reads along an index: its table, its order, and the condition on its rows. */
interface Part {
  from: string;
  /** The condition and the order that the index serves. */
  along: (bind: Bind) => string;
  place: string;
  columns: string;
  condition: (bind: Bind) => string;
}

const movementColumns =
  'id, place, kind, amount_minor, currency, status, method, reference, created_at, balance_after_minor, fee_minor, note, waits_for, requested_at, player_id, round_id';

/** The newest rows of the parts. With a filter that has no index, each part reads at most `readAtMost.byIndex` rows. */
async function readParts(db: Queries, parts: readonly Part[], hasFilter: boolean, most: number): Promise<Found> {
  if (parts.length === 0) return nothing;
  const { bind, values } = placeholders();
  const limit = bind(most);
  const selects = parts.map(({ from, along, place, columns, condition }) => {
    if (!hasFilter)
      return `(select ${columns} from ${from} where ${condition(bind)} and ${along(bind)} limit ${limit})`;
    const [alias] = place.split('.');
    const read = `select ${alias}.* from ${from} where ${along(bind)} limit ${readAtMost.byIndex}`;
    return `(select ${columns} from (${read}) ${alias} where ${condition(bind)} order by ${place} desc limit ${limit})`;
  });
  const all = `select ${movement} from (${selects.join(' union all ')}) m (${movementColumns}) ${withRound} order by m.place desc limit ${limit}`;
  const rows = await db.rows(movementRow, all, values);
  return { rows, stoppedAt: hasFilter ? await endOf(db, parts) : null };
}

const endRow = { place: nullable(uuid) };

/** The highest place at which one of the parts stopped reading. */
async function endOf(db: Queries, parts: readonly Part[]): Promise<string | null> {
  const { bind, values } = placeholders();
  const ends = parts.map(
    ({ from, along, place }) =>
      `(select ${place} from ${from} where ${along(bind)} offset ${readAtMost.byIndex - 1} limit 1)`,
  );
  const row = await db.row(
    endRow,
    `select e as place from unnest(array[${ends.join(', ')}]::uuid[]) e where e is not null order by e desc limit 1`,
    values,
  );
  return row?.place ?? null;
}

const hasUnindexedFilter = ({ currency, minMinor, maxMinor }: HistoryFilter) =>
  currency !== undefined || minMinor !== undefined || maxMinor !== undefined;

/** Transfers of rare kinds by the index of rare kinds, and cash-outs by the index of their table. */
function rareTransfers(db: Queries, filter: HistoryFilter, most: number): Promise<Found> {
  const { kinds } = filter;
  const transfer = { place: 't.id', columns: ofTransfer, condition: (bind: Bind) => transferCondition(filter, bind) };
  const bases = new Set(kinds.filter((kind) => kind !== 'cash_out').map((kind) => kind.replace('round_', '')));
  const parts: Part[] = [...bases].map((base) => ({
    ...transfer,
    from: 'transfers t',
    along: (bind) =>
      `t.kind = ${bind(base)} and t.kind not in ('stake', 'win') and ${placeWithin('t.id', filter, bind)} order by t.id desc`,
  }));
  if (kinds.includes('cash_out')) {
    const from = 'cash_outs c join transfers t on t.player_id = c.player_id and t.id = c.transfer_id';
    parts.push({
      ...transfer,
      from,
      along: (bind) => `${placeWithin('c.transfer_id', filter, bind)} order by c.transfer_id desc`,
    });
  }
  return readParts(db, parts, hasUnindexedFilter(filter), most);
}

const storedStatuses = { pending: ['pending'], completed: ['approved'], failed: ['rejected', 'failed'] } as const;

/** Payments by the index of their method, of their type and status, or of one of the two. */
function paymentsOf(db: Queries, filter: HistoryFilter, most: number): Promise<Found> {
  const { kinds, status, methods } = filter;
  const payment = {
    from: 'payments x',
    place: 'x.place',
    columns: ofPayment,
    condition: (bind: Bind) => paymentCondition(filter, bind),
  };
  const byType = kinds.length === 1 ? [['x.type', kinds[0]] as const] : [];
  const chosen: (readonly (readonly [column: string, value: unknown])[])[] = methods
    ? methods.map((method) => [['x.method', method]])
    : status
      ? storedStatuses[status].map((stored) => [...byType, ['x.status', stored]])
      : [byType];
  const parts = chosen.map((columns): Part => {
    const along = (bind: Bind) => {
      if (columns.length === 0) return `${placeWithin('x.place', filter, bind)} order by x.place desc`;
      const values = columns.map(([column, value]) => ({ column, value: bind(value) }));
      return alongIndex(values, `${bind(placeBefore(filter))}::uuid`, 'x.place', `${bind(placeFrom(filter))}::uuid`);
    };
    return { ...payment, along };
  });
  return readParts(
    db,
    parts,
    hasUnindexedFilter(filter) || (methods !== undefined && (status !== undefined || kinds.length === 1)),
    most,
  );
}

/** Payments that match a text: found by the search of payments, then filtered. */
async function namedPayments(db: Queries, filter: HistoryFilter, text: string, most: number): Promise<Found> {
  const types = filter.kinds.filter(isPayment);
  if (types.length === 0) return nothing;
  const sought = {
    q: text,
    order: 'newest',
    by: 'place',
    cursor: placeBefore(filter),
    ...(types.length === 1 && { type: types[0] }),
  } as const;
  const ids = (await paymentsForOperators(db, sought, most)).map(({ id }) => id);
  const { bind, values } = placeholders();
  const byId = `x.id = any (${bind(ids)}::uuid[]) and ${paymentCondition({ ...filter, kinds: types }, bind)}`;
  const rows = await db.rows(
    movementRow,
    `select ${movement} from (select ${ofPayment} from payments x where ${byId}) m (${movementColumns}) ${withRound}`,
    values,
  );
  const last =
    ids.length < most
      ? undefined
      : await db.row(endRow, 'select place from payments where id = any ($1) order by place limit 1', [ids]);
  return { rows, stoppedAt: last?.place ?? null };
}

/** The first place of the wanted time. */
const placeFrom = ({ since }: HistoryFilter) => firstIdAt(since.getTime() - clockMarginMs);

function placeWithin(place: string, filter: HistoryFilter, bind: Bind): string {
  return `${place} >= ${bind(placeFrom(filter))}::uuid and ${place} < ${bind(placeBefore(filter))}::uuid`;
}

function transferCondition(filter: HistoryFilter, bind: Bind): string {
  return [
    kindIn(bind(filter.kinds)),
    isShown,
    ...filterConditions(filter, { currency: 't.currency', amount: 'abs(t.amount_minor)', at: 't.created_at' }, bind),
  ].join(' and ');
}

function paymentCondition(filter: HistoryFilter, bind: Bind): string {
  const { kinds, status, methods } = filter;
  const conditions = [`x.type = any (${bind(kinds)})`];
  if (status) conditions.push(`${shownStatus} = ${bind(status)}`);
  if (methods) conditions.push(`x.method = any (${bind(methods)})`);
  return [
    ...conditions,
    ...filterConditions(
      filter,
      { currency: 'x.currency', amount: shownAmount, at: 'coalesce(x.moved_at, x.submitted_at)' },
      bind,
    ),
  ].join(' and ');
}

interface FilterColumns {
  currency: string;
  amount: string;
  at: string;
}

function filterConditions(
  { currency, minMinor, maxMinor, since, until }: HistoryFilter,
  columns: FilterColumns,
  bind: Bind,
): string[] {
  const conditions = [`${columns.at} >= ${bind(since)}`];
  if (currency) conditions.push(`${columns.currency} = ${bind(currency)}`);
  if (minMinor !== undefined) conditions.push(`${columns.amount} >= ${bind(minMinor)}`);
  if (maxMinor !== undefined) conditions.push(`${columns.amount} <= ${bind(maxMinor)}`);
  if (until) conditions.push(`${columns.at} < ${bind(until)}`);
  return conditions;
}

const ownerRow = { playerId: uuid };

/** The player that an id belongs to: the id of a player, bet, round, payment, adjustment, conversion, grant or transfer. Transfers are found by the time in their id. */
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
