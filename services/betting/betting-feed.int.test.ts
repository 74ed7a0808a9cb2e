/** The feed through the doors of two instances, on real servers: the catalogue, silence and recovery, results in any order, and operators. */
import { randomUUID } from 'node:crypto';
import type { Player } from '@fairline/chassis/identity';
import type { Running } from '@fairline/chassis/service';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { Bet, type BetStatus, type Fixture, Fixture as FixtureShape, Market, Sport } from '@fairline/proto/betting';
import { Page } from '@fairline/proto/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { start } from './main.ts';
import { openStage, type Stage, StagedFixture } from './stage.ts';

let stage: Stage;
let rooms: Running[];
let urls: string[];
const main = new URL('main.ts', import.meta.url).href;

beforeAll(async () => {
  stage = await openStage(main);
  stage.pulse.start();
  rooms = await Promise.all([start(stage.world.env, stage.clock), start(stage.world.env, stage.clock)]);
  urls = rooms.map(({ httpUrl }) => httpUrl);
});
afterAll(async () => {
  await Promise.all(rooms.map((room) => room.stop()));
  await stage.close();
});

const get = async <T>(path: string, url = urls[0] ?? '') => (await stage.world.call(url, 'GET', path)).body as T;
const fixtureOf = (one: StagedFixture, url?: string) => get<Fixture>(`/api/betting/fixtures/${one.id}`, url);
const marketOf = async (one: StagedFixture, url?: string) => (await fixtureOf(one, url)).markets?.[0];
const shows = (one: StagedFixture, status: Market['status'], url?: string) =>
  eventually(
    () => marketOf(one, url),
    (market) => market?.status === status,
    20_000,
  );

async function bet(fixture: StagedFixture, { as = asPlayer(), odds = 2_000, stakeMinor = 1_000, away = false } = {}): Promise<{ as: Player; id: string }> {
  const legs = [{ selectionId: away ? fixture.away : fixture.home, oddsMilli: odds }];
  const body = { type: 'single', stakeMinor, currency: 'USD', pricePolicy: 'any', legs };
  const reply = await stage.world.call(urls[0] ?? '', 'POST', '/api/betting/bets', { as, key: randomUUID(), body });
  expect(reply.status).toBe(201);
  const { id } = Bet.parse(reply.body);
  await becomes({ as, id }, 'accepted');
  return { as, id };
}

const read = async ({ as, id }: { as: Player; id: string }) => (await stage.world.call(urls[1] ?? '', 'GET', `/api/betting/bets/${id}`, { as })).body as Bet;
const becomes = (given: { as: Player; id: string }, status: BetStatus) =>
  eventually(
    () => read(given),
    (seen) => seen.status === status,
  );
const told = async (aggregate: string) => (await stage.facts(aggregate)).map(({ type, version, data }) => [type, version, data.dueMinor ?? data.reason]);

describe('the catalogue', () => {
  it('is the same on both instances, as the contract says, with real counts', async () => {
    const tennis = new StagedFixture(stage.world, { id: 'tennis', name: 'Tennis' });
    // Messages overtake each other: prices may be heard before the fixture they belong to.
    await tennis.odds([1_500, 2_500]);
    await tennis.change('live');
    for (const url of urls) {
      await shows(tennis, 'active', url);
      const list = Page(FixtureShape.strict()).parse(await get('/api/betting/fixtures?sport=tennis&live=true', url));
      expect(list.items).toMatchObject([
        { id: tennis.id, sport: 'tennis', competition: 'League', status: 'live', score: { home: 0 }, markets: [{ name: 'Winner' }] },
      ]);
      const { items } = z.object({ items: z.array(Sport) }).parse(await get('/api/betting/sports', url));
      expect(items.find(({ id }) => id === 'tennis')).toEqual({ id: 'tennis', name: 'Tennis', fixtures: 1, live: 1 });
    }
    expect(problemOf({ body: await get(`/api/betting/fixtures/${randomUUID()}`) })).toMatchObject({ status: 404, code: 'not_found' });
    expect(problemOf({ body: await get('/api/betting/fixtures?sort=luck') })).toMatchObject({ status: 400 });
    expect(problemOf({ body: await get('/api/betting/fixtures?cursor=abc') })).toMatchObject({ status: 400 });
  });

  it('counts bets and players of real money today', async () => {
    const before = await get<{ betsToday: number; playersToday: number }>('/api/betting/summary');
    const fixture = await stage.fixture(urls);
    const as = asPlayer();
    await bet(fixture, { as });
    await bet(fixture, { as });
    await bet(fixture, { as: asPlayer(undefined, { book: 'play' }) });
    expect(await get('/api/betting/summary')).toMatchObject({ settlement: 'results', betsToday: before.betsToday + 2, playersToday: before.playersToday + 1 });
  });

  it('sends whole prices to browsers as they move, and keeps a sample of them', async () => {
    const fixture = await stage.fixture(urls);
    const frames: { sequence: number; status: string; markets: { id: string; status: string; selections: { oddsMilli: number }[] }[] }[] = [];
    const listening = stage.world.nats.subscribe(`live.fixture.${fixture.id}`, { callback: (_error, message) => void frames.push(message.json()) });
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
      markets: [{ id: fixture.marketId, status: 'active', selections: [{ id: fixture.home, oddsMilli: 2_100, status: 'active' }, { oddsMilli: 1_700 }] }],
    });
    for (const url of urls)
      await eventually(
        () => marketOf(fixture, url),
        (market) => market?.selections[0]?.oddsMilli === 2_100,
      );
    const samples = () => stage.world.db.query('select odds_milli from price_samples where selection_id = $1 order by at', [fixture.home]);
    await eventually(samples, ({ rows }) => rows.at(-1)?.odds_milli === 2_100);
    listening.unsubscribe();
  });

  it('ignores a message that was overtaken', async () => {
    const fixture = await stage.fixture(urls);
    await fixture.odds([2_200, 1_600]);
    await eventually(
      () => marketOf(fixture),
      (market) => market?.selections[0]?.oddsMilli === 2_200,
    );
    await fixture.say({ kind: 'bet_stop', marketId: null }, 1);
    await fixture.odds([2_300, 1_500]);
    await eventually(
      () => marketOf(fixture),
      (market) => market?.selections[0]?.oddsMilli === 2_300,
    );
    expect((await marketOf(fixture))?.status).toBe('active');
    expect(await told(fixture.marketId)).toEqual([]);
  });

  it('says once that a market went off offer', async () => {
    const fixture = await stage.fixture(urls);
    await fixture.stop();
    for (const url of urls) await shows(fixture, 'suspended', url);
    await fixture.odds([2_000, 1_800], 'suspended');
    await fixture.odds();
    await shows(fixture, 'active');
    expect(await told(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed']]);
  });

  it('goes on where a message cannot be read, which waits in the dead letters', async () => {
    const fixture = await stage.fixture(urls);
    const broken = { kind: 'odds_change', fixtureId: fixture.id, sequence: ++fixture.sequence, market: { oddsMilli: -1 } };
    const subject = `feed.${fixture.id}.odds_change.${randomUUID()}`;
    await stage.world.nats.request(subject, JSON.stringify(broken), { timeout: 5_000 });
    await fixture.odds([2_400, 1_500]);
    await eventually(
      () => marketOf(fixture),
      (market) => market?.selections[0]?.oddsMilli === 2_400,
    );
    const letters = () => stage.world.db.query('select consumer from dead_letters where subject = $1', [subject]);
    expect((await eventually(letters, ({ rows }) => rows.length > 0)).rows).toEqual([{ consumer: 'betting_feed' }]);
  });
});

describe('results', () => {
  test.each([
    ['won', 'won', 2_000, 'BetSettled'],
    ['lost', 'lost', 0, 'BetSettled'],
    ['void', 'void', 1_000, 'BetVoided'],
    ['half_won', 'half_won', 1_500, 'BetSettled'],
    ['half_lost', 'half_lost', 500, 'BetSettled'],
  ] as const)('%s: the bet is %s and pays %i', async (result, status, dueMinor, fact) => {
    const fixture = await stage.fixture(urls);
    const given = await bet(fixture);
    await fixture.settle(result);
    expect(await becomes(given, status)).toMatchObject({ payoutMinor: dueMinor, settledAt: expect.any(String), legs: [{ status }] });
    expect((await told(given.id)).at(-1)).toEqual([fact, 3, dueMinor]);
    const { rows } = await stage.world.db.query('select bets, stake_minor::int, liability_minor::int from exposure where selection_id = $1', [fixture.home]);
    expect(rows).toEqual([{ bets: 0, stake_minor: 0, liability_minor: 0 }]);
    await shows(fixture, 'settled');
  });

  it('that come twice settle once', async () => {
    const fixture = await stage.fixture(urls);
    const given = await bet(fixture);
    await fixture.settle('won');
    await fixture.settle('won', 'confirmed', fixture.sequence);
    await fixture.settle('won');
    await becomes(given, 'won');
    await eventually(
      async () => (await stage.world.db.query('select from due_markets where market_id = $1', [fixture.marketId])).rowCount,
      (count) => count === 0,
    );
    expect(await told(given.id)).toEqual([
      ['BetPlaced', 1, 0],
      ['BetAccepted', 2, 0],
      ['BetSettled', 3, 2_000],
    ]);
  });

  it('that are taken back open the bet again, and a correction posts the difference', async () => {
    const fixture = await stage.fixture(urls);
    const given = await bet(fixture);
    await fixture.settle('won', 'provisional');
    await becomes(given, 'won');
    await fixture.rollback();
    const open = await becomes(given, 'accepted');
    expect(open).not.toHaveProperty('payoutMinor');
    expect(open).not.toHaveProperty('settledAt');
    await fixture.settle('lost');
    await becomes(given, 'lost');
    await fixture.settle('won');
    await becomes(given, 'won');
    expect((await told(given.id)).slice(2)).toEqual([
      ['BetSettled', 3, 2_000],
      ['BetResettled', 4, 0],
      ['BetSettled', 5, 0],
      ['BetResettled', 6, 2_000],
    ]);
    const { rows } = await stage.world.db.query('select bets from exposure where selection_id = $1', [fixture.home]);
    expect(rows).toEqual([{ bets: 0 }]);
  });

  it('of a cancelled fixture: bets without a result are void', async () => {
    const fixture = await stage.fixture(urls);
    const given = await bet(fixture);
    await fixture.change('cancelled');
    expect(await becomes(given, 'void')).toMatchObject({ payoutMinor: 1_000 });
    expect((await told(given.id)).at(-1)).toEqual(['BetVoided', 3, 1_000]);
  });

  it('and a cancellation: bets placed within its window are void, settled or not, the others stand', async () => {
    const fixture = await stage.fixture(urls);
    const early = await bet(fixture);
    const from = new Date(stage.clock.now().getTime() + 1);
    await eventually(() => stage.clock.now() > from);
    const late = await bet(fixture);
    await fixture.settle('won');
    await becomes(late, 'won');
    await fixture.cancel(from, null);
    await becomes(late, 'void');
    expect((await told(late.id)).at(-1)).toEqual(['BetVoided', 4, 1_000]);
    expect((await read(early)).status).toBe('won');
  });

  it('end the same in whatever order their messages come', async () => {
    const [bets, fixtures] = [8, 4];
    const staged = await Promise.all(Array.from({ length: fixtures }, () => stage.fixture(urls)));
    const placed = await Promise.all(Array.from({ length: bets }, (_, at) => bet(staged[at % fixtures] as StagedFixture, { away: at >= fixtures })));
    const story = [
      (one: StagedFixture, at: number) => one.settle('won', 'provisional', at + 1),
      (one: StagedFixture, at: number) => one.rollback(at + 2),
      (one: StagedFixture, at: number) => one.settle('won', 'provisional', at + 3),
      (one: StagedFixture, at: number) => one.settle('lost', 'confirmed', at + 4),
    ];
    const orders = fc.sample(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }), { numRuns: fixtures, seed: 7 });
    await Promise.all(
      staged.map(async (one, at) => {
        for (const step of orders[at] ?? []) await story[step]?.(one, one.sequence);
      }),
    );
    await Promise.all(placed.map((one, at) => becomes(one, at < fixtures ? 'lost' : 'won')));
    await eventually(
      async () => (await stage.world.db.query('select from due_markets')).rowCount,
      (count) => count === 0,
    );
    for (const [at, one] of placed.entries()) {
      const versions = (await stage.facts(one.id)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, place) => place + 1));
      expect((await told(one.id)).at(-1)?.[2]).toBe(at < fixtures ? 0 : 1_800);
    }
  });

  it('of many bets on one market are all settled, by whichever instance', async () => {
    const fixture = await stage.fixture(urls);
    const { rows } = await stage.world.db.query(
      `with made as (
         insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, version,
           placed_at, accepted_at, changed_at)
         select uuidv7(), uuidv7(), 'single', 'accepted', 'taken', 'play', 'USD', 100, 2000, 200, 'any', 0, 2, now(), now(), now() from generate_series(1, 1203)
         returning player_id, id)
       insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
       select player_id, id, 0, $1, $2, $3, 'Reds vs Blues', 'Winner', 'Reds', 2000, 0 from made returning bet_id`,
      [fixture.id, fixture.marketId, fixture.home],
    );
    await fixture.settle('won');
    const ids = rows.map(({ bet_id }) => bet_id);
    const won = () =>
      stage.world.db.query(`select count(*)::int as won, sum(due_minor)::int as due from bets where id = any ($1) and status = 'won' and version = 3`, [ids]);
    expect((await eventually(won, ({ rows: [row] }) => row.won === 1_203)).rows).toEqual([{ won: 1_203, due: 240_600 }]);
  });
});

describe('operators', () => {
  const act = (path: string, body: object, as = asOperator('trader'), url = urls[1] ?? '') =>
    stage.world.call(url, 'POST', `/api/admin/betting${path}`, { as, body });

  it('take a market off offer, which no word of the feed undoes, until it is resumed', async () => {
    const fixture = await stage.fixture(urls);
    const trader = asOperator('trader');
    const reply = await act(`/markets/${fixture.marketId}/suspend`, { reason: 'team news' }, trader);
    expect([reply.status, Market.parse(reply.body).status]).toEqual([200, 'suspended']);
    await fixture.odds([2_500, 1_500]);
    await eventually(
      () => marketOf(fixture),
      (market) => market?.selections[0]?.oddsMilli === 2_500,
    );
    expect((await marketOf(fixture))?.status).toBe('suspended');
    expect(problemOf(await act(`/markets/${fixture.marketId}/suspend`, { reason: 'again' }))).toMatchObject({ status: 409, code: 'market_state' });
    const closed = { type: 'single', stakeMinor: 1_000, currency: 'USD', pricePolicy: 'any', legs: [{ selectionId: fixture.home, oddsMilli: 2_500 }] };
    const refused = await stage.world.call(urls[0] ?? '', 'POST', '/api/betting/bets', { as: asPlayer(), key: randomUUID(), body: closed });
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'market_closed' });
    expect(Market.parse((await act(`/markets/${fixture.marketId}/resume`, { reason: 'confirmed' })).body).status).toBe('active');
    expect(problemOf(await act(`/markets/${fixture.marketId}/resume`, { reason: 'again' }))).toMatchObject({
      status: 409,
      code: 'market_state',
      params: { status: 'active' },
    });
    const facts = await stage.facts(fixture.marketId);
    expect(facts.map(({ type }) => type)).toEqual(['MarketSuspended', 'OperatorActed', 'OperatorActed']);
    expect(facts[1]?.data).toMatchObject({
      operatorId: trader.id,
      action: 'market.suspend',
      reason: 'team news',
      before: { status: 'active' },
      after: { status: 'suspended' },
    });
  });

  test.each([
    ['won', 'won', 2_000, 'BetSettled'],
    ['lost', 'lost', 0, 'BetSettled'],
    ['void', 'void', 1_000, 'BetVoided'],
  ] as const)('settle a bet by hand as %s, once, and the feed has no more say in it', async (result, status, dueMinor, fact) => {
    const fixture = await stage.fixture(urls);
    const given = await bet(fixture);
    const reply = await act(`/bets/${given.id}/settle`, { result, reason: 'agreed with the player' });
    expect([reply.status, Bet.parse(reply.body)]).toMatchObject([200, { status, payoutMinor: dueMinor }]);
    expect(problemOf(await act(`/bets/${given.id}/settle`, { result: 'won', reason: 'again' }))).toMatchObject({
      status: 409,
      code: 'bet_decided',
      params: { status },
    });
    const witness = await bet(fixture, { away: true });
    await fixture.settle('half_won');
    await becomes(witness, 'half_lost');
    expect((await read(given)).status).toBe(status);
    expect(await told(given.id)).toEqual([
      ['BetPlaced', 1, 0],
      ['BetAccepted', 2, 0],
      [fact, 3, dueMinor],
      ['OperatorActed', 3, 'agreed with the player'],
    ]);
  });

  it('see what each selection could cost, the highest first, without play money', async () => {
    const fixture = await stage.fixture(urls, 'upcoming', [50_000, 1_010]);
    await bet(fixture, { odds: 50_000, stakeMinor: 900_000 });
    await bet(fixture, { odds: 50_000, as: asPlayer(undefined, { book: 'play' }) });
    const { body } = await stage.world.call(urls[0] ?? '', 'GET', '/api/admin/betting/exposure', { as: asOperator('auditor') });
    expect((body as { items: unknown[] }).items[0]).toMatchObject({
      selectionId: fixture.home,
      market: 'Winner',
      selection: 'Reds',
      bets: 1,
      stakeMinor: 900_000,
      liabilityMinor: 44_100_000,
    });
  });

  it('are refused without the permission, without a reason, with a card number in it, and for what is not there', async () => {
    const fixture = await stage.fixture(urls);
    const path = `/markets/${fixture.marketId}/suspend`;
    const code = async (reply: ReturnType<typeof act>) => problemOf(await reply).code;
    expect(await code(act(path, { reason: 'why' }, asOperator('finance')))).toBe('forbidden');
    expect(await code(act(path, { reason: 'why' }, asOperator('auditor')))).toBe('forbidden');
    expect(await code(act(path, { reason: '  ' }))).toBe('invalid_request');
    expect(await code(act(path, {}))).toBe('invalid_request');
    expect(await code(act(path, { reason: 'card 4111 1111 1111 1111' }))).toBe('card_number');
    expect(await code(act(`/bets/${randomUUID()}/settle`, { result: 'won', reason: '4111111111111111' }))).toBe('card_number');
    expect(await code(act(`/markets/${randomUUID()}/suspend`, { reason: 'why' }))).toBe('not_found');
    expect(await code(act(`/markets/${randomUUID()}/resume`, { reason: 'why' }))).toBe('not_found');
    expect(await code(act(`/bets/${randomUUID()}/settle`, { result: 'won', reason: 'why' }))).toBe('not_found');
    expect(await code(act(`/bets/${randomUUID()}/settle`, { result: 'half_won', reason: 'why' }))).toBe('invalid_request');
    expect((await marketOf(fixture))?.status).toBe('active');
  });
});

it('bets are compared with what wallet knows of their stakes, and one that does not agree is called out until it does', async () => {
  const fixture = await stage.fixture(urls);
  const given = await bet(fixture);
  await fixture.settle('won');
  await becomes(given, 'won');
  const { rows } = await stage.world.db.query('select id, due_minor::int as due from bets');
  for (const { id, due } of rows) stage.wallet.paid.set(id, due);
  stage.wallet.paid.set(given.id, 1_999);
  // What was inserted behind the room's back has no stake to compare.
  await stage.world.db.query(`delete from bets where price_policy = 'any' and stake_minor = 100`);
  stage.clock.push(61_000);
  const mismatches = async () => {
    const texts = await Promise.all(rooms.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()));
    return texts.map((text) => Number(/^fairline_bet_mismatches\S* (\d+)/m.exec(text)?.[1] ?? 0));
  };
  const kept = () => stage.world.db.query('select bet_id as id, ours, theirs from mismatches');
  const [found] = (await eventually(kept, ({ rowCount }) => rowCount === 1, 25_000)).rows;
  expect(found).toMatchObject({ id: given.id, ours: { dueMinor: 2_000 }, theirs: { paidMinor: 1_999 } });
  await eventually(mismatches, (counts) => Math.max(...counts) === 1, 25_000);
  stage.wallet.paid.set(given.id, 2_000);
  await eventually(kept, ({ rowCount }) => rowCount === 0, 25_000);
}, 90_000);

describe('when the prices may be wrong', () => {
  it('after a flush of them everything is off offer until the feed was read again from its start', async () => {
    const fixture = await stage.fixture(urls);
    await stage.redis.flushdb();
    for (const url of urls) {
      await eventually(
        async () => (await fixtureOf(fixture, url)).markets,
        (markets) => markets?.[0]?.status !== 'active',
      );
    }
    for (const url of urls) await shows(fixture, 'active', url);
    expect(await told(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed_silent']]);
    await bet(fixture);
  });

  it('after a silence of ten seconds everything is off offer, said once, until the feed speaks and was read again', async () => {
    const fixture = await stage.fixture(urls);
    const given = await bet(fixture);
    stage.pulse.stop();
    for (const url of urls) await shows(fixture, 'suspended', url);
    const legs = [{ selectionId: fixture.home, oddsMilli: 2_000 }];
    const body = { type: 'single', stakeMinor: 1_000, currency: 'USD', pricePolicy: 'any', legs };
    const reply = await stage.world.call(urls[1] ?? '', 'POST', '/api/betting/bets', { as: asPlayer(), key: randomUUID(), body });
    expect(problemOf(reply)).toMatchObject({ status: 409, code: 'market_closed' });
    // Results are heard all the same.
    await eventually(
      () => told(fixture.marketId),
      (facts) => facts.length > 0,
    );
    const other = new StagedFixture(stage.world);
    await other.change();
    await fixture.settle('won');
    await becomes(given, 'won');
    await other.odds();
    stage.pulse.start();
    for (const url of urls) await shows(other, 'active', url);
    expect(await told(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed_silent']]);
  }, 60_000);

  it('a missed sign of life has the feed read again, without a word to anybody', async () => {
    const fixture = await stage.fixture(urls);
    stage.pulse.beat(3);
    await fixture.odds([2_600, 1_400]);
    await eventually(
      () => marketOf(fixture),
      (market) => market?.selections[0]?.oddsMilli === 2_600,
    );
    expect((await marketOf(fixture))?.status).toBe('active');
    expect(await told(fixture.marketId)).toEqual([]);
  });

  it('whichever instance goes, the other goes on with the feed, and no bet is accepted across the change', async () => {
    const fixture = await stage.fixture(urls, 'live');
    const breaks = async () => (await stage.world.db.query('select breaks from markets where id = $1', [fixture.marketId])).rows[0].breaks;
    const before = await breaks();
    for (const odds of [2_700, 2_800]) {
      await rooms.shift()?.stop();
      rooms.push(await start(stage.world.env, stage.clock));
      urls = rooms.map(({ httpUrl }) => httpUrl);
      await fixture.odds([odds, 1_400]);
      for (const url of urls)
        await eventually(
          () => marketOf(fixture, url),
          (market) => market?.selections[0]?.oddsMilli === odds,
          20_000,
        );
    }
    expect(await breaks()).toBeGreaterThan(before);
    expect((await marketOf(fixture))?.status).toBe('active');
  }, 60_000);
});

describe('instant settlement', () => {
  it('refuses to start outside demo mode', async () => {
    await expect(start({ ...stage.world.env, BETTING_SETTLEMENT: 'instant' })).rejects.toThrow(/demo mode/);
  });

  it('decides each bet by a coin ten seconds after it was accepted, and the page is told so', async () => {
    await Promise.all(rooms.splice(0).map((room) => room.stop()));
    rooms = [await start({ ...stage.world.env, BETTING_SETTLEMENT: 'instant', FAIRLINE_DEMO: '1' }, stage.clock)];
    urls = [rooms[0]?.httpUrl ?? '', rooms[0]?.httpUrl ?? ''];
    const fixture = await stage.fixture(urls);
    expect(await get('/api/betting/summary')).toMatchObject({ settlement: 'instant' });
    const placed = await Promise.all(Array.from({ length: 40 }, () => bet(fixture)));
    await fixture.settle('won');
    await shows(fixture, 'settled');
    expect(new Set((await Promise.all(placed.map(read))).map(({ status }) => status))).toEqual(new Set(['accepted']));
    stage.clock.push(10_000);
    const settled = await Promise.all(
      placed.map((one) =>
        eventually(
          () => read(one),
          ({ status }) => status !== 'accepted',
        ),
      ),
    );
    for (const { status, payoutMinor } of settled)
      expect([
        ['won', 2_000],
        ['lost', 0],
      ]).toContainEqual([status, payoutMinor]);
    // With 40 coins all alike the coin is no coin: that happens once in a hundred billion runs.
    expect(new Set(settled.map(({ status }) => status)).size).toBe(2);
  });
});
