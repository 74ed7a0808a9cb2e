/** The bounds on what one trader may do alone with own prices and liability limits, through the routes of two instances, on real servers. */
import { randomUUID } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import type { CashOutQuote } from '@fairline/proto/betting/cash-out';
import type { Limit } from '@fairline/proto/betting/desk';
import { DeskRequest } from '@fairline/proto/betting/desk-requests';
import { OperatorBet } from '@fairline/proto/betting/settlement';
import { Page } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { legsOn, type Owned, StagedFixture } from '../testing.ts';
import { codeOf, desk, marketAt, seat, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

const trader = () => asOperator('trader');
const prices = (fixture: StagedFixture, home: number, away: number) => ({
  prices: [
    { selectionId: fixture.home, oddsMilli: home },
    { selectionId: fixture.away, oddsMilli: away },
  ],
  ...why,
});
const setPrices = (fixture: StagedFixture, home: number, away: number, as: Operator = trader()) =>
  desk('PUT', `/markets/${fixture.marketId}/prices`, prices(fixture, home, away), { as });
const waiting = async (as: Operator = trader()) =>
  Page(DeskRequest).parse((await desk('GET', '/requests?status=pending', undefined, { as })).body).items;
const requestOn = async ({ marketId }: StagedFixture, as?: Operator) =>
  (await waiting(as)).find((request) => request.marketId === marketId);
const approve = (id: string, as: Operator = trader()) => desk('POST', `/requests/${id}/approve`, undefined, { as });
const withdraw = (id: string, as: Operator = trader()) => desk('POST', `/requests/${id}/withdraw`, why, { as });
const idOn = async (fixture: StagedFixture) => (await requestOn(fixture))?.id ?? '';
const oldProof = () => ({ provenAt: new Date(stage.clock.now().getTime() - 301_000).toISOString() });
const even = () => stage.fixture('upcoming', [1_900, 1_900]);

describe('own prices', () => {
  it('more than a tenth above fair wait for a second operator who is not too close to the first', async () => {
    const fixture = await even();
    const setter = trader();
    expect((await setPrices(fixture, 2_210, 1_700, setter)).status).toBe(202);
    expect(await marketAt(fixture)).toMatchObject({
      own: null,
      awaitingRequest: { kind: 'prices' },
      selections: [{ oddsMilli: 1_900 }, {}],
    });
    const asked = await requestOn(fixture, setter);
    expect(asked).toMatchObject({
      mayApprove: false,
      requestedBy: setter.id,
      change: { kind: 'prices', ratio: expect.closeTo(1.105) },
    });
    const id = asked?.id ?? '';
    const invited = { ...trader(), activatedAt: stage.clock.now().toISOString(), invitedBy: setter.id };
    for (const as of [setter, invited]) expect(await codeOf(approve(id, as))).toBe('second_operator_needed');
    expect(await codeOf(approve(id, { ...trader(), ...oldProof() }))).toBe('step_up_required');
    const second = trader();
    expect((await requestOn(fixture, second))?.mayApprove).toBe(true);
    expect((await approve(id, second)).status).toBe(200);
    await stage.showsPrice(fixture, 2_210);
    expect(await marketAt(fixture)).toMatchObject({ own: { prices: true, by: setter.id, beyondFair: false } });
    expect(await codeOf(approve(id))).toBe('already_decided');
    expect((await seat.acts(id)).map(({ action, operatorId }) => [action, operatorId])).toEqual([
      ['request.ask', setter.id],
      ['request.approve', second.id],
    ]);
  });

  it('are set alone up to that, always with a fresh proof, and in however many steps', async () => {
    const fixture = await even();
    const setter = trader();
    expect(await codeOf(setPrices(fixture, 2_000, 1_900, { ...setter, ...oldProof() }))).toBe('step_up_required');
    for (const [home, status] of [
      [2_000, 200],
      [2_190, 200],
      [2_201, 202],
      [2_400, 202],
    ] as const)
      expect([home, (await setPrices(fixture, home, 1_700, setter)).status]).toEqual([home, status]);
    await stage.showsPrice(fixture, 2_190);
    // Only the last request waits.
    expect((await waiting()).filter(({ marketId }) => marketId === fixture.marketId)).toHaveLength(1);
  });

  it('wait for a second operator where the feed does not price the market', async () => {
    const fixture = await even();
    await fixture.stop();
    await stage.shows(fixture, 'suspended');
    expect((await setPrices(fixture, 1_900, 1_900)).status).toBe(202);
    expect((await requestOn(fixture))?.change).toMatchObject({ ratio: null });
  });

  it('wait for a second operator from the amount on that the installation sets', async () => {
    const fixture = await even();
    const strict = await stage.start({ TWO_OPERATORS_MINOR: '0' });
    const as = { ...trader(), provenAt: stage.clock.now().toISOString() };
    const reply = await stage.world.call(
      strict.httpUrl,
      'PUT',
      `/api/admin/betting/markets/${fixture.marketId}/prices`,
      {
        as,
        body: prices(fixture, 1_950, 1_880),
      },
    );
    await strict.stop();
    expect(reply.status).toBe(202);
  });

  it('no longer wait once their market is settled or their fixture over', async () => {
    const [settled, over] = [await even(), await even()];
    for (const fixture of [settled, over]) expect((await setPrices(fixture, 2_300, 1_650)).status).toBe(202);
    const id = await idOn(settled);
    await settled.settle('won');
    await over.change('ended');
    for (const fixture of [settled, over]) {
      await eventually(
        () => requestOn(fixture),
        (request) => request === undefined,
      );
    }
    expect(await codeOf(approve(id))).toBe('already_decided');
    expect((await marketAt(settled)).awaitingRequest).toBeFalsy();
  });

  it('are compared again at the approval with the fair price of then', async () => {
    const fixture = await even();
    expect((await setPrices(fixture, 2_300, 1_650)).status).toBe(202);
    const id = await idOn(fixture);
    await fixture.odds([1_500, 2_700]);
    await stage.showsPrice(fixture, 1_500);
    expect(await codeOf(approve(id))).toBe('preview_changed');
    expect((await withdraw(id)).status).toBe(200);
    expect(await requestOn(fixture)).toBeUndefined();
  });

  it("yield to the feed's where the fair price moves away, and apply again where it returns", async () => {
    const fixture = await even();
    expect((await setPrices(fixture, 2_100, 1_760)).status).toBe(200);
    await stage.showsPrice(fixture, 2_100);
    await fixture.odds([1_700, 2_150]);
    await stage.showsPrice(fixture, 1_700);
    expect(await marketAt(fixture)).toMatchObject({
      own: { prices: true, beyondFair: true },
      selections: [{ oddsMilli: 1_700 }, {}],
    });
    expect(
      problemOf(await stage.place(fixture, { legs: [{ selectionId: fixture.home, oddsMilli: 2_100 }] })).code,
    ).toBe('price_changed');
    await fixture.odds([1_900, 1_900]);
    await stage.showsPrice(fixture, 2_100);
  });
});

describe('bets at own prices', () => {
  const onHome = (fixture: StagedFixture, stakeMinor: number, as = asPlayer()) =>
    stage.place(fixture, {
      as,
      stakeMinor,
      pricePolicy: 'any',
      legs: [{ selectionId: fixture.home, oddsMilli: 2_000 }],
    });
  /** Odds approved by two operators: 3.00 where 2.00 is fair, so the expected cost is half of each stake. */
  const generous = async (setter: Operator) => {
    const fixture = await even();
    expect((await setPrices(fixture, 3_000, 1_450, setter)).status).toBe(202);
    expect((await approve(await idOn(fixture))).status).toBe(200);
    await stage.showsPrice(fixture, 3_000);
    return fixture;
  };
  const lossOf = async ({ id }: Operator) => {
    const { rows } = await stage.world.db.query(
      'select loss_minor::int as minor, flagged from own_price_losses where operator_id = $1',
      [id],
    );
    return rows[0];
  };

  it('count their expected cost for who set them; the market stops at the amount for two', async () => {
    const setter = trader();
    const [fixture, other] = [await generous(setter), await generous(setter)];
    await stage.bet(fixture, { stakeMinor: 900_000 });
    expect(await lossOf(setter)).toEqual({ minor: 450_000, flagged: false });
    await stage.bet(other, { stakeMinor: 950_000 });
    expect(await lossOf(setter)).toEqual({ minor: 925_000, flagged: true });
    expect((await marketAt(other)).own).toMatchObject({ flagged: true });
    const rejectedAt = async (where: StagedFixture) => {
      const as = asPlayer();
      const reply = await onHome(where, 200_000, as);
      return (await stage.untilStatus({ as, id: (reply.body as { id: string }).id }, 'rejected')).rejection?.code;
    };
    // Its expected cost of 1,000.00 would reach the threshold.
    expect(await rejectedAt(fixture)).toBe('market_closed');
    await stage.shows(fixture, 'suspended');
    expect(await marketAt(fixture)).toMatchObject({ stoppedBy: 'own_limit', awaitingRequest: { kind: 'own_loss' } });
    expect(problemOf(await onHome(fixture, 1_000)).code).toBe('market_closed');
    // Nor is a bet accepted at another market with this operator's prices.
    expect(await rejectedAt(other)).toBe('market_closed');
    await stage.shows(other, 'suspended');
    expect((await desk('POST', `/markets/${other.marketId}/prices/release`, why, { as: setter })).status).toBe(200);
    await stage.shows(other, 'active');
    const asked = await requestOn(fixture, setter);
    expect(asked).toMatchObject({ requestedBy: setter.id, mayApprove: false, change: { kind: 'own_loss' } });
    expect(await codeOf(approve(asked?.id ?? '', setter))).toBe('second_operator_needed');
    expect((await approve(asked?.id ?? '')).status).toBe(200);
    await stage.shows(fixture, 'active');
    await stage.bet(fixture, { stakeMinor: 300_000 });
    expect((await lossOf(setter))?.minor).toBe(925_000);
  });

  it('placed at the same time do not get past it', async () => {
    const setter = trader();
    const fixture = await generous(setter);
    const placed = await Promise.all(
      [0, 1, 2, 3, 4].map(async (at) => {
        const as = asPlayer();
        const reply = await stage.place(fixture, {
          as,
          url: stage.urls[at % 2] ?? '',
          stakeMinor: 900_000,
          pricePolicy: 'any',
        });
        return { as, id: (reply.body as { id?: string }).id };
      }),
    );
    const ends = await Promise.all(
      placed.map(async ({ as, id }) =>
        id === undefined
          ? 'refused'
          : (
              await eventually(
                () => stage.read({ as, id }),
                ({ status }) => status !== 'pending',
              )
            ).status,
      ),
    );
    expect(ends.filter((end) => end === 'accepted')).toHaveLength(2);
    expect((await lossOf(setter))?.minor).toBe(900_000);
  });

  it('wait while their operator decides something else alone, and count what that moved', async () => {
    const setter = trader();
    const [fixture, plain] = [await generous(setter), await even()];
    const { db } = stage.world;
    await db.query('begin');
    await db.query(`select pg_advisory_xact_lock(hashtextextended('hand ' || $1, 0))`, [setter.id]);
    const as = asPlayer();
    const late = { as, id: ((await onHome(fixture, 1_000, as)).body as { id: string }).id };
    // A bet that is due later is decided all the same.
    await stage.bet(plain);
    expect((await stage.read(late)).status).toBe('pending');
    await db.query(
      `insert into hand_moves (operator_id, day, bet_id, moved_minor, flagged) values ($1, ($2::timestamptz at time zone 'utc')::date, $3, 1000000, true)`,
      [setter.id, stage.clock.now(), randomUUID()],
    );
    await db.query('commit');
    const { rejection } = await stage.untilStatus(late, 'rejected');
    expect(rejection).toMatchObject({ code: 'market_closed', legs: [{ selectionId: fixture.home, oddsMilli: 3_000 }] });
    await stage.shows(fixture, 'suspended');
  });

  it('need no approval any more once the prices they were taken at have ended', async () => {
    const fixture = await even();
    const setter = trader();
    expect((await setPrices(fixture, 2_000, 1_800, setter)).status).toBe(200);
    // The same as when a stop by the feed ended the odds just before the market went off offer.
    await stage.world.db.query(
      `insert into desk_requests (id, kind, market_id, subject, name, change, reason, status, requester, requested_at)
       select gen_random_uuid(), 'own_loss', market_id, market_id::text, 'Reds vs Blues', '{"kind": "own_loss", "movedMinor": 1000000}', '', 'pending', requester, now()
       from own_prices where market_id = $1`,
      [fixture.marketId],
    );
    await eventually(
      () => requestOn(fixture),
      (request) => request === undefined,
    );
    const { rows } = await stage.world.db.query('select status, decided_by from desk_requests where market_id = $1', [
      fixture.marketId,
    ]);
    expect(rows).toEqual([{ status: 'withdrawn', decided_by: null }]);
  });

  it('of a multiple count with its whole expected value, and of play money not at all', async () => {
    const setter = trader();
    const [fixture, plain] = [await generous(setter), await even()];
    await stage.bet(fixture, { as: asPlayer(undefined, { book: 'play' }), stakeMinor: 100_000 });
    await stage.placeAccepted(
      { type: 'accumulator', legs: legsOn(fixture, plain), stakeMinor: 100_000, pricePolicy: 'any' },
      fixture,
    );
    // The expected payout is 1.5 x 0.95 of the stake.
    expect(await lossOf(setter)).toEqual({ minor: 42_500, flagged: false });
  });

  it('sell for their stake at most, whole, in part or automatically, until another releases them', async () => {
    const setter = trader();
    const fixture = await even();
    expect((await setPrices(fixture, 2_180, 1_700, setter)).status).toBe(200);
    await stage.showsPrice(fixture, 2_180);
    const [bet, auto] = [
      await stage.bet(fixture, { stakeMinor: 10_000 }),
      await stage.bet(fixture, { stakeMinor: 10_000 }),
    ];
    expect((await desk('POST', `/markets/${fixture.marketId}/prices/release`, why, { as: setter })).status).toBe(200);
    await stage.callOf('PUT', '/auto-cash-out', auto, { body: { amountMinor: 10_500 } });
    await fixture.odds([1_400, 2_950]);
    await stage.showsPrice(fixture, 1_400);
    const quote = async (one: Owned) => (await stage.callOf('POST', '/cash-out/quote', one)).body as CashOutQuote;
    const sell = async (one: Owned, fraction?: number) => {
      const { quoteId } = await quote(one);
      const body = { quoteId, ...(fraction !== undefined && { fraction }) };
      return (await stage.callOf('POST', '/cash-out', one, { key: randomUUID(), body })).body as {
        cashedOutMinor: number;
      };
    };
    const { amountMinor, fairMinor, cappedBy } = await quote(bet);
    expect([amountMinor, cappedBy, fairMinor > 14_000]).toEqual([10_000, 'own_price', true]);
    expect((await sell(bet, 0.5)).cashedOutMinor).toBe(5_000);
    expect(await quote(bet)).toMatchObject({ amountMinor: 5_000, cappedBy: 'own_price' });
    expect((await sell(bet)).cashedOutMinor).toBe(10_000);
    const read = async (as: Operator) =>
      OperatorBet.parse((await desk('GET', `/bets/${auto.id}`, undefined, { as })).body);
    expect((await read(setter)).saleCap).toEqual({ setBy: [setter.id], mayRelease: false });
    const release = (as: Operator) => desk('POST', `/bets/${auto.id}/cash-out/release`, why, { as });
    expect(await codeOf(release(setter))).toBe('second_operator_needed');
    const raised = { ...trader(), raisedBy: setter.id, raisedAt: stage.clock.now().toISOString() };
    expect(await codeOf(release(raised))).toBe('second_operator_needed');
    expect((await stage.read(auto)).status).toBe('accepted');
    const second = trader();
    for (const _ of ['once', 'again']) {
      expect(OperatorBet.parse((await release(second)).body)).toMatchObject({ saleReleasedBy: second.id });
    }
    expect(await codeOf(release(trader()))).toBe('nothing_waits');
    expect((await stage.untilStatus(auto, 'cashed_out')).payoutMinor).toBeGreaterThan(13_000);
    expect((await stage.eventsOf(auto.id)).map(({ type, version }) => [type, version])).toEqual([
      ['BetPlaced', 1],
      ['BetAccepted', 2],
      ['OperatorActed', 3],
      ['BetCashedOut', 4],
    ]);
  });
});

describe('a liability limit', () => {
  const set = (scope: Limit['scope'], id: string, maxLiabilityMinor: number | null, as: Operator = trader()) =>
    desk('PUT', '/limits', { scope, id, maxLiabilityMinor, ...why }, { as });
  const limitRequest = async () => (await waiting()).find(({ change }) => change.kind === 'limit');

  it('is lowered at once; raising it, or removing it for a higher one, needs a second operator', async () => {
    const golf = new StagedFixture(stage.world, { id: 'golf', name: 'Golf' });
    await golf.change();
    await golf.odds();
    await stage.shows(golf, 'active');
    const limit = async () => (await marketAt(golf)).limit;
    const setter = trader();
    expect(await codeOf(set('sport', 'golf', 1_000, { ...setter, ...oldProof() }))).toBe('step_up_required');
    expect((await set('sport', 'golf', 50_000, setter)).status).toBe(200);
    for (const [scope, id, minor] of [
      ['sport', 'golf', 50_001],
      ['sport', 'golf', null],
      ['competition', 'golf-league', 50_001],
      ['market', golf.marketId, 60_000],
      ['type', 'moneyline', 50_001],
      ['default', 'default', 200_000_001],
    ] as const) {
      expect([scope, minor, (await set(scope, id, minor, setter)).status]).toEqual([scope, minor, 202]);
      const asked = await limitRequest();
      expect(await codeOf(approve(asked?.id ?? '', setter))).toBe('second_operator_needed');
      expect((await withdraw(asked?.id ?? '', setter)).status).toBe(200);
      expect(await limit()).toEqual({ scope: 'sport', maxLiabilityMinor: 50_000 });
    }
    expect((await set('market', golf.marketId, 40_000, setter)).status).toBe(200);
    expect((await set('market', golf.marketId, null, setter)).status).toBe(202);
    expect((await approve((await limitRequest())?.id ?? '')).status).toBe(200);
    expect(await limit()).toEqual({ scope: 'sport', maxLiabilityMinor: 50_000 });
    // The limit was lowered after the request.
    expect((await set('sport', 'golf', 90_000, setter)).status).toBe(202);
    const late = (await limitRequest())?.id ?? '';
    expect((await set('sport', 'golf', 30_000, setter)).status).toBe(200);
    expect(await limitRequest()).toBeUndefined();
    expect(await codeOf(approve(late))).toBe('already_decided');
    expect(await limit()).toEqual({ scope: 'sport', maxLiabilityMinor: 30_000 });
  });
});
