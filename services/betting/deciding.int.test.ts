/** Deciding bets while the server of prices is slow: nobody else waits for it, and the bet is decided once they are told. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { asPlayer, eventually } from '@fairline/chassis/testing';
import { bettingRules } from '@fairline/proto/betting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from './testing.ts';

/** Stands between the room and its server of prices, and holds what is asked for a while. */
class SlowWire {
  readonly pairs: [inner: Socket, outer: Socket][] = [];
  private slow = false;
  private readonly server: Server;

  constructor(host: string, port: number) {
    this.server = createServer((inner) => {
      const outer = connect(port, host);
      for (const socket of [inner, outer]) socket.on('error', () => socket.destroy());
      inner.pipe(outer);
      outer.pipe(inner);
      this.pairs.push([inner, outer]);
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as { port: number }).port;
  }

  hold(slow: boolean): void {
    this.slow = slow;
    for (const [inner, outer] of this.pairs) {
      if (this.slow) inner.unpipe(outer);
      else inner.pipe(outer);
    }
  }

  close(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.server.close();
  }
}

let stage: Stage;
let wire: SlowWire;
beforeAll(async () => {
  stage = await Stage.open();
  const url = new URL(stage.world.env.REDIS_URL ?? '');
  wire = new SlowWire(url.hostname, Number(url.port));
  url.port = String(await wire.open());
  url.hostname = '127.0.0.1';
  await Promise.all(stage.rooms.map((room) => room.stop()));
  stage.rooms = [await stage.start({ REDIS_URL: url.href })];
});
afterAll(async () => {
  wire.hold(false);
  await stage.close();
  wire.close();
});

it('holds no market while prices are waited for', async () => {
  const fixture = await stage.fixture('live');
  const as = asPlayer();
  const bet = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
  const market = () => stage.world.db.query('select id from markets where id = $1 for update nowait', [fixture.marketId]);
  const dueAt = Date.now() + bettingRules.acceptanceDelayMs.live;
  await eventually(
    () =>
      stage.world.db.query<{ left: number }>('select extract(epoch from act_at - now()) * 1000 as left from bets where id = $1 and stake = $2', [
        bet.id,
        'taken',
      ]),
    ({ rows }) => rows.length === 1 && Number(rows[0]?.left) < 200,
  );
  wire.hold(true);
  // As long as answers are held back the bet is due, and its market is free.
  await eventually(market, () => Date.now() > dueAt + 800);
  expect((await stage.world.db.query('select status from bets where id = $1', [bet.id])).rows).toEqual([{ status: 'pending' }]);
  wire.hold(false);
  await eventually(
    () => stage.read(bet),
    ({ status }) => status !== 'pending',
    20_000,
  );
}, 30_000);
