/**
 * A hundred thousand open bets on one fixture, each with its stake in the ledger: the time from the final result until all of them are settled and paid,
 * and how long a placement through the gateway takes meanwhile. Progress is read from the tables of betting and wallet; afterwards the books are proven.
 */
import { randomUUIDv7 } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { run } from '../../local/installation/shell.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import type { Bench, Row } from '../row.ts';
import { type Arrivals, type Arrived, type Callers, openCallers } from '../workers/arrivals.ts';
import { openFeed, type StagedFeed, type StagedFixture, waitForFixtures } from '../workers/staged-feed.ts';
import { accessTokens, newPlayers } from '../workers/tokens.ts';
import type { StakedBet } from '../workers/wallet-callers.ts';
import { waitForRelay, callers as walletCallers } from './wallet-stakes.ts';

const bets = 100_000;
/** Players who hold the bets; the bets of a player are on different markets. */
const holders = 33_333;
const world = { fixtures: 40, markets: 4 };
/** Placements a second on the other fixtures, by `placers` players. */
const placedRate = 50;
const placers = 50;
const [stakeMinor, oddsMilli] = [100, 2_000];
const giveUpMs = 120_000;

export const settlement: Bench = {
  title: 'settlement of 100,000 bets',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      // Demo mode allows more calls per network address.
      demo: true,
      processes: ['wallet', 'betting', 'gateway'],
      logLevel: 'warn',
      environment: { WELCOME_BONUS_MINOR: '100000000' },
      log,
    });
    const [feed, callers] = [await openFeed(platform.environmentOf('feed')), await openCallers()];
    const [betting, wallet] = (['betting', 'wallet'] as const).map(
      (service) => new pg.Client({ connectionString: platform.databaseOf(service) }),
    );
    const databases = { betting: betting as pg.Client, wallet: wallet as pg.Client };
    try {
      await Promise.all([betting?.connect(), wallet?.connect()]);
      return await measure({ platform, feed, callers, ...databases }, log);
    } finally {
      feed.stop();
      callers.end();
      await Promise.all([betting?.end(), wallet?.end()]);
      await platform.stop();
    }
  },
};

interface Ground {
  platform: Platform;
  feed: StagedFeed;
  callers: Callers;
  betting: pg.Client;
  wallet: pg.Client;
}

async function measure(ground: Ground, log: (line: string) => void): Promise<Row[]> {
  const { platform, feed, callers, betting, wallet } = ground;
  const [final, ...others] = await feed.world(world);
  await waitForFixtures(platform, world.fixtures);
  const open = await stake(ground, log);
  await insertBets(betting, final as StagedFixture, open);
  await wallet.query('vacuum (analyze) players, accounts, stakes');
  log(
    `${bets.toLocaleString('en-US')} bets of ${holders.toLocaleString('en-US')} players are open, their stakes in the ledger`,
  );
  const calls = placements(accessTokens(platform, open.placers), others);
  const place = (seconds: number) =>
    callers.run({ origin: platform.url, calls, status: 201, rate: placedRate, seconds });
  await place(5);
  const unloaded = await place(10);
  report('before the result', unloaded, log);
  const placing = place(giveUpMs / 1_000);
  placing.catch(() => undefined);
  const endedAt = await feed.end((final as StagedFixture).id);
  const secondsUntilNone = async (db: pg.Client, left: string) => {
    while ((await db.query(left)).rows[0].left) {
      if (Date.now() - endedAt > giveUpMs) throw new Error('not everything was settled and paid within two minutes');
      await pause(100);
    }
    return (Date.now() - endedAt) / 1_000;
  };
  const fixture = `'${(final as StagedFixture).id}'::uuid`;
  // Legs are queried only once no market is due, and stakes only once all bets are settled: querying all of them ten times a second would slow down what is measured.
  const openLegs = `select exists (select from bet_legs where fixture_id = ${fixture} and status = 'open') as left`;
  const settled = await secondsUntilNone(
    betting,
    `select case when exists (select from due_markets) then true else (${openLegs}) end as left`,
  );
  const openStakes = `select exists (select from stakes where outcome = 'open' and created_at < '${new Date(open.takenAt).toISOString()}') as left`;
  const paid = await secondsUntilNone(wallet, openStakes);
  callers.enough();
  const busy = await placing;
  report('while it settled', busy, log);
  log(
    `all settled ${settled.toFixed(1)} s after the result, all paid after ${paid.toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`,
  );
  await prove(ground, log);
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
    {
      name: 'bet p50 at 50/s during the settlement',
      value: busy.p50Ms,
      unit: 'ms',
      yardstick: 'before it',
      ratio: busy.p50Ms / unloaded.p50Ms,
    },
  ];
}

function report(when: string, { counted, p50Ms, p99Ms, others }: Arrived, log: (line: string) => void): void {
  log(
    `${when}: ${counted} placements, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, others ${JSON.stringify(others)}`,
  );
}

interface Open {
  bets: StakedBet[];
  /** Players who place bets during the settlement. */
  placers: string[];
  takenAt: number;
}

/** Opens the players and takes a stake for each bet, by requests to wallet. */
async function stake({ platform, wallet }: Ground, log: (line: string) => void): Promise<Open> {
  const [players, placing] = [newPlayers(holders), newPlayers(placers)];
  const opening = await walletCallers(platform, 'auth');
  await opening.ask({ open: [...players, ...placing] });
  opening.end();
  await wallet.query('vacuum (analyze) players, accounts');
  log(`${holders.toLocaleString('en-US')} players are open`);
  const open = Array.from({ length: bets }, (_, at) => ({
    betId: randomUUIDv7(),
    playerId: players[at % holders] as string,
    stakeMinor,
    potentialPayoutMinor: (stakeMinor * oddsMilli) / 1_000,
  }));
  const staking = await walletCallers(platform, 'betting');
  await staking.ask({ bets: open });
  staking.end();
  await waitForRelay(wallet);
  return { bets: open, placers: placing, takenAt: Date.now() };
}

/** Inserts the bets as accepted, over all markets of the fixture, half of them on the side that will win. */
export async function insertBets(db: pg.Client, fixture: StagedFixture, open: Open): Promise<void> {
  const sides = open.bets.map((_, at) => {
    const market = fixture.markets[at % fixture.markets.length] as StagedFixture['markets'][number];
    return {
      market: market.id,
      selection: Math.floor(at / fixture.markets.length) % 2 === 0 ? market.home : market.away,
    };
  });
  const given = [open.bets.map(({ playerId }) => playerId), open.bets.map(({ betId }) => betId)];
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

function placements(tokens: readonly string[], fixtures: readonly StagedFixture[]): Arrivals['calls'] {
  return tokens.flatMap((token, turn) =>
    fixtures.map(({ markets }, at) => {
      const { home } = markets[(at + turn) % markets.length] as StagedFixture['markets'][number];
      return {
        method: 'POST' as const,
        path: '/api/betting/bets',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'single',
          stakeMinor,
          currency: 'USD',
          pricePolicy: 'any',
          legs: [{ selectionId: home, oddsMilli: 2_000 }],
        }),
        keyed: true,
      };
    }),
  );
}

/** Checks that wallet paid what is due by betting, and that the books are balanced from their first entry. */
async function prove({ platform, betting, wallet }: Ground, log: (line: string) => void): Promise<void> {
  const due = (
    await betting.query(
      `select sum(due_minor)::bigint as minor, count(*) filter (where status = 'won') as won from bets where settled_at is not null`,
    )
  ).rows[0];
  const paid = (await wallet.query(`select sum(paid_minor)::bigint as minor from stakes where outcome = 'settled'`))
    .rows[0];
  if (due.minor !== paid.minor || Number(due.won) !== bets / 2)
    throw new Error(`${due.minor} is due on ${due.won} bets that won, and ${paid.minor} was paid`);
  const lines = await run(process.execPath, ['services/wallet/books/integrity.ts'], {
    env: { ...process.env, ...platform.environmentOf('wallet') },
  });
  for (const line of lines.trim().split('\n')) log(line);
}
