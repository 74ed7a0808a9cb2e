/** A bet over HTTP at two instances, on real servers: placed, its stake taken, decided, and refused for every possible reason. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { Bet, type PlaceBet } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { describe, expect, it, test } from 'vitest';
import { legsOn, type StagedFixture } from '../testing.ts';
import { stage } from '../testing-stage.ts';
import { bodyOf, daysOf, type Given, noDay, place, untilStatus, upcoming, url, usePlacing } from './testing-placing.ts';

usePlacing();

describe('a bet', () => {
  it('is placed at the current price, its stake taken, and stands at once before the start', async () => {
    const as = asPlayer();
    const reply = await place({ as });
    expect(reply.status).toBe(201);
    const bet = Bet.parse(reply.body);
    expect(bet).toMatchObject({
      status: 'pending',
      stakeMinor: 1_000,
      oddsMilli: 2_000,
      potentialPayoutMinor: 2_000,
      currency: 'USD',
    });
    expect(bet.legs).toMatchObject([
      {
        selectionId: upcoming.home,
        fixtureId: upcoming.id,
        market: 'Winner',
        selection: 'Reds',
        oddsMilli: 2_000,
        status: 'open',
      },
    ]);
    expect(stage.wallet.asksOf(as.id)).toEqual([
      { betId: bet.id, playerId: as.id, currency: 'USD', stakeMinor: 1_000, potentialPayoutMinor: 2_000 },
    ]);
    const accepted = await untilStatus(as, bet.id, 'accepted');
    expect(accepted).toMatchObject({ ...bet, status: 'accepted', acceptedAt: expect.any(String) });
    const data = {
      betId: bet.id,
      playerId: as.id,
      currency: 'USD',
      stakeMinor: 1_000,
      dueMinor: 0,
      closedStakeMinor: 0,
      book: 'real',
    };
    const { fixtureId, marketId, selectionId } = bet.legs[0] ?? {};
    expect(await stage.eventsOf(bet.id)).toEqual([
      { type: 'BetPlaced', version: 1, data: { ...data, version: 1, status: 'pending', isLive: false } },
      {
        type: 'BetAccepted',
        version: 2,
        data: {
          ...data,
          version: 2,
          status: 'accepted',
          legs: [{ fixtureId, marketId, selectionId, sport: 'football', oddsMilli: 2_000, isLive: false }],
        },
      },
    ]);
  });

  it('on a live fixture stands after two seconds, not before', async () => {
    const fixture = await stage.fixture('live');
    const as = asPlayer();
    const bet = bodyOf(await place({ fixture, as }));
    const { rows } = await stage.world.db.query(
      'select act_at - placed_at = $2::interval as waits from bets where id = $1',
      [bet.id, '2 seconds'],
    );
    expect(rows).toEqual([{ waits: true }]);
    const accepted = await untilStatus(as, bet.id, 'accepted');
    expect(Date.parse(accepted.acceptedAt ?? '') - Date.parse(bet.placedAt)).toBeGreaterThanOrEqual(
      betRules.acceptanceDelayMs.live,
    );
  });

  it('on several matches waits as long where one of them is live', async () => {
    const live = await stage.fixture('live');
    const legs = [upcoming, live].map(({ home }) => ({ selectionId: home, oddsMilli: 2_000 }));
    const bet = bodyOf(await place({ type: 'accumulator', legs }));
    const { rows } = await stage.world.db.query('select delay_ms from bets where id = $1', [bet.id]);
    expect(rows).toEqual([{ delay_ms: betRules.acceptanceDelayMs.live }]);
  });

  it('waits for the same share of a match that is played faster', async () => {
    const fixture = await stage.fixture('live');
    await fixture.change('live', undefined, 4_000);
    const paces = () => stage.world.db.query('select pace_milli from fixtures where id = $1', [fixture.id]);
    await eventually(paces, ({ rows }) => rows[0].pace_milli === 4_000);
    const as = asPlayer();
    const bet = bodyOf(await place({ fixture, as }));
    const { rows } = await stage.world.db.query('select delay_ms from bets where id = $1', [bet.id]);
    expect(rows).toEqual([{ delay_ms: 500 }]);
    await untilStatus(as, bet.id, 'accepted');
  });

  it('under the same key is one bet, on either instance and at once, as it now stands', async () => {
    const as = asPlayer();
    const key = randomUUID();
    const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((at) => place({ as, key, url: url(at) })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(replies.map((reply) => bodyOf(reply).id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await untilStatus(as, id, 'accepted');
    expect(bodyOf(await place({ as, key }))).toMatchObject({ id, status: 'accepted' });
    expect(stage.wallet.asksOf(as.id).length).toBe(1);
    expect(await daysOf(as)).toEqual({ bets: 1, minor: 2_000 });
  });

  it('under the same key with another body is refused, and another player may use the key', async () => {
    const as = asPlayer();
    const key = randomUUID();
    await place({ as, key });
    expect(problemOf(await place({ as, key, stakeMinor: 1_001 }))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    expect((await place({ key })).status).toBe(201);
  });

  it('of another player does not exist', async () => {
    const owner = asPlayer();
    const bet = bodyOf(await place({ as: owner }));
    const reply = await stage.world.call(url(0), 'GET', `/api/betting/bets/${bet.id}`, { as: asPlayer() });
    expect(problemOf(reply)).toMatchObject({ status: 404, code: 'not_found' });
    const list = await stage.world.call(url(0), 'GET', '/api/betting/bets', { as: asPlayer() });
    expect(list.body).toEqual({ items: [], nextCursor: null });
  });

  it('is on its player’s list, newest first, by status and page after page', async () => {
    const as = asPlayer();
    const placed: string[] = [];
    for (let at = 0; at < 53; at++) placed.unshift(bodyOf(await place({ as })).id);
    await untilStatus(as, placed[0] ?? '', 'accepted');
    const page = async (query: string) =>
      (await stage.world.call(url(1), 'GET', `/api/betting/bets${query}`, { as })).body as {
        items: Bet[];
        nextCursor: string;
      };
    const first = await page('?status=open');
    const second = await page(`?status=open&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(placed);
    expect([first.items.length, second.nextCursor]).toEqual([50, null]);
    expect((await page('?status=settled')).items).toEqual([]);
    expect((await page('?status=won')).items).toEqual([]);
  });
});

describe('a placement is refused', () => {
  const closed = async (close: (fixture: StagedFixture) => Promise<void>) => {
    const fixture = await stage.fixture();
    await close(fixture);
    await eventually(
      () => place({ fixture }),
      ({ status }) => status === 409,
    );
    return fixture;
  };

  test.each<[string, () => Given | Promise<Given>, number, string]>([
    [
      'where the price moved and the player wants no other',
      () => ({ legs: [{ selectionId: upcoming.home, oddsMilli: 2_001 }] }),
      409,
      'price_changed',
    ],
    [
      'where the price is worse than sent',
      () => ({ pricePolicy: 'better', legs: [{ selectionId: upcoming.home, oddsMilli: 9_000 }] }),
      409,
      'price_changed',
    ],
    [
      'where it is worse than the tolerance',
      () => ({ pricePolicy: 'any', tolerance: 0.1, legs: [{ selectionId: upcoming.home, oddsMilli: 3_000 }] }),
      409,
      'price_changed',
    ],
    ['on a stopped fixture', async () => ({ fixture: await closed((one) => one.stop()) }), 409, 'market_closed'],
    [
      'on a stopped market',
      async () => ({ fixture: await closed((one) => one.stop(one.marketId)) }),
      409,
      'market_closed',
    ],
    [
      'on a deactivated market',
      async () => ({ fixture: await closed((one) => one.odds([2_000, 1_800], 'deactivated')) }),
      409,
      'market_closed',
    ],
    [
      'on a settled market, a result before any bet',
      async () => ({ fixture: await closed((one) => one.settle('won')) }),
      409,
      'market_closed',
    ],
    [
      'on a cancelled market',
      async () => ({ fixture: await closed((one) => one.cancel(null, null)) }),
      409,
      'market_closed',
    ],
    [
      'on a fixture that has ended',
      async () => ({ fixture: await closed((one) => one.change('ended')) }),
      409,
      'market_closed',
    ],
    [
      'on a cancelled fixture',
      async () => ({ fixture: await closed((one) => one.change('cancelled')) }),
      409,
      'market_closed',
    ],
    [
      'on a selection that never was',
      () => ({ legs: [{ selectionId: randomUUID(), oddsMilli: 2_000 }] }),
      404,
      'not_found',
    ],
    ['below the minimum', () => ({ stakeMinor: 99 }), 422, 'stake_too_small'],
    ['above what anybody may stake', () => ({ stakeMinor: 9_000_000_000_000_000 }), 422, 'limit_exceeded'],
    ['in bitcoin', () => ({ currency: 'BTC' }), 422, 'currency_not_accepted'],
    [
      'on both sides of one market',
      () => ({
        type: 'accumulator',
        pricePolicy: 'any',
        legs: [upcoming.home, upcoming.away].map((selectionId) => ({ selectionId, oddsMilli: 2_000 })),
      }),
      422,
      'related_legs',
    ],
    ['as a system of one leg', () => ({ type: 'system', system: '2/3' }), 422, 'bet_type_unavailable'],
    [
      'with 21 legs',
      () => ({
        type: 'accumulator',
        legs: Array.from({ length: 21 }, () => ({ selectionId: upcoming.home, oddsMilli: 2_000 })),
      }),
      422,
      'too_many_legs',
    ],
  ])('%s', async (_why, given, status, code) => {
    const as = asPlayer();
    const key = randomUUID();
    const changes = await given();
    const reply = await place({ as, key, ...changes });
    expect(problemOf(reply)).toMatchObject({ status, code });
    expect([stage.wallet.asksOf(as.id), await daysOf(as)]).toEqual([[], noDay]);
    // A refusal is an outcome: the key returns it again, even if the market has changed.
    expect(problemOf(await place({ as, key, url: url(1), ...changes }))).toMatchObject({
      status,
      code,
      detail: problemOf(reply).detail,
    });
  });

  it('with the new prices, where the price moved', async () => {
    const reply = await place({ legs: [{ selectionId: upcoming.home, oddsMilli: 1_900 }] });
    expect(problemOf(reply).params).toEqual({ prices: [{ selectionId: upcoming.home, oddsMilli: 2_000 }] });
  });

  it('where one leg is of an older version than the other, with the new price of each', async () => {
    const moved = await stage.fixture();
    await moved.odds([2_200, 1_650]);
    await stage.showsPrice(moved, 2_200);
    const legs = [upcoming, moved].map(({ home }) => ({ selectionId: home, oddsMilli: 2_000 }));
    const as = asPlayer();
    expect(problemOf(await place({ as, type: 'accumulator', legs }))).toMatchObject({
      status: 409,
      code: 'price_changed',
      params: {
        prices: [
          { selectionId: upcoming.home, oddsMilli: 2_000 },
          { selectionId: moved.home, oddsMilli: 2_200 },
        ],
      },
    });
    expect([stage.wallet.asksOf(as.id), await daysOf(as)]).toEqual([[], noDay]);
    // A bet at odds that were never offered is refused under every policy.
    const forged = legs.map((leg) => ({ ...leg, oddsMilli: 900_000 }));
    const reply = await place({ as, type: 'accumulator', pricePolicy: 'any', legs: forged });
    expect(reply).toMatchObject({
      status: 201,
      body: { oddsMilli: 4_400, legs: [{ oddsMilli: 2_000 }, { oddsMilli: 2_200 }] },
    });
  });

  it('for a price that stays refused though it comes back', async () => {
    const fixture = await stage.fixture('upcoming', [2_500, 1_500]);
    const stale: Given = { fixture, as: asPlayer(), key: randomUUID() };
    expect((await place(stale)).status).toBe(409);
    await fixture.odds([2_000, 1_800]);
    await eventually(
      () => place({ fixture }),
      ({ status }) => status === 201,
    );
    expect((await place(stale)).status).toBe(409);
  });

  it('of a match after its start, while the feed has not reported that it began', async () => {
    const fixture = await stage.fixture();
    await fixture.change('upcoming', new Date().toISOString());
    await eventually(
      () => place({ fixture }),
      (reply) => reply.status === 409 && problemOf(reply).code === 'market_closed',
    );
    await fixture.change('live');
    await eventually(
      () => place({ fixture }),
      ({ status }) => status === 201,
    );
  });

  it('once the payouts of the day could exceed what one player may win', async () => {
    const fixture = await stage.fixture('upcoming', [100_000, 1_010]);
    const as = asPlayer(undefined, { level: 'verified', book: 'play' });
    const legs = [{ selectionId: fixture.home, oddsMilli: 100_000 }];
    const bets = await Promise.all(
      [0, 1, 0].map((at) => place({ fixture, as, legs, stakeMinor: 500_000, url: url(at) })),
    );
    expect(bets.map(({ status }) => status).sort()).toEqual([201, 201, 422]);
    expect(problemOf(bets.find(({ status }) => status === 422) ?? { body: {} })).toMatchObject({
      code: 'max_payout',
      params: { maximumMinor: betRules.dailyPayoutCapMinor },
    });
    expect((await place({ fixture, as, legs, stakeMinor: 100 })).status).toBe(422);
  });

  it('once the selection costs more than allowed, with the most allowed; play money excepted', async () => {
    const fixture = await stage.fixture('upcoming', [100_000, 1_010]);
    const legs = [{ selectionId: fixture.home, oddsMilli: 100_000 }];
    const big = { fixture, legs, stakeMinor: 500_000 };
    const bets = await Promise.all(Array.from({ length: 6 }, (_, at) => place({ ...big, url: url(at % 2) })));
    expect(bets.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 422, 422]);
    const liabilityMinor = 4 * (betRules.payoutCapMinor - 500_000);
    expect(await stage.exposureOn(fixture)).toEqual({
      bets: 4,
      stake_minor: 2_000_000,
      liability_minor: liabilityMinor,
    });
    const maximumMinor = Math.floor((betRules.maxLiabilityMinor - liabilityMinor) / 99);
    expect(problemOf(await place(big))).toMatchObject({
      code: 'exposure_limit',
      params: { maximumMinor, maximum: '202.02 USD' },
    });
    expect((await place({ ...big, as: asPlayer(undefined, { book: 'play' }) })).status).toBe(201);
    expect((await place({ ...big, stakeMinor: maximumMinor })).status).toBe(201);
  });

  it('of several selections once the fullest of them could cost too much', async () => {
    const both = [await stage.fixture(), await stage.fixture()] as const;
    for (const [at, { home, marketId, id }] of both.entries()) {
      const taken = betRules.maxLiabilityMinor - (at === 0 ? 5_000 : 300);
      const values = [home, marketId, id, taken];
      await stage.world.db.query(
        'insert into exposure (selection_id, market_id, fixture_id, liability_minor) values ($1, $2, $3, $4)',
        values,
      );
    }
    const slip = { fixture: both[0], type: 'accumulator' as const, legs: legsOn(...both) };
    const refused = await place({ ...slip, stakeMinor: 10_000 });
    expect(problemOf(refused)).toMatchObject({ code: 'exposure_limit', params: { maximumMinor: 300 } });
    expect((await place({ ...slip, stakeMinor: 300 })).status).toBe(201);
  });
});

describe('bad input leaves nothing behind:', () => {
  const leg = () => ({ selectionId: upcoming.home, oddsMilli: 2_000 });
  test.each<[string, () => object]>([
    ['a stake of zero', () => ({ stakeMinor: 0 })],
    ['a negative stake', () => ({ stakeMinor: -1_000 })],
    ['a fractional stake', () => ({ stakeMinor: 1_000.5 })],
    ['a stake as text', () => ({ stakeMinor: '1000' })],
    ['a stake above every number', () => ({ stakeMinor: 1e16 })],
    ['no stake', () => ({ stakeMinor: undefined })],
    ['odds below evens of nothing', () => ({ legs: [{ ...leg(), oddsMilli: 1_000 }] })],
    ['fractional odds', () => ({ legs: [{ ...leg(), oddsMilli: 2_000.5 }] })],
    ['odds beyond the scale', () => ({ legs: [{ ...leg(), oddsMilli: 1_000_001 }] })],
    ['no legs', () => ({ legs: [] })],
    ['more legs than anybody reads', () => ({ legs: Array.from({ length: 101 }, leg) })],
    ['a selection that is no id', () => ({ legs: [{ ...leg(), selectionId: 'home' }] })],
    ['an unknown field', () => ({ bookmaker: true })],
    ['an unknown field in a leg', () => ({ legs: [{ ...leg(), result: 'won' }] })],
    ['an unknown policy', () => ({ pricePolicy: 'worse' })],
    ['an unknown currency', () => ({ currency: 'XXX' })],
    ['a tolerance above one', () => ({ pricePolicy: 'any', tolerance: 1.1 })],
  ])('%s', async (_what, changes) => {
    const as = asPlayer();
    expect(problemOf(await place({ as, ...changes() }))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await daysOf(as)).toEqual(noDay);
  });

  it('no key, malformed JSON, a body too large, nobody, an operator', async () => {
    const path = '/api/betting/bets';
    const send = async (options: object) => problemOf(await stage.world.call(url(0), 'POST', path, options)).code;
    const body = { type: 'single', stakeMinor: 1_000, currency: 'USD', pricePolicy: 'none', legs: [leg()] };
    const json = { 'content-type': 'application/json' };
    expect(await send({ as: asPlayer(), body })).toBe('idempotency_key_required');
    expect(await send({ as: asPlayer(), key: 'short', body })).toBe('idempotency_key_required');
    expect(await send({ as: asPlayer(), key: randomUUID(), raw: '{"type":', headers: json })).toBe('invalid_request');
    expect(
      await send({ as: asPlayer(), key: randomUUID(), raw: `{"type":"${'x'.repeat(110_000)}"}`, headers: json }),
    ).toBe('too_large');
    expect(await send({ key: randomUUID(), body })).toBe('unauthenticated');
    expect(await send({ as: asOperator('trader'), key: randomUUID(), body })).toBe('forbidden');
  });
});

describe('after its delay a bet on a live fixture', () => {
  const placeLive = async (changes: Partial<PlaceBet> = {}) => {
    const fixture = await stage.fixture('live');
    const as = asPlayer();
    const bet = bodyOf(await place({ fixture, as, ...changes }));
    const shows = (oddsMilli: number) => stage.showsPrice(fixture, oddsMilli);
    return { fixture, as, bet, shows };
  };

  it('is rejected where its odds have become better than fair, with the new price and a refund', async () => {
    const { fixture, as, bet } = await placeLive();
    await fixture.odds([1_700, 2_100]);
    const legs = [{ selectionId: fixture.home, oddsMilli: 2_000, newOddsMilli: 1_700 }];
    expect(await untilStatus(as, bet.id, 'rejected')).toMatchObject({
      rejection: { code: 'price_changed', message: 'The odds have changed', legs },
    });
    expect((await stage.eventsOf(bet.id)).at(-1)).toMatchObject({
      type: 'BetRejected',
      data: { code: 'price_changed', legs },
    });
    expect(
      (await stage.eventsOf(bet.id)).map(({ type, version, data }) => [type, version, data.dueMinor, data.isLive]),
    ).toEqual([
      ['BetPlaced', 1, 0, true],
      ['BetRejected', 2, 1_000, undefined],
    ]);
    expect(await stage.exposureOn(fixture)).toEqual({ bets: 0, stake_minor: 0, liability_minor: 0 });
  });

  it.each([2_400, 1_950])('stands at its own price where that is no better than fair at %i', async (price) => {
    const { fixture, as, bet, shows } = await placeLive({ pricePolicy: 'better' });
    await fixture.odds([price, price > 2_000 ? 1_600 : 1_800]);
    await shows(price);
    expect(await untilStatus(as, bet.id, 'accepted')).toMatchObject({
      oddsMilli: 2_000,
      potentialPayoutMinor: 2_000,
      legs: [{ oddsMilli: 2_000 }],
    });
  });

  it('is rejected where the market was off offer in between, though it is back at the same price', async () => {
    const { fixture, as, bet } = await placeLive();
    await fixture.stop();
    await fixture.odds();
    expect(await untilStatus(as, bet.id, 'rejected')).toMatchObject({ rejection: { code: 'market_closed' } });
  });
});

it('many bets at two instances: each is accepted once, publishes each event once, counts once', async () => {
  const fixture = await stage.fixture();
  const players = Array.from({ length: 40 }, () => asPlayer());
  const replies = await Promise.all(
    players.flatMap((as) => [0, 1, 0, 1, 0].map((at) => place({ fixture, as, url: url(at) }))),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  const ids = replies.map((reply) => bodyOf(reply).id);
  await eventually(
    async () =>
      (
        await stage.world.db.query(
          `select count(*)::int as open from bets where id = any ($1) and status <> 'accepted'`,
          [ids],
        )
      ).rows[0],
    ({ open }) => open === 0,
  );
  const { rows } = await stage.world.db.query(
    `select subject, array_agg(version::int order by version) as versions from outbox where subject = any ($1) group by 1`,
    [ids],
  );
  expect(rows.length).toBe(200);
  expect(rows.every(({ versions }) => String(versions) === '1,2')).toBe(true);
  expect(await stage.exposureOn(fixture)).toEqual({ bets: 200, stake_minor: 200_000, liability_minor: 200_000 });
  expect(stage.wallet.asks.filter(({ betId }) => ids.includes(betId)).length).toBe(200);
});
