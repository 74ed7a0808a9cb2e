/**
 * Queries of the transfers and payments of given players; store-office.ts has the list over all players.
 * Lists are ordered by the time money moved, newest first: by transfer id, or by payment id while a payment has moved nothing. Both ids contain a time.
 * A list returns one row more than a page if there is a next page.
 */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, type Row, uuid } from '@fairline/chassis/storage/rows';
import type { GameId } from '@fairline/proto/games/catalogue';
import { currency } from '../columns.ts';
import { type Kind, kind, type MovementRow, movementRow } from './transaction.ts';

export interface HistoryFilter {
  kinds: readonly Kind[];
  since: Date;
  /** Searched in ids and references; kinds, methods and games whose titles match it are found too. */
  search: { text: string; kinds: readonly Kind[]; methods: readonly string[]; games: readonly GameId[] } | undefined;
  /** The place of the last row of the previous page. */
  before: string | undefined;
  currency?: string | undefined;
  /** Bounds of the amount without its sign, in minor units of its currency. */
  minMinor?: number | undefined;
  maxMinor?: number | undefined;
  until?: Date | undefined;
  status?: 'pending' | 'completed' | 'failed' | undefined;
  methods?: readonly string[] | undefined;
}

/** A cash-out is a win that was marked as one when it was posted. */
const isCashOut = `t.kind = 'win' and exists (select from cash_outs c where c.player_id = t.player_id and c.transfer_id = t.id)`;
const isRound = `t.kind in ('stake', 'win', 'refund', 'correction') and exists (select from rounds k where k.round_id = t.reference)`;
const kindOfTransfer = `case when ${isCashOut} then 'cash_out' when ${isRound} then 'round_' || t.kind else t.kind end`;
/** The ledger has one kind for bets, rounds and cash-outs. Other tables are read only if the filter wants some of these and not others. */
export const kindIn = (kinds: string) =>
  `((t.kind = any (${kinds}) or 'round_' || t.kind = any (${kinds}) or t.kind = 'win' and 'cash_out' = any (${kinds}))
    and (t.kind = any (${kinds}) and 'round_' || t.kind = any (${kinds}) and (t.kind <> 'win' or 'cash_out' = any (${kinds})) or (${kindOfTransfer}) = any (${kinds})))`;
/** Matches the transfer of a bonus conversion itself. Later conversions belong to payouts of stakes made before it. */
const converted = `from grants g where g.claim_id = t.reference and g.converted_at = t.created_at`;
/** The note of a movement: the reason of an adjustment, or the converted amount of a bonus in minor units. */
const noteOf = `case t.kind when 'adjustment' then (select a.reason from adjustments a where a.id = t.reference)
  when 'bonus_conversion' then (select g.converted_minor::text ${converted}) end`;
/** Leaves out movements that do not change the player's total, except bonus conversions. */
export const isShown = `(t.amount_minor <> 0 or t.kind = 'bonus_conversion' and exists (select ${converted}))`;
/** A payment's status and amount (without its sign) as histories show them. */
export const shownStatus = `case x.status when 'approved' then 'completed' when 'pending' then 'pending' else 'failed' end`;
export const shownAmount = `(x.amount_minor - case x.type when 'deposit' then x.fee_minor else 0 end)`;
/** The columns of a movement, from a transfer and from a payment. */
export const ofTransfer = `t.id, t.id as place, ${kindOfTransfer} as kind, t.amount_minor, t.currency, 'completed' as status, null as method, t.reference::text, t.created_at, t.balance_after_minor,
  0::bigint as fee_minor, ${noteOf} as note, null::text as waits_for, null::timestamptz as requested_at, t.player_id,
  case when t.kind in ('stake', 'win', 'jackpot', 'refund', 'correction') then t.reference end as round_id`;
export const ofPayment = `x.id, x.place, x.type, case x.type when 'deposit' then ${shownAmount} else -x.amount_minor end, x.currency,
  ${shownStatus}, x.method, x.reference, coalesce(x.moved_at, x.submitted_at), x.balance_after_minor,
  x.fee_minor, x.failure,
  case when x.status = 'pending' then case when x.provider_state is null then 'review' when x.redirect_url is null then 'provider' else 'payer' end end, x.submitted_at, x.player_id, null::uuid`;
const ofRound = `k.game_id as "gameId", k.status as "roundStatus", k.staked_minor as "roundStakedMinor", k.paid_minor + k.jackpot_minor as "roundPaidMinor"`;
export const movement = `m.id, m.place, m.kind, m.amount_minor as "amountMinor", m.currency, m.status, m.method, m.reference, m.created_at as "createdAt",
  m.balance_after_minor as "balanceAfterMinor", m.fee_minor as "feeMinor", m.note, m.waits_for as "waitsFor", m.requested_at as "requestedAt", m.player_id as "playerId", p.book, ${ofRound}`;
/** Joins the player and, if the movement belongs to a round, the round. */
export const withRound = 'join players p on p.player_id = m.player_id left join rounds k on k.round_id = m.round_id';

/** Payments are listed as rows of their own, so their transfers are left out. */
const transferMeant = `${kindIn('$2')} and t.kind not in ('deposit', 'withdrawal', 'returned') and ${isShown} and t.created_at >= $3 and ($4::uuid is null or t.id < $4)
  and ($5::text is null or position($5 in t.id::text) > 0 or position($5 in t.reference::text) > 0 or ${kindIn('$6')}
    or exists (select from rounds k where k.round_id = t.reference and k.game_id = any ($6)))`;
const paymentMeant = `x.type = any ($2) and coalesce(x.moved_at, x.submitted_at) >= $3 and ($4::uuid is null or x.place < $4)
  and ($5::text is null or position($5 in x.id::text) > 0 or position($5 in lower(x.reference)) > 0 or x.type = any ($6) or x.method = any ($7))`;

/** Further filters of operators: currency, amount, end, status and method, as $9 to $14. */
const transferSifted = `($9::text is null or t.currency = $9) and abs(t.amount_minor) between coalesce($10::bigint, 0) and coalesce($11::bigint, ${Number.MAX_SAFE_INTEGER})
  and ($12::timestamptz is null or t.created_at < $12) and coalesce($13::text, 'completed') = 'completed' and $14::text[] is null`;
const paymentSifted = `($9::text is null or x.currency = $9) and ${shownAmount} between coalesce($10::bigint, 0) and coalesce($11::bigint, ${Number.MAX_SAFE_INTEGER})
  and ($12::timestamptz is null or coalesce(x.moved_at, x.submitted_at) < $12) and ($13::text is null or ${shownStatus} = $13) and ($14::text[] is null or x.method = any ($14))`;

function filterValues({ kinds, since, search, before }: HistoryFilter): unknown[] {
  return [
    kinds,
    since,
    before ?? null,
    search?.text ?? null,
    [...(search?.kinds ?? []), ...(search?.games ?? [])],
    search?.methods ?? [],
  ];
}

/** Transfers and payments of players in one list, newest first. Each player's rows are read along their index. */
export function historyOf(
  db: Queries,
  playerIds: readonly string[],
  filter: HistoryFilter,
  most: number,
): Promise<MovementRow[]> {
  const { currency, minMinor, maxMinor, until, status, methods } = filter;
  return db.rows(
    movementRow,
    `select ${movement}
     from unnest($1::uuid[]) whose cross join lateral (
       (select ${ofTransfer} from transfers t where t.player_id = whose and ${transferMeant} and ${transferSifted} order by t.id desc limit $8)
       union all
       (select ${ofPayment} from payments x where x.player_id = whose and ${paymentMeant} and ${paymentSifted} order by x.place desc limit $8)
     ) m ${withRound}
     order by m.place desc limit $8`,
    [
      playerIds,
      ...filterValues(filter),
      most,
      currency ?? null,
      minMinor ?? null,
      maxMinor ?? null,
      until ?? null,
      status ?? null,
      methods ?? null,
    ],
  );
}

const totalRow = { kind, currency, count: integer, inMinor: integer, outMinor: integer };
export type MovementTotal = Row<typeof totalRow>;

/** Completed movements of a filter, added up by kind and currency. */
export function movementTotals(
  db: Queries,
  playerId: string,
  filter: Omit<HistoryFilter, 'before'>,
): Promise<MovementTotal[]> {
  return db.rows(
    totalRow,
    `select m.kind, m.currency, count(*) as count, coalesce(sum(m.amount_minor) filter (where m.amount_minor > 0), 0)::bigint as "inMinor",
       coalesce(-sum(m.amount_minor) filter (where m.amount_minor < 0), 0)::bigint as "outMinor"
     from (
       select ${ofTransfer} from transfers t where t.player_id = $1 and ${transferMeant} and ($8::timestamptz is null or t.created_at < $8)
       union all
       select ${ofPayment} from payments x where x.player_id = $1 and x.status = 'approved' and ${paymentMeant}
         and ($8::timestamptz is null or coalesce(x.moved_at, x.submitted_at) < $8)
     ) m group by m.kind, m.currency`,
    [playerId, ...filterValues({ ...filter, before: undefined }), filter.until ?? null],
  );
}

const balanceRow = { balance: integer };

/** The balance of a player in a currency at an instant. */
export async function balanceAt(db: Queries, playerId: string, currency: string, at: Date): Promise<number> {
  const row = await db.row(
    balanceRow,
    `select balance_after_minor as balance from transfers where player_id = $1 and currency = $2 and created_at < $3 order by id desc limit 1`,
    [playerId, currency, at],
  );
  return row?.balance ?? 0;
}

/** The movements posted in a period, oldest first, each with the balance after it. */
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

const ownerRow = { playerId: uuid };
const ownerQueries = {
  bet: 'select player_id as "playerId" from stakes where bet_id = $1',
  round: 'select player_id as "playerId" from rounds where round_id = $1',
  payment: 'select player_id as "playerId" from payments where id = $1',
} as const;

/** The player of a bet, a round or a payment; undefined for an unknown id. */
export async function ownerOf(db: Queries, type: keyof typeof ownerQueries, id: string): Promise<string | undefined> {
  return (await db.row(ownerRow, ownerQueries[type], [id]))?.playerId;
}
