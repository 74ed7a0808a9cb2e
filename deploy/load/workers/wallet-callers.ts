/**
 * A process that sends requests to wallet for a measurement: it opens players, and takes stakes or casino rounds by many callers at once, or the stakes of given bets.
 * It receives jobs from its parent process as messages and sends back their results.
 */
import { randomUUIDv7 } from 'node:crypto';
import { Bus } from '@fairline/chassis/messaging/bus';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import type { ServiceName } from '@fairline/proto/processes';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { percentile } from '../row.ts';

export interface StakedBet {
  readonly betId: string;
  readonly playerId: string;
  readonly stakeMinor: number;
  readonly potentialPayoutMinor: number;
}

/** The load of a job: the players, the number of concurrent callers, and the duration. */
export interface Load {
  readonly players: string[];
  readonly callers: number;
  readonly seconds: number;
}
export type Job = { open: string[] } | { stake: Load } | { rounds: Load } | { bets: StakedBet[] };
export interface Result {
  taken: number;
  refused: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

const config = readConfig('betting', process.env, {});
const bus = await Bus.open(
  (config.NATS_USER ?? 'betting') as ServiceName,
  config,
  createLog('callers', 'warn'),
  createMetrics('callers'),
);

async function askOnceEach<T>(all: readonly T[], callers: number, ask: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const caller = async () => {
    for (const one of left) await ask(one);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

const open = (playerId: string) =>
  bus.request(
    playerRequests.open,
    { playerId, currency: 'USD', book: 'real', version: 1, status: 'active', level: 'verified', jurisdiction: 'open' },
    30_000,
  );

const stake = (playerId: string) =>
  bus.request(
    ledgerRequests.stake,
    { betId: randomUUIDv7(), playerId, currency: 'USD', stakeMinor: 100, potentialPayoutMinor: 250 },
    30_000,
  );

/** A spin of 1.00. One in four pays, about as often as the slot does. */
const spin = (playerId: string, turn: number) =>
  bus.request(
    ledgerRequests.play,
    {
      roundId: randomUUIDv7(),
      step: 0,
      playerId,
      gameId: 'mega-fortune-slots',
      stakeMinor: 100,
      payoutMinor: turn % 4 === 0 ? 250 : 0,
      closes: true,
      jackpot: { wins: false },
    },
    30_000,
  );

async function askAll(
  { players, callers, seconds }: Load,
  ask: (playerId: string, turn: number) => Promise<unknown>,
): Promise<Result> {
  const times: number[] = [];
  let taken = 0;
  let refused = 0;
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < endsAt) {
      const turn = next++;
      const playerId = players[turn % players.length] as string;
      const askedAt = performance.now();
      try {
        await ask(playerId, turn);
        taken++;
      } catch {
        refused++;
      }
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  times.sort((a, b) => a - b);
  return {
    taken,
    refused,
    seconds: (performance.now() - startedAt) / 1_000,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}

async function perform(job: Job): Promise<Result | undefined> {
  if ('stake' in job) return askAll(job.stake, stake);
  if ('rounds' in job) return askAll(job.rounds, spin);
  if ('open' in job) await askOnceEach(job.open, 64, open);
  // A refused stake fails the job.
  else
    await askOnceEach(job.bets, 500, (bet) => bus.request(ledgerRequests.stake, { ...bet, currency: 'USD' }, 30_000));
  return undefined;
}

process.on('message', (job: Job) => {
  perform(job).then(
    (result) => process.send?.(result ?? {}),
    (error: Error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
