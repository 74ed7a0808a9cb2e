/**
 * Risk is killed repeatedly between its commit and wallet's reply, and wallet is down at times. Players repeat their calls under the same keys, as browsers do.
 * Each change is made once, and in the end wallet has all of them.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Player } from '@fairline/chassis/http/identity';
import { eventually, openWorld, ServiceProcess, SetClock, type World } from '@fairline/chassis/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { player, startedAt, WalletPeer } from '../testing-play.ts';

const players = 12;
const kills = 5;

let world: World;
let wallet: WalletPeer;
let service: ServiceProcess;

beforeAll(async () => {
  world = await openWorld('risk', new URL('../main.ts', import.meta.url).href, {
    AUDIT_HEAD_FILE: join(tmpdir(), `fairline-audit-${randomUUID()}`),
  });
  service = new ServiceProcess(world, new URL('../main.ts', import.meta.url));
  wallet = new WalletPeer(world, new SetClock(startedAt));
});

afterAll(async () => {
  await service?.kill();
  await world?.close();
});

const insist = (path: string, as: Player, body: unknown) => service.insist(path, as, body, 90_000);

it('changes are made once and reach wallet, whenever the process dies', async () => {
  await service.start();
  const all = Array.from({ length: players }, player);
  const calls = all.map(async (as, place) => {
    await insist('/api/risk/limits', as, { limitType: 'loss_daily', amountMinor: 1_000 + place });
    await insist('/api/risk/self-exclusion', as, { days: 7, reason: 'a break' });
  });
  for (let count = 0; count < kills; count++) {
    wallet.unanswered = count % 2 === 0 ? 'before' : 'after';
    await eventually(
      async () => (await world.db.query('select 1 from players where confirmed_version < permit_version')).rows.length,
      (waiting) => waiting > 0 || count > 0,
    );
    await service.kill();
    if (randomInt(2) === 0) wallet.unanswered = undefined;
    await service.start();
  }
  wallet.unanswered = undefined;
  await Promise.all(calls);
  await eventually(
    async () => (await world.db.query('select 1 from players where confirmed_version < permit_version')).rows.length,
    (waiting) => waiting === 0,
    90_000,
  );
  for (const [place, { id }] of all.entries()) {
    expect(wallet.permits.get(id)).toMatchObject({
      limits: { lossDayMinor: 1_000 + place },
      excludedUntil: expect.any(String),
    });
    const { rows } = await world.db.query(
      `select count(*)::int as count from outbox where type like '%PlayerExcluded%' and data ->> 'playerId' = $1`,
      [id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  }
}, 240_000);
