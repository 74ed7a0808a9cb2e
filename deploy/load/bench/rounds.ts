/**
 * Slot rounds through casino's HTTP route, until settled and paid: how many a second compared with pgbench, how long one takes at a constant 300 a second,
 * and how much CPU time one costs in each process. A round counts when it is settled in casino and closed in wallet.
 */
import { identityHeader, identitySigner } from '@fairline/chassis/http/identity';
import pg from 'pg';
import { loopback } from '../../local/installation/ports.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { tpcB } from '../../local/servers/pgbench.ts';
import type { Bench, Row } from '../row.ts';
import { type Arrivals, type Arrived, type Callers, openCallers } from '../workers/arrivals.ts';
import { newPlayers } from '../workers/tokens.ts';
import { cpuMsOf } from '../workers/usage.ts';
import { callers, waitForRelay } from './wallet-stakes.ts';

const players = 500;
const callersAtOnce = 96;
const constantRate = 300;
const seconds = 8;
/** Pgbench and the rounds run alternately, so that other load on the machine affects both. */
const turns = 3;
const yardstick = 'pgbench tpc-b';
const measuredProcesses = ['casino', 'wallet', 'nats', 'postgres'] as const;
const body = JSON.stringify({ wager: { lines: 9, betPerLineMinor: 100 } });

export const slotRounds: Bench = {
  title: 'slot rounds settled',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      processes: ['wallet', 'casino'],
      logLevel: 'warn',
      // Demo mode pays the welcome bonus at once, enough for every player to stake throughout.
      demo: true,
      environment: { WELCOME_BONUS_MINOR: '100000000000' },
      log,
    });
    const calling = await openCallers();
    const casino = new pg.Client({ connectionString: platform.databaseOf('casino') });
    const wallet = new pg.Client({ connectionString: platform.databaseOf('wallet') });
    try {
      await Promise.all([casino.connect(), wallet.connect()]);
      return await measure({ platform, calling, casino, wallet, log });
    } finally {
      calling.end();
      await Promise.all([casino.end(), wallet.end()]);
      await platform.stop();
    }
  },
};

interface Stage {
  platform: Platform;
  calling: Callers;
  casino: pg.Client;
  wallet: pg.Client;
  log: (line: string) => void;
}

async function measure(stage: Stage): Promise<Row[]> {
  const { platform, casino, wallet, log } = stage;
  const ids = newPlayers(players);
  const opening = await callers(platform, 'auth');
  await opening.ask({ open: ids });
  opening.end();
  await waitForRelay(wallet);
  const yard = await tpcB(platform.servers.postgres, log).catch((error: Error) => {
    log(`There is no yardstick: ${error.message}`);
    return undefined;
  });
  await playAndCount(stage, ids, { callers: callersAtOnce, seconds: 5 });
  await Promise.all([casino.query('vacuum (analyze)'), wallet.query('vacuum (analyze)')]);
  let tps = 0;
  let rate = 0;
  const cpuMs = new Map<string, number>();
  for (let turn = 0; turn < turns; turn++) {
    tps += ((await yard?.measure(seconds)) ?? 0) / turns;
    const before = cpuMsOf(platform, measuredProcesses);
    const arrived = await playAndCount(stage, ids, { callers: callersAtOnce, seconds });
    await Promise.all([waitForRelay(casino), waitForRelay(wallet)]);
    rate += arrived.rate / turns;
    for (const [name, ms] of cpuMsOf(platform, measuredProcesses))
      cpuMs.set(name, (cpuMs.get(name) ?? 0) + (ms - (before.get(name) ?? 0)) / arrived.counted / turns);
  }
  await yard?.drop();
  const constant = await playAndCount(stage, ids, { rate: constantRate, seconds });
  const ofAll = [...cpuMs.values()].reduce((sum, ms) => sum + ms, 0);
  return [
    ...(tps ? [{ name: yardstick, value: tps, unit: 'transactions/s' }] : []),
    { name: 'slot rounds settled', value: rate, unit: 'rounds/s', yardstick, ...(tps && { ratio: rate / tps }) },
    { name: 'slot round p99 at 300/s', value: constant.p99Ms, unit: 'ms' },
    { name: 'slot round p50 at 300/s', value: constant.p50Ms, unit: 'ms' },
    { name: 'CPU of a slot round', value: ofAll, unit: 'ms' },
    ...[...cpuMs].map(([name, value]) => ({ name: `CPU of a slot round in ${name}`, value, unit: 'ms' })),
  ];
}

/** Runs the calls, and checks that every answered round is settled in casino and closed in wallet when the last answer arrives. */
async function playAndCount(
  { platform, calling, casino, wallet, log }: Stage,
  ids: readonly string[],
  how: Pick<Arrivals, 'rate' | 'callers' | 'seconds'>,
): Promise<Arrived> {
  const count = async (client: pg.Client, status: string) =>
    Number((await client.query('select count(*) from rounds where status = $1', [status])).rows[0].count);
  const before = [await count(casino, 'settled'), await count(wallet, 'closed')];
  const origin = `http://${loopback}:${platform.profile.ports.casino}`;
  const arrived = await calling.run({ origin, calls: await callsOf(platform, ids), status: 201, ...how });
  const rounds = [
    (await count(casino, 'settled')) - (before[0] ?? 0),
    (await count(wallet, 'closed')) - (before[1] ?? 0),
  ];
  if (rounds.some((each) => each < arrived.counted))
    throw new Error(`${arrived.counted} rounds were answered, settled and closed were ${rounds.join(' and ')}`);
  const others = Object.keys(arrived.others).length > 0 ? `, others ${JSON.stringify(arrived.others)}` : '';
  log(
    `${Math.round(arrived.rate).toLocaleString('en-US')} rounds a second, p50 ${arrived.p50Ms.toFixed(1)} ms, p99 ${arrived.p99Ms.toFixed(1)} ms${others}`,
  );
  return arrived;
}

/** One call per player, with an identity signed as the gateway signs it, valid for a minute. */
async function callsOf(platform: Platform, ids: readonly string[]): Promise<Arrivals['calls']> {
  const key = platform.environmentOf('gateway').IDENTITY_PRIVATE_KEY ?? '';
  const sign = await identitySigner(JSON.parse(Buffer.from(key, 'base64url').toString('utf8')));
  return Promise.all(
    ids.map(async (id) => {
      const caller = {
        kind: 'player',
        id,
        sessionId: id,
        level: 'verified',
        jurisdiction: 'open',
        book: 'real',
      } as const;
      const headers = { [identityHeader]: await sign.caller(caller, 'casino'), 'content-type': 'application/json' };
      return {
        method: 'POST' as const,
        path: '/api/casino/games/mega-fortune-slots/rounds',
        headers,
        body,
        keyed: true,
      };
    }),
  );
}
