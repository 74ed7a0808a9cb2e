/**
 * Queries of the history of transfers and payments, of one player and of all.
 * Lists go by when money moved, newest first: by the id of the transfer, and of a payment that moved nothing yet by its own. Both carry their time.
 * One row more than a page shows that there is another.
 */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, type Row, uuid } from '@fairline/chassis/storage/rows';
import { Id } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { currency } from '../columns.ts';
import { alongIndex, lastId, paymentsForOperators } from '../payments/store.ts';
import { type Kind, kind, type MovementRow, movementRow } from './transaction.ts';

export interface HistoryFilter {
  kinds: readonly Kind[];
  since: Date;
  /** Searched in ids and references; kinds, methods and games whose titles match it are found too. */
  search: { text: string; kinds: readonly Kind[]; methods: readonly string[]; games: readonly GameId[] } | undefined;
  /** The place of the last row of the page before. */
  before: string | undefined;
}

/** A cash-out is a win that was marked as one when it was posted. */
const isCashOut = `t.kind = 'win' and exists (select from cash_outs c where c.player_id = t.player_id and c.transfer_id = t.id)`;
const isRound = `t.kind in ('stake', 'win', 'refund', 'correction') and exists (select from rounds k where k.round_id = t.reference)`;
const kindOfTransfer = `case when ${isCashOut} then 'cash_out' when ${isRound} then 'round_' || t.kind else t.kind end`;
/** Tables are looked into only where some of what the ledger books alike is meant, and some is not. */
const kindIn = (kinds: string) =>
  `((t.kind = any (${kinds}) or 'round_' || t.kind = any (${kinds}) or t.kind = 'win' and 'cash_out' = any (${kinds}))
    and (t.kind = any (${kinds}) and 'round_' || t.kind = any (${kinds}) and (t.kind <> 'win' or 'cash_out' = any (${kinds})) or (${kindOfTransfer}) = any (${kinds})))`;
/** The conversion of a bonus; what its stakes paid after that went to cash with the payout. */
const converted = `from grants g where g.claim_id = t.reference and g.converted_at = t.created_at`;
/** What is shown beside the kind: the reason of an adjustment, and in minor units how much of a bonus became cash. */
const noteOf = `case t.kind when 'adjustment' then (select a.reason from adjustments a where a.id = t.reference)
  when 'bonus_conversion' then (select g.converted_minor::text ${converted}) end`;
/** What moved nothing that the player holds is left out, but for a bonus that became cash. */
const isShown = `(t.amount_minor <> 0 or t.kind = 'bonus_conversion' and exists (select ${converted}))`;
/** The columns of a movement, from a transfer and from a payment. */
const ofTransfer = `t.id, t.id as place, ${kindOfTransfer} as kind, t.amount_minor, t.currency, 'completed' as status, null as method, t.reference::text, t.created_at, t.balance_after_minor,
  0::bigint as fee_minor, ${noteOf} as note, null::text as waits_for, null::timestamptz as requested_at, t.player_id,
  case when t.kind in ('stake', 'win', 'jackpot', 'refund', 'correction') then t.reference end as round_id`;
const ofPayment = `x.id, x.place, x.type, case x.type when 'deposit' then x.amount_minor - x.fee_minor else -x.amount_minor end, x.currency,
  case x.status when 'approved' then 'completed' when 'pending' then 'pending' else 'failed' end, x.method, x.reference, coalesce(x.moved_at, x.submitted_at), x.balance_after_minor,
  x.fee_minor, x.failure,
  case when x.status = 'pending' then case when x.provider_state is null then 'review' when x.redirect_url is null then 'provider' else 'payer' end end, x.submitted_at, x.player_id, null::uuid`;
const ofRound = `k.game_id as "gameId", k.status as "roundStatus", k.staked_minor as "roundStakedMinor", k.paid_minor + k.jackpot_minor as "roundPaidMinor"`;
const movement = `m.id, m.place, m.kind, m.amount_minor as "amountMinor", m.currency, m.status, m.method, m.reference, m.created_at as "createdAt",
  m.balance_after_minor as "balanceAfterMinor", m.fee_minor as "feeMinor", m.note, m.waits_for as "waitsFor", m.requested_at as "requestedAt", m.player_id as "playerId", p.book, ${ofRound}`;
/** The player and, of a movement of a round, the round. */
const withRound = 'join players p on p.player_id = m.player_id left join rounds k on k.round_id = m.round_id';

/** Payments are rows of their own whatever their status, so their transfers are left out; so are those that moved nothing the player holds. */
const transferMeant = `${kindIn('$2')} and t.kind not in ('deposit', 'withdrawal', 'returned') and ${isShown} and t.created_at >= $3 and ($4::uuid is null or t.id < $4)
  and ($5::text is null or position($5 in t.id::text) > 0 or position($5 in t.reference::text) > 0 or ${kindIn('$6')}
    or exists (select from rounds k where k.round_id = t.reference and k.game_id = any ($6)))`;
const paymentMeant = `x.type = any ($2) and coalesce(x.moved_at, x.submitted_at) >= $3 and ($4::uuid is null or x.place < $4)
  and ($5::text is null or position($5 in x.id::text) > 0 or position($5 in lower(x.reference)) > 0 or x.type = any ($6) or x.method = any ($7))`;

function filterValues({ kinds, since, search, before }: HistoryFilter): unknown[] {
  return [kinds, since, before ?? null, search?.text ?? null, [...(search?.kinds ?? []), ...(search?.games ?? [])], search?.methods ?? []];
}

/** A player's transfers and payments in one order, newest first. */
export function historyOf(db: Queries, playerId: string, filter: HistoryFilter, most: number): Promise<MovementRow[]> {
  return db.rows(
    movementRow,
    `select ${movement}
     from (
       (select ${ofTransfer} from transfers t where t.player_id = $1 and ${transferMeant} order by t.id desc limit $8)
       union all
       (select ${ofPayment} from payments x where x.player_id = $1 and ${paymentMeant} order by x.place desc limit $8)
     ) m ${withRound}
     order by m.place desc limit $8`,
    [playerId, ...filterValues(filter), most],
  );
}

/** How far back a list over all players looks in its first try, and then in the next ones: most pages are full of what is new. */
const looksBackMs = [3_600_000, 24 * 3_600_000, 30 * 24 * 3_600_000, Number.POSITIVE_INFINITY];
/** What most transfers are; everything else has an index of its own. */
const dense: readonly Kind[] = ['stake', 'win', 'round_stake', 'round_win'];
const ofPayments: readonly Kind[] = ['deposit', 'withdrawal', 'returned'];

/**
 * The same of all players or of one. Over all players an id is searched whole, through its owner; other text means kinds, methods,
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
      ? await paymentsForOperators(db, { q: search.text, order: 'newest', by: 'place', cursor: before, ...(types.length === 1 && { type: types[0] }) }, most)
      : [];
  const some = await Promise.all([
    meantKinds.length > 0 ? newestOf(db, { kinds: meantKinds, since, before }, now, most) : [],
    rareOf(db, { kinds: [], types, methods: search.methods, ids: named.map((payment) => payment.id), since, before }, most),
  ]);
  const rows = new Map(some.flat().map((row) => [row.id, row]));
  return [...rows.values()].sort((one, other) => (one.place < other.place ? 1 : -1)).slice(0, most);
}

/** Places carry their time, so the list goes on from where a page ended. */
async function newestOf(db: Queries, filter: Omit<HistoryFilter, 'search'>, now: Date, most: number): Promise<MovementRow[]> {
  const { kinds, before } = filter;
  if (!kinds.some((kind) => dense.includes(kind)))
    return rareOf(db, { ...filter, types: kinds.filter((kind) => ofPayments.includes(kind)), methods: [], ids: [] }, most);
  const from = before ? Number.parseInt(before.slice(0, 8) + before.slice(9, 13), 16) : now.getTime();
  let rows: MovementRow[] = [];
  for (const backMs of looksBackMs) {
    const since = new Date(Math.max(filter.since.getTime(), Number.isFinite(backMs) ? from - backMs : 0));
    rows = await db.rows(
      movementRow,
      `select ${movement}
       from (
         (select ${ofTransfer} from transfers t where ${transferMeant} and t.created_at <= $1 order by t.id desc limit $8)
         union all
         (select ${ofPayment} from payments x where ${paymentMeant} order by x.place desc limit $8)
       ) m ${withRound}
       order by m.place desc limit $8`,
      [new Date(from + clockMarginMs), ...filterValues({ ...filter, search: undefined, since }), most],
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
  const of = (column: string) => alongIndex([{ column: `x.${column}`, value: 'k' }], '$7::uuid', 'x.place');
  const isSince = 'coalesce(x.moved_at, x.submitted_at) >= $5';
  const all = kinds.length > 0;
  return db.rows(
    movementRow,
    `select ${movement}
     from (
       (select r.* from (select distinct replace(k, 'round_', '') as k from unnest($1::text[]) k) n cross join lateral (
         select ${ofTransfer} from transfers t
         where t.kind = n.k and t.kind not in ('stake', 'win') and ${kindIn('$1')} and ${isShown} and t.created_at >= $5 and t.id < $7::uuid order by t.id desc limit $6) r)
       union
       (select ${ofTransfer} from cash_outs c join transfers t on t.player_id = c.player_id and t.id = c.transfer_id
         where 'cash_out' = any ($1) and c.transfer_id < $7::uuid and ${isShown} and t.created_at >= $5 order by c.transfer_id desc limit $6)
       union
       (select r.* from unnest(case when ${all} then $2::text[] else '{}' end) k cross join lateral (
         select ${ofPayment} from payments x where ${isSince} and ${of('type')} limit $6) r)
       union
       (select r.* from unnest($3::text[]) k cross join lateral (
         select ${ofPayment} from payments x where ${isSince} and x.type = any ($2) and ${of('method')} limit $6) r)
       union
       (select ${ofPayment} from payments x where x.id = any ($4::uuid[]) and ${isSince} and x.place < $7::uuid)
     ) m ${withRound}
     order by m.place desc limit $6`,
    [kinds.filter((kind) => !ofPayments.includes(kind)), types, methods, ids, since, most, before ?? lastId],
  );
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

/** A row's id and its instant come from two clocks. */
const clockMarginMs = 60_000;

const totalRow = { kind, currency, count: integer, inMinor: integer, outMinor: integer };
export type MovementTotal = Row<typeof totalRow>;

/** Completed movements of a filter, added up by kind and currency. */
export function movementTotals(db: Queries, playerId: string, filter: Omit<HistoryFilter, 'before'>): Promise<MovementTotal[]> {
  return db.rows(
    totalRow,
    `select m.kind, m.currency, count(*) as count, coalesce(sum(m.amount_minor) filter (where m.amount_minor > 0), 0)::bigint as "inMinor",
       coalesce(-sum(m.amount_minor) filter (where m.amount_minor < 0), 0)::bigint as "outMinor"
     from (
       select ${ofTransfer} from transfers t where t.player_id = $1 and ${transferMeant}
       union all
       select ${ofPayment} from payments x where x.player_id = $1 and x.status = 'approved' and ${paymentMeant}
     ) m group by m.kind, m.currency`,
    [playerId, ...filterValues({ ...filter, before: undefined })],
  );
}

const balanceRow = { balance: integer };

/** What a player held in a currency when an instant came. */
export async function balanceAt(db: Queries, playerId: string, currency: string, at: Date): Promise<number> {
  const row = await db.row(
    balanceRow,
    `select balance_after_minor as balance from transfers where player_id = $1 and currency = $2 and created_at < $3 order by id desc limit 1`,
    [playerId, currency, at],
  );
  return row?.balance ?? 0;
}

/** What was posted in a time, oldest first, as it was posted: each with the balance after it. */
export function readPostedBetween(
  db: Queries,
  playerId: string,
  { currency, since, until, after }: { currency: string; since: Date; until: Date; after: string | undefined },
  most: number,
): Promise<MovementRow[]> {
  return db.rows(
    movementRow,
    `select t.id, t.id as place, ${kindOfTransfer} as kind, t.amount_minor as "amountMinor", t.currency, 'completed' as status, x.method, t.reference::text, t.created_at as "createdAt",
       t.balance_after_minor as "balanceAfterMinor", coalesce(x.fee_minor, 0) as "feeMinor",
       ${noteOf} as note,
       null::text as "waitsFor", x.submitted_at as "requestedAt", t.player_id as "playerId", p.book, ${ofRound}
     from transfers t join players p on p.player_id = t.player_id left join rounds k on k.round_id = t.reference left join payments x on x.id = t.reference and t.kind in ('deposit', 'withdrawal', 'returned')
     where t.player_id = $1 and t.currency = $2 and t.created_at >= $3 and t.created_at < $4 and ($5::uuid is null or t.id > $5) and ${isShown}
     order by t.id limit $6`,
    [playerId, currency, since, until, after ?? null, most],
  );
}
