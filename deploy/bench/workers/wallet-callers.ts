/**
 * The callers of a measurement, a process of their own: opens players, asks for stakes with so many at once, or for those of given bets.
 * Talks to its parent: a job comes in as a message, its result goes back as one.
 */
import { randomUUIDv7 } from 'node:crypto';
import { Bus } from '@fairline/chassis/messaging/bus';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import type { ServiceName } from '@fairline/proto/services';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { percentile } from '../row.ts';

export interface StakedBet {
  readonly betId: string;
  readonly playerId: string;
  readonly stakeMinor: number;
  readonly potentialPayoutMinor: number;
}

export type Job = { open: string[] } | { stake: { players: string[]; callers: number; seconds: number } } | { bets: StakedBet[] };
export interface Result {
  taken: number;
  refused: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

const config = readConfig('betting', process.env, {});
const bus = await Bus.open((config.NATS_USER ?? 'betting') as ServiceName, config, createLog('callers', 'warn'), createMetrics('callers'));

async function open(players: string[]): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let player = players[next++]; player; player = players[next++]) {
      const permit = { version: 1, status: 'active', level: 'verified', jurisdiction: 'open' } as const;
      await bus.request(playerRequests.open, { playerId: player, currency: 'USD', book: 'real', ...permit }, 30_000);
    }
  };
  await Promise.all(Array.from({ length: 64 }, caller));
}

async function stake({ players, callers, seconds }: { players: string[]; callers: number; seconds: number }): Promise<Result> {
  const times: number[] = [];
  let taken = 0;
  let refused = 0;
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < endsAt) {
      const playerId = players[next++ % players.length] as string;
      const askedAt = performance.now();
      try {
        await bus.request(ledgerRequests.stake, { betId: randomUUIDv7(), playerId, currency: 'USD', stakeMinor: 100, potentialPayoutMinor: 250 }, 30_000);
        taken++;
      } catch {
        refused++;
      }
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  times.sort((a, b) => a - b);
  return { taken, refused, seconds: (performance.now() - startedAt) / 1_000, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

/** Every one must be taken. */
async function stakeBets(bets: StakedBet[]): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let bet = bets[next++]; bet; bet = bets[next++]) await bus.request(ledgerRequests.stake, { ...bet, currency: 'USD' }, 30_000);
  };
  await Promise.all(Array.from({ length: 500 }, caller));
}

process.on('message', (job: Job) => {
  const done = 'open' in job ? open(job.open) : 'bets' in job ? stakeBets(job.bets) : stake(job.stake);
  done.then(
    (result) => process.send?.(result ?? {}),
    (error: Error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
