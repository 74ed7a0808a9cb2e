/** The feed at two instances, on real servers: the catalogue, missing heartbeats, replay, and which instance reads. */
import { randomUUID } from 'node:crypto';
import { asPlayer, eventually, lockWaits, problemOf } from '@fairline/chassis/testing';
import type { Bet } from '@fairline/proto/betting/bets';
import { Fixture, Sport } from '@fairline/proto/betting/offer';
import { betRules } from '@fairline/proto/betting/rules';
import { Page } from '@fairline/proto/contract';
import { feedAliveMs } from '@fairline/proto/feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPrices, readWatermark } from '../offer/prices.ts';
import { Stage, StagedFixture } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('the catalogue', () => {
  it('is the same on both instances, matches the contract, and has real counts', async () => {
    const tennis = new StagedFixture(stage.world, { id: 'tennis', name: 'Tennis' });
    // Messages may arrive in another order: prices before the fixture they belong to.
    await tennis.odds([1_500, 2_500]);
    await tennis.change('live');
    await stage.shows(tennis, 'active');
    for (const url of stage.urls) {
      const list = Page(Fixture.strict()).parse(await stage.get('/api/betting/fixtures?sport=tennis&live=true', url));
      expect(list.items).toMatchObject([
        {
          id: tennis.id,
          sport: 'tennis',
          competition: 'League',
          status: 'live',
          score: { home: 0 },
          markets: [{ name: 'Winner' }],
        },
      ]);
      const { items } = z.object({ items: z.array(Sport) }).parse(await stage.get('/api/betting/sports', url));
      expect(items.find(({ id }) => id === 'tennis')).toEqual({ id: 'tennis', name: 'Tennis', fixtures: 1, live: 1 });
    }
    expect(problemOf({ body: await stage.get(`/api/betting/fixtures/${randomUUID()}`) })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(problemOf({ body: await stage.get('/api/betting/fixtures?sort=luck') })).toMatchObject({ status: 400 });
    expect(problemOf({ body: await stage.get('/api/betting/fixtures?cursor=abc') })).toMatchObject({ status: 400 });
  });

  it('counts bets and players of real money today', async () => {
    const before = await stage.get<{ betsToday: number; playersToday: number }>('/api/betting/summary');
    const fixture = await stage.fixture();
    const as = asPlayer();
    await stage.bet(fixture, { as });
    await stage.bet(fixture, { as });
    await stage.bet(fixture, { as: asPlayer(undefined, { book: 'play' }) });
    expect(await stage.get('/api/betting/summary')).toMatchObject({
      settlement: 'results',
      betsToday: before.betsToday + 2,
      playersToday: before.playersToday + 1,
    });
  });

  it('sends prices as they move: the whole fixture, then its changed markets; keeps samples', async () => {
    const fixture = await stage.fixture();
    const frames: {
      sequence: number;
      status: string;
      markets: { id: string; status: string; selections: { oddsMilli: number }[] }[];
    }[] = [];
    const listening = stage.world.nats.subscribe(`live.fixture.${fixture.id}`, {
      callback: (_error, message) => void frames.push(message.json()),
    });
    await stage.world.nats.flush();
    await fixture.odds([2_100, 1_700]);
    const [frame] = await eventually(
      () => frames,
      ({ length }) => length > 0,
    );
    expect(frame).toMatchObject({
      fixtureId: fixture.id,
      sequence: fixture.sequence,
      status: 'upcoming',
      markets: [
        {
          id: fixture.marketId,
          status: 'active',
          selections: [{ id: fixture.home, oddsMilli: 2_100, status: 'active' }, { oddsMilli: 1_700 }],
        },
      ],
    });
    await stage.showsPrice(fixture, 2_100);
    const second = randomUUID();
    await fixture.odds([1_900, 1_900], 'active', second);
    await eventually(
      () => frames,
      (seen) => seen.some(({ markets }) => markets.some(({ id }) => id === second)),
    );
    const known = frames.length;
    await fixture.odds([2_200, 1_650]);
    const moved = await eventually(
      () => frames.slice(known),
      (seen) => seen.some(({ markets }) => markets.some(({ selections }) => selections[0]?.oddsMilli === 2_200)),
    );
    expect(moved.at(-1)?.markets.map(({ id }) => id)).toEqual([fixture.marketId]);
    const samples = () =>
      stage.world.db.query('select odds_milli from price_samples where selection_id = $1 order by at', [fixture.home]);
    await eventually(samples, ({ rows }) => rows.at(-1)?.odds_milli === 2_200);
    listening.unsubscribe();
  });

  it("keeps return and margin method with a line's prices, and lists the main line alone", async () => {
    const fixture = await stage.fixture();
    const line = (
      id: string,
      lineQuarters: number,
      terms: { refundShare?: number; marginMethod?: 'proportional' | 'power' },
    ) => {
      const selections = (['home', 'away'] as const).map((outcome) => ({
        id: randomUUID(),
        name: outcome,
        outcome,
        oddsMilli: 1_900,
        active: true,
      }));
      const market = {
        id,
        type: 'spread' as const,
        name: 'Spread',
        lineQuarters,
        status: 'active' as const,
        marginBp: 526,
        sortOrder: 2,
        selections,
        ...terms,
      };
      return fixture.publish({ kind: 'odds_change', market });
    };
    const [main, beside] = ['00000000-0000-7000-8000-000000000000', 'ffffffff-0000-7000-8000-000000000000'].map(
      (least) => least.slice(0, 24) + randomUUID().slice(24),
    ) as [string, string];
    await line(main, -2, {});
    await line(beside, -4, { refundShare: 0.231, marginMethod: 'proportional' });
    const page = () => stage.get<Fixture>(`/api/betting/fixtures/${fixture.id}`);
    const { markets } = await eventually(page, (shown) => shown.markets?.length === 3);
    expect(markets.map(({ type, line: points }) => [type, points])).toEqual([
      ['moneyline', undefined],
      ['spread', -0.5],
      ['spread', -1],
    ]);
    const list = await stage.get<{ items: Fixture[] }>(
      `/api/betting/fixtures?q=${encodeURIComponent(`Reds ${fixture.id.slice(0, 4)}`)}`,
    );
    expect(list.items.find(({ id }) => id === fixture.id)?.markets.map(({ line: points }) => points)).toEqual([
      undefined,
      -0.5,
    ]);
    const read = async (marketId: string) =>
      (await readPrices(stage.board, [{ fixtureId: fixture.id, marketId }])).markets.get(marketId);
    expect(await read(beside)).toMatchObject({ open: true, refundShare: 0.231, marginMethod: 'proportional' });
    expect(await read(main)).toMatchObject({ open: true, refundShare: 0, marginMethod: 'power' });
  });

  it('closes a market whose prices in Redis were altered, until the feed prices it again', async () => {
    const fixture = await stage.fixture();
    const book = stage.bookOf(fixture);
    const stored = (await stage.redis.hget(book, fixture.marketId)) ?? '';
    await stage.redis.hset(book, fixture.marketId, stored.replace('2000', '90000'));
    const refused = await stage.place(fixture, {
      legs: [{ selectionId: fixture.home, oddsMilli: 90_000 }],
      pricePolicy: 'any',
    });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, 'market_closed']);
    const published = () => stage.eventsOf(fixture.marketId);
    await eventually(published, (events) => events.length > 0);
    await stage.place(fixture, { legs: [{ selectionId: fixture.home, oddsMilli: 90_000 }], pricePolicy: 'any' });
    expect(await published()).toEqual([{ type: 'PricesTampered', version: 1, data: { marketId: fixture.marketId } }]);
    await fixture.odds([2_200, 1_600]);
    await stage.showsPrice(fixture, 2_200);
  });

  it('ignores a message that was overtaken', async () => {
    const fixture = await stage.fixture();
    await fixture.odds([2_200, 1_600]);
    await stage.showsPrice(fixture, 2_200);
    await fixture.publish({ kind: 'bet_stop', marketId: null }, 1);
    await fixture.odds([2_300, 1_500]);
    await stage.showsPrice(fixture, 2_300);
    expect((await stage.marketOf(fixture))?.status).toBe('active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([]);
  });

  it('publishes once that a market went off offer', async () => {
    const fixture = await stage.fixture();
    await fixture.stop();
    await stage.shows(fixture, 'suspended');
    await fixture.odds([2_000, 1_800], 'suspended');
    await fixture.odds();
    await stage.shows(fixture, 'active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed']]);
  });

  it('goes on after an unreadable message, which waits in the dead letters', async () => {
    const fixture = await stage.fixture();
    const broken = {
      kind: 'odds_change',
      fixtureId: fixture.id,
      sequence: ++fixture.sequence,
      market: { oddsMilli: -1 },
    };
    const subject = `feed.${fixture.id}.odds_change.${randomUUID()}`;
    await stage.world.nats.request(subject, JSON.stringify(broken), { timeout: 5_000 });
    await fixture.odds([2_400, 1_500]);
    await stage.showsPrice(fixture, 2_400);
    const deadLetters = () => stage.world.db.query('select consumer from dead_letters where subject = $1', [subject]);
    expect((await eventually(deadLetters, ({ rows }) => rows.length > 0)).rows).toEqual([{ consumer: 'betting_feed' }]);
  });
});

describe('when the prices may be wrong', () => {
  it('after a flush of them everything is off offer until the feed was read again from its start', async () => {
    const fixture = await stage.fixture();
    await stage.redis.flushdb();
    // The replay may end before a test can see the suspension, so the test waits for the event, which stays.
    await eventually(
      () => stage.eventSummaries(fixture.marketId),
      (events) => events.length > 0,
    );
    await stage.shows(fixture, 'active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed_silent']]);
    await stage.bet(fixture);
  });

  it('takes everything off offer after ten seconds without heartbeats, until a replay', async () => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    stage.heartbeats.stop();
    await stage.shows(fixture, 'suspended');
    expect(problemOf(await stage.place(fixture))).toMatchObject({ status: 409, code: 'market_closed' });
    // Results are still applied.
    await eventually(
      () => stage.eventSummaries(fixture.marketId),
      (events) => events.length > 0,
    );
    const other = new StagedFixture(stage.world);
    await other.change();
    await fixture.settle('won');
    await stage.untilStatus(given, 'won');
    await other.odds();
    stage.heartbeats.start();
    await stage.shows(other, 'active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed_silent']]);
  });

  it('replays the feed after a missed heartbeat, without an event', async () => {
    const fixture = await stage.fixture();
    stage.heartbeats.send(3);
    await fixture.odds([2_600, 1_400]);
    await stage.showsPrice(fixture, 2_600);
    expect((await stage.marketOf(fixture))?.status).toBe('active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([]);
  });

  it('no live bet is accepted across such a reading', async () => {
    const fixture = await stage.fixture('live');
    const as = asPlayer();
    // Heartbeats stop during the placement, so that the next one is the one that reveals the gap.
    stage.heartbeats.stop();
    const { id } = (await stage.place(fixture, { as })).body as Bet;
    stage.heartbeats.send(3);
    stage.heartbeats.start();
    expect((await stage.untilStatus({ as, id }, 'rejected')).rejection).toMatchObject({ code: 'market_closed' });
  });

  it('counts a message that waited for a paused process at its arrival, not at its reading', async () => {
    const fixture = await stage.fixture('live');
    const as = asPlayer();
    // The clock is stopped, so that no bet times out on a slow machine.
    stage.clock.stop();
    try {
      const { id, placedAt } = (await stage.place(fixture, { as })).body as Bet;
      const placedAtMs = Date.parse(placedAt);
      const watermarkMs = async () => Number(await readWatermark(stage.board));
      await eventually(watermarkMs, (watermark) => watermark === placedAtMs);
      stage.heartbeats.stop();
      stage.clock.push(1);
      // The instances run in this process, so their timers of 25 ms fire before this one and record the new time.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const standStill = () => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
        stage.clock.push(betRules.acceptanceDelayMs.live);
      };
      // The message is sent, and the process is blocked before it can read it. The block is shorter than a lease or the timeout of a Redis command, but on the
      // clock the whole delay of the bet passes. After it the timers run first and record the new time; then the message is read.
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          stage.heartbeats.send();
          queueMicrotask(() => resolve(standStill()));
        });
      });
      expect(await eventually(watermarkMs, (watermark) => watermark > placedAtMs)).toBe(placedAtMs + 1);
      expect((await stage.read({ as, id })).status).toBe('pending');
      stage.heartbeats.start();
      await stage.untilStatus({ as, id }, 'accepted');
    } finally {
      stage.clock.resume();
      stage.heartbeats.stop();
      stage.heartbeats.start();
    }
  });

  it('accepts no live bet at prices that nobody keeps, and reads nothing without the lease', async () => {
    const fixture = await stage.fixture('live');
    const as = asPlayer();
    await stage.world.db.query(`update leases set holder = $1, until = now() + interval '1 hour' where name = 'feed'`, [
      randomUUID(),
    ]);
    const { id } = (await stage.place(fixture, { as })).body as Bet;
    await eventually(
      () => stage.waitingReaders(),
      (waiting) => waiting === 0,
    );
    await fixture.odds([1_100, 7_000]);
    const rejected = await eventually(
      () => stage.read({ as, id }),
      ({ status }) => status !== 'pending',
      20_000,
    );
    expect(rejected).toMatchObject({ status: 'rejected', rejection: { code: 'bet_timed_out' } });
    expect(await stage.waitingReaders()).toBe(0);
    await stage.world.db.query(`update leases set until = now() where name = 'feed'`);
    await stage.showsPrice(fixture, 1_100);
    await stage.shows(fixture, 'active');
  });

  it('accepts live bets after their delay while the feed sends heartbeats only', async () => {
    const fixture = await stage.fixture('live');
    stage.heartbeats.stop();
    stage.heartbeats.start(feedAliveMs);
    const bet = await stage.bet(fixture);
    const { placedAt, acceptedAt } = await stage.read(bet);
    expect(Date.parse(acceptedAt ?? '') - Date.parse(placedAt)).toBeGreaterThanOrEqual(betRules.acceptanceDelayMs.live);
    stage.heartbeats.stop();
    stage.heartbeats.start();
  });

  it('an instance that cannot record that the feed is up tries again', async () => {
    const fixture = await stage.fixture();
    stage.heartbeats.stop();
    await eventually(
      () => stage.eventSummaries(fixture.marketId),
      (events) => events.length === 1,
      20_000,
    );
    const { db } = stage.world;
    await db.query('begin');
    await db.query('select from feed_state for update');
    stage.heartbeats.start();
    for (const waiting of [1, 0])
      await eventually(
        () => lockWaits(db, 'feed_state'),
        ({ length }) => length === waiting,
        20_000,
      );
    await db.query('rollback');
    await stage.shows(fixture, 'active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed_silent']]);
  });

  it('fails over to the other instance, and accepts no bet across the change', async () => {
    const fixture = await stage.fixture('live');
    const breaks = async () =>
      (await stage.world.db.query('select breaks from markets where id = $1', [fixture.marketId])).rows[0].breaks;
    const before = await breaks();
    for (const odds of [2_700, 2_800]) {
      await stage.instances.shift()?.stop();
      stage.instances.push(await stage.start());
      await fixture.odds([odds, 1_400]);
      await stage.showsPrice(fixture, odds);
    }
    expect(await breaks()).toBeGreaterThan(before);
    expect((await stage.marketOf(fixture))?.status).toBe('active');
  });
});

describe('instant settlement', () => {
  it('refuses to start outside demo mode', async () => {
    await expect(stage.start({ BETTING_SETTLEMENT: 'instant' })).rejects.toThrow(/demo mode/);
  });

  it('decides each bet by a coin ten seconds after it was accepted, and the page gets a hint', async () => {
    await Promise.all(stage.instances.splice(0).map((instance) => instance.stop()));
    stage.instances = [await stage.start({ BETTING_SETTLEMENT: 'instant', FAIRLINE_DEMO: '1' })];
    const fixture = await stage.fixture();
    expect(await stage.get('/api/betting/summary')).toMatchObject({ settlement: 'instant' });
    const placed = await Promise.all(Array.from({ length: 40 }, () => stage.bet(fixture)));
    await fixture.settle('won');
    await stage.shows(fixture, 'settled');
    expect(new Set((await Promise.all(placed.map((one) => stage.read(one)))).map(({ status }) => status))).toEqual(
      new Set(['accepted']),
    );
    stage.clock.push(10_000);
    const settled = await Promise.all(
      placed.map((one) =>
        eventually(
          () => stage.read(one),
          ({ status }) => status !== 'accepted',
        ),
      ),
    );
    for (const { status, payoutMinor } of settled)
      expect([
        ['won', 2_000],
        ['lost', 0],
      ]).toContainEqual([status, payoutMinor]);
    const cancelled = await stage.fixture();
    const given = await stage.bet(cancelled);
    await cancelled.change('cancelled');
    await stage.untilStatus(given, 'void');
    const due = () => stage.world.db.query('select from due_markets');
    await eventually(due, ({ rowCount }) => rowCount === 0);
    // A fair run of 40 coins has both results: all alike happens about once in 24 billion runs.
    expect(new Set(settled.map(({ status }) => status)).size).toBe(2);
  });
});
