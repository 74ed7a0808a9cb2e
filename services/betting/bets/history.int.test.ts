/** The record of bets, over HTTP at two instances: receipts, the history by its filters, figures, how a fixture went, favourites. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { addressHeader, agentHeader, type Caller } from '@fairline/chassis/http/identity';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import type { Bet, BetStats } from '@fairline/proto/betting/bets';
import type { CashOutQuote } from '@fairline/proto/betting/cash-out';
import { type Favourite, type FixtureMoment, mostFavourites } from '@fairline/proto/betting/offer';
import { Receipt, ReceiptPayload } from '@fairline/proto/betting/receipts';
import { describe, expect, it } from 'vitest';
import { writeMoments } from '../feed/store.ts';
import { pruneFixtures } from '../offer/store.ts';
import { legsOn } from '../testing.ts';
import { call, placeAccepted, stage, useStage } from '../testing-stage.ts';
import { isGenuine, Signer } from './receipt.ts';
import { pruneOrigins } from './store.ts';
import { keepReceiptKey, receiptKeys } from './store-receipts.ts';

useStage();

describe('a bet that stands', () => {
  it('has a receipt that anybody can check, as text and as a file, for its player alone', async () => {
    const bet = await placeAccepted({}, await stage.fixture());
    const receipt = Receipt.parse((await call('GET', '/receipt', bet)).body);
    const { keys } = await stage.get<{ keys: { keyId: string; publicKey: string }[] }>('/api/betting/receipt-keys');
    const key = keys.find(({ keyId }) => keyId === receipt.keyId);
    expect(isGenuine(receipt, key?.publicKey ?? '')).toBe(true);
    const payload = ReceiptPayload.parse(JSON.parse(receipt.payload));
    expect(payload).toMatchObject({
      betId: bet.id,
      playerId: bet.as.id,
      stakeMinor: 1_000,
      legs: [{ oddsMilli: 2_000 }],
    });
    expect(payload.legs[0]?.marketVersion).toBeGreaterThan(0);
    expect(payload.acceptedAt).toBe((await stage.read(bet)).acceptedAt);
    const file = (await call('GET', '/receipt.json', bet)).body as unknown;
    expect(Receipt.parse(typeof file === 'string' ? JSON.parse(file) : file)).toEqual(receipt);
    for (const path of ['/receipt', '/receipt.json', '/timeline'])
      expect((await call('GET', path, { ...bet, as: asPlayer() })).status).toBe(404);
  });

  it('keeps the address and browser it was placed from, for its player and for operators', async () => {
    const as = asPlayer();
    const fixture = await stage.fixture();
    const headers = { [addressHeader]: '203.0.113.7', [agentHeader]: 'Browser "one"' };
    const body = { type: 'single', stakeMinor: 1_000, currency: 'USD', pricePolicy: 'none', legs: legsOn(fixture) };
    const get = (path: string, who: Caller) => stage.world.call(stage.urls[1] ?? '', 'GET', path, { as: who });
    const { id } = (
      await stage.world.call(stage.urls[0] ?? '', 'POST', '/api/betting/bets', { as, key: randomUUID(), body, headers })
    ).body as Bet;
    const origin = { address: '203.0.113.7', agent: 'Browser "one"' };
    expect((await get('/api/betting/origins', as)).body).toEqual({
      items: [{ betId: id, at: expect.any(String), ...origin }],
      nextCursor: null,
    });
    expect((await get('/api/betting/origins', asPlayer())).body).toEqual({ items: [], nextCursor: null });
    // Everybody may sign in to the account of the demo player.
    expect((await get('/api/betting/origins', { ...as, book: 'play' })).body).toEqual({ items: [], nextCursor: null });
    expect((await get(`/api/admin/betting/bets/${id}`, asOperator('trader'))).body).toMatchObject({ id, origin });
    expect(
      (await get(`/api/admin/betting/players/${as.id}/bets/${id}`, asOperator('support'))).body,
    ).not.toHaveProperty('origin');
    const db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
    expect(await pruneOrigins(db, new Date('2020-01-01'), 10)).toBe(0);
    await stage.world.db.query(`update bet_origins set at = '2019-12-31' where bet_id = $1`, [id]);
    expect(await pruneOrigins(db, new Date('2020-01-01'), 10)).toBe(1);
    await db.close();
    expect((await get(`/api/admin/betting/bets/${id}`, asOperator('trader'))).body).not.toHaveProperty('origin');
  });

  it('is found by its state, its type, its time and its text', async () => {
    const [one, two] = [await stage.fixture(), await stage.fixture()];
    const as = asPlayer();
    const single = await placeAccepted({ as }, one);
    const double = await placeAccepted({ as, type: 'accumulator', legs: legsOn(one, two) }, one);
    await one.settle('lost');
    await stage.untilStatus(single, 'lost');
    await stage.untilStatus(double, 'lost');
    const found = async (query: string) => {
      const { body } = await stage.world.call(stage.urls[0] ?? '', 'GET', `/api/betting/bets?${query}`, { as });
      return (body as { items: Bet[] }).items.map(({ id }) => id);
    };
    expect(await found('')).toEqual([double.id, single.id]);
    expect(await found('type=single')).toEqual([single.id]);
    expect(await found(`q=${encodeURIComponent(`REDS ${two.id.slice(0, 4)}`)}`)).toEqual([double.id]);
    expect(await found(`q=${single.id}`)).toEqual([single.id]);
    expect(await found('status=open')).toEqual([]);
    expect(await found(`from=${new Date(stage.clock.now().getTime() + 60_000).toISOString()}`)).toEqual([]);
    const { body } = await stage.world.call(stage.urls[0] ?? '', 'GET', '/api/betting/stats?period=today', { as });
    expect(body as BetStats).toMatchObject({ bets: 2, openBets: 0, won: 0, lost: 2, bestOddsMilli: null });
    // A bet of which a part was cashed out is open still; events name that part.
    const open = await placeAccepted({ as }, two);
    const { quoteId } = (await call('POST', '/cash-out/quote', open)).body as CashOutQuote;
    expect(
      await call('POST', '/cash-out', open, { key: randomUUID(), body: { quoteId, fraction: 0.5 } }),
    ).toMatchObject({ status: 200 });
    const all = (await stage.world.call(stage.urls[0] ?? '', 'GET', '/api/betting/stats', { as })).body as BetStats;
    expect(all).toMatchObject({ bets: 3, openBets: 1, lost: 2, cashedOut: 0 });
    expect((await stage.eventsOf(open.id)).map(({ type, data }) => [type, data.closedStakeMinor])).toEqual([
      ['BetPlaced', 0],
      ['BetAccepted', 0],
      ['BetCashedOut', 500],
    ]);
  });
});

it('a key ends a day after a later one came, and is open again once it signs again', async () => {
  const db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
  const [one, two, three] = [1, 2, 3].map(
    () => new Signer(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
  ) as [Signer, Signer, Signer];
  const on = (day: number) => new Date(Date.UTC(2020, 0, day));
  const times = async () => {
    const keys = (await receiptKeys(db)).filter(({ keyId }) => [one, two, three].some((key) => key.keyId === keyId));
    return keys.map(({ since = '', until = '' }) => [since.slice(0, 10), until.slice(0, 10)]);
  };
  await keepReceiptKey(db, on(1), one);
  await keepReceiptKey(db, on(5), two);
  await keepReceiptKey(db, on(6), two);
  expect(await times()).toEqual([
    ['2020-01-05', ''],
    ['2020-01-01', '2020-01-06'],
  ]);
  // An instance that still has the old one does not know the new one.
  await keepReceiptKey(db, on(7), one);
  expect(await times()).toEqual([
    ['2020-01-05', ''],
    ['2020-01-01', ''],
  ]);
  await keepReceiptKey(db, on(9), three);
  expect(await times()).toEqual([
    ['2020-01-09', ''],
    ['2020-01-05', '2020-01-10'],
    ['2020-01-01', '2020-01-10'],
  ]);
  await db.close();
});

it('a fixture keeps how its score went, and the same message twice is one moment', async () => {
  const fixture = await stage.fixture();
  const untilStatus = (status: string) =>
    eventually(
      async () =>
        (await stage.get<{ items?: FixtureMoment[] }>(`/api/betting/fixtures/${fixture.id}/timeline`)).items ?? [],
      (found) => found.at(-1)?.status === status,
    );
  await fixture.change('live');
  await untilStatus('live');
  await fixture.change('live');
  await fixture.change('ended');
  const items = await untilStatus('ended');
  expect(items.map(({ status, score }) => [status, score && `${score.home}:${score.away}`])).toEqual([
    ['upcoming', null],
    ['live', '0:0'],
    ['ended', null],
  ]);
});

it('a fixture keeps every score of a batch, none for the clock alone, and a repeat once', async () => {
  const fixtureId = randomUUID();
  const change = (sequence: number, period: string, home: number | null, status: 'live' | 'ended' = 'live') => ({
    kind: 'fixture_change' as const,
    fixtureId,
    sequence,
    at: new Date(Date.UTC(2026, 0, 31, 12, 0, sequence)).toISOString(),
    sport: { id: 'football', name: 'Football' },
    competition: { id: 'league', name: 'League', country: 'GB' },
    homeTeam: 'Reds',
    awayTeam: 'Blues',
    startsAt: '2026-01-31T12:00:00.000Z',
    status,
    score: home === null ? null : { home, away: 0, period, clock: `${sequence}` },
    paceMilli: 1_000,
  });
  const batches = [
    [change(1, '1', 0), change(2, '1', 0), change(3, '1', 1), change(4, '1', 2)],
    [change(5, '1', 2), change(6, '1', 1), change(7, '2', 1)],
    [change(8, '2', 1, 'ended')],
  ];
  const db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
  for (const batch of [...batches, ...batches]) await db.tx((tx) => writeMoments(tx, batch));
  await db.close();
  // Also for a fixture that no instance has in memory any more.
  const { items } = await stage.get<{ items: FixtureMoment[] }>(`/api/betting/fixtures/${fixtureId}/timeline`);
  expect(items.map(({ status, score }) => [status, score?.period, score?.home, score?.clock])).toEqual([
    ['live', '1', 0, '1'],
    ['live', '1', 1, '3'],
    ['live', '1', 2, '4'],
    ['live', '1', 1, '6'],
    ['live', '2', 1, '7'],
    ['ended', '2', 1, '8'],
  ]);
  expect(problemOf({ body: await stage.get(`/api/betting/fixtures/${randomUUID()}/timeline`) })).toMatchObject({
    status: 404,
    code: 'not_found',
  });
});

it('a player keeps 200 favourites and no more, also when they ask for many at once', async () => {
  const fixture = await stage.fixture();
  const as = asPlayer();
  await stage.world.db.query(
    `insert into favourites (player_id, kind, id, at) select $1, 'competition', gen_random_uuid()::text, now() - interval '1 hour' from generate_series(1, $2)`,
    [as.id, mostFavourites - 1],
  );
  const put = (kind: string, id: string, at = 0) =>
    stage.world.call(stage.urls[at] ?? '', 'PUT', `/api/betting/favourites/${kind}/${id}`, { as });
  const both = await Promise.all([put('fixture', fixture.id), put('sport', 'football', 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 422]);
  const kept: [kind: string, id: string] = both[0]?.status === 204 ? ['fixture', fixture.id] : ['sport', 'football'];
  // A favourite that is added again does not count twice.
  expect((await put(...kept)).status).toBe(204);
  expect(problemOf(await put('competition', 'football-league'))).toMatchObject({
    status: 422,
    code: 'too_many_favourites',
  });
  await stage.world.call(stage.urls[0] ?? '', 'DELETE', `/api/betting/favourites/${kept.join('/')}`, { as });
  expect((await put('competition', 'football-league')).status).toBe(204);
  expect(problemOf(await put('competition', 'no-such-league'))).toMatchObject({ status: 404, code: 'not_found' });
  expect(problemOf(await put('sport', 'chess'))).toMatchObject({ status: 404, code: 'not_found' });
});

it('a further favourite replaces the one that is over the longest; forgotten fixtures go', async () => {
  const [over, upcoming, further] = [await stage.fixture(), await stage.fixture(), await stage.fixture()];
  const as = asPlayer();
  const put = async (id: string) =>
    (await stage.world.call(stage.urls[0] ?? '', 'PUT', `/api/betting/favourites/fixture/${id}`, { as })).status;
  expect([await put(over.id), await put(upcoming.id)]).toEqual([204, 204]);
  await stage.world.db.query(
    `insert into favourites (player_id, kind, id, at) select $1, 'competition', 'league ' || n, now() from generate_series(1, $2) n`,
    [as.id, mostFavourites - 2],
  );
  expect(await put(further.id)).toBe(422);
  await over.change('ended');
  await eventually(
    () => stage.world.db.query('select from fixtures where id = $1 and ended_at is not null', [over.id]),
    ({ rowCount }) => rowCount === 1,
  );
  // A favourite that is added again replaces no other.
  expect(await put(upcoming.id)).toBe(204);
  const kept = async () =>
    (
      await stage.world.db.query(`select id from favourites where player_id = $1 and kind = 'fixture' order by at`, [
        as.id,
      ])
    ).rows.map(({ id }) => id);
  expect(await kept()).toEqual([over.id, upcoming.id]);
  expect(await put(further.id)).toBe(204);
  expect(await kept()).toEqual([upcoming.id, further.id]);
  await stage.world.db.query(`update fixtures set ended_at = '2020-01-31' where id = $1`, [over.id]);
  await stage.world.db.query(`insert into favourites (player_id, kind, id, at) values ($1, 'fixture', $2, now())`, [
    asPlayer().id,
    over.id,
  ]);
  const db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
  expect(await pruneFixtures(db, new Date('2020-02-28'), 100)).toBe(1);
  expect((await stage.world.db.query('select from favourites where id = $1', [over.id])).rowCount).toBe(0);
  await db.close();
});

it('favourites are kept, read with what is on offer of them, and given up', async () => {
  const fixture = await stage.fixture();
  const as = asPlayer();
  const favourite = (method: string, kind: string, id: string) =>
    stage.world.call(stage.urls[0] ?? '', method, `/api/betting/favourites/${kind}/${id}`, { as });
  expect((await favourite('PUT', 'fixture', randomUUID())).status).toBe(404);
  expect((await favourite('PUT', 'fixture', fixture.id)).status).toBe(204);
  expect((await favourite('PUT', 'fixture', fixture.id)).status).toBe(204);
  expect((await favourite('PUT', 'sport', 'football')).status).toBe(204);
  const read = async () =>
    (await stage.world.call(stage.urls[1] ?? '', 'GET', '/api/betting/favourites', { as })).body as {
      items: Favourite[];
      fixtures: { id: string }[];
    };
  expect((await read()).items).toEqual([
    { kind: 'sport', id: 'football' },
    { kind: 'fixture', id: fixture.id },
  ]);
  expect((await read()).fixtures.map(({ id }) => id)).toContain(fixture.id);
  await favourite('DELETE', 'sport', 'football');
  expect((await read()).fixtures.map(({ id }) => id)).toEqual([fixture.id]);
});
