/**
 * Bets placed through the gateway, until the stake is taken: how many a second, how long one takes at a constant 200 a second,
 * and how much CPU time one costs in each process, including everything else the process does meanwhile. A bet counts if its stake is in the ledger, not if it was answered.
 */
import { randomUUID } from 'node:crypto';
import type { Fixture } from '@fairline/proto/betting/offer';
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import type { Bench, Row } from '../row.ts';
import { type Arrivals, type Arrived, openCallers } from '../workers/arrivals.ts';
import { cpuMsOf } from '../workers/usage.ts';

const players = 200;
const callersAtOnce = 64;
const constantRate = 200;
const seconds = 12;
const stakeMinor = 100;
const measuredProcesses = [
  'gateway',
  'betting',
  'wallet',
  'risk',
  'promotions',
  'feed',
  'nats',
  'postgres',
  'redis',
] as const;

export const betsPlaced: Bench = {
  title: 'bets placed',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      // Demo mode allows more calls per network address.
      demo: true,
      logLevel: 'warn',
      // Enough money for every player to stake throughout.
      environment: { WELCOME_BONUS_MINOR: '100000000' },
      log,
    });
    const callers = await openCallers();
    const ledger = new pg.Client({ connectionString: platform.databaseOf('wallet') });
    try {
      await ledger.connect();
      const calls = await betCalls(platform, log);
      const place = (how: Pick<Arrivals, 'rate' | 'callers' | 'seconds'>) =>
        placeAndCount(ledger, () => callers.run({ origin: platform.url, calls, status: 201, ...how }), log);
      await place({ rate: constantRate, seconds: 4 });
      const constant = await place({ rate: constantRate, seconds });
      const before = cpuMsOf(platform, measuredProcesses);
      const most = await place({ callers: callersAtOnce, seconds });
      const each = [...cpuMsOf(platform, measuredProcesses)].map(([name, ms]) => ({
        name,
        ms: (ms - (before.get(name) ?? 0)) / most.counted,
      }));
      return rowsOf(most, constant, each);
    } finally {
      callers.end();
      await ledger.end();
      await platform.stop();
    }
  },
};

function rowsOf(most: Arrived, constant: Arrived, cpu: readonly { name: string; ms: number }[]): Row[] {
  return [
    { name: 'bets placed', value: most.rate, unit: 'bets/s' },
    { name: 'bet p99 at 200/s', value: constant.p99Ms, unit: 'ms' },
    { name: 'bet p50 at 200/s', value: constant.p50Ms, unit: 'ms' },
    { name: 'CPU of a bet', value: cpu.reduce((sum, { ms }) => sum + ms, 0), unit: 'ms' },
    ...cpu.map(({ name, ms }) => ({ name: `CPU of a bet in ${name}`, value: ms, unit: 'ms' })),
  ];
}

/** Runs the calls, and checks that every bet answered as placed has its stake in the ledger when the last answer arrives. */
async function placeAndCount(
  ledger: pg.Client,
  run: () => Promise<Arrived>,
  log: (line: string) => void,
): Promise<Arrived> {
  const count = async () =>
    Number((await ledger.query(`select count(*) from transfers where kind = 'stake'`)).rows[0].count);
  const before = await count();
  const arrived = await run();
  const stakes = (await count()) - before;
  if (stakes < arrived.counted)
    throw new Error(`${arrived.counted} bets were answered as placed, ${stakes} stakes are in the ledger`);
  const others = Object.keys(arrived.others).length > 0 ? `, others ${JSON.stringify(arrived.others)}` : '';
  log(
    `${Math.round(arrived.rate).toLocaleString('en-US')} bets a second, p50 ${arrived.p50Ms.toFixed(1)} ms, p99 ${arrived.p99Ms.toFixed(1)} ms${others}`,
  );
  return arrived;
}

/** Calls that place bets of many players on many selections that stay upcoming throughout. */
async function betCalls(platform: Platform, log: (line: string) => void): Promise<Arrivals['calls']> {
  const tokens: string[] = [];
  const register = async () => {
    while (tokens.length < players) tokens.push(await newPlayer(platform.url));
  };
  await Promise.all([register(), register()]);
  const selections = await readUpcoming(platform.url);
  log(`${tokens.length} players, ${selections.length} selections`);
  return tokens.flatMap((token) =>
    selections.slice(0, 50).map((_, at) => {
      const { id, oddsMilli } = selections[(at * 7 + tokens.indexOf(token)) % selections.length] as {
        id: string;
        oddsMilli: number;
      };
      const legs = [{ selectionId: id, oddsMilli }];
      return {
        method: 'POST' as const,
        path: '/api/betting/bets',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'single', stakeMinor, currency: 'USD', pricePolicy: 'any', legs }),
        keyed: true,
      };
    }),
  );
}

/** Registers a new player and returns their access token. */
export async function newPlayer(url: string): Promise<string> {
  const person = {
    firstName: 'Bench',
    lastName: 'Player',
    country: 'DE',
    dateOfBirth: '1990-01-01',
    acceptTerms: true,
  };
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'Correct-horse-1', ...person });
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`a player could not register: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** The open selections of the half of the upcoming fixtures that start last. */
async function readUpcoming(url: string): Promise<{ id: string; oddsMilli: number }[]> {
  for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const { items } = (await (await fetch(`${url}/api/betting/fixtures?live=false`)).json()) as { items: Fixture[] };
    const found = items
      .filter(({ status }) => status === 'upcoming')
      .sort((a, b) => (a.startsAt < b.startsAt ? 1 : -1))
      .slice(0, Math.ceil(items.length / 2))
      .flatMap(({ markets }) =>
        markets
          .filter(({ status }) => status === 'active')
          .flatMap((market) => market.selections.filter(({ status }) => status === 'active')),
      );
    if (found.length >= 20) return found;
    if (Date.now() > deadline) throw new Error('too little came on offer within 30 s');
  }
}
