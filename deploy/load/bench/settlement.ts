/**
 * A hundred thousand open bets on one fixture, each with its stake in the ledger: the time from the final result until all of them are settled and paid,
 * and how long a placement through the gateway takes meanwhile. Progress is read from the tables of betting and wallet; afterwards the books are proven.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { run } from '../../local/installation/shell.ts';
import { accessTokens, newPlayers } from '../players.ts';
import { betCall } from './bets.ts';
import { bench, type Stage } from './stage.ts';
import { logArrived, openCallers } from './workers/arrivals.ts';
import { openFeed, type StagedFixture } from './workers/staged-feed.ts';
import { openPlayers, openWalletCallers, type StakedBet, waitForRelay } from './workers/wallet-callers.ts';

const openBets = 100_000;
/** Players who hold the bets; the bets of a player are on different markets. */
const holders = 33_333;
const world = { fixtures: 40, markets: 4 };
/** Placements a second on the other fixtures, by `placers` players. */
const placedRate = 50;
const placers = 50;
const [stakeMinor, oddsMilli] = [100, 2_000];
const giveUpMs = 120_000;
const processes = ['wallet', 'betting', 'gateway'] as const;
const environment = { WELCOME_BONUS_MINOR: '100000000' };

export const settlement = bench('settlement of 100,000 bets', { processes, environment }, async (stage) => {
  const { platform, log } = stage;
  const [feed, callers] = [await openFeed(stage), await openCallers(stage)];
  const [betting, wallet] = [await stage.database('betting'), await stage.database('wallet')];
  const [final, ...others] = (await feed.world(world)) as [StagedFixture, ...StagedFixture[]];
  const placing = newPlayers(placers);
  const bets = await takeStakes(stage, wallet, placing);
  const takenAt = new Date().toISOString();
  await insertBets(betting, final, bets);
  await wallet.query('vacuum (analyze) players, accounts, stakes');
  log(`${openBets.toLocaleString('en-US')} bets are open, their stakes in the ledger`);
  const calls = accessTokens(platform, placing).flatMap((token, turn) =>
    others.map(({ markets }, at) => betCall(token, markets[(at + turn) % markets.length]?.home ?? '', oddsMilli)),
  );
  const place = (seconds: number) =>
    callers.run({ origin: platform.url, calls, status: 201, rate: placedRate, seconds });
  await place(5);
  const unloaded = await place(10);
  logArrived(log, 'placements before the result', unloaded);
  const underway = place(giveUpMs / 1_000);
  underway.catch(() => undefined);
  const endedAt = await feed.end(final.id);
  const secondsUntilNone = async (db: pg.Client, left: string) => {
    while ((await db.query(left)).rows[0].left) {
      if (Date.now() - endedAt > giveUpMs) throw new Error('not everything was settled and paid within two minutes');
      await pause(100);
    }
    return (Date.now() - endedAt) / 1_000;
  };
  // Legs are queried only once no market is due, and stakes only once all bets are settled: querying all of them ten times a second would slow down what is measured.
  const openLegs = `select exists (select from bet_legs where fixture_id = '${final.id}'::uuid and status = 'open') as left`;
  const settled = await secondsUntilNone(
    betting,
    `select case when exists (select from due_markets) then true else (${openLegs}) end as left`,
  );
  const openStakes = `select exists (select from stakes where outcome = 'open' and created_at < '${takenAt}') as left`;
  const paid = await secondsUntilNone(wallet, openStakes);
  callers.enough();
  const busy = await underway;
  logArrived(log, 'placements while it settled', busy);
  await prove(stage, betting, wallet);
  return [
    { name: 'settlement of 100,000 bets, all settled', value: settled, unit: 's' },
    { name: 'settlement of 100,000 bets, all paid', value: paid, unit: 's' },
    {
      name: 'bet p99 at 50/s during the settlement',
      value: busy.p99Ms,
      unit: 'ms',
      yardstick: 'before it',
      ratio: busy.p99Ms / unloaded.p99Ms,
    },
  ];
});

/** Opens all players and takes a stake for each bet, by requests to wallet. */
async function takeStakes(stage: Stage, wallet: pg.Client, placing: readonly string[]): Promise<StakedBet[]> {
  const players = newPlayers(holders);
  await openPlayers(stage, wallet, [...players, ...placing]);
  const bets = Array.from({ length: openBets }, (_, at) => ({
    betId: randomUUIDv7(),
    playerId: players[at % holders] as string,
    stakeMinor,
    potentialPayoutMinor: (stakeMinor * oddsMilli) / 1_000,
  }));
  await (await openWalletCallers(stage, 'betting')).ask({ bets });
  await waitForRelay(wallet);
  return bets;
}

/** Inserts the bets as accepted, over all markets of the fixture, half of them on the side that will win. */
async function insertBets(db: pg.Client, fixture: StagedFixture, bets: readonly StakedBet[]): Promise<void> {
  const sides = bets.map((_, at) => {
    const market = fixture.markets[at % fixture.markets.length] as StagedFixture['markets'][number];
    return {
      market: market.id,
      selection: Math.floor(at / fixture.markets.length) % 2 === 0 ? market.home : market.away,
    };
  });
  const given = [bets.map(({ playerId }) => playerId), bets.map(({ betId }) => betId)];
  const liability = `(b.potential_minor - b.stake_minor)`;
  await db.query('begin');
  await db.query(
    `insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, version, placed_at, accepted_at, changed_at)
     select t.player_id, t.id, 'single', 'accepted', 'taken', 'real', 'USD', $3, $4, $3::bigint * $4 / 1000, 'any', 0, 2, now(), now(), now() from unnest($1::uuid[], $2::uuid[]) as t (player_id, id)`,
    [...given, stakeMinor, oddsMilli],
  );
  await db.query(
    `insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select t.player_id, t.id, 0, $5, t.market_id, t.selection_id, 'Home vs Away', 'Market', 'Side', $6, 0
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as t (player_id, id, market_id, selection_id)`,
    [...given, sides.map(({ market }) => market), sides.map(({ selection }) => selection), fixture.id, oddsMilli],
  );
  await db.query(
    `insert into bet_moments (player_id, bet_id, at, kind, data)
     select b.player_id, b.id, b.placed_at, m.kind, jsonb_build_object('status', m.status) from bets b cross join (values ('placed', 'pending'), ('accepted', 'accepted')) as m (kind, status) where b.placed_at = now()`,
  );
  await db.query(
    `insert into exposure (selection_id, market_id, fixture_id, bets, stake_minor, liability_minor)
     select l.selection_id, l.market_id, l.fixture_id, count(*), sum(b.stake_minor), sum${liability}
     from bets b join bet_legs l on l.player_id = b.player_id and l.bet_id = b.id where b.placed_at = now() group by 1, 2, 3`,
  );
  await db.query(
    `insert into player_days (player_id, day, book, bets, potential_minor)
     select b.player_id, (b.placed_at at time zone 'utc')::date, b.book, count(*), sum(b.potential_minor) from bets b where b.placed_at = now() group by 1, 2, 3`,
  );
  await db.query('commit');
  await db.query('vacuum (analyze) bets, bet_legs, bet_moments, exposure, player_days');
}

/** Checks that wallet paid what is due by betting, and that the books are balanced from their first entry. */
async function prove({ platform, log }: Stage, betting: pg.Client, wallet: pg.Client): Promise<void> {
  const due = (
    await betting.query(
      `select sum(due_minor)::bigint as minor, count(*) filter (where status = 'won') as won from bets where settled_at is not null`,
    )
  ).rows[0];
  const paid = (await wallet.query(`select sum(paid_minor)::bigint as minor from stakes where outcome = 'settled'`))
    .rows[0];
  if (due.minor !== paid.minor || Number(due.won) !== openBets / 2)
    throw new Error(`${due.minor} is due on ${due.won} bets that won, and ${paid.minor} was paid`);
  const lines = await run(process.execPath, ['services/wallet/books/integrity.ts'], {
    env: { ...process.env, ...platform.environmentOf('wallet') },
  });
  for (const line of lines.trim().split('\n')) log(line);
}
