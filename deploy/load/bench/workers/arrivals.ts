/**
 * HTTP calls at a constant rate, made by a process of its own. The time of a call counts from the instant it was due, not from when it was sent,
 * so the calls that a stalled server delays count in full. With a number of callers instead of a rate, each caller sends its next call after the last answer.
 */
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { Log } from '../../../local/servers/programs.ts';
import { percentile } from '../../report.ts';
import type { Stage } from '../stage.ts';
import { openWorker, serve } from './worker.ts';

export interface Arrivals {
  readonly origin: string;
  /** Sent in turn. A `keyed` call gets a new Idempotency-Key each time. */
  readonly calls: readonly {
    method: 'GET' | 'POST';
    path: string;
    headers?: Record<string, string>;
    body?: string;
    keyed?: boolean;
  }[];
  readonly rate?: number;
  readonly callers?: number;
  readonly seconds: number;
  /** Only answers with this status count; all others are in `others`. */
  readonly status: number;
}

export interface Arrived {
  /** Calls with the expected status, a second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly counted: number;
  /** The number of all other answers by status, or by error if there was no answer. */
  readonly others: Readonly<Record<string, number>>;
}

const connections = 256;

export interface Callers {
  run(arrivals: Arrivals): Promise<Arrived>;
  /** Ends the current run early. */
  enough(): void;
}

export async function openCallers(stage: Stage): Promise<Callers> {
  const worker = await openWorker<Arrivals | 'enough'>(stage, import.meta.filename);
  return { run: (arrivals) => worker.ask(arrivals), enough: () => worker.send('enough') };
}

export function logArrived(log: Log, what: string, { rate, p50Ms, p99Ms, others }: Arrived): void {
  const rest = Object.keys(others).length > 0 ? `, others ${JSON.stringify(others)}` : '';
  log(`${what}: ${rate.toFixed(0)} a second, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(1)} ms${rest}`);
}

/** The end of the current run, on the clock of `performance.now()`. */
let endsAt = 0;

async function make({ origin, calls, rate, callers, seconds, status }: Arrivals): Promise<Arrived> {
  const pool = new Pool(origin, { connections, headersTimeout: 20_000 });
  const times: number[] = [];
  const others: Record<string, number> = {};
  let next = 0;
  const call = async (dueAt: number) => {
    const { method, path, headers, body, keyed } = calls[next++ % calls.length] as Arrivals['calls'][number];
    try {
      const answer = await pool.request({
        method,
        path,
        headers: { ...headers, ...(keyed && { 'idempotency-key': randomUUID() }) },
        body: body ?? null,
      });
      await answer.body.dump({ limit: 10_000_000 });
      if (answer.statusCode === status) times.push(performance.now() - dueAt);
      else others[answer.statusCode] = (others[answer.statusCode] ?? 0) + 1;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      others[code ?? message] = (others[code ?? message] ?? 0) + 1;
    }
  };
  const startedAt = performance.now();
  endsAt = startedAt + seconds * 1_000;
  if (rate) await atRate(rate, startedAt, call);
  else await Promise.all(Array.from({ length: callers ?? 1 }, () => inTurn(call)));
  const took = (performance.now() - startedAt) / 1_000;
  await pool.close();
  times.sort((a, b) => a - b);
  return {
    rate: times.length / took,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    counted: times.length,
    others,
  };
}

async function atRate(rate: number, startedAt: number, call: (dueAt: number) => Promise<void>): Promise<void> {
  const underway = new Set<Promise<void>>();
  for (let made = 0; ; ) {
    const now = performance.now();
    for (
      let dueAt = startedAt + (made * 1_000) / rate;
      dueAt <= now && dueAt < endsAt;
      dueAt = startedAt + (++made * 1_000) / rate
    ) {
      const one = call(dueAt).finally(() => underway.delete(one));
      underway.add(one);
    }
    if (now >= endsAt) break;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underway);
}

async function inTurn(call: (dueAt: number) => Promise<void>): Promise<void> {
  for (let now = performance.now(); now < endsAt; now = performance.now()) await call(now);
}

async function perform(job: Arrivals | 'enough'): Promise<Arrived | undefined> {
  if (job !== 'enough') return make(job);
  endsAt = 0;
  return undefined;
}

if (import.meta.main) serve(perform);
