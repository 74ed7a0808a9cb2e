/**
 * The callers of a measurement, a process of their own: opens players, or asks for stakes with so many at once.
 * Talks to its parent: a job comes in as a message, its result goes back as one. It calls as cheaply as it can, for it shares the machine.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Infer, RequestType } from '@fairline/proto/contract';
import { walletRequests } from '@fairline/proto/wallet';
import { connect } from 'nats';
import { percentile } from './row.ts';

export type Job = { open: string[] } | { stake: { players: string[]; callers: number; seconds: number } };
export interface Result {
  taken: number;
  refused: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

const { NATS_URL: servers = '', NATS_USER: user = '', NATS_PASSWORD: pass = '' } = process.env;
const connection = await connect({ servers, user, pass });
const inbox = `_INBOX_${user}.${randomUUIDv7()}`;
const waiting = new Map<string, (taken: boolean) => void>();
let asked = 0;

connection.subscribe(`${inbox}.*`, {
  callback: (_error, message) => {
    const place = message.subject.slice(inbox.length + 1);
    waiting.get(place)?.(message.data.length > 0 && 'ok' in message.json<object>());
    waiting.delete(place);
  },
});

/** True when it was done; false when it was refused or nobody listens. */
function ask<R extends RequestType>(request: R, input: Infer<R['input']>): Promise<boolean> {
  const place = String(asked++);
  connection.publish(request.subject, JSON.stringify({ input }), { reply: `${inbox}.${place}` });
  return new Promise((resolve) => waiting.set(place, resolve));
}

async function open(players: string[]): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let player = players[next++]; player; player = players[next++]) {
      const permit = { version: 1, status: 'active', level: 'verified', jurisdiction: 'open' } as const;
      if (!(await ask(walletRequests.open, { playerId: player, currency: 'USD', book: 'real', ...permit }))) throw new Error('a player could not be opened');
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
      if (await ask(walletRequests.stake, { betId: randomUUIDv7(), playerId, currency: 'USD', amountMinor: 100, maxPayoutMinor: 250 })) taken++;
      else refused++;
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  times.sort((a, b) => a - b);
  return { taken, refused, seconds: (performance.now() - startedAt) / 1_000, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

process.on('message', (job: Job) => {
  const done = 'open' in job ? open(job.open) : stake(job.stake);
  done.then(
    (result) => process.send?.(result ?? {}),
    (error: Error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
