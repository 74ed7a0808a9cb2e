/** Permits reach wallet: after a restore, with concurrent callers, and from a backlog. */

import { randomUUIDv7 } from 'node:crypto';
import { Bus } from '@fairline/chassis/messaging/bus';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { Database } from '@fairline/chassis/storage/postgres';
import { asPlayer, SetClock } from '@fairline/chassis/testing';
import { hourMs } from '@fairline/proto/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlayStage, player, startedAt } from '../testing-play.ts';
import { confirmPermits } from './commands.ts';
import { initialSettings } from './permit.ts';

let stage: PlayStage;
beforeAll(async () => {
  stage = await PlayStage.open();
});
beforeEach(() => {
  stage.clock.set(startedAt);
  stage.wallet.meanwhile = undefined;
});
afterAll(() => stage.close());

it('after a restore of this database every permit is sent again, also one that was confirmed', async () => {
  const as = player();
  await stage.limited(as);
  await Promise.all(stage.instances.splice(0).map((instance) => instance.stop()));
  // Wallet's dump is older than this one.
  stage.wallet.permits.delete(as.id);
  await stage.sql(`update relay set home = 'elsewhere'`);
  await stage.world.migrate();
  stage.clock.set(new Date(Date.now() + hourMs));
  stage.instances.push(await stage.start(), await stage.start());
  expect((await stage.confirmed(as)).limits).toEqual({ depositDayMinor: 10_000 });
});

it('a call succeeds when others have sent newer versions to wallet meanwhile', async () => {
  const as = player();
  await stage.limited(as);
  stage.wallet.meanwhile = async (restriction) => {
    await stage.sql('update players set permit_version = permit_version + 2 where player_id = $1', [as.id]);
    stage.wallet.permits.set(as.id, { ...restriction, version: restriction.version + 1 });
  };
  expect((await stage.setLimit(as, { limitType: 'deposit_daily', amountMinor: 5_000 })).status).toBe(200);
});

describe('a backlog of permits', () => {
  /** Due only by the clock of this test's own run, so that the jobs do not claim them. */
  const later = new SetClock(new Date(startedAt.getTime() + 2 * hourMs));
  const dueAt = new Date(startedAt.getTime() + hourMs);
  let bus: Bus;
  let db: Database;
  const log = createLog('test', 'silent');
  beforeAll(async () => {
    bus = await Bus.open('risk', readConfig('risk', stage.world.env, {}), log, createMetrics('test'));
    db = new Database(stage.world.env.DATABASE_URL ?? '', log, 4);
  });
  afterAll(async () => {
    await bus.close();
    await db.close();
  });

  const waiting = async (count: number, version: number, excludedUntil: Date | null = null) => {
    const ids = Array.from({ length: count }, () => randomUUIDv7());
    await stage.sql(
      `insert into players (player_id, permit_version, excluded_until, check_minutes, settings, retry_at)
       select id, $2, $3, 60, $4, $5 from unnest($1::uuid[]) id`,
      [ids, version, excludedUntil, JSON.stringify(initialSettings), dueAt],
    );
    return ids;
  };
  const run = () => confirmPermits({ db, bus, log, clock: later });

  it('is sent in one run, players who are excluded first, then changes, then first permits', async () => {
    const first = await waiting(130, 1);
    const [changed = ''] = await waiting(1, 2);
    const [excluded = ''] = await waiting(1, 2, new Date(startedAt.getTime() + 1_000 * hourMs));
    stage.wallet.asked.length = 0;
    await run();
    const batches = stage.wallet.asked.map(({ playerId }) => playerId);
    expect(batches).toEqual(expect.arrayContaining([...first, changed, excluded]));
    expect(batches.slice(0, 20)).toEqual(expect.arrayContaining([changed, excluded]));
    expect(
      await stage.sql('select 1 from players where confirmed_version < permit_version and retry_at = $1', [dueAt]),
    ).toEqual([]);
  });

  it('waits where wallet does not reply, and is sent by a later run', async () => {
    const ids = await waiting(30, 1);
    stage.wallet.unanswered = 'before';
    await run();
    stage.wallet.unanswered = undefined;
    later.advance(hourMs);
    await run();
    for (const id of ids) expect(stage.wallet.permits.get(id)).toBeDefined();
    expect((await stage.confirmed(asPlayer(ids[0] ?? ''))).version).toBe(1);
  });
});
