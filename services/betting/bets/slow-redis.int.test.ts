/** Placing, deciding and cashing out bets while Redis is slow or empty: no lock waits for it, and only current prices count. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { asOperator, asPlayer, eventually } from '@fairline/chassis/testing';
import { betRules } from '@fairline/proto/betting/rules';
import { operatorControl } from '@fairline/proto/operator-control';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { removeWatermark, writeWatermark } from '../offer/prices.ts';
import { type Owned, Stage, type StagedFixture } from '../testing.ts';
import { decideDue } from './deciding.ts';
import { Signer } from './receipt.ts';

/** A proxy between the service and Redis that delays commands. */
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
    if (this.slow === slow) return;
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
  await Promise.all(stage.instances.map((instance) => instance.stop()));
  stage.instances = [await stage.start({ REDIS_URL: url.href })];
});
afterEach(() => wire.hold(false));
afterAll(async () => {
  await stage.close();
  wire.close();
});

it('a decision locks no market while it waits for prices', async () => {
  const fixture = await stage.fixture('live');
  const as = asPlayer();
  const bet = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
  const market = () =>
    stage.world.db.query('select id from markets where id = $1 for update nowait', [fixture.marketId]);
  const dueAt = Date.now() + betRules.acceptanceDelayMs.live;
  await eventually(
    () =>
      stage.world.db.query<{ left: number }>(
        'select extract(epoch from act_at - now()) * 1000 as left from bets where id = $1 and stake = $2',
        [bet.id, 'taken'],
      ),
    ({ rows }) => rows.length === 1 && Number(rows[0]?.left) < 200,
  );
  wire.hold(true);
  // While replies are held back, the bet is due and its market is not locked.
  await eventually(market, () => Date.now() > dueAt + 800);
  expect((await stage.world.db.query('select status from bets where id = $1', [bet.id])).rows).toEqual([
    { status: 'pending' },
  ]);
  wire.hold(false);
  await eventually(
    () => stage.read(bet),
    ({ status }) => status !== 'pending',
    20_000,
  );
});

const trader = asOperator('trader');
const ours = (fixture: StagedFixture, home: number, away: number) => {
  const prices = [
    { selectionId: fixture.home, oddsMilli: home },
    { selectionId: fixture.away, oddsMilli: away },
  ];
  const body = { prices, reason: 'team news' };
  return stage.world.call(stage.urls[0] ?? '', 'PUT', `/api/admin/betting/markets/${fixture.marketId}/prices`, {
    as: { ...trader, provenAt: new Date().toISOString() },
    body,
  });
};

/** Locks on the bet and its market are free within a moment; reads of prices wait longer. */
async function areFree(fixture: StagedFixture, { id }: Owned): Promise<void> {
  const client = new pg.Client(stage.world.env.DATABASE_URL);
  await client.connect();
  await client.query("set lock_timeout = '200ms'");
  const until = Date.now() + 600;
  await eventually(
    async () => {
      await client.query('select from bets where id = $1 for update', [id]);
      await client.query('select from markets where id = $1 for update', [fixture.marketId]);
    },
    () => Date.now() > until,
  );
  await client.end();
}

it('a quote and a cash-out lock neither the bet nor its market while they wait for prices', async () => {
  const fixture = await stage.fixture();
  const bet = await stage.bet(fixture);
  wire.hold(true);
  const quote = stage.callOf('POST', '/cash-out/quote', bet);
  await areFree(fixture, bet);
  wire.hold(false);
  const { quoteId } = (await quote).body as { quoteId: string };
  wire.hold(true);
  const sale = stage.callOf('POST', '/cash-out', bet, { key: randomUUID(), body: { quoteId } });
  await areFree(fixture, bet);
  wire.hold(false);
  expect((await sale).body).toMatchObject({ status: 'cashed_out' });
});

it('an automatic cash-out locks neither the bet nor its market meanwhile', async () => {
  const fixture = await stage.fixture();
  const bet = await stage.bet(fixture);
  await stage.callOf('PUT', '/auto-cash-out', bet, { body: { amountMinor: 1_200 } });
  await fixture.odds([1_400, 2_900]);
  wire.hold(true);
  await areFree(fixture, bet);
  wire.hold(false);
  await stage.untilStatus(bet, 'cashed_out');
});

it('own prices lock no market while they wait for the fair ones', async () => {
  const fixture = await stage.fixture();
  const bet = await stage.bet(fixture);
  wire.hold(true);
  const set = ours(fixture, 2_300, 1_600);
  await areFree(fixture, bet);
  wire.hold(false);
  expect((await set).status).toBe(200);
  await stage.showsPrice(fixture, 2_300);
});

it('the feed stops a market at such prices without waiting for it', async () => {
  const fixture = await stage.fixture();
  expect((await ours(fixture, 2_300, 1_600)).status).toBe(200);
  wire.hold(true);
  await fixture.stop();
  const rowsOf = async () =>
    (await stage.world.db.query('select from own_prices where market_id = $1', [fixture.marketId])).rowCount;
  await eventually(rowsOf, (rows) => rows === 0);
  wire.hold(false);
  await stage.shows(fixture, 'suspended');
});

it('decides no bet by prices known only until before its delay ended', async () => {
  const fixture = await stage.fixture('live');
  const as = asPlayer();
  const bet = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
  const dueAt = async () =>
    (await stage.world.db.query('select act_at from bets where id = $1 and stake = $2', [bet.id, 'taken'])).rows[0]
      ?.act_at as Date;
  const actAt = await eventually(dueAt);
  await Promise.all(stage.instances.map((instance) => instance.stop()));
  stage.instances = [];
  const db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
  const receipts = new Signer(
    generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as ConstructorParameters<typeof Signer>[0],
  );
  const { twoOperatorsMinor } = operatorControl;
  const instance = {
    db,
    ...stage.board,
    clock: { now: () => new Date(actAt.getTime() + 500) },
    settlement: 'results' as const,
    receipts,
    twoOperatorsMinor,
  };
  const status = async () =>
    (await stage.world.db.query('select status from bets where id = $1', [bet.id])).rows[0].status;

  // The watermark is missing when the due bets are read, and present again when their prices are.
  await removeWatermark(stage.board);
  const read = db.rows;
  const rows: Database['rows'] = async (columns, text, values) => {
    const due = await read(columns, text, values);
    await writeWatermark(stage.board, { recovery: 'another', until: new Date(actAt.getTime() - 1), livesMs: 60_000 });
    Object.assign(db, { rows: read });
    return due;
  };
  await decideDue({ ...instance, db: Object.assign(db, { rows }) });
  expect(await status()).toBe('pending');

  await writeWatermark(stage.board, { recovery: 'another', until: actAt, livesMs: 60_000 });
  await decideDue(instance);
  expect(await status()).toBe('accepted');
  await db.close();
});
