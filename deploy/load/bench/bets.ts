/**
 * Bets placed through the gateway, until the stake is taken: how many a second, how long one takes at a constant 200 a second,
 * and how much CPU time one costs. A bet counts if its stake is in the ledger, not if it was answered.
 */
import type { Fixture } from '@fairline/proto/betting/offer';
import { register } from '../players.ts';
import { CpuCost } from '../usage.ts';
import { bench, poll, type Stage } from './stage.ts';
import { type Arrivals, logArrived, openCallers } from './workers/arrivals.ts';

const players = 200;
const callersAtOnce = 64;
const constantRate = 200;
const seconds = 12;
const stakeMinor = 100;
/** Enough money for every player to stake throughout. */
const environment = { WELCOME_BONUS_MINOR: '100000000' };
const services = ['gateway', 'betting', 'wallet', 'risk', 'promotions', 'feed'] as const;

export const betsPlaced = bench('bets placed', { environment }, async (stage) => {
  const { platform, log } = stage;
  const callers = await openCallers(stage);
  const wallet = await stage.database('wallet');
  const calls = await betCalls(stage);
  const countStakes = async () =>
    Number((await wallet.query(`select count(*) from transfers where kind = 'stake'`)).rows[0].count);
  const place = async (how: Pick<Arrivals, 'rate' | 'callers' | 'seconds'>) => {
    const before = await countStakes();
    const arrived = await callers.run({ origin: platform.url, calls, status: 201, ...how });
    const stakes = (await countStakes()) - before;
    if (stakes < arrived.counted)
      throw new Error(`${arrived.counted} bets were answered as placed, ${stakes} stakes are in the ledger`);
    logArrived(log, 'bets', arrived);
    return arrived;
  };
  await place({ rate: constantRate, seconds: 4 });
  const constant = await place({ rate: constantRate, seconds });
  const cost = new CpuCost(platform, [...services, 'nats', 'postgres', 'redis']);
  const most = await cost.during(() => place({ callers: callersAtOnce, seconds }));
  return [
    { name: 'bets placed', value: most.rate, unit: 'bets/s' },
    { name: 'bet p99 at 200/s', value: constant.p99Ms, unit: 'ms' },
    { name: 'bet p50 at 200/s', value: constant.p50Ms, unit: 'ms' },
    cost.row('CPU of a bet', log),
  ];
});

/** Calls that place bets of many players on many selections that stay upcoming throughout. */
async function betCalls({ platform, log }: Stage): Promise<Arrivals['calls']> {
  const tokens: string[] = [];
  const registerAll = async () => {
    while (tokens.length < players) tokens.push(await register(platform.url));
  };
  await Promise.all([registerAll(), registerAll()]);
  const selections = await poll('an offer of 20 selections', 30_000, () => readUpcoming(platform.url));
  log(`${tokens.length} players, ${selections.length} selections`);
  return tokens.flatMap((token, turn) =>
    selections.slice(0, 50).map((_, at) => {
      const { id, oddsMilli } = selections[(at * 7 + turn) % selections.length] as (typeof selections)[number];
      return betCall(token, id, oddsMilli);
    }),
  );
}

export function betCall(token: string, selectionId: string, oddsMilli: number): Arrivals['calls'][number] {
  const legs = [{ selectionId, oddsMilli }];
  return {
    method: 'POST',
    path: '/api/betting/bets',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'single', stakeMinor, currency: 'USD', pricePolicy: 'any', legs }),
    keyed: true,
  };
}

/** The open selections of the half of the upcoming fixtures that start last. */
async function readUpcoming(url: string): Promise<{ id: string; oddsMilli: number }[] | undefined> {
  const { items } = (await (await fetch(`${url}/api/betting/fixtures?live=false`)).json()) as { items: Fixture[] };
  const found = items
    .filter(({ status }) => status === 'upcoming')
    .sort((a, b) => (a.startsAt < b.startsAt ? 1 : -1))
    .slice(0, Math.ceil(items.length / 2))
    .flatMap(({ markets }) => markets.filter(({ status }) => status === 'active'))
    .flatMap(({ selections }) => selections.filter(({ status }) => status === 'active'));
  return found.length >= 20 ? found : undefined;
}
