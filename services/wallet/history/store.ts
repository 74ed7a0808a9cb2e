/**
 * What people read of wallet, straight from the tables: balances, history, payments, statistics.
 * Lists go newest first by their time-ordered ids; one row more than a page says whether there is another.
 */
import type { Queries } from '@fairline/chassis/postgres';
import { Id, pageSize } from '@fairline/proto/contract';
import type { CurrencyCode, PlayCurrencyCode } from '@fairline/proto/money';
import type { PlayLimits } from '@fairline/proto/wallet/limits';
import { paymentColumns } from '../ledger/store.ts';
import type { PaymentRow } from '../payments/payment.ts';
import type { Kind, MovementRow } from './transaction.ts';

export interface PlayerRow {
  currency: PlayCurrencyCode;
  level: 'unverified' | 'verified';
  openedAt: Date;
}

/** Undefined until the player's accounts are open. */
export function playerOf(db: Queries, playerId: string): Promise<PlayerRow | undefined> {
  return db.row(`select currency, level, opened_at as "openedAt" from players where player_id = $1 and opened_at is not null`, [playerId]);
}

export interface AccountRow {
  currency: CurrencyCode;
  cashMinor: number;
  bonusMinor: number;
  heldMinor: number;
  openStakes: number;
  wageredMinor: number;
  wonMinor: number;
  depositedMinor: number;
  withdrawnMinor: number;
  movedAt: Date | null;
}

export function accountsOf(db: Queries, playerId: string): Promise<AccountRow[]> {
  return db.rows(
    `select currency, cash_minor as "cashMinor", bonus_minor as "bonusMinor", held_minor as "heldMinor", open_stakes as "openStakes",
       wagered_minor as "wageredMinor", won_minor as "wonMinor", deposited_minor as "depositedMinor", withdrawn_minor as "withdrawnMinor", moved_at as "movedAt"
     from accounts where player_id = $1 order by currency`,
    [playerId],
  );
}

export interface StandingRow {
  book: 'real' | 'play';
  /** Null once it is over. */
  sessionAt: Date | null;
  sessionEndsAt: Date | null;
  stakedMinor: number;
  sessionNetMinor: number;
  ownLimits: PlayLimits | null;
  /** What was paid, where it is still there, nothing was ever staked, and he may play and was not told of it yet. */
  welcomeMinor: number | null;
}

/** Below every id that was made since an instant: ids come from the clock of the database, instants from a room's. */
const firstIdAt = (at: string) => `(lpad(to_hex((extract(epoch from ${at} - interval '1 minute') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** How the play of one who is open stands. The first transfer of a player is his welcome bonus, where he was paid one. */
export async function standingOf(db: Queries, playerId: string, at: Date): Promise<StandingRow> {
  const row = await db.row<StandingRow>(
    `select p.book, p.own_limits as "ownLimits", s.began as "sessionAt", s.ends as "sessionEndsAt", coalesce(m.staked, 0) as "stakedMinor", coalesce(m.net, 0) as "sessionNetMinor",
       case when w.kind = 'welcome' and p.status = 'active' and (p.excluded_until > $2::timestamptz) is not true
         and a.staked_at is null and a.cash_minor + a.bonus_minor >= w.amount_minor then w.amount_minor end as "welcomeMinor"
     from players p
     join accounts a on a.player_id = p.player_id and a.currency = p.currency
     left join lateral (select a.session_at as began, a.staked_at + session_gap() as ends where a.staked_at > $2::timestamptz - session_gap()) s on true
     left join lateral (
       select coalesce(-sum(t.amount_minor) filter (where t.kind = 'stake'), 0)::bigint as staked, sum(t.amount_minor)::bigint as net
       from transfers t where t.player_id = p.player_id and t.id >= ${firstIdAt('s.began')} and t.created_at >= s.began and t.kind in ('stake', 'win', 'refund', 'correction')
     ) m on s.began is not null
     left join lateral (select t.kind, t.amount_minor from transfers t where t.player_id = p.player_id order by t.id limit 1) w on p.welcome_seen_at is null
     where p.player_id = $1`,
    [playerId, at],
  );
  return row as StandingRow;
}

export interface Counted {
  dayDepositMinor: number;
  dayWithdrawMinor: number;
  monthDepositMinor: number;
  monthWithdrawMinor: number;
}

/** What counts against the limits: asked for or approved, by the time of asking. */
export async function countedOf(db: Queries, playerId: string, day: Date, month: Date): Promise<Counted> {
  const row = await db.row<Counted>(
    `select paid_since($1, 'deposit', $2) as "dayDepositMinor", paid_since($1, 'withdrawal', $2) as "dayWithdrawMinor",
       paid_since($1, 'deposit', $3) as "monthDepositMinor", paid_since($1, 'withdrawal', $3) as "monthWithdrawMinor"`,
    [playerId, day, month],
  );
  return row as Counted;
}

/** Approved deposits less withdrawals that are asked for or approved: what an unverified player may take out, as `ask_withdrawal` counts it. */
export async function netDepositsOf(db: Queries, playerId: string): Promise<number> {
  const row = await db.row<{ netMinor: number }>(
    `select coalesce(sum(case when type = 'withdrawal' then -counts_minor when status = 'approved' then counts_minor else 0 end), 0)::bigint as "netMinor"
     from payments where player_id = $1 and status in ('pending', 'approved')`,
    [playerId],
  );
  return (row as { netMinor: number }).netMinor;
}

/** Money that really came in and went out since an instant. */
export async function approvedSince(db: Queries, playerId: string, since: Date): Promise<{ depositedMinor: number; withdrawnMinor: number }> {
  const row = await db.row<{ depositedMinor: number; withdrawnMinor: number }>(
    `select coalesce(sum(counts_minor) filter (where type = 'deposit'), 0)::bigint as "depositedMinor",
       coalesce(sum(counts_minor) filter (where type = 'withdrawal'), 0)::bigint as "withdrawnMinor"
     from payments where player_id = $1 and status = 'approved' and decided_at >= $2`,
    [playerId, since],
  );
  return row as { depositedMinor: number; withdrawnMinor: number };
}

export interface HistoryFilter {
  kinds: readonly Kind[];
  since: Date;
  /** Searched in ids and references; kinds and methods whose words match it are found too. */
  search: { text: string; kinds: readonly Kind[]; methods: readonly string[] } | undefined;
  before: string | undefined;
}

/** A cash-out is a win that was marked as one when it was posted. */
const isCashOut = `t.kind = 'win' and exists (select from cash_outs c where c.player_id = t.player_id and c.transfer_id = t.id)`;
const kindOfTransfer = `case when ${isCashOut} then 'cash_out' else t.kind end`;
const kindIn = (kinds: string) =>
  `(t.kind = any (${kinds}) and ('cash_out' = any (${kinds}) or not (${isCashOut})) or 'cash_out' = any (${kinds}) and ${isCashOut})`;
/** The columns of a movement, from a transfer and from a payment. */
const ofTransfer = `t.id, ${kindOfTransfer} as kind, t.amount_minor, t.currency, 'completed' as status, null as method, t.reference::text, t.created_at, t.balance_after_minor,
  0::bigint as fee_minor, case t.kind when 'adjustment' then (select a.reason from adjustments a where a.id = t.reference) end as note, null::text as waits_for, t.player_id`;
const ofPayment = `x.id, x.type, case x.type when 'deposit' then x.amount_minor - x.fee_minor else -x.amount_minor end, x.currency,
  case x.status when 'approved' then 'completed' when 'pending' then 'pending' else 'failed' end, x.method, x.reference, x.submitted_at, x.balance_after_minor,
  x.fee_minor, x.failure,
  case when x.status = 'pending' then case when x.provider_state is null then 'review' when x.redirect_url is null then 'provider' else 'payer' end end, x.player_id`;
const movement = `m.id, m.kind, m.amount_minor as "amountMinor", m.currency, m.status, m.method, m.reference, m.created_at as "createdAt",
  m.balance_after_minor as "balanceAfterMinor", m.fee_minor as "feeMinor", m.note, m.waits_for as "waitsFor", m.player_id as "playerId"`;

/** Payments stand where they were asked for, so their transfers are left out; so are those that moved nothing the player holds. */
const transferMeant = `${kindIn('$2')} and t.kind not in ('deposit', 'withdrawal', 'returned') and t.amount_minor <> 0 and t.created_at >= $3 and ($4::uuid is null or t.id < $4)
  and ($5::text is null or position($5 in t.id::text) > 0 or position($5 in t.reference::text) > 0 or ${kindIn('$6')})`;
const paymentMeant = `x.type = any ($2) and x.submitted_at >= $3 and ($4::uuid is null or x.id < $4)
  and ($5::text is null or position($5 in x.id::text) > 0 or position($5 in lower(x.reference)) > 0 or x.type = any ($6) or x.method = any ($7))`;

function meant({ kinds, since, search, before }: HistoryFilter): unknown[] {
  return [kinds, since, before ?? null, search?.text ?? null, search?.kinds ?? [], search?.methods ?? []];
}

/** A player's transfers and payments in one order, newest first. */
export function historyOf(db: Queries, playerId: string, filter: HistoryFilter, most: number): Promise<MovementRow[]> {
  return db.rows(
    `select ${movement}, p.book
     from (
       (select ${ofTransfer} from transfers t where t.player_id = $1 and ${transferMeant} order by t.id desc limit $8)
       union all
       (select ${ofPayment} from payments x where x.player_id = $1 and ${paymentMeant} order by x.id desc limit $8)
     ) m join players p on p.player_id = m.player_id
     order by m.id desc limit $8`,
    [playerId, ...meant(filter), most],
  );
}

/** How far back a list over all players looks in its first try, and then in the next ones: most pages are full of what is new. */
const looksBackMs = [3_600_000, 24 * 3_600_000, 30 * 24 * 3_600_000, Number.POSITIVE_INFINITY];
/** What most transfers are; everything else has an index of its own. */
const dense: readonly Kind[] = ['stake', 'win'];
const ofPayments: readonly Kind[] = ['deposit', 'withdrawal', 'returned'];

/**
 * The same of all players or of one. Over all players an id is sought whole, through whom it belongs to; other words mean kinds, methods,
 * and payments by all that names one, so that no search reads every transfer there is.
 */
export async function movementsForOperators(
  db: Queries,
  { userId, now, ...filter }: HistoryFilter & { userId: string | undefined; now: Date },
  most: number,
): Promise<MovementRow[]> {
  if (userId) return historyOf(db, userId, filter, most);
  const { search, kinds, since, before } = filter;
  if (!search) return newestOf(db, filter, now, most);
  const id = Id.safeParse(search.text).data;
  if (id) {
    const owner = await ownerOf(db, id);
    return owner ? historyOf(db, owner, filter, most) : [];
  }
  const meantKinds = kinds.filter((kind) => search.kinds.includes(kind));
  const types = kinds.filter((kind) => kind === 'deposit' || kind === 'withdrawal');
  const named =
    types.length > 0
      ? await paymentsForOperators(db, { q: search.text, order: 'newest', mark: before, ...(types.length === 1 && { type: types[0] }) }, most)
      : [];
  const some = await Promise.all([
    meantKinds.length > 0 ? newestOf(db, { kinds: meantKinds, since, before }, now, most) : [],
    rareOf(db, { kinds: [], types, methods: search.methods, ids: named.map((payment) => payment.id), since, before }, most),
  ]);
  const rows = new Map(some.flat().map((row) => [row.id, row]));
  return [...rows.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most);
}

/** Ids carry their time, so the list goes on from where a page ended. */
async function newestOf(db: Queries, filter: Omit<HistoryFilter, 'search'>, now: Date, most: number): Promise<MovementRow[]> {
  const { kinds, before } = filter;
  if (!kinds.some((kind) => dense.includes(kind)))
    return rareOf(db, { ...filter, types: kinds.filter((kind) => ofPayments.includes(kind)), methods: [], ids: [] }, most);
  const from = before ? Number.parseInt(before.slice(0, 8) + before.slice(9, 13), 16) : now.getTime();
  let rows: MovementRow[] = [];
  for (const backMs of looksBackMs) {
    const since = new Date(Math.max(filter.since.getTime(), Number.isFinite(backMs) ? from - backMs : 0));
    rows = await db.rows(
      `select ${movement}, p.book
       from (
         (select ${ofTransfer} from transfers t where ${transferMeant} and t.created_at <= $1 order by t.id desc limit $8)
         union all
         (select ${ofPayment} from payments x where ${paymentMeant} order by x.id desc limit $8)
       ) m join players p on p.player_id = m.player_id
       order by m.id desc limit $8`,
      [new Date(from + clockMarginMs), ...meant({ ...filter, search: undefined, since }), most],
    );
    if (rows.length >= most || since.getTime() === filter.since.getTime()) break;
  }
  return rows;
}

interface RareFilter {
  kinds: readonly Kind[];
  types: readonly Kind[];
  methods: readonly string[];
  ids: readonly string[];
  since: Date;
  before: string | undefined;
}

/** What moves rarely, each kind, type and method by its index. Where kinds are meant all payments of `types` are, else those of `methods` or `ids`. */
function rareOf(db: Queries, { kinds, types, methods, ids, since, before }: RareFilter, most: number): Promise<MovementRow[]> {
  const of = (column: string) => alongIndex([{ column: `x.${column}`, value: 'k' }], '$7::uuid', 'x.id');
  const all = kinds.length > 0;
  return db.rows(
    `select ${movement}, p.book
     from (
       (select r.* from unnest($1::text[]) k cross join lateral (
         select ${ofTransfer} from transfers t
         where t.kind = k and t.kind not in ('stake', 'win') and t.amount_minor <> 0 and t.created_at >= $5 and t.id < $7::uuid order by t.id desc limit $6) r)
       union
       (select ${ofTransfer} from cash_outs c join transfers t on t.player_id = c.player_id and t.id = c.transfer_id
         where 'cash_out' = any ($1) and c.transfer_id < $7::uuid and t.amount_minor <> 0 and t.created_at >= $5 order by c.transfer_id desc limit $6)
       union
       (select r.* from unnest(case when ${all} then $2::text[] else '{}' end) k cross join lateral (
         select ${ofPayment} from payments x where x.submitted_at >= $5 and ${of('type')} limit $6) r)
       union
       (select r.* from unnest($3::text[]) k cross join lateral (
         select ${ofPayment} from payments x where x.submitted_at >= $5 and x.type = any ($2) and ${of('method')} limit $6) r)
       union
       (select ${ofPayment} from payments x where x.id = any ($4::uuid[]) and x.submitted_at >= $5)
     ) m join players p on p.player_id = m.player_id
     order by m.id desc limit $6`,
    [kinds.filter((kind) => !ofPayments.includes(kind)), types, methods, ids, since, most, before ?? lastId],
  );
}

/** Whose movement an id is of: a player, a bet, a payment, an adjustment, a conversion or a transfer, whose id says when it was made. */
async function ownerOf(db: Queries, id: string): Promise<string | undefined> {
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const row = await db.row<{ playerId: string }>(
    `select player_id as "playerId" from (
       select player_id from players where player_id = $1 union all select player_id from stakes where bet_id = $1 union all
       select player_id from payments where id = $1 union all select player_id from adjustments where id = $1 union all
       select player_id from quotes where id = $1 union all
       select player_id from transfers where id = $1 and created_at between to_timestamp($2::float8 / 1000) - interval '1 minute' and to_timestamp($2::float8 / 1000) + interval '1 minute'
     ) o limit 1`,
    [id, Math.min(madeAt, 253_402_300_000_000)],
  );
  return row?.playerId;
}

/** A row's id and its instant come from two clocks. */
const clockMarginMs = 60_000;

export interface MovementTotal {
  kind: Kind;
  currency: CurrencyCode;
  count: number;
  inMinor: number;
  outMinor: number;
}

/** Completed movements of a filter, added up by kind and currency. */
export function movementTotals(db: Queries, playerId: string, filter: Omit<HistoryFilter, 'before'>): Promise<MovementTotal[]> {
  return db.rows(
    `select m.kind, m.currency, count(*) as count, coalesce(sum(m.amount_minor) filter (where m.amount_minor > 0), 0)::bigint as "inMinor",
       coalesce(-sum(m.amount_minor) filter (where m.amount_minor < 0), 0)::bigint as "outMinor"
     from (
       select ${ofTransfer} from transfers t where t.player_id = $1 and ${transferMeant}
       union all
       select ${ofPayment} from payments x where x.player_id = $1 and x.status = 'approved' and ${paymentMeant}
     ) m group by m.kind, m.currency`,
    [playerId, ...meant({ ...filter, before: undefined })],
  );
}

/** What a player held in a currency when an instant came. */
export async function balanceAt(db: Queries, playerId: string, currency: string, at: Date): Promise<number> {
  const row = await db.row<{ balance: number }>(
    `select balance_after_minor as balance from transfers where player_id = $1 and currency = $2 and created_at < $3 order by id desc limit 1`,
    [playerId, currency, at],
  );
  return row?.balance ?? 0;
}

/** What was posted in a time, oldest first, as it was posted: each with the balance after it. */
export function postedBetween(
  db: Queries,
  playerId: string,
  { currency, since, until, after }: { currency: string; since: Date; until: Date; after: string | undefined },
  most: number,
): Promise<MovementRow[]> {
  return db.rows(
    `select t.id, ${kindOfTransfer} as kind, t.amount_minor as "amountMinor", t.currency, 'completed' as status, x.method, t.reference::text, t.created_at as "createdAt",
       t.balance_after_minor as "balanceAfterMinor", coalesce(x.fee_minor, 0) as "feeMinor",
       case t.kind when 'adjustment' then (select a.reason from adjustments a where a.id = t.reference) end as note, t.player_id as "playerId", p.book
     from transfers t join players p on p.player_id = t.player_id left join payments x on x.id = t.reference and t.kind in ('deposit', 'withdrawal', 'returned')
     where t.player_id = $1 and t.currency = $2 and t.created_at >= $3 and t.created_at < $4 and ($5::uuid is null or t.id > $5) and t.amount_minor <> 0
     order by t.id limit $6`,
    [playerId, currency, since, until, after ?? null, most],
  );
}

export function paymentsOf(db: Queries, playerId: string, status: string | undefined, before: string | undefined): Promise<PaymentRow[]> {
  return db.rows(
    `select ${paymentColumns} from payments
     where player_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [playerId, status ?? null, before ?? null, pageSize + 1],
  );
}

export interface PaymentFilter {
  status?: string | undefined;
  type?: string | undefined;
  userId?: string | undefined;
  /** Searched in id, reference, user id, customer, e-mail, bank transaction, UPI id and the end of a destination; of one or two letters: from the beginning of a word. Signs alone: among the newest. */
  q?: string | undefined;
  /** Whose payments are found beside: players whose name or address is like `q`. */
  players?: readonly string[] | undefined;
  /** `queue`: of what is pending, verified players' withdrawals first, then longest waiting. */
  order: 'newest' | 'queue';
  /** The last payment of the page before. */
  mark: string | undefined;
}

const queuePlace = `not (type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified')), id`;

export async function paymentsForOperators(
  db: Queries,
  { status, type, userId, q, players = [], order, mark }: PaymentFilter,
  most: number,
): Promise<PaymentRow[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const chosen = Object.entries({ type, status })
    .filter(([, value]) => value)
    .map(([column, value]) => ({ column, value: given(value) }));
  const conditions = chosen.map(({ column, value }) => `${column} = ${value}`);
  if (userId) conditions.push(`player_id = ${given(userId)}`);
  if (order === 'queue') conditions.push(`status = 'pending' and provider_state is null`);
  if (order === 'queue' && mark) conditions.push(`(${queuePlace}) > (select ${queuePlace} from payments where id = ${given(mark)})`);
  const before = order === 'newest' ? `${given(mark ?? lastId)}::uuid` : '';
  if (order === 'newest') conditions.push(`id < ${before}`);
  const within = conditions.join(' and ') || 'true';
  const limit = `limit ${given(most)}`;
  const page = `order by ${order === 'newest' ? 'id desc' : queuePlace} ${limit}`;
  const newestFirst = chosen.length > 0 && !userId ? alongIndex(chosen, before) : `${within} order by id desc`;
  const shown = `select ${paymentColumns} from`;
  const sought = q?.trim().toLowerCase();
  if (!sought) return db.rows(`${shown} payments where ${order === 'newest' ? `${newestFirst} ${limit}` : `${within} ${page}`}`, values);
  if (order === 'queue' && !isIndexed(sought)) return [];
  const matches = matching(sought, players, given);
  // What waits is few beside what was decided: a common word is looked for in that alone.
  const waiting = `with waiting as materialized (select * from payments where ${within})`;
  if (order === 'queue') return db.rows(`${waiting} ${shown} waiting payments where ${matches} ${page}`, values);
  // The newest payments first: a common word fills the page there, and by the index it would bring all payments.
  const newest = `(select * from payments where ${newestFirst} limit ${newestSearched}) payments`;
  const rows = await db.rows<PaymentRow>(`${shown} ${newest} where ${matches} ${page}`, values);
  if (rows.length === most || !isIndexed(sought)) return rows;
  // Then by the index, found before it is sorted: a plan that follows the ids until the page is full reads every payment for a word that none has.
  const found = `with found as materialized (select id from payments where ${matches})`;
  return db.rows(`${found} ${shown} payments where id = any (array(select id from found)) and ${within} ${page}`, values);
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Newest first among those whose columns have these values, in words that only an index over just these columns and the id can answer:
 * a plan that looks through all ids, and reads every payment for a value that none has, does not fit them.
 */
function alongIndex(chosen: readonly { column: string; value: string }[], before: string, id = 'id'): string {
  const [columns, values] = [chosen.map(({ column }) => column), chosen.map(({ value }) => value).join(', ')];
  return `(${columns.join(', ')}) >= (${values}) and (${columns.join(', ')}, ${id}) < (${values}, ${before}) order by ${[...columns, id].map((one) => `${one} desc`).join(', ')}`;
}

const newestSearched = 2_000;

/** Signs alone are sought among the newest only: the index knows letters and digits. */
const isIndexed = (sought: string) => ([...sought].length > 2 ? /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u : /^[\p{L}\p{N}]/u).test(sought);

/** A whole id is looked up as such; the index of words knows parts of three letters and beginnings. */
function matching(sought: string, players: readonly string[], given: (value: unknown) => string): string {
  const id = Id.safeParse(sought).data;
  const bare = `upper(regexp_replace(bank_transaction_id, '\\s', '', 'g'))`;
  if (id) return `(id = ${given(id)} or player_id = ${given(id)} or (bank_transaction_id is not null and ${bare} = ${given(id.toUpperCase())}))`;
  const text = sought.replaceAll(/[\\%_]/g, '\\$&');
  const patterns = [...sought].length > 2 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
  const conditions = patterns.map((pattern) => `search like ${given(pattern)}`);
  if (players.length > 0) conditions.push(`player_id = any (${given(players)})`);
  return `(${conditions.join(' or ')})`;
}

/** How many other deposits name the same bank transaction, by payment; those that none does are left out. */
export async function sharedTransactions(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const bare = (alias: string) => `upper(regexp_replace(${alias}.bank_transaction_id, '\\s', '', 'g'))`;
  const rows = await db.rows<{ id: string; others: number }>(
    `select p.id, (select count(*)::int from payments o where ${bare('o')} in (${bare('p')}, erased_bank_transaction(p.bank_transaction_id)) and o.bank_transaction_id is not null and o.id <> p.id
       and o.status <> 'rejected') as others
     from payments p where p.id = any ($1) and p.bank_transaction_id is not null and p.type = 'deposit'`,
    [ids],
  );
  return new Map(rows.filter(({ others }) => others > 0).map(({ id, others }) => [id, others]));
}

export function paymentById(db: Queries, id: string): Promise<PaymentRow | undefined> {
  return db.row(`select ${paymentColumns} from payments where id = $1`, [id]);
}

/** The sealed destination of a withdrawal, as it lies in its row. */
export async function destinationOf(db: Queries, id: string): Promise<Buffer | null> {
  const row = await db.row<{ destination: Buffer | null }>('select destination from payments where id = $1', [id]);
  return row?.destination ?? null;
}

/** Every kind of account by book and currency: what players own, what they owe, and the house's side with the legs not folded yet. */
export function totals(db: Queries): Promise<{ book: 'real' | 'play'; currency: CurrencyCode; kind: string; balanceMinor: number }[]> {
  return db.rows(
    `select book, currency, kind, sum(amount)::bigint as "balanceMinor"
     from (
       select book, currency, k.kind, k.amount from accounts
       cross join lateral (values ('cash', cash_minor), ('bonus', bonus_minor), ('receivable', receivable_minor)) as k (kind, amount)
       union all
       select book, currency, account, balance_minor from house_accounts
       union all
       select e.book, e.currency, e.account, e.amount_minor from marks m cross join lateral entries_since(m.snapshot) e where m.reader = 'fold' and e.house
     ) sides
     group by book, currency, kind order by book desc, currency, kind`,
  );
}
