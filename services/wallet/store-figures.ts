/**
 * Figures for operators, real money only: from the house's legs by the minute, which the fold keeps, and from who staked by the hour.
 * Amounts of other currencies count at the rate of the moment in the currency of report.
 */
import type { Queries } from '@fairline/chassis/postgres';

/** The currency that figures over all players are written in. */
export const reportCurrency = 'USD';

export interface Figures {
  depositedMinor: number;
  withdrawnMinor: number;
  wageredMinor: number;
  paidMinor: number;
  bonusMinor: number;
  feesMinor: number;
  activePlayers: number;
}

const inReport = `case when amount_minor < 0 then -to_play(-amount_minor, currency, '${reportCurrency}') else to_play(amount_minor, currency, '${reportCurrency}') end`;

/** A deposit leaves its clearing account, a withdrawal comes to it; a stake comes to sports, what is paid leaves it. Stakes given back were never wagered. */
export async function figuresOf(db: Queries, since: Date, until: Date): Promise<Figures> {
  const row = await db.row<Figures>(
    `select coalesce(-sum(m.report) filter (where m.kind = 'deposit' and m.account like 'clearing_%'), 0)::bigint as "depositedMinor",
       coalesce(sum(m.report) filter (where m.kind not in ('deposit') and m.account like 'clearing_%'), 0)::bigint as "withdrawnMinor",
       coalesce(sum(m.report) filter (where m.account = 'sports' and m.kind in ('stake', 'refund')), 0)::bigint as "wageredMinor",
       coalesce(-sum(m.report) filter (where m.account = 'sports' and m.kind not in ('stake', 'refund')), 0)::bigint as "paidMinor",
       coalesce(-sum(m.report) filter (where m.account = 'bonus_expense'), 0)::bigint as "bonusMinor",
       coalesce(sum(m.report) filter (where m.account = 'fees'), 0)::bigint as "feesMinor",
       (select count(distinct player_id) from staked_hours where hour >= date_trunc('hour', $1::timestamptz) and hour < $2) as "activePlayers"
     from (select account, kind, ${inReport} as report from house_minutes where book = 'real' and minute >= $1 and minute < $2) m`,
    [since, until],
  );
  return row as Figures;
}

export interface Point {
  at: Date;
  depositedMinor: number;
  withdrawnMinor: number;
  ggrMinor: number;
}

/** In steps of so many seconds from an instant on, every step named. */
export function seriesOf(db: Queries, since: Date, stepSeconds: number, steps: number): Promise<Point[]> {
  return db.rows(
    `select s.at, coalesce(-sum(m.report) filter (where m.kind = 'deposit' and m.account like 'clearing_%'), 0)::bigint as "depositedMinor",
       coalesce(sum(m.report) filter (where m.kind <> 'deposit' and m.account like 'clearing_%'), 0)::bigint as "withdrawnMinor",
       coalesce(sum(m.report) filter (where m.account = 'sports'), 0)::bigint as "ggrMinor"
     from (select $1::timestamptz + make_interval(secs => $2::int * n) as at from generate_series(0, $3::int - 1) n) s
     left join (select minute, account, kind, ${inReport} as report from house_minutes where book = 'real' and minute >= $1) m
       on m.minute >= s.at and m.minute < s.at + make_interval(secs => $2::int)
     group by s.at order by s.at`,
    [since, stepSeconds, steps],
  );
}

export interface Standing {
  pendingPayments: number;
  pendingDeposits: number;
  pendingWithdrawals: number;
  pendingAmountMinor: number;
  heldByPlayersMinor: number;
  players: number;
}

/** As it stands now. */
export async function standingOf(db: Queries): Promise<Standing> {
  const row = await db.row<Standing>(
    `select p.*, h.*
     from (
       select count(*) as "pendingPayments", count(*) filter (where type = 'deposit') as "pendingDeposits",
         count(*) filter (where type = 'withdrawal') as "pendingWithdrawals",
         coalesce(sum(to_play(amount_minor, currency, '${reportCurrency}')), 0)::bigint as "pendingAmountMinor"
       from payments where status = 'pending' and provider_state is null and book = 'real') p
     cross join (
       select coalesce(sum(to_play(held, currency, '${reportCurrency}')), 0)::bigint as "heldByPlayersMinor", (select count(distinct player_id) from accounts where book = 'real') as players
       from (select currency, sum(cash_minor + bonus_minor)::bigint as held from accounts where book = 'real' group by currency) a) h`,
  );
  return row as Standing;
}
