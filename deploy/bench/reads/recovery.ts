/**
 * How fast the platform answers and comes back when a part of it does not: a killed server or process, a graceful stop, a wallet that hangs during a registration,
 * the time in which wrong credentials are refused, and an email address of absurd length.
 */
import { randomUUID } from 'node:crypto';
import { SignIn } from '@fairline/proto/auth/sessions';
import type { ProcessName } from '../../local/installation/ports.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { newPlayer } from '../bets.ts';
import { type Bench, type Row, timeRow } from '../row.ts';

const deaths = 3;
const refusals = 10;

const killed: readonly { name: ProcessName; mostMs: number }[] = [
  ...(['postgres', 'redis', 'nats'] as const).map((name) => ({ name, mostMs: 5_000 })),
  { name: 'auth', mostMs: 5_000 },
];
const stopped: readonly { name: ProcessName; mostMs: number }[] = [
  { name: 'feed', mostMs: 5_000 },
  { name: 'gateway', mostMs: 10_000 },
];

export const recovery: Bench = {
  title: 'recovery, stops and refusals',
  async run(log) {
    const processes = ['auth', 'wallet', 'betting', 'feed', 'gateway'] as const;
    const platform = await startPlatform({ temporary: true, demo: true, processes, logLevel: 'warn', log });
    try {
      const rows = [...(await refused(platform)), longAddress(), await registeredWithoutWallet(platform)];
      for (const { name, mostMs } of killed) rows.push(timeRow(`${name} ready after a kill, slowest of ${deaths}`, await back(platform, name), mostMs));
      for (const { name, mostMs } of stopped) rows.push(timeRow(`graceful stop of ${name}`, await stop(platform, name), mostMs));
      for (const { name, value, unit } of rows) log(`${name}: ${value.toFixed(1)} ${unit}`);
      return rows;
    } finally {
      await platform.stop();
    }
  },
};

async function back(platform: Platform, name: ProcessName): Promise<number> {
  const times: number[] = [];
  for (let death = 0; death < deaths; death++) {
    const startedAt = performance.now();
    await platform.kill(name);
    await platform.ready(name, 60_000);
    times.push(performance.now() - startedAt);
  }
  return Math.max(...times);
}

async function stop(platform: Platform, name: ProcessName): Promise<number> {
  const startedAt = performance.now();
  await platform.hold(name);
  const tookMs = performance.now() - startedAt;
  await platform.release(name, 60_000);
  return tookMs;
}

/** Wallet hangs, so the request for an account runs into its timeout. */
async function registeredWithoutWallet(platform: Platform): Promise<Row> {
  const pid = platform.pidOf('wallet') as number;
  process.kill(pid, 'SIGSTOP');
  try {
    const startedAt = performance.now();
    await newPlayer(platform.url);
    return timeRow('registration while wallet hangs', performance.now() - startedAt, 3_000);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** A wrong password and an unknown address take the same time, or the answer would reveal which accounts exist. */
async function refused(platform: Platform): Promise<Row[]> {
  const email = `${randomUUID()}@example.com`;
  const form = { firstName: 'Bench', lastName: 'Player', country: 'DE', dateOfBirth: '1990-01-01', acceptTerms: true };
  await post(platform, '/api/auth/register', { ...form, email, password: 'Correct-horse-1' }, 201);
  const [known, unknown] = [[] as number[], [] as number[]];
  for (let turn = 0; turn < refusals; turn++) {
    known.push(await post(platform, '/api/auth/login', { email, password: 'Wr0ng-horse' }, 401));
    unknown.push(await post(platform, '/api/auth/login', { email: `${randomUUID()}@example.com`, password: 'Wr0ng-horse' }, 401));
  }
  const [value, other] = [Math.min(...unknown), Math.min(...known)];
  return [{ name: 'sign-in refused, unknown address, quickest', value, unit: 'ms', yardstick: 'with a wrong password', ratio: value / other }];
}

async function post(platform: Platform, path: string, body: object, status: number): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(`${platform.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (reply.status !== status) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return performance.now() - startedAt;
}

function longAddress(): Row {
  const startedAt = performance.now();
  if (SignIn.safeParse({ email: `a@${'.'.repeat(90_000)}@`, password: 'secret' }).success) throw new Error('the address was accepted');
  return timeRow('email address of 90,000 characters refused', performance.now() - startedAt, 500);
}
