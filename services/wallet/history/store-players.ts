/** Queries of a player's own figures: accounts, limits used, play session, and the summaries that operators read. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { bonusStatuses } from '@fairline/proto/wallet/grants';
import { PlayLimits } from '@fairline/proto/wallet/players';
import { book, currency, level, oneRow, playCurrency } from '../columns.ts';

const playerRow = {
  currency: playCurrency,
  level,
  openedAt: instant,
  /** The unwagered part of the welcome bonus. */
  unplayedMinor: integer,
  /** The sum over all accounts. */
  withdrawableMinor: integer,
};
export type PlayerRow = Row<typeof playerRow>;

/** Undefined until the player's accounts are open. */
export function playerOf(db: Queries, playerId: string): Promise<PlayerRow | undefined> {
  return db.row(
    playerRow,
    `select currency, level, opened_at as "openedAt", unplayed_bonus(player_id, currency) as "unplayedMinor",
       withdrawable_worth(players) as "withdrawableMinor" from players where player_id = $1 and opened_at is not null`,
    [playerId],
  );
}

const accountRow = {
  currency,
  cashMinor: integer,
  bonusMinor: integer,
  heldMinor: integer,
  openStakes: integer,
  openStakeMinor: integer,
  wageredMinor: integer,
  wonMinor: integer,
  openRounds: integer,
  casinoOpenMinor: integer,
  casinoWageredMinor: integer,
  casinoWonMinor: integer,
  depositedMinor: integer,
  withdrawnMinor: integer,
  movedAt: nullable(instant),
};
export type AccountRow = Row<typeof accountRow>;

export function accountsOf(db: Queries, playerId: string): Promise<AccountRow[]> {
  return db.rows(
    accountRow,
    `select currency, cash_minor as "cashMinor", bonus_minor as "bonusMinor", held_minor as "heldMinor", open_stakes as "openStakes", open_stake_minor as "openStakeMinor",
       wagered_minor as "wageredMinor", won_minor as "wonMinor", casino_open_rounds as "openRounds", casino_open_minor as "casinoOpenMinor",
       casino_wagered_minor as "casinoWageredMinor", casino_won_minor as "casinoWonMinor",
       deposited_minor as "depositedMinor", withdrawn_minor as "withdrawnMinor", moved_at as "movedAt"
     from accounts where player_id = $1 order by currency`,
    [playerId],
  );
}

const playSums = { stakedMinor: integer, openStakeMinor: integer, returnedMinor: integer };
const playColumns = `coalesce(sum(n.wagered), 0)::bigint as "stakedMinor", coalesce(sum(n.open), 0)::bigint as "openStakeMinor", coalesce(sum(n.won), 0)::bigint as "returnedMinor"`;
/** Joins a stake's transfer to its bet and the bet's present figures. */
const countedBet = `join stakes b on b.bet_id = t.reference cross join lateral counted_play(b.outcome, b.amount_minor, b.paid_minor, b.closed_minor, b.claim_id) n`;

/** Totals of the bets placed from each of these ids on. The bets are read once, from the earliest id on. */
export function playSince(db: Queries, playerId: string, ids: readonly string[]): Promise<Row<typeof playSums>[]> {
  return db.rows(
    playSums,
    `with bets as materialized (
       select t.reference as bet_id, n.* from transfers t ${countedBet}
       where t.player_id = $1 and t.kind = 'stake' and t.id >= ${idBefore('uuid_extract_timestamp($3::uuid)')} and t.reference >= $3
     )
     select ${playColumns} from unnest($2::uuid[]) with ordinality f (id, place) left join bets n on n.bet_id >= f.id group by f.place order by f.place`,
    [playerId, ids, ids.toSorted()[0]],
  );
}

/** Totals of the rounds that began on each of these UTC days or later. */
export function roundsSince(db: Queries, playerId: string, days: readonly string[]): Promise<Row<typeof playSums>[]> {
  return db.rows(
    playSums,
    `select coalesce(sum(y.staked_minor), 0)::bigint as "stakedMinor", coalesce(sum(y.open_minor), 0)::bigint as "openStakeMinor",
       coalesce(sum(y.returned_minor), 0)::bigint as "returnedMinor"
     from unnest($2::date[]) with ordinality f (day, place) left join round_days y on y.player_id = $1 and y.day >= f.day group by f.place order by f.place`,
    [playerId, days],
  );
}

/** Totals of the rounds with a stake in the current session, which spans a few days at most. */
export function sessionRounds(db: Queries, playerId: string, began: Date): Promise<Row<typeof playSums>> {
  return oneRow(
    db,
    playSums,
    `select ${playColumns}
     from (
       select distinct t.reference from transfers t
       where t.player_id = $1 and t.id >= ${idBefore('$2::timestamptz')} and t.created_at >= $2 and t.kind = 'stake'
     ) r
     join rounds k on k.round_id = r.reference
     cross join lateral counted_round(k.status, k.staked_minor, k.paid_minor, k.jackpot_minor) n`,
    [playerId, began],
  );
}

const playStateRow = {
  book,
  /** Null once the session is over. */
  sessionAt: nullable(instant),
  sessionEndsAt: nullable(instant),
  ...playSums,
  ownLimits: nullable(json(PlayLimits)),
  /** The welcome bonus for its notice: set until the player has seen the notice, staked since the bonus, or spent part of it, and only while they may play. */
  welcomeMinor: nullable(integer),
  /** Null if there is no welcome bonus. */
  bonusStatus: nullable(oneOf(['unopened', ...bonusStatuses])),
  waitingMinor: nullable(integer),
};
export type PlayStateRow = Row<typeof playStateRow>;

/** An id below every id made since an instant. A minute is subtracted, because ids come from the database's clock and instants from a service's. */
const idBefore = (at: string) =>
  `(lpad(to_hex((extract(epoch from ${at} - interval '1 minute') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Session, own limits and welcome bonus of a player whose accounts are open. */
export function playStateOf(db: Queries, playerId: string, at: Date): Promise<PlayStateRow> {
  return oneRow(
    db,
    playStateRow,
    `select p.book, p.own_limits as "ownLimits", s.began as "sessionAt", s.ends as "sessionEndsAt", m.*,
       case when w.status = 'paid' and p.welcome_seen_at is null and p.status = 'active' and (p.excluded_until > $2::timestamptz) is not true
         and (a.staked_at >= w.decided_at) is not true and a.cash_minor + a.bonus_minor >= w.amount_minor then w.amount_minor end as "welcomeMinor",
       w.status as "bonusStatus", case when w.status = 'waiting' then w.amount_minor end as "waitingMinor"
     from players p
     join accounts a on a.player_id = p.player_id and a.currency = p.currency
     left join lateral (select a.session_at as began, a.staked_at + session_gap() as ends where a.staked_at > $2::timestamptz - session_gap()) s on true
     cross join lateral (
       select ${playColumns} from transfers t ${countedBet} where t.player_id = p.player_id and t.id >= ${idBefore('s.began')} and t.created_at >= s.began and t.kind = 'stake'
     ) m
     left join welcome_bonuses w on w.player_id = p.player_id
     where p.player_id = $1`,
    [playerId, at],
  );
}

const countedRow = {
  dayDepositMinor: integer,
  dayWithdrawMinor: integer,
  monthDepositMinor: integer,
  monthWithdrawMinor: integer,
};

/** Payments that count against the limits: requested or approved, by the time of the request. */
export function countedOf(db: Queries, playerId: string, day: Date, month: Date): Promise<Row<typeof countedRow>> {
  return oneRow(
    db,
    countedRow,
    `select paid_since($1, 'deposit', $2) as "dayDepositMinor", paid_since($1, 'withdrawal', $2) as "dayWithdrawMinor",
       paid_since($1, 'deposit', $3) as "monthDepositMinor", paid_since($1, 'withdrawal', $3) as "monthWithdrawMinor"`,
    [playerId, day, month],
  );
}

const netRow = { netMinor: integer };

/** Approved deposits less requested and approved withdrawals: the most that an unverified player may withdraw, as `ask_withdrawal` counts it. */
export async function netDepositsOf(db: Queries, playerId: string): Promise<number> {
  const { netMinor } = await oneRow(
    db,
    netRow,
    `select coalesce(sum(case when type = 'withdrawal' then -counts_minor when status = 'approved' then counts_minor else 0 end), 0)::bigint as "netMinor"
     from payments where player_id = $1 and status in ('pending', 'approved')`,
    [playerId],
  );
  return netMinor;
}

const approvedRow = { depositedMinor: integer, withdrawnMinor: integer };

/** Approved deposits and withdrawals since an instant. */
export function readApprovedSince(db: Queries, playerId: string, since: Date): Promise<Row<typeof approvedRow>> {
  return oneRow(
    db,
    approvedRow,
    `select coalesce(sum(counts_minor) filter (where type = 'deposit'), 0)::bigint as "depositedMinor",
       coalesce(sum(counts_minor) filter (where type = 'withdrawal'), 0)::bigint as "withdrawnMinor"
     from payments where player_id = $1 and status = 'approved' and decided_at >= $2`,
    [playerId, since],
  );
}

const summaryRow = {
  playerId: uuid,
  currency: playCurrency,
  totalMinor: integer,
  availableMinor: integer,
  bonusMinor: integer,
  activeBets: integer,
  depositedMinor: integer,
  withdrawnMinor: integer,
  wageredMinor: integer,
  wonMinor: integer,
};

export function summariesOf(db: Queries, playerIds: readonly string[]): Promise<Row<typeof summaryRow>[]> {
  return db.rows(
    summaryRow,
    `select a.player_id as "playerId", a.currency, a.cash_minor + a.bonus_minor as "totalMinor", a.cash_minor - a.held_minor as "availableMinor",
       a.bonus_minor as "bonusMinor", a.open_stakes - a.casino_open_rounds as "activeBets", a.deposited_minor as "depositedMinor", a.withdrawn_minor as "withdrawnMinor",
       a.wagered_minor as "wageredMinor", a.won_minor as "wonMinor"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency where p.player_id = any ($1)`,
    [playerIds],
  );
}

const permitRow = {
  excludedUntil: nullable(instant),
  ownLimits: nullable(json(PlayLimits)),
  hasPin: bool,
  autoConvert: bool,
  receivableMinor: integer,
};
export type PermitRow = Row<typeof permitRow>;

/** The restrictions of a player's money, except the level; undefined until the accounts are open. */
export function permitOf(db: Queries, playerId: string): Promise<PermitRow | undefined> {
  return db.row(
    permitRow,
    `select p.excluded_until as "excludedUntil", p.own_limits as "ownLimits", coalesce(n.hash is not null, false) as "hasPin", p.auto_convert as "autoConvert",
       a.receivable_minor as "receivableMinor"
     from players p join accounts a on a.player_id = p.player_id and a.currency = p.currency left join pins n on n.player_id = p.player_id where p.player_id = $1`,
    [playerId],
  );
}
