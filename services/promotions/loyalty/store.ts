/** Queries of points: accounts, the ledger, the points gained per day and earned per stake, and redemptions. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { day, float, instant, integer, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { pageSize } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { PointsEntry } from '@fairline/proto/promotions/loyalty';
import { tiers, wageringProducts } from '@fairline/proto/promotions/offers';
import { playCurrency } from '../columns.ts';

export const tier = oneOf(tiers.map(({ id }) => id));
const accountRow = {
  playerId: uuid,
  balance: integer,
  carryMicro: integer,
  spent: integer,
  aged: integer,
  earned: integer,
  tier,
  version: integer,
};
export type Account = Row<typeof accountRow>;
const accountColumns =
  'player_id as "playerId", balance, carry_micro as "carryMicro", spent, aged, earned, tier, version';

/** Locks the accounts of players in one order, and creates missing ones. */
export async function lockAccounts(tx: Tx, playerIds: readonly string[]): Promise<Map<string, Account>> {
  const ids = [...new Set(playerIds)].sort();
  const lock = () =>
    tx.rows(
      accountRow,
      `select ${accountColumns} from points_accounts where player_id = any ($1) order by player_id for update`,
      [ids],
    );
  let accounts = await lock();
  if (accounts.length < ids.length) {
    await tx.run(
      'insert into points_accounts (player_id) select id from unnest($1::uuid[]) as id order by id on conflict do nothing',
      [ids],
    );
    accounts = await lock();
  }
  return new Map(accounts.map((account) => [account.playerId, account]));
}

export async function accountOf(db: Queries, playerId: string): Promise<Account | undefined> {
  return db.row(accountRow, `select ${accountColumns} from points_accounts where player_id = $1`, [playerId]);
}

export async function accountsOf(db: Queries, playerIds: readonly string[]): Promise<Map<string, Account>> {
  const rows = await db.rows(accountRow, `select ${accountColumns} from points_accounts where player_id = any ($1)`, [
    playerIds,
  ]);
  return new Map(rows.map((account) => [account.playerId, account]));
}

/** Updates locked accounts. */
export async function updateAccounts(tx: Tx, accounts: readonly Account[]): Promise<void> {
  if (accounts.length === 0) return;
  await tx.run(
    `update points_accounts a set balance = n.balance, carry_micro = n.carry, spent = n.spent, aged = n.aged, earned = n.earned, tier = n.tier, version = n.version
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[])
       as n (player_id, balance, carry, spent, aged, earned, tier, version)
     where a.player_id = n.player_id`,
    [
      accounts.map(({ playerId }) => playerId),
      accounts.map(({ balance }) => balance),
      accounts.map(({ carryMicro }) => carryMicro),
      accounts.map(({ spent }) => spent),
      accounts.map(({ aged }) => aged),
      accounts.map(({ earned }) => earned),
      accounts.map(({ tier: reached }) => reached),
      accounts.map(({ version }) => version),
    ],
  );
}

const entryRow = {
  id: uuid,
  kind: oneOf(PointsEntry.shape.kind.options),
  points: integer,
  product: nullable(oneOf(wageringProducts)),
  balanceAfter: integer,
  createdAt: instant,
};

/** One row of the ledger, as it is written. */
export interface NewEntry {
  playerId: string;
  kind: Row<typeof entryRow>['kind'];
  points: number;
  product: Row<typeof entryRow>['product'];
  /** The claim or the redemption; each is written once per kind. */
  sourceId: string | null;
  balanceAfter: number;
}

/** Writes rows in their order. PostgreSQL numbers them, because its version 7 identifiers rise within a millisecond and those of Node.js do not. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(
    `insert into points_entries (id, player_id, kind, points, product, source_id, balance_after, created_at)
     select uuidv7(), e.*, $7 from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::uuid[], $6::bigint[]) as e`,
    [
      entries.map(({ playerId }) => playerId),
      entries.map(({ kind }) => kind),
      entries.map(({ points }) => points),
      entries.map(({ product }) => product),
      entries.map(({ sourceId }) => sourceId),
      entries.map(({ balanceAfter }) => balanceAfter),
      at,
    ],
  );
}

export function hasEntryOf(db: Queries, sourceId: string, kind: NewEntry['kind']): Promise<boolean> {
  return db.exists('select from points_entries where source_id = $1 and kind = $2', [sourceId, kind]);
}

/** The ledger of a player, newest first: one row more than a page. */
export function entriesOf(db: Queries, playerId: string, before: string | undefined) {
  return db.rows(
    entryRow,
    `select id, kind, points, product, balance_after as "balanceAfter", created_at as "createdAt" from points_entries
     where player_id = $1 and ($2::uuid is null or id < $2) order by id desc limit ${pageSize + 1}`,
    [playerId, before ?? null],
  );
}

/** The points that a player gained on the UTC day of `at`, and the part of them that stakes earned. */
export interface Gain {
  playerId: string;
  gained: number;
  earned: number;
}

export async function addGains(tx: Tx, gains: readonly Gain[], at: Date): Promise<void> {
  if (gains.length === 0) return;
  await tx.run(
    `insert into points_days as d (player_id, day, gained, earned)
     select g.player_id, ($4::timestamptz at time zone 'utc')::date, g.gained, g.earned from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as g (player_id, gained, earned)
     on conflict (player_id, day) do update set gained = d.gained + excluded.gained, earned = d.earned + excluded.earned`,
    [gains.map(({ playerId }) => playerId), gains.map(({ gained }) => gained), gains.map(({ earned }) => earned), at],
  );
}

const dayRow = { day, gained: integer };

/** The days within the last 365 on which a player gained points, oldest first. */
export function daysOf(db: Queries, playerId: string) {
  return db.rows(dayRow, 'select day, gained from points_days where player_id = $1 order by day', [playerId]);
}

const passedRow = { playerId: uuid };

/** Players who gained points on that day or before it. */
export async function playersWithPassedDays(db: Queries, lastDay: Date, limit: number): Promise<string[]> {
  const rows = await db.rows(
    passedRow,
    `select distinct player_id as "playerId" from (select player_id from points_days where day <= ($1::timestamptz at time zone 'utc')::date order by day limit $2) as d`,
    [lastDay, limit],
  );
  return rows.map(({ playerId }) => playerId);
}

const agedRow = { playerId: uuid, gained: integer, earned: integer };

/** Removes the days up to `lastDay` of locked accounts. Returns their points per player. */
export function takePassedDays(tx: Tx, playerIds: readonly string[], lastDay: Date) {
  return tx.rows(
    agedRow,
    `with passed as (delete from points_days where player_id = any ($1) and day <= ($2::timestamptz at time zone 'utc')::date returning player_id, gained, earned)
     select player_id as "playerId", sum(gained)::bigint as gained, sum(earned)::bigint as earned from passed group by player_id`,
    [playerIds, lastDay],
  );
}

const stakeRow = { stakeId: uuid, beforeMicro: integer, micro: integer };

export interface EarningStake {
  stakeId: string;
  version: number;
  stakeMinor: number;
  micro: number;
}

/** Stores the points of each stake by its newest event, and returns the stakes that this changes. While the amount stays the same, so do its points, even if the boost has changed. */
export function keepStakes(tx: Tx, stakes: readonly EarningStake[], at: Date) {
  return tx.rows(
    stakeRow,
    `insert into point_stakes as s (stake_id, version, stake_minor, micro, at)
     select n.*, $5 from unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[]) as n order by 1
     on conflict (stake_id) do update set version = excluded.version, stake_minor = excluded.stake_minor,
       micro = case when s.stake_minor = excluded.stake_minor then s.micro else excluded.micro end
     where s.version < excluded.version
     returning new.stake_id as "stakeId", coalesce(old.micro, 0) as "beforeMicro", new.micro as micro`,
    [
      stakes.map(({ stakeId }) => stakeId),
      stakes.map(({ version }) => version),
      stakes.map(({ stakeMinor }) => stakeMinor),
      stakes.map(({ micro }) => micro),
      at,
    ],
  );
}

export async function dropStakesBefore(db: Queries, at: Date, limit: number): Promise<void> {
  await db.run(
    'delete from point_stakes where stake_id in (select stake_id from point_stakes where at < $1 order by at limit $2)',
    [at, limit],
  );
}

const boostRow = { playerId: uuid, percent: float };

/** The percentage that claimed loyalty promotions add to the points of each player. */
export async function boostsOf(db: Queries, playerIds: readonly string[], at: Date): Promise<Map<string, number>> {
  const rows = await db.rows(
    boostRow,
    `select c.player_id as "playerId", sum((p.reward->>'value')::float8) as percent from claims c join promotions p on p.id = c.promotion_id
     where c.player_id = any ($1) and c.ended_at is null and c.status = 'active' and c.expires_at > $2 and c.type = 'loyalty_points' and p.reward->>'type' = 'percentage' group by c.player_id`,
    [playerIds, at],
  );
  return new Map(rows.map(({ playerId, percent }) => [playerId, percent]));
}

const currencyRow = { currency: playCurrency };

/** The play currency of a player, as stored in promotions. */
export async function currencyOf(db: Queries, playerId: string): Promise<PlayCurrencyCode | undefined> {
  return (await db.row(currencyRow, 'select currency from players where player_id = $1', [playerId]))?.currency;
}

const redemptionRow = {
  id: uuid,
  playerId: uuid,
  points: integer,
  amountMinor: integer,
  currency: playCurrency,
  status: oneOf(['pending', 'paid', 'refused']),
};
export type Redemption = Row<typeof redemptionRow>;
const redemptionColumns = 'id, player_id as "playerId", points, amount_minor as "amountMinor", currency, status';

export async function insertRedemption(
  tx: Tx,
  { id, playerId, points, amountMinor, currency }: Omit<Redemption, 'status'>,
  at: Date,
  dueAt: Date,
): Promise<void> {
  await tx.run(
    `insert into redemptions (id, player_id, points, amount_minor, currency, status, requested_at, due_at) values ($1, $2, $3, $4, $5, 'pending', $6, $7)`,
    [id, playerId, points, amountMinor, currency, at, dueAt],
  );
}

export function findRedemption(db: Queries, id: string): Promise<Redemption | undefined> {
  return db.row(redemptionRow, `select ${redemptionColumns} from redemptions where id = $1`, [id]);
}

/** Returns false if the redemption was already decided. */
export async function decideRedemption(db: Queries, id: string, status: 'paid' | 'refused'): Promise<boolean> {
  return (await db.run(`update redemptions set status = $2 where id = $1 and status = 'pending'`, [id, status])) > 0;
}

/** Picks redemptions whose payment has no final reply yet; the next attempt is due at `dueAt`. */
export function claimPending(db: Queries, now: Date, dueAt: Date, limit: number): Promise<Redemption[]> {
  return db.rows(
    redemptionRow,
    `update redemptions set due_at = $2 where id in (
       select id from redemptions where status = 'pending' and due_at <= $1 order by due_at limit $3 for update skip locked)
     returning ${redemptionColumns}`,
    [now, dueAt, limit],
  );
}
