/** A process that sends requests to wallet: it opens players, takes stakes by many callers at once, or takes the stakes of given bets. */
import { randomUUIDv7 } from 'node:crypto';
import { Bus } from '@fairline/chassis/messaging/bus';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import type { ServiceName } from '@fairline/proto/processes';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import type pg from 'pg';
import { percentile } from '../../report.ts';
import type { Stage } from '../stage.ts';
import { openWorker, serve, type Worker } from './worker.ts';

export interface StakedBet {
  readonly betId: string;
  readonly playerId: string;
  readonly stakeMinor: number;
  readonly potentialPayoutMinor: number;
}

/** Stakes of players in turn, by so many concurrent callers. */
export interface Load {
  readonly players: readonly string[];
  readonly callers: number;
  readonly seconds: number;
}

export interface Taken {
  readonly taken: number;
  readonly refused: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Job = { open: readonly string[] } | { stake: Load } | { bets: readonly StakedBet[] };

/** Opens wallets; resolves when their events are published. */
export async function openPlayers(stage: Stage, wallet: pg.Client, players: readonly string[]): Promise<void> {
  await (await openWalletCallers(stage, 'auth')).ask({ open: players });
  await waitForRelay(wallet);
  await wallet.query('vacuum (analyze) players, accounts');
  stage.log(`${players.length.toLocaleString('en-US')} players are open`);
}

/** Requests in the name of the service that may make them: auth opens players, betting takes stakes. */
export function openWalletCallers(stage: Stage, as: 'auth' | 'betting'): Promise<Worker<Job>> {
  return openWorker(stage, import.meta.filename, stage.platform.environmentOf(as));
}

/** Waits until the relay of a service has published everything. */
export async function waitForRelay(db: pg.Client): Promise<void> {
  const isBehind = 'select exists (select from outbox o, relay r where (o.xid, o.seq) > (r.xid, r.seq)) as behind';
  while ((await db.query(isBehind)).rows[0].behind) await new Promise((resolve) => setTimeout(resolve, 200));
}

const timeoutMs = 30_000;

async function askOnceEach<T>(all: readonly T[], callers: number, ask: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const caller = async () => {
    for (const one of left) await ask(one);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

const open = (bus: Bus, playerId: string) =>
  bus.request(
    playerRequests.open,
    { playerId, currency: 'USD', book: 'real', version: 1, status: 'active', level: 'verified', jurisdiction: 'open' },
    timeoutMs,
  );

const stake = (bus: Bus, bet: StakedBet) => bus.request(ledgerRequests.stake, { ...bet, currency: 'USD' }, timeoutMs);

async function stakeFor(bus: Bus, { players, callers, seconds }: Load): Promise<Taken> {
  const times: number[] = [];
  let [taken, refused, next] = [0, 0, 0];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < endsAt) {
      const playerId = players[next++ % players.length] as string;
      const askedAt = performance.now();
      try {
        await stake(bus, { betId: randomUUIDv7(), playerId, stakeMinor: 100, potentialPayoutMinor: 250 });
        taken++;
      } catch {
        refused++;
      }
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  times.sort((a, b) => a - b);
  const took = (performance.now() - startedAt) / 1_000;
  return { taken, refused, seconds: took, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

if (import.meta.main) {
  const config = readConfig('betting', process.env, {});
  const name = (config.NATS_USER ?? 'betting') as ServiceName;
  const bus = await Bus.open(name, config, createLog('callers', 'warn'), createMetrics('callers'));
  serve<Job>(async (job) => {
    if ('stake' in job) return stakeFor(bus, job.stake);
    if ('open' in job) await askOnceEach(job.open, 64, (playerId) => open(bus, playerId));
    // A refused stake fails the job.
    else await askOnceEach(job.bets, 500, (bet) => stake(bus, bet));
    return {};
  });
}
