/** Queries for safe play: amounts that count towards a player's own limits now, and the activity by UTC month. */

import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, only, type Row, text } from '@fairline/chassis/storage/rows';
import { firstIdAt } from '@fairline/proto/periods';
import type { PlaySums } from '@fairline/proto/play-figures';
import { dayMs } from '@fairline/proto/time';
import { playCurrency } from '../columns.ts';

const countedRow = {
  currency: playCurrency,
  checkDueAt: nullable(instant),
  depositDayMinor: integer,
  depositWeekMinor: integer,
  depositMonthMinor: integer,
  lossDayMinor: integer,
  lossWeekMinor: integer,
  lossMonthMinor: integer,
};

/** Reads the same functions that refuse stakes and deposits; undefined until the player's accounts are open. */
export function countedPlay(db: Queries, playerId: string, at: Date): Promise<Row<typeof countedRow> | undefined> {
  const lost = (period: string) => `add_loss(a.loss_${period}_minor, a.loss_at >= period_start($2, '${period}'), 0)`;
  const deposited = (period: string) => `paid_since(p.player_id, 'deposit', period_start($2, '${period}'))`;
  return db.row(
    countedRow,
    `select p.currency, check_due_at(p, a, $2) as "checkDueAt",
       ${deposited('day')} as "depositDayMinor", ${deposited('week')} as "depositWeekMinor", ${deposited('month')} as "depositMonthMinor",
       ${lost('day')} as "lossDayMinor", ${lost('week')} as "lossWeekMinor", ${lost('month')} as "lossMonthMinor"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency where p.player_id = $1`,
    [playerId, at],
  );
}

const lifetimeRow = {
  currency: playCurrency,
  depositedMinor: integer,
  withdrawnMinor: integer,
  stakedMinor: integer,
  openStakeMinor: integer,
  returnedMinor: integer,
  casinoStakedMinor: integer,
  casinoOpenMinor: integer,
  casinoReturnedMinor: integer,
};

export interface Lifetime extends Pick<Row<typeof lifetimeRow>, 'currency' | 'depositedMinor' | 'withdrawnMinor'> {
  sports: PlaySums;
  casino: PlaySums;
}

/** The totals stored with the account. Deposits and withdrawals in other currencies count at their worth when requested. */
export async function lifetimeOf(db: Queries, playerId: string): Promise<Lifetime | undefined> {
  const row = await db.row(
    lifetimeRow,
    `select a.currency, y.deposited as "depositedMinor", y.withdrawn as "withdrawnMinor", a.wagered_minor as "stakedMinor", a.open_stake_minor as "openStakeMinor",
       a.won_minor as "returnedMinor", a.casino_wagered_minor as "casinoStakedMinor", a.casino_open_minor as "casinoOpenMinor", a.casino_won_minor as "casinoReturnedMinor"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency cross join lateral (
       select ${paidColumns('deposited', 'withdrawn')} from payments where player_id = p.player_id and status = 'approved'
     ) y where p.player_id = $1`,
    [playerId],
  );
  if (!row) return undefined;
  const { casinoStakedMinor, casinoOpenMinor, casinoReturnedMinor, ...all } = row;
  return {
    ...all,
    sports: {
      stakedMinor: all.stakedMinor - casinoStakedMinor,
      openStakeMinor: all.openStakeMinor - casinoOpenMinor,
      returnedMinor: all.returnedMinor - casinoReturnedMinor,
    },
    casino: { stakedMinor: casinoStakedMinor, openStakeMinor: casinoOpenMinor, returnedMinor: casinoReturnedMinor },
  };
}

const paidColumns = (
  deposited: string,
  withdrawn: string,
) => `coalesce(sum(counts_minor) filter (where type = 'deposit'), 0)::bigint as "${deposited}",
  coalesce(sum(counts_minor) filter (where type = 'withdrawal'), 0)::bigint as "${withdrawn}"`;

const paidRow = { depositedMinor: integer, withdrawnMinor: integer };

/** Sums of approved payments, by the time of their approval. */
export async function paymentsBetween(
  db: Queries,
  playerId: string,
  from: Date,
  until: Date,
): Promise<Row<typeof paidRow>> {
  return only(
    await db.row(
      paidRow,
      `select ${paidColumns('depositedMinor', 'withdrawnMinor')} from payments where player_id = $1 and status = 'approved' and decided_at >= $2 and decided_at < $3`,
      [playerId, from, until],
    ),
  );
}

const playSums = { stakedMinor: integer, openStakeMinor: integer, returnedMinor: integer };

/** The time of a stake may differ by this much from the time in its bet's id: seconds, unless a service was down. */
const [earlyMs, lateMs] = [60_000, dayMs];

/** Totals of the bets placed in a period, by the time in their ids. A range of transfer ids limits how much of a long history is read. */
export async function betsBetween(
  db: Queries,
  playerId: string,
  from: Date,
  until: Date,
): Promise<Row<typeof playSums>> {
  return only(
    await db.row(
      playSums,
      `select coalesce(sum(n.wagered), 0)::bigint as "stakedMinor", coalesce(sum(n.open), 0)::bigint as "openStakeMinor", coalesce(sum(n.won), 0)::bigint as "returnedMinor"
       from transfers t join stakes b on b.bet_id = t.reference
       cross join lateral counted_play(b.outcome, b.amount_minor, b.paid_minor, b.closed_minor, b.claim_id) n
       where t.player_id = $1 and t.id >= $4 and t.id < $5 and t.kind = 'stake' and t.reference >= $2 and t.reference < $3`,
      [
        playerId,
        firstIdAt(from),
        firstIdAt(until),
        firstIdAt(new Date(from.getTime() - earlyMs)),
        firstIdAt(new Date(until.getTime() + lateMs)),
      ],
    ),
  );
}

/** Totals of the rounds that began in a period of UTC days. */
export async function roundsBetween(
  db: Queries,
  playerId: string,
  from: Date,
  until: Date,
): Promise<Row<typeof playSums>> {
  return only(
    await db.row(
      playSums,
      `select coalesce(sum(staked_minor), 0)::bigint as "stakedMinor", coalesce(sum(open_minor), 0)::bigint as "openStakeMinor",
         coalesce(sum(returned_minor), 0)::bigint as "returnedMinor" from round_days where player_id = $1 and day >= $2::date and day < $3::date`,
      [playerId, from.toISOString().slice(0, 10), until.toISOString().slice(0, 10)],
    ),
  );
}

const monthRow = { month: text };

/** The first id of the month that follows the month of an id. */
const idOfNextMonth = (id: string) =>
  `(lpad(to_hex((extract(epoch from (date_trunc('month', uuid_extract_timestamp(${id}) at time zone 'UTC') + interval '1 month') at time zone 'UTC') * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid`;

/** UTC months with a stake, a round or an approved payment, newest first. Only one stake of each month is read, by the time in its id. */
export async function activeMonths(db: Queries, playerId: string): Promise<string[]> {
  const rows = await db.rows(
    monthRow,
    `with recursive staked as (
       (select id from transfers where player_id = $1 and kind = 'stake' order by id limit 1)
       union all
       select n.id from staked s cross join lateral (
         select t.id from transfers t where t.player_id = $1 and t.kind = 'stake' and t.id >= ${idOfNextMonth('s.id')} order by t.id limit 1
       ) n
     )
     select month from (
       select to_char(uuid_extract_timestamp(id) at time zone 'UTC', 'YYYY-MM') as month from staked
       union select to_char(decided_at at time zone 'UTC', 'YYYY-MM') from payments where player_id = $1 and status = 'approved' and decided_at is not null
       union select to_char(day, 'YYYY-MM') from round_days where player_id = $1
     ) m order by month desc`,
    [playerId],
  );
  return rows.map(({ month }) => month);
}
