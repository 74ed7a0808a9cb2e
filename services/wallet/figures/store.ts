/**
 * Queries of operators' figures, real money only. They read sums by minute and hour, which a job keeps: the house's entries, settled bets, and the players who staked.
 * Amounts are converted to the reporting currency at the current rate.
 */
import type { Counted } from '@fairline/chassis/process/past-counts';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, type Row } from '@fairline/chassis/storage/rows';
import { oneRow } from '../columns.ts';

/** The reporting currency: the one that figures over all players are in. */
export const reportCurrency = 'USD' as const;

const figuresRow = {
  depositedMinor: integer,
  withdrawnMinor: integer,
  wageredMinor: integer,
  paidMinor: integer,
  bonusMinor: integer,
  freeBetMinor: integer,
  casinoWageredMinor: integer,
  casinoPaidMinor: integer,
  jackpotMinor: integer,
  feesMinor: integer,
};
export type Figures = Row<typeof figuresRow>;

/** A sum in the reporting currency. Negative sums are converted by their absolute value, because `to_play` rounds down. */
const inReport = (sum: string, currency = 'currency') =>
  `case when ${sum} < 0 then -to_play(-(${sum}), ${currency}, '${reportCurrency}') else to_play(${sum}, ${currency}, '${reportCurrency}') end`;

/**
 * Figures of a range. A deposit lowers its clearing account, a withdrawal raises it. Bets count when they are settled: open stakes are no revenue, and a returned stake
 * was never wagered. Free bets are a bonus when their bet is settled, any other bonus when it is given.
 * Rounds count when their money moves. Money that moves from `casino` to a jackpot pool stays with the house, so both accounts count together.
 */
export function figuresOf(db: Queries, since: Date, until: Date): Promise<Figures> {
  return oneRow(
    db,
    figuresRow,
    `select coalesce(sum(${inReport('deposited')}), 0)::bigint as "depositedMinor", coalesce(sum(${inReport('withdrawn')}), 0)::bigint as "withdrawnMinor",
       coalesce(sum(${inReport('wagered')}), 0)::bigint as "wageredMinor", coalesce(sum(${inReport('paid')}), 0)::bigint as "paidMinor",
       coalesce(sum(${inReport('bonus')}), 0)::bigint as "bonusMinor", coalesce(sum(${inReport('fees')}), 0)::bigint as "feesMinor",
       coalesce(sum(${inReport('free')}), 0)::bigint as "freeBetMinor", coalesce(sum(${inReport('casino_wagered')}), 0)::bigint as "casinoWageredMinor",
       coalesce(sum(${inReport('casino_paid')}), 0)::bigint as "casinoPaidMinor", coalesce(sum(${inReport('jackpot')}), 0)::bigint as "jackpotMinor"
     from (
       select currency, sum(deposited)::bigint as deposited, sum(withdrawn)::bigint as withdrawn, sum(wagered + casino_wagered)::bigint as wagered,
         sum(paid + casino_paid)::bigint as paid, sum(bonus)::bigint as bonus, sum(fees)::bigint as fees, sum(free)::bigint as free,
         sum(casino_wagered)::bigint as casino_wagered, sum(casino_paid)::bigint as casino_paid, sum(jackpot)::bigint as jackpot
       from (
         select currency, ${clearing}, 0 as wagered, 0 as paid, 0 as free, ${rounds},
           case when account = 'bonus_expense' and kind not in ('stake', 'win', 'refund', 'correction') then -amount_minor else 0 end as bonus,
           case when account = 'fees' then amount_minor else 0 end as fees
         from house_between($1::timestamptz, $2::timestamptz)
         union all
         select currency, 0, 0, wagered_minor, paid_minor, free_minor, 0, 0, 0, free_minor, 0 from closed_between($1::timestamptz, $2::timestamptz)
       ) x group by currency
     ) sums`,
    [since, until],
  );
}

const clearing = `case when account like 'clearing_%' and kind = 'deposit' then -amount_minor else 0 end as deposited,
  case when account like 'clearing_%' and kind <> 'deposit' then amount_minor else 0 end as withdrawn`;

const rounds = `case when account in ('casino', 'jackpot') and kind in ('stake', 'refund') then amount_minor else 0 end as casino_wagered,
  case when account in ('casino', 'jackpot') and kind in ('win', 'jackpot', 'correction') then -amount_minor else 0 end as casino_paid,
  case when kind = 'jackpot' or account = 'jackpot' and kind = 'correction' then -amount_minor else 0 end as jackpot`;

const pointRow = { at: instant, depositedMinor: integer, withdrawnMinor: integer, ggrMinor: integer };
export type Point = Row<typeof pointRow>;

/** One point per start: the figures until the next start. The last point is still under way. */
export function seriesOf(db: Queries, starts: readonly Date[], until: Date): Promise<Point[]> {
  return db.rows(
    pointRow,
    `select s.at, coalesce(sum(${inReport('m.deposited', 'm.currency')}), 0)::bigint as "depositedMinor",
       coalesce(sum(${inReport('m.withdrawn', 'm.currency')}), 0)::bigint as "withdrawnMinor", coalesce(sum(${inReport('m.ggr', 'm.currency')}), 0)::bigint as "ggrMinor"
     from (select at, lead(at, 1, $2::timestamptz) over (order by at) as ends from unnest($1::timestamptz[]) at) s
     left join lateral (
       select currency, sum(deposited)::bigint as deposited, sum(withdrawn)::bigint as withdrawn, sum(ggr)::bigint as ggr
       from (
         select currency, ${clearing}, case when account in ('casino', 'jackpot') then amount_minor else 0 end as ggr from house_between(s.at, s.ends)
         union all
         select currency, 0, 0, wagered_minor - paid_minor from closed_between(s.at, s.ends)
       ) x group by currency
     ) m on true
     group by s.at order by s.at`,
    [starts, until],
  );
}

const playersRow = { players: integer };

/** Counts the different players who staked in a range of hours. */
export const countStakers = (db: Queries): Counted => ({
  within: async (since, until) => {
    const counted = `select count(distinct player_id) as players from staked_hours where hour >= date_trunc('hour', $1::timestamptz) and hour < $2`;
    return (await oneRow(db, playersRow, counted, [since, until])).players;
  },
  added: async (from, since, until) => {
    const counted = `select count(*) as players from (select distinct player_id from staked_hours where hour >= $2 and hour < $3) recent
      where not exists (select from staked_hours s where s.player_id = recent.player_id and s.hour >= $1 and s.hour < $2)`;
    return (await oneRow(db, playersRow, counted, [from, since, until])).players;
  },
});

const pendingRow = {
  pendingPayments: integer,
  pendingDeposits: integer,
  pendingWithdrawals: integer,
  pendingAmountMinor: integer,
  heldByPlayersMinor: integer,
  players: integer,
};
export type PendingAndHeld = Row<typeof pendingRow>;

/** Payments that wait for a decision, and the sum of players' balances, now. */
export function pendingAndHeldOf(db: Queries): Promise<PendingAndHeld> {
  return oneRow(
    db,
    pendingRow,
    `select p.*, h.*
     from (
       select count(*) as "pendingPayments", count(*) filter (where type = 'deposit') as "pendingDeposits",
         count(*) filter (where type = 'withdrawal') as "pendingWithdrawals",
         coalesce((select sum(to_play(waits, currency, '${reportCurrency}')) from (
           select currency, sum(amount_minor)::bigint as waits from payments where status = 'pending' and provider_state is null and book = 'real' group by currency) w
         ), 0)::bigint as "pendingAmountMinor"
       from payments where status = 'pending' and provider_state is null and book = 'real') p
     cross join (
       select coalesce(sum(to_play(held, currency, '${reportCurrency}')), 0)::bigint as "heldByPlayersMinor", (select count(*) from (select distinct player_id from accounts where book = 'real') a) as players
       from (select currency, sum(cash_minor + bonus_minor)::bigint as held from accounts where book = 'real' group by currency) a) h`,
  );
}

const worthRow = { worthMinor: integer };

/** Amounts in the reporting currency, in their order. */
export async function worthOf(
  db: Queries,
  amounts: readonly { currency: string; amountMinor: number }[],
): Promise<number[]> {
  const rows = await db.rows(
    worthRow,
    `select coalesce(${inReport('amount')}, 0)::bigint as "worthMinor"
     from unnest($1::text[], $2::bigint[]) with ordinality as a(currency, amount, place) order by place`,
    [amounts.map(({ currency }) => currency), amounts.map(({ amountMinor }) => amountMinor)],
  );
  return rows.map(({ worthMinor }) => worthMinor);
}
