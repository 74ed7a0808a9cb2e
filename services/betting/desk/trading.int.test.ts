/** The traders' desk through the routes of two instances, on real servers: suspensions, own prices, volatility and limits. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import type { CashOutQuote } from '@fairline/proto/betting/cash-out';
import { Limit, TradingMarket } from '@fairline/proto/betting/desk';
import { DeskRequest } from '@fairline/proto/betting/desk-requests';
import { betRules, deskRules } from '@fairline/proto/betting/rules';
import { OnOffer, Stop } from '@fairline/proto/betting/stops';
import { Page } from '@fairline/proto/contract';
import { withoutMargin } from '@fairline/proto/margin';
import { toLadder } from '@fairline/proto/odds';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { encodeOwn } from '../offer/price-codec.ts';
import { StagedFixture } from '../testing.ts';
import { codeOf, desk, marketAt, seat, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

describe('a stop', () => {
  it('of a fixture takes its markets off offer everywhere at once, and rejects a pending bet', async () => {
    const fixture = await stage.fixture('live');
    const frames: { markets: { status: string }[] }[] = [];
    const listening = stage.world.nats.subscribe(`live.fixture.${fixture.id}`, {
      callback: (_error, message) => void frames.push(message.json()),
    });
    await stage.world.nats.flush();
    const as = asPlayer();
    const waiting = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
    const reply = await desk('POST', `/fixtures/${fixture.id}/suspend`, why);
    expect([reply.status, Stop.parse(reply.body)]).toMatchObject([
      200,
      { scope: 'fixture', id: fixture.id, reason: 'team news', by: seat.trader.id },
    ]);
    await eventually(
      () => frames,
      (seen) => seen.some(({ markets }) => markets[0]?.status === 'suspended'),
    );
    await stage.shows(fixture, 'suspended');
    expect(problemOf(await stage.place(fixture)).code).toBe('market_closed');
    expect(await codeOf(desk('POST', `/fixtures/${fixture.id}/suspend`, why))).toBe('already_stopped');
    expect(await marketAt(fixture)).toMatchObject({
      status: 'suspended',
      stoppedBy: 'fixture',
      stopReason: 'team news',
    });
    const { items } = z.object({ items: z.array(Stop) }).parse((await desk('GET', '/stops')).body);
    expect(items).toMatchObject([{ scope: 'fixture', id: fixture.id, name: expect.stringContaining(' vs Blues') }]);
    // Later messages of the feed do not change it. A bet that was placed before is rejected, even if the market is resumed at once.
    await fixture.odds([2_000, 1_900]);
    expect((await desk('POST', `/fixtures/${fixture.id}/resume`, { reason: 'confirmed' })).status).toBe(204);
    await stage.shows(fixture, 'active');
    expect((await stage.untilStatus(waiting, 'rejected')).rejection?.code).toBe('market_closed');
    expect(await codeOf(desk('POST', `/fixtures/${fixture.id}/resume`, why))).toBe('not_stopped');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'operator']]);
    expect(await seat.acts(fixture.id)).toMatchObject([
      {
        operatorId: seat.trader.id,
        action: 'fixture.suspend',
        resourceType: 'fixture',
        reason: 'team news',
        after: { stopped: true, markets: 1 },
      },
      { action: 'fixture.resume', reason: 'confirmed' },
    ]);
    await stage.bet(fixture);
    listening.unsubscribe();
  });

  it('of a sport holds for what is announced later, and leaves other sports alone', async () => {
    const tennis = { id: 'tennis', name: 'Tennis' };
    const [match, ball] = [new StagedFixture(stage.world, tennis), await stage.fixture()];
    await match.change();
    await match.odds();
    await stage.shows(match, 'active');
    expect((await desk('POST', '/sports/tennis/suspend', why)).status).toBe(200);
    await stage.shows(match, 'suspended');
    const later = new StagedFixture(stage.world, tennis);
    await later.change();
    await later.odds();
    await stage.shows(later, 'suspended');
    expect(await marketAt(later)).toMatchObject({ stoppedBy: 'sport' });
    expect((await stage.marketOf(ball))?.status).toBe('active');
    expect(await stage.eventSummaries(later.marketId)).toEqual([]);
    expect((await desk('POST', '/sports/tennis/resume', why)).status).toBe(204);
    await stage.shows(match, 'active');
    await stage.shows(later, 'active');
  });

  it('of everything acts at once; its reason may follow, on the record', async () => {
    const fixture = await stage.fixture('live');
    const stops = async () =>
      z.object({ items: z.array(Stop), onOffer: OnOffer }).parse((await desk('GET', '/stops')).body);
    const { markets, liveFixtures } = (await stops()).onOffer;
    expect([markets > 0, liveFixtures > 0]).toEqual([true, true]);
    expect(await codeOf(desk('PUT', '/suspend/reason', why))).toBe('not_stopped');
    expect((await desk('POST', '/suspend', {})).status).toBe(200);
    expect(problemOf(await stage.place(fixture)).code).toBe('market_closed');
    await stage.shows(fixture, 'suspended');
    expect(await stops()).toMatchObject({
      items: [{ scope: 'all', reason: '' }],
      onOffer: { markets: 0, liveFixtures: 0 },
    });
    expect(await codeOf(desk('PUT', '/suspend/reason', { reason: ' ' }))).toBe('invalid_request');
    expect(Stop.parse((await desk('PUT', '/suspend/reason', { reason: 'a fault at the feed' })).body)).toMatchObject({
      reason: 'a fault at the feed',
    });
    expect((await stops()).items).toMatchObject([{ reason: 'a fault at the feed', by: seat.trader.id }]);
    expect((await seat.acts('all')).map(({ action }) => action)).toEqual(['all.suspend', 'all.explain']);
    expect((await desk('POST', '/resume', why)).status).toBe(204);
    await stage.shows(fixture, 'active');
  });

  it('of everything stands beside that of a single market, which keeps its own reason', async () => {
    const [one, two] = [await stage.fixture(), await stage.fixture()];
    expect((await desk('POST', '/suspend', { reason: 'a fault at the feed' })).status).toBe(200);
    await stage.shows(one, 'suspended');
    await stage.shows(two, 'suspended');
    expect((await desk('POST', `/markets/${one.marketId}/suspend`, { reason: 'a wrong line' })).status).toBe(200);
    expect(await marketAt(one)).toMatchObject({ stoppedBy: 'market', stopReason: 'a wrong line' });
    expect(await marketAt(two)).toMatchObject({ stoppedBy: 'all', stopReason: 'a fault at the feed' });
    const { items } = z.object({ items: z.array(Stop) }).parse((await desk('GET', '/stops')).body);
    expect(items.map(({ scope, id, reason }) => [scope, id, reason])).toEqual([
      ['market', one.marketId, 'a wrong line'],
      ['all', 'all', 'a fault at the feed'],
    ]);
    expect((await desk('POST', '/resume', why)).status).toBe(204);
    await stage.shows(two, 'active');
    expect((await stage.marketOf(one))?.status).toBe('suspended');
    expect((await desk('POST', `/markets/${one.marketId}/resume`, why)).status).toBe(200);
    await stage.shows(one, 'active');
    expect(await stage.eventSummaries(one.marketId)).toEqual([
      ['MarketSuspended', 1, 'operator'],
      ['OperatorActed', 2, 'a wrong line'],
      ['OperatorActed', 3, 'team news'],
    ]);
  });
});

describe('prices of our own', () => {
  const ours = (fixture: StagedFixture, home: number, away: number) => ({
    prices: [
      { selectionId: fixture.home, oddsMilli: home },
      { selectionId: fixture.away, oddsMilli: away },
    ],
    ...why,
  });

  it('are offered instead of the feed’s until they are released', async () => {
    const fixture = await stage.fixture();
    const path = `/markets/${fixture.marketId}/prices`;
    const reply = TradingMarket.parse((await desk('PUT', path, ours(fixture, 2_300, 1_600))).body);
    expect(reply).toMatchObject({
      own: { marginBp: null, prices: true },
      selections: [{ oddsMilli: 2_300, feedOddsMilli: 2_000 }, { oddsMilli: 1_600 }],
    });
    await stage.showsPrice(fixture, 2_300);
    await fixture.odds([2_100, 1_700]);
    await eventually(
      () => marketAt(fixture),
      ({ selections }) => selections[0]?.feedOddsMilli === 2_100,
    );
    await stage.showsPrice(fixture, 2_300);
    expect(problemOf(await stage.place(fixture)).code).toBe('price_changed');
    const bet = await stage.bet(fixture);
    expect((await stage.read(bet)).oddsMilli).toBe(2_300);
    expect(TradingMarket.parse((await desk('POST', `${path}/release`, why)).body).own).toBeNull();
    await stage.showsPrice(fixture, 2_100);
    expect((await seat.acts(fixture.marketId)).map(({ action, after }) => [action, after])).toEqual([
      ['market.prices', { own: { marginBp: null, odds: { [fixture.home]: 2_300, [fixture.away]: 1_600 } } }],
      ['market.prices.release', { own: null }],
    ]);
  });

  it.each([
    ['the feed stops the market', (fixture: StagedFixture) => fixture.stop()],
    ['play begins', (fixture: StagedFixture) => fixture.change('live')],
  ])('end when %s; a margin of our own stays', async (_what, happens) => {
    const fixture = await stage.fixture('upcoming', [1_900, 1_900]);
    await desk('PUT', `/markets/${fixture.marketId}/margin`, { marginBp: 0, ...why });
    await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_080, 1_780));
    await stage.showsPrice(fixture, 2_080);
    await happens(fixture);
    await fixture.odds([1_900, 1_900]);
    await stage.showsPrice(fixture, 2_000);
    expect((await marketAt(fixture)).own).toEqual({ marginBp: 0, prices: false });
  });

  it('end at kick-off with another version of the market, so that readers refetch', async () => {
    const fixture = await stage.fixture('upcoming', [1_900, 1_900]);
    await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_080, 1_780));
    await stage.showsPrice(fixture, 2_080);
    const version = async () =>
      Number(
        (await stage.world.db.query('select version from markets where id = $1', [fixture.marketId])).rows[0].version,
      );
    const before = await version();
    await fixture.change('live');
    await eventually(version, (now) => now === before + 1);
    await stage.showsPrice(fixture, 1_900);
  });

  it('end with another version of the market even if the feed offers it again at once', async () => {
    const fixture = await stage.fixture('upcoming', [1_900, 1_900]);
    await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_080, 1_780));
    const version = async () =>
      Number(
        (await stage.world.db.query('select version from markets where id = $1', [fixture.marketId])).rows[0].version,
      );
    const before = await version();
    await Promise.all([fixture.stop(), fixture.odds([1_900, 1_900])]);
    await stage.showsPrice(fixture, 1_900);
    expect(await version()).toBeGreaterThan(before);
  });

  it('value a bet without their margin; where Redis differs from the table, nothing is sold', async () => {
    const fixture = await stage.fixture();
    const bet = await stage.bet(fixture);
    const quote = async () => (await stage.callOf('POST', '/cash-out/quote', bet)).body as CashOutQuote;
    await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_080, 1_780));
    const fairMinor = Math.floor(2_000 * (withoutMargin([1_000 / 2_080, 1_000 / 1_780], 'power')[0] as number));
    const worth = { fairMinor, amountMinor: Math.floor(fairMinor * 0.96) };
    expect(await quote()).toMatchObject(worth);
    const strange = { marginBp: null, odds: { [fixture.home]: 1_010, [fixture.away]: 9_000 }, version: 0 };
    await stage.redis.hset(
      stage.bookOf(fixture),
      `own:${fixture.marketId}`,
      encodeOwn(stage.board.seal, fixture.marketId, strange),
    );
    const sold = await eventually(quote, (body) => {
      if (!('fairMinor' in body)) expect(body).toMatchObject({ code: 'busy' });
      return 'fairMinor' in body;
    });
    expect(sold).toMatchObject(worth);
  });

  it('are the feed’s chances with a margin of our own, taken back with null', async () => {
    const fixture = await stage.fixture('upcoming', [1_900, 1_900]);
    const path = `/markets/${fixture.marketId}/margin`;
    expect(TradingMarket.parse((await desk('PUT', path, { marginBp: 0, ...why })).body)).toMatchObject({
      own: { marginBp: 0, prices: false },
      marginBp: 0,
      selections: [{ oddsMilli: 2_000, feedOddsMilli: 1_900, chance: expect.closeTo(0.5) }, { oddsMilli: 2_000 }],
    });
    await fixture.odds([1_500, 2_500]);
    await eventually(
      () => marketAt(fixture),
      ({ selections }) => selections[0]?.feedOddsMilli === 1_500,
    );
    const { selections } = await marketAt(fixture);
    const sum = selections.reduce((all, { oddsMilli }) => all + 1_000 / (oddsMilli ?? 0), 0);
    expect(sum).toBeGreaterThanOrEqual(1);
    expect(sum).toBeLessThan(1.01);
    // Our odds are steps of the ladder, as the feed's are.
    for (const { oddsMilli } of selections) expect(toLadder(oddsMilli ?? 0)).toBe(oddsMilli);
    expect(TradingMarket.parse((await desk('PUT', path, { marginBp: null, ...why })).body).own).toBeNull();
    await stage.showsPrice(fixture, 1_500);
  });

  it('decide a pending bet without counting an interruption', async () => {
    const fixture = await stage.fixture('live');
    const [exact, better] = [asPlayer(), asPlayer()];
    const placed = async (as: typeof exact, pricePolicy: 'none' | 'better') => ({
      as,
      id: ((await stage.place(fixture, { as, pricePolicy })).body as { id: string }).id,
    });
    const bets = [await placed(exact, 'none'), await placed(better, 'better')] as const;
    expect((await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_050, 1_800))).status).toBe(200);
    for (const bet of bets) expect((await stage.untilStatus(bet, 'accepted')).oddsMilli).toBe(2_000);
    const late = await placed(exact, 'better');
    expect((await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 1_950, 1_880))).status).toBe(200);
    expect((await stage.untilStatus(late, 'rejected')).rejection?.code).toBe('price_changed');
  });

  it('are there again after a flush', async () => {
    const fixture = await stage.fixture();
    await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_080, 1_780));
    await stage.showsPrice(fixture, 2_080);
    await stage.redis.flushdb();
    await eventually(
      () => stage.eventSummaries(fixture.marketId),
      (events) => events.some(([type]) => type === 'MarketSuspended'),
    );
    await stage.shows(fixture, 'active');
    await stage.showsPrice(fixture, 2_080);
  });

  it('are put back from the table where Redis has others', async () => {
    const fixture = await stage.fixture();
    await desk('PUT', `/markets/${fixture.marketId}/prices`, ours(fixture, 2_080, 1_780));
    await stage.redis.hset(
      stage.bookOf(fixture),
      `own:${fixture.marketId}`,
      JSON.stringify({ marginBp: null, odds: { [fixture.home]: 9_000 } }),
    );
    await eventually(
      () => stage.redis.hget(stage.bookOf(fixture), `own:${fixture.marketId}`),
      (text) => text?.includes('2080') === true,
      20_000,
    );
    await stage.showsPrice(fixture, 2_080);
  });

  it('are refused where they are incomplete, pay back more than they take, or come too late', async () => {
    const fixture = await stage.fixture();
    const path = `/markets/${fixture.marketId}/prices`;
    const { prices } = ours(fixture, 2_000, 1_800);
    const twice = [prices[0], prices[0]];
    const strange = [prices[0], { selectionId: randomUUID(), oddsMilli: 1_800 }];
    for (const wrong of [twice, strange, [...prices, { selectionId: randomUUID(), oddsMilli: 2_000 }]]) {
      expect(await codeOf(desk('PUT', path, { prices: wrong, ...why }))).toBe('prices_incomplete');
    }
    expect(await codeOf(desk('PUT', path, ours(fixture, 2_100, 2_100)))).toBe('margin_negative');
    expect(await codeOf(desk('PUT', `/markets/${fixture.marketId}/margin`, { marginBp: 3_001, ...why }))).toBe(
      'invalid_request',
    );
    await fixture.settle('won');
    await stage.shows(fixture, 'settled');
    expect(problemOf(await desk('PUT', path, ours(fixture, 2_000, 1_800)))).toMatchObject({
      code: 'market_state',
      params: { status: 'settled' },
    });
    expect((await desk('POST', `${path}/release`, why)).status).toBe(200);
    expect(await seat.acts(fixture.marketId)).toEqual([]);
  });
});

describe('a market whose prices move too fast', () => {
  it('is suspended, its pending bets are rejected, and it resumes after its time', async () => {
    const fixture = await stage.fixture('live');
    const as = asPlayer();
    const waiting = { as, id: ((await stage.place(fixture, { as, pricePolicy: 'any' })).body as { id: string }).id };
    await fixture.odds([1_200, 4_000]);
    await stage.shows(fixture, 'suspended');
    expect(await marketAt(fixture)).toMatchObject({ stoppedBy: 'volatility', volatileUntil: expect.any(String) });
    expect((await stage.untilStatus(waiting, 'rejected')).rejection?.code).toBe('market_closed');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'volatility']]);
    stage.clock.push(deskRules.volatility.suspendMs);
    await stage.shows(fixture, 'active');
    expect(await marketAt(fixture)).toMatchObject({ status: 'active', stoppedBy: null, volatileUntil: null });
    await stage.bet(fixture);
  });

  it('is not suspended by a goal, because the feed stops bets first', async () => {
    const fixture = await stage.fixture('live');
    await fixture.stop();
    await stage.shows(fixture, 'suspended');
    await fixture.odds([1_200, 4_000]);
    await stage.showsPrice(fixture, 1_200);
    await stage.shows(fixture, 'active');
    expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed']]);
  });
});

describe('limits', () => {
  const set = (scope: Limit['scope'], id: string, maxLiabilityMinor: number | null) =>
    desk('PUT', '/limits', { scope, id, maxLiabilityMinor, ...why });

  it('hold by the narrowest scope with a limit, for real money', async () => {
    const golf = new StagedFixture(stage.world, { id: 'golf', name: 'Golf' });
    await golf.change();
    await golf.odds();
    await stage.shows(golf, 'active');
    const before = z.object({ items: z.array(Limit) }).parse((await desk('GET', '/limits')).body);
    expect(before.items).toEqual([
      {
        scope: 'default',
        id: 'default',
        name: expect.any(String),
        maxLiabilityMinor: betRules.maxLiabilityMinor,
        by: null,
        at: null,
      },
    ]);
    const scopes = [
      ['default', 'default', 50_000],
      ['sport', 'golf', 40_000],
      ['competition', 'golf-league', 30_000],
      ['type', 'moneyline', 20_000],
      ['market', golf.marketId, 10_000],
    ] as const;
    const most = async () =>
      (problemOf(await stage.place(golf, { stakeMinor: 60_000 })).params as { maximumMinor?: number }).maximumMinor;
    for (const [scope, id, limit] of scopes) {
      expect((await set(scope, id, limit)).status).toBe(200);
      expect((await marketAt(golf)).limit).toEqual({ scope, maxLiabilityMinor: limit });
      expect(await most()).toBe(limit);
    }
    const { items } = z.object({ items: z.array(Limit) }).parse((await desk('GET', '/limits')).body);
    expect(items.map(({ scope }) => scope)).toEqual(['default', 'sport', 'competition', 'type', 'market']);
    expect(items.find(({ scope }) => scope === 'sport')).toMatchObject({ name: 'Golf', by: seat.trader.id });
    expect(problemOf(await stage.place(golf, { stakeMinor: 60_000 })).code).toBe('exposure_limit');
    await stage.bet(golf, { as: asPlayer(undefined, { book: 'play' }), stakeMinor: 60_000 });
    for (const [scope, id] of scopes) {
      expect((await set(scope, id, null)).status).toBe(202);
      const [asked] = Page(DeskRequest).parse((await desk('GET', '/requests?status=pending')).body).items;
      expect(
        (await desk('POST', `/requests/${asked?.id}/approve`, undefined, { as: asOperator('trader') })).status,
      ).toBe(200);
    }
    expect((await marketAt(golf)).limit).toEqual({ scope: 'default', maxLiabilityMinor: betRules.maxLiabilityMinor });
    await stage.bet(golf, { stakeMinor: 60_000 });
    expect((await seat.acts(golf.marketId)).map(({ action, before: was, after }) => [action, was, after])).toEqual([
      ['limit.set', { maxLiabilityMinor: null }, { maxLiabilityMinor: 10_000 }],
      ['limit.set', { maxLiabilityMinor: 10_000 }, { maxLiabilityMinor: null }],
    ]);
  });

  test.each([
    ['market', 'no id'],
    ['market', '00000000-0000-4000-8000-000000000000'],
    ['type', 'luck'],
    ['sport', 'luck'],
    ['competition', 'luck'],
    ['default', 'luck'],
  ] as const)('are of something that is there: %s %s', async (scope, id) => {
    expect(await codeOf(set(scope, id, 1_000))).toBe('not_found');
  });
});
