/** Two instances of risk are killed in turn while events arrive: each case raises its alert once. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, openWorld, ServiceProcess, type World } from '@fairline/chassis/testing';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import type { Envelope } from '@fairline/proto/contract';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Below the number of alerts that a rule may raise within an hour. */
const players = 40;
const kills = 4;

let world: World;
let services: ServiceProcess[];
beforeAll(async () => {
  world = await openWorld('risk', new URL('../main.ts', import.meta.url).href, {
    AUDIT_HEAD_FILE: join(tmpdir(), `fairline-audit-${randomUUID()}`),
  });
  services = [0, 1].map(() => new ServiceProcess(world, new URL('../main.ts', import.meta.url)));
});
afterAll(async () => {
  await Promise.all(services?.map((service) => service.kill()) ?? []);
  await world?.close();
});

const now = Date.now();
const envelope = (type: string, data: object, atMs: number): Envelope => ({
  ...{
    specversion: '1.0',
    id: randomUUID(),
    source: '/test',
    type,
    subject: randomUUID(),
    datacontenttype: 'application/json',
    version: 1,
    data,
  },
  time: new Date(now + atMs).toISOString(),
});

function storyOf(playerId: string): Envelope[] {
  const payment = {
    paymentId: randomUUID(),
    playerId,
    type: 'deposit',
    amountMinor: 600_000,
    currency: 'EUR',
    method: 'card',
    book: 'real',
  };
  return [
    envelope(paymentEvents.depositApproved.subject, payment, 0),
    ...Array.from({ length: 6 }, (_, at) =>
      envelope(paymentEvents.depositFailed.subject, { ...payment, amountMinor: 100, reason: 'declined' }, at),
    ),
    ...Array.from({ length: 12 }, (_, at) =>
      envelope(sessionEvents.signInFailed.subject, { playerId, reason: 'password' }, at),
    ),
  ];
}

it('loses and doubles no alert, whenever a process dies', async () => {
  const stories = Array.from({ length: players }, () => storyOf(randomUUID()));
  const events = stories.flat().sort((one, other) => (one.id < other.id ? -1 : 1));
  await Promise.all(services.map((service) => service.start()));
  const size = Math.ceil(events.length / kills);
  for (let turn = 0; turn < kills; turn++) {
    for (const event of events.slice(turn * size, (turn + 1) * size))
      await world.nats.request(event.type, JSON.stringify(event), { timeout: 20_000 });
    const dying = services[turn % 2];
    await dying?.kill();
    await dying?.start();
  }
  const readSignals = async () => (await world.db.query('select from signals')).rows.length;
  await eventually(readSignals, (count) => count === events.length, 90_000);
  await eventually(
    async () => (await world.db.query('select from signal_marks where rule_id is null or failures > 0')).rows.length,
    (count) => count === 0,
    90_000,
  );
  const { rows } = await world.db.query(
    'select type, count(*)::int as count, count(distinct player_id)::int as players from alerts group by 1 order by 1',
  );
  expect(rows).toEqual(
    ['failed_deposits', 'large_deposit', 'sign_in_failures'].map((type) => ({ type, count: players, players })),
  );
  const raised = await world.db.query(`select data ->> 'alertId' as id from outbox where type like '%AlertRaised%'`);
  expect(new Set(raised.rows.map(({ id }) => id)).size).toBe(raised.rows.length);
  expect(raised.rows).toHaveLength(3 * players);
}, 240_000);
