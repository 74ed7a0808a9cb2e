/** Queries for decisions of promotions: whether a player may get a bonus, and players' net losses of cash. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { bool, integer, nullable, type Row, uuid } from '@fairline/chassis/storage/rows';
import { firstIdAt } from '@fairline/proto/periods';
import { book, playCurrency } from '../columns.ts';

const eligibilityRow = {
  currency: playCurrency,
  book,
  mayPlay: bool,
  limitReached: bool,
  approvedDeposits: integer,
  activeClaimId: nullable(uuid),
};

/** Undefined until the player's accounts are open. A limit counts as reached if not even one minor unit fits into it. */
export function bonusEligibilityOf(
  db: Queries,
  at: Date,
  playerId: string,
): Promise<Row<typeof eligibilityRow> | undefined> {
  return db.row(
    eligibilityRow,
    `select p.currency, p.book, p.status = 'active' and (p.excluded_until > $2) is not true as "mayPlay",
       broken_play_limit($2, p.own_limits - 'sessionMinutes', a, 1) is not null or broken_deposit_limit($2, p.player_id, 1) is not null as "limitReached",
       (select count(*) from payments y where y.player_id = p.player_id and y.type = 'deposit' and y.status = 'approved') as "approvedDeposits",
       (select g.claim_id from grants g where g.player_id = p.player_id and g.kind = 'bonus' and coalesce(g.forfeited_at, g.converted_at, g.spent_at) is null) as "activeClaimId"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency where p.player_id = $1`,
    [playerId, at],
  );
}

const lossRow = { playerId: uuid, currency: playCurrency, stakedMinor: integer, returnedMinor: integer };

/**
 * Cash staked and returned in a period, by the time in the ids of bets and rounds. If bonus money paid a part of a stake, only the cash part of stake and payout counts.
 * A jackpot is always paid in cash, so it counts whole.
 * Transfers are read from a minute earlier, because their ids come from the database's clock.
 */
export function netLossesOf(
  db: Queries,
  { from, to, playerIds }: { from: Date; to: Date; playerIds: readonly string[] },
): Promise<Row<typeof lossRow>[]> {
  return db.rows(
    lossRow,
    `with played as materialized (
       select distinct t.player_id, t.reference from transfers t
       where t.player_id = any ($1) and t.kind = 'stake' and t.id >= $4 and t.reference >= $2 and t.reference < $3
     ), decided as (
       select y.player_id, s.currency, n.wagered - n.open as staked, n.won, 0 as jackpot, s.bonus_minor as bonus, s.amount_minor as amount
       from played y join stakes s on s.bet_id = y.reference cross join lateral counted_play(s.outcome, s.amount_minor, s.paid_minor, s.closed_minor, s.claim_id) n
       where s.claim_id is null
       union all
       select y.player_id, r.currency, n.wagered - n.open, case when r.status = 'closed' then r.paid_minor else 0 end, case when r.status = 'closed' then r.jackpot_minor else 0 end,
         r.bonus_minor, r.staked_minor
       from played y join rounds r on r.round_id = y.reference cross join lateral counted_round(r.status, r.staked_minor, r.paid_minor, r.jackpot_minor) n
     )
     select p.player_id as "playerId", p.currency, coalesce(sum(d.staked - bonus_share(d.staked, d.amount, d.bonus)), 0)::bigint as "stakedMinor",
       coalesce(sum(d.won - bonus_share(d.won, d.amount, d.bonus) + d.jackpot), 0)::bigint as "returnedMinor"
     from players p left join decided d on d.player_id = p.player_id and d.currency = p.currency
     where p.player_id = any ($1) and p.book = 'real' and p.opened_at is not null group by p.player_id, p.currency order by p.player_id`,
    [playerIds, firstIdAt(from), firstIdAt(to), firstIdAt(new Date(from.getTime() - 60_000))],
  );
}
