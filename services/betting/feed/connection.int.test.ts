/** The feed's reader when its connection to the message server delivers nothing, and when a heartbeat is missed during recovery. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { asPlayer, eventually, lockWaits, problemOf } from '@fairline/chassis/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWatermark } from '../offer/prices.ts';
import { Stage } from '../testing.ts';

/** A proxy between the service and the message server. While it holds data back, the connection stays open but nothing arrives. */
class HeldWire {
  private readonly pairs: [near: Socket, far: Socket][] = [];
  private held = false;
  private readonly server: Server;

  constructor(host: string, port: number) {
    this.server = createServer((near) => {
      const far = connect(port, host);
      for (const socket of [near, far]) socket.on('error', () => socket.destroy());
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      this.pairs.push([near, far]);
      this.join(near, far);
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as { port: number }).port;
  }

  hold(held: boolean): void {
    this.held = held;
    for (const [near, far] of this.pairs) this.join(near, far);
  }

  close(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.server.close();
  }

  private join(near: Socket, far: Socket): void {
    if (this.held) {
      near.unpipe(far);
      far.unpipe(near);
    } else {
      near.pipe(far);
      far.pipe(near);
    }
  }
}

let stage: Stage;
let wire: HeldWire;
beforeAll(async () => {
  stage = await Stage.open();
  const url = new URL(stage.world.env.NATS_URL ?? '');
  wire = new HeldWire(url.hostname, Number(url.port));
  url.port = String(await wire.open());
  url.hostname = '127.0.0.1';
  await Promise.all(stage.instances.map((instance) => instance.stop()));
  stage.instances = [await stage.start({ NATS_URL: url.href })];
});
afterAll(async () => {
  wire.hold(false);
  await stage.close();
  wire.close();
});

it('suspends everything and accepts no bet while nothing arrives, then goes on', async () => {
  const fixture = await stage.fixture('live');
  const as = asPlayer();
  const bet = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
  wire.hold(true);
  // The feed stops the market, but the message does not arrive.
  await fixture.stop();
  await stage.shows(fixture, 'suspended');
  expect(await readWatermark(stage.board)).toBeNull();
  expect(problemOf(await stage.place(fixture)).code).toBe('market_closed');
  expect((await stage.read(bet)).status).not.toBe('accepted');
  wire.hold(false);
  await stage.untilStatus(bet, 'rejected');
  await eventually(() => readWatermark(stage.board), Boolean, 30_000);
  await stage.shows(fixture, 'suspended');
  await fixture.odds([2_200, 1_700]);
  await stage.showsPrice(fixture, 2_200);
  await stage.shows(fixture, 'active');
  await stage.bet(fixture);
});

it('replays the feed when a heartbeat is missed during recovery', async () => {
  const fixture = await stage.fixture();
  const { db } = stage.world;
  stage.heartbeats.stop();
  await eventually(
    () => readWatermark(stage.board),
    (until) => until === null,
    30_000,
  );
  await eventually(
    async () => (await db.query('select silent as down from feed_state')).rows[0].down as boolean,
    Boolean,
    20_000,
  );
  // This lock blocks the last step of a replay, which times out after half a second and starts again. The heartbeat must be missed while one and the same replay waits.
  await db.query('begin');
  await db.query('select from feed_state for update');
  stage.heartbeats.start();
  const waiting = async () => (await lockWaits(db, 'feed_state'))[0];
  const breaks = async () =>
    (await db.query('select breaks from markets where id = $1', [fixture.marketId])).rows[0].breaks as number;
  let before = 0;
  for (let since: string | undefined, now: string | undefined; now === undefined || since !== now; ) {
    since = await eventually(waiting, Boolean, 30_000);
    before = await breaks();
    stage.heartbeats.send(3);
    await stage.world.nats.flush();
    // A reply to this call means that the instance has received the heartbeat before.
    await stage.world.call(stage.urls[0] ?? '', 'GET', '/api/betting/nothing');
    now = await waiting();
  }
  await db.query('commit');
  await eventually(() => readWatermark(stage.board), Boolean, 30_000);
  expect(await breaks()).toBeGreaterThan(before);
  await stage.shows(fixture, 'active');
  await stage.bet(fixture);
}, 120_000);
