/**
 * How many stakes and casino rounds wallet posts a second through its requests: permit checked, double entry, events in the outbox, fsync on.
 * Another process sends the requests. Rows of the ledger are counted, not answers.
 */
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { tpcB, type Yardstick } from '../../local/servers/pgbench.ts';
import type { Bench, Row } from '../row.ts';
import type { Job, Load, Result } from '../workers/wallet-callers.ts';
import { openWorker, type Worker } from '../workers/worker.ts';

const players = 10_000;
const seconds = 6;
/** Pgbench and the stakes run alternately, so that other load on the machine affects both. */
const turns = 3;
const yardstick = 'pgbench tpc-b';

export const walletStakes: Bench = {
  title: 'wallet stakes posted, casino rounds posted',
  run: (log) => onWallet(measure, log),
};

/** Measures on a platform that runs wallet only. */
async function onWallet(
  measure: (platform: Platform, log: (line: string) => void) => Promise<Row[]>,
  log: (line: string) => void,
): Promise<Row[]> {
  const platform = await startPlatform({
    temporary: true,
    // Only demo mode pays the welcome bonus when a wallet is opened.
    demo: true,
    processes: ['wallet'],
    logLevel: 'warn',
    // Enough money for every player to stake throughout.
    environment: { WELCOME_BONUS_MINOR: '100000000000' },
    log,
  });
  try {
    return await measure(platform, log);
  } finally {
    await platform.stop();
  }
}

async function measure(platform: Platform, log: (line: string) => void): Promise<Row[]> {
  const db = new pg.Client({ connectionString: platform.databaseOf('wallet') });
  await db.connect();
  const ids = Array.from({ length: players }, () => randomUUIDv7());
  try {
    await openPlayers(platform, db, ids, log);
    const yard = await tpcB(platform.servers.postgres, log).catch((error: Error) => {
      log(`There is no yardstick: ${error.message}`);
      return undefined;
    });
    const asking = await callers(platform, 'betting');
    const playing = await callers(platform, 'casino');
    const post = (of: string[], count: number, during: number) =>
      postAndCount(db, asking, { stake: { players: of, callers: count, seconds: during } }, log);
    const play = (during: number) =>
      postAndCount(db, playing, { rounds: { players: ids, callers: 500, seconds: during } }, log);
    await post(ids, 500, 3);
    await play(3);
    await drainOutbox(db, log);
    const { tps, means } = await takeTurns(
      yard,
      [() => post(ids, 500, seconds), () => play(seconds)],
      () => drainOutbox(db, log),
      log,
    );
    const [spread = 0, rounds = 0] = means;
    playing.end();
    await yard?.drop();
    const few = await post(ids.slice(0, 1), 16, 5);
    const many = await post(ids.slice(0, 1), 500, 5);
    asking.end();
    return [
      ...(tps ? [{ name: yardstick, value: tps, unit: 'transactions/s' }] : []),
      { name: 'wallet stakes posted', value: spread, unit: 'stakes/s', yardstick, ...(tps && { ratio: spread / tps }) },
      { name: 'casino rounds posted', value: rounds, unit: 'rounds/s', yardstick, ...(tps && { ratio: rounds / tps }) },
      {
        name: 'wallet stakes posted, one player',
        value: many,
        unit: 'stakes/s',
        yardstick: '16 callers of one player',
        ratio: many / few,
      },
      { name: 'wallet stakes posted, one player, 16 callers', value: few, unit: 'stakes/s' },
    ];
  } finally {
    await db.end();
  }
}

async function openPlayers(
  platform: Platform,
  db: pg.Client,
  ids: string[],
  log: (line: string) => void,
): Promise<void> {
  const opening = await callers(platform, 'auth');
  await opening.ask({ open: ids });
  opening.end();
  await waitForRelay(db);
  await db.query('vacuum (analyze) players, accounts');
  log(`${ids.length.toLocaleString('en-US')} players are open`);
}

/** Returns means over the turns. Each turn begins once the events of the previous one are published. */
async function takeTurns(
  yard: Yardstick | undefined,
  posts: readonly (() => Promise<number>)[],
  settled: () => Promise<void>,
  log: (line: string) => void,
): Promise<{ tps: number; means: number[] }> {
  let tps = 0;
  const means = posts.map(() => 0);
  for (let turn = 0; turn < turns; turn++) {
    const transactions = (await yard?.measure(seconds)) ?? 0;
    if (yard) log(`${yardstick}: ${Math.round(transactions).toLocaleString('en-US')} transactions a second`);
    tps += transactions / turns;
    for (const [place, post] of posts.entries()) {
      means[place] = (means[place] ?? 0) + (await post()) / turns;
      await settled();
    }
  }
  return { tps, means };
}

export function callers(platform: Platform, as: 'auth' | 'betting' | 'casino'): Promise<Worker<Job>> {
  return openWorker(join(import.meta.dirname, '../workers/wallet-callers.ts'), { env: platform.environmentOf(as) });
}

/** Runs a job and returns its stakes a second, counted by their transfers in the ledger. The stake of a round counts too. */
async function postAndCount(
  db: pg.Client,
  asking: Worker<Job>,
  job: { stake: Load } | { rounds: Load },
  log: (line: string) => void,
): Promise<number> {
  const count = async () =>
    Number((await db.query(`select count(*) from transfers where kind = 'stake'`)).rows[0].count);
  const before = await count();
  const result = await asking.ask<Result>(job);
  const stakes = (await count()) - before;
  if (stakes !== result.taken)
    throw new Error(`${result.taken} stakes were answered as taken, ${stakes} are in the ledger`);
  const rate = stakes / result.seconds;
  const { callers: atOnce, players: whose } = 'stake' in job ? job.stake : job.rounds;
  const of = `${'stake' in job ? 'stakes' : 'rounds'}, ${atOnce} callers over ${whose.length.toLocaleString('en-US')} players`;
  log(
    `${of}: ${Math.round(rate).toLocaleString('en-US')} a second, p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, ${result.refused} refused`,
  );
  return rate;
}

async function drainOutbox(db: pg.Client, log: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  const waited = await waitForRelay(db);
  log(
    `events: ${waited.toLocaleString('en-US')} waited at the end and were published within ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
}

/** Waits until the relay has published everything. Returns how many events were unpublished at first. */
export async function waitForRelay(db: pg.Client): Promise<number> {
  const behind = async () =>
    Number(
      (await db.query('select count(*) from outbox o, relay r where (o.xid, o.seq) > (r.xid, r.seq)')).rows[0].count,
    );
  const first = await behind();
  for (let left = first; left > 0; left = await behind()) await new Promise((resolve) => setTimeout(resolve, 200));
  return first;
}
