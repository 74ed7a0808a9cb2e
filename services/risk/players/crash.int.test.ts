/**
 * Risk killed between its commit and wallet's yes, again and again, with a wallet that is away by turns: players repeat their calls under their keys, as browsers do.
 * Each change is made once, and wallet has all of them in the end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Player } from '@fairline/chassis/http/identity';
import { eventually, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { player, startedAt, WalletPeer } from '../testing-play.ts';

const players = 12;
const kills = 5;
const main = fileURLToPath(new URL('../main.ts', import.meta.url));

let world: World;
let wallet: WalletPeer;
let running: { process: ChildProcess; url: string } | undefined;

beforeAll(async () => {
  world = await openWorld('risk', new URL('../main.ts', import.meta.url).href, { AUDIT_HEAD_FILE: join(tmpdir(), `fairline-audit-${randomUUID()}`) });
  wallet = new WalletPeer(world, new SetClock(startedAt));
});

afterAll(async () => {
  await kill();
  await world?.close();
});

/** Starts the service as a process of its own; resolves when it is ready. */
async function start(): Promise<void> {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...world.env, LOG_LEVEL: 'info' }, stdio: ['ignore', 'pipe', 'inherit'] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let seen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
    const url = /"httpUrl":"([^"]+)"/.exec(seen)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', (code) => reject(new Error(`risk ended with ${code} before it was ready: ${seen}`)));
  running = { process: child, url: await promise };
}

async function kill(): Promise<void> {
  const child = running?.process;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Repeats a call under its key until it succeeds. */
async function insist(path: string, as: Player, body: unknown): Promise<void> {
  const key = randomUUID();
  await eventually(
    async () => (running ? world.call(running.url, 'POST', path, { as, key, body }).catch(() => undefined) : undefined),
    (reply) => reply !== undefined && reply.status < 400,
    90_000,
  );
}

it('changes are made once and reach wallet, whenever the process dies', async () => {
  await start();
  const all = Array.from({ length: players }, player);
  const calls = all.map(async (as, place) => {
    await insist('/api/risk/limits', as, { limitType: 'loss_daily', amountMinor: 1_000 + place });
    await insist('/api/risk/self-exclusion', as, { days: 7, reason: 'a break' });
  });
  for (let count = 0; count < kills; count++) {
    wallet.silent = count % 2 === 0 ? 'before' : 'after';
    await eventually(
      async () => (await world.db.query('select 1 from players where confirmed_version < permit_version')).rows.length,
      (waiting) => waiting > 0 || count > 0,
    );
    await kill();
    if (randomInt(2) === 0) wallet.silent = undefined;
    await start();
  }
  wallet.silent = undefined;
  await Promise.all(calls);
  await eventually(
    async () => (await world.db.query('select 1 from players where confirmed_version < permit_version')).rows.length,
    (waiting) => waiting === 0,
    90_000,
  );
  for (const [place, { id }] of all.entries()) {
    expect(wallet.permits.get(id)).toMatchObject({ limits: { lossDayMinor: 1_000 + place }, excludedUntil: expect.any(String) });
    const { rows } = await world.db.query(`select count(*)::int as count from outbox where type like '%PlayerExcluded%' and data ->> 'playerId' = $1`, [id]);
    expect(rows).toEqual([{ count: 1 }]);
  }
}, 240_000);
