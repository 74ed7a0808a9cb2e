/**
 * Slot rounds through casino's HTTP route, until settled and paid: how many a second compared with pgbench, how long one takes at a constant 300 a second,
 * and how much CPU time one costs. A round counts when it is settled in casino and closed in wallet.
 */
import { identityHeader, identitySigner } from '@fairline/chassis/http/identity';
import type pg from 'pg';
import { loopback } from '../../local/installation/ports.ts';
import type { Platform } from '../../local/platform/platform.ts';
import { newPlayers } from '../players.ts';
import { CpuCost } from '../usage.ts';
import { bench } from './stage.ts';
import { type Arrivals, logArrived, openCallers } from './workers/arrivals.ts';
import { openPlayers, waitForRelay } from './workers/wallet-callers.ts';
import { besidePgbench, comparedRow } from './yardstick.ts';

const seconds = 8;
const processes = ['wallet', 'casino'] as const;
/** Enough money for every player to stake throughout. */
const environment = { WELCOME_BONUS_MINOR: '100000000000' };
const body = JSON.stringify({ wager: { lines: 9, betPerLineMinor: 100 } });

export const slotRounds = bench('slot rounds settled', { processes, environment }, async (stage) => {
  const { platform, log } = stage;
  const callers = await openCallers(stage);
  const [casino, wallet] = [await stage.database('casino'), await stage.database('wallet')];
  const players = newPlayers(500);
  await openPlayers(stage, wallet, players);
  const play = async (how: Pick<Arrivals, 'rate' | 'callers' | 'seconds'>) => {
    const count = () => Promise.all([countRounds(casino, 'settled'), countRounds(wallet, 'closed')]);
    const before = await count();
    const origin = `http://${loopback}:${platform.profile.ports.casino}`;
    const arrived = await callers.run({ origin, calls: await callsOf(platform, players), status: 201, ...how });
    const [settled = 0, closed = 0] = (await count()).map((after, at) => after - (before[at] ?? 0));
    if (Math.min(settled, closed) < arrived.counted)
      throw new Error(`${arrived.counted} rounds were answered, ${settled} are settled and ${closed} closed`);
    await Promise.all([waitForRelay(casino), waitForRelay(wallet)]);
    logArrived(log, 'rounds', arrived);
    return arrived;
  };
  await play({ callers: 96, seconds: 5 });
  await Promise.all([casino.query('vacuum (analyze)'), wallet.query('vacuum (analyze)')]);
  const cost = new CpuCost(platform, [...processes, 'nats', 'postgres']);
  const most = await besidePgbench(
    stage,
    seconds,
    async () => (await cost.during(() => play({ callers: 96, seconds }))).rate,
  );
  const constant = await play({ rate: 300, seconds });
  return [
    comparedRow('slot rounds settled', 'rounds/s', most),
    { name: 'slot round p99 at 300/s', value: constant.p99Ms, unit: 'ms' },
    { name: 'slot round p50 at 300/s', value: constant.p50Ms, unit: 'ms' },
    cost.row('CPU of a slot round', log),
  ];
});

async function countRounds(db: pg.Client, status: string): Promise<number> {
  return Number((await db.query('select count(*) from rounds where status = $1', [status])).rows[0].count);
}

/** One call per player, with an identity signed as the gateway signs it, valid for a minute. */
async function callsOf(platform: Platform, ids: readonly string[]): Promise<Arrivals['calls']> {
  const key = platform.environmentOf('gateway').IDENTITY_PRIVATE_KEY ?? '';
  const sign = await identitySigner(JSON.parse(Buffer.from(key, 'base64url').toString('utf8')));
  const path = '/api/casino/games/mega-fortune-slots/rounds';
  return Promise.all(
    ids.map(async (id) => {
      const player = {
        kind: 'player',
        id,
        sessionId: id,
        level: 'verified',
        jurisdiction: 'open',
        book: 'real',
      } as const;
      const headers = { [identityHeader]: await sign.caller(player, 'casino'), 'content-type': 'application/json' };
      return { method: 'POST' as const, path, headers, body, keyed: true };
    }),
  );
}
