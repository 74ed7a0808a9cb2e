/** Queries of sums and watches of results. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { float, instant, integer, oneOf, type Row } from '@fairline/chassis/storage/rows';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import { playCurrencies } from '@fairline/proto/money';

const gameId = oneOf(gameIds);
const results = {
  rounds: integer,
  stakeMinor: integer,
  returnedMinor: integer,
  expectedMinor: float,
  varianceMinor: float,
  largestStakeMinor: integer,
};

/** The most tallies that one transaction adds up. */
const stepTallies = 10_000;

/** The sums weighted by stake, and how a table adds more of them. */
const weighed = ['weighed_rounds', 'first_stake_minor', 'returned_minor', 'expected_minor', 'variance_minor'];
const weighedColumns = [...weighed, 'largest_stake_minor'].join(', ');
const sumWeighed = (where: string) =>
  [...weighed.map((name) => `coalesce(sum(${name})${where}, 0)`), `coalesce(max(largest_stake_minor)${where}, 0)`].join(
    ', ',
  );
const addWeighed = (table: string) =>
  [
    ...weighed.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
    `largest_stake_minor = greatest(${table}.largest_stake_minor, excluded.largest_stake_minor)`,
  ].join(', ');
const ofRealMoney = ` filter (where book = 'real')`;

/** Moves tallies into the sums and the watches of their versions. False if none are left. Two instances never take the same tally. */
export async function addTallies(tx: Tx, at: Date): Promise<boolean> {
  const touched = await tx.run(
    `with taken as (
       delete from tallies where id in (select id from tallies order by id limit ${stepTallies} for update skip locked) returning *
     ), summed as (
       insert into sums (game_id, version, day, book, currency, rounds, stake_minor, payout_minor, jackpot_minor, returned, expected, variance, last_at,
         ${weighedColumns})
       select game_id, version, (at at time zone 'utc')::date, book, currency, sum(rounds), sum(stake_minor), sum(payout_minor), sum(jackpot_minor),
         sum(returned), sum(expected), sum(variance), max(at), ${sumWeighed('')}
       from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
       on conflict (game_id, version, day, book, currency) do update set rounds = sums.rounds + excluded.rounds,
         stake_minor = sums.stake_minor + excluded.stake_minor, payout_minor = sums.payout_minor + excluded.payout_minor,
         jackpot_minor = sums.jackpot_minor + excluded.jackpot_minor, returned = sums.returned + excluded.returned,
         expected = sums.expected + excluded.expected, variance = sums.variance + excluded.variance,
         last_at = greatest(sums.last_at, excluded.last_at), ${addWeighed('sums')}
     )
     insert into watches (game_id, version, since, rounds, returned, expected, variance, ${weighedColumns})
     select game_id, version, $1, sum(rounds), sum(returned), sum(expected), sum(variance), ${sumWeighed(ofRealMoney)} from taken group by 1, 2 order by 1, 2
     on conflict (game_id, version) do update set rounds = watches.rounds + excluded.rounds, returned = watches.returned + excluded.returned,
       expected = watches.expected + excluded.expected, variance = watches.variance + excluded.variance, ${addWeighed('watches')}`,
    [at],
  );
  return touched > 0;
}

const watchRow = { gameId, version: integer, since: instant, ...results };
export type Watch = Row<typeof watchRow>;

/** Watches whose results have not been reported as out of range. */
export function openWatches(tx: Queries): Promise<Watch[]> {
  return tx.rows(
    watchRow,
    `select game_id as "gameId", version, since, weighed_rounds as rounds, first_stake_minor as "stakeMinor", returned_minor as "returnedMinor",
       expected_minor as "expectedMinor", variance_minor as "varianceMinor", largest_stake_minor as "largestStakeMinor"
     from watches where left_range_at is null and game_id = any ($1) order by game_id, version`,
    [[...gameIds]],
  );
}

/** Marks a watch as reported. False if another instance did. */
export async function closeWatch(tx: Tx, id: GameId, version: number, at: Date): Promise<boolean> {
  return (
    (await tx.run(
      'update watches set left_range_at = $3 where game_id = $1 and version = $2 and left_range_at is null',
      [id, version, at],
    )) > 0
  );
}

/** Restarts the watch of a version if its results had left their range. */
export async function restartWatch(tx: Tx, id: GameId, version: number, at: Date): Promise<void> {
  await tx.run(
    `update watches set since = $3, rounds = 0, returned = 0, expected = 0, variance = 0, left_range_at = null,
       ${[...weighed, 'largest_stake_minor'].map((name) => `${name} = 0`).join(', ')}
     where game_id = $1 and version = $2 and left_range_at is not null`,
    [id, version, at],
  );
}

const versionRow = { gameId, version: integer, ...results };

/** The results of all rounds of each version, with real money. */
export function resultsOf(db: Queries): Promise<Row<typeof versionRow>[]> {
  return db.rows(
    versionRow,
    `select game_id as "gameId", version, sum(weighed_rounds)::bigint as rounds, sum(first_stake_minor)::bigint as "stakeMinor",
       sum(returned_minor)::bigint as "returnedMinor", sum(expected_minor) as "expectedMinor", sum(variance_minor) as "varianceMinor",
       max(largest_stake_minor) as "largestStakeMinor"
     from sums where book = 'real' and game_id = any ($1) group by 1, 2 order by 1, 2`,
    [[...gameIds]],
  );
}

const moneyRow = {
  gameId,
  version: integer,
  currency: oneOf(playCurrencies),
  rounds: integer,
  stakeMinor: integer,
  /** Payouts with jackpots. */
  paidMinor: integer,
  lastAt: instant,
};
export type GameMoney = Row<typeof moneyRow>;

/** Real money of each version by currency, from a UTC day on or of all days. */
export function moneyOf(db: Queries, since: Date | null): Promise<GameMoney[]> {
  return db.rows(
    moneyRow,
    `select game_id as "gameId", version, currency, sum(rounds)::bigint as rounds, sum(stake_minor)::bigint as "stakeMinor",
       sum(payout_minor + jackpot_minor)::bigint as "paidMinor", max(last_at) as "lastAt"
     from sums where book = 'real' and game_id = any ($1) and ($2::timestamptz is null or day >= ($2::timestamptz at time zone 'utc')::date)
     group by 1, 2, 3 order by 1, 2, 3`,
    [[...gameIds], since],
  );
}
