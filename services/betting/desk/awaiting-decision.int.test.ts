/** A market is off offer while its result waits for a second operator, and what one operator decides alone is summed per day over all markets. Through the routes of two instances. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { Decision, DecisionPreview, TradingFixtureWhole } from '@fairline/proto/betting/desk';
import { settlementRoutes } from '@fairline/proto/betting/settlement';
import { Page } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { legsOn, type Owned, type StagedFixture } from '../testing.ts';
import { codeOf, desk, marketAt, seat, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

const won = (fixture: StagedFixture) => ({
  kind: 'result',
  outcomes: [
    { selectionId: fixture.home, result: 'won' },
    { selectionId: fixture.away, result: 'lost' },
  ],
});
const decide = async (fixture: StagedFixture, decision: object, as = asOperator('trader')) => {
  const preview = DecisionPreview.parse(
    (await desk('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision }, { as })).body,
  );
  const body = { decision, fingerprint: preview.fingerprint, ...why };
  return Decision.parse(
    (await desk('POST', `/markets/${fixture.marketId}/decisions`, body, { as, key: randomUUID() })).body,
  );
};
/** A market with enough real money on it that its result needs a second operator. */
const heavy = async (status: 'upcoming' | 'live' = 'upcoming') => {
  const fixture = await stage.fixture(status);
  const bet = await stage.bet(fixture, { stakeMinor: 600_000 });
  if (status === 'upcoming') await stage.begin(fixture);
  return { fixture, bet };
};
const approve = ({ id }: Decision, as = asOperator('trader')) =>
  desk('POST', `/decisions/${id}/approve`, undefined, { as });
const withdraw = ({ id }: Decision, as = asOperator('trader')) =>
  desk('POST', `/decisions/${id}/withdraw`, why, { as });

describe('a market whose result waits for a second operator', () => {
  it('takes no bet and no cash-out from the request on, and is open again once it is withdrawn', async () => {
    const { fixture, bet } = await heavy();
    const quoted = (await stage.callOf('POST', '/cash-out/quote', bet)).body as { quoteId: string };
    const asked = await decide(fixture, won(fixture));
    expect(asked.status).toBe('pending');
    for (const url of stage.urls) expect(problemOf(await stage.place(fixture, { url })).code).toBe('market_closed');
    const unavailable = { code: 'cash_out_unavailable', params: { reason: 'suspended' } };
    expect(problemOf(await stage.callOf('POST', '/cash-out/quote', bet))).toMatchObject(unavailable);
    const sale = { key: randomUUID(), body: { quoteId: quoted.quoteId } };
    expect(problemOf(await stage.callOf('POST', '/cash-out', bet, sale))).toMatchObject(unavailable);
    await stage.shows(fixture, 'suspended');
    expect(await marketAt(fixture)).toMatchObject({
      status: 'suspended',
      stoppedBy: 'decision',
      stopReason: why.reason,
    });
    const whole = TradingFixtureWhole.parse((await desk('GET', `/fixtures/${fixture.id}`)).body);
    expect(whole.awaitingDecision).toBe(1);
    // Neither the feed nor lifting a wider suspension puts it back on offer.
    await fixture.odds([2_000, 1_900]);
    await desk('POST', `/fixtures/${fixture.id}/suspend`, why);
    await desk('POST', `/fixtures/${fixture.id}/resume`, why);
    expect(problemOf(await stage.place(fixture, { pricePolicy: 'any' })).code).toBe('market_closed');
    expect((await withdraw(asked)).status).toBe(200);
    await stage.shows(fixture, 'active');
    await stage.bet(fixture);
    expect((await stage.eventSummaries(fixture.marketId)).map(([type, , reason]) => [type, reason])).toEqual([
      ['MarketSuspended', 'operator'],
    ]);
  });

  it('rejects the bets that were pending at that time, though the request is withdrawn at once', async () => {
    const { fixture } = await heavy('live');
    const as = asPlayer();
    const pending = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
    const asked = await decide(fixture, won(fixture));
    expect(asked.status).toBe('pending');
    expect((await withdraw(asked)).status).toBe(200);
    expect((await stage.untilStatus(pending, 'rejected')).rejection?.code).toBe('market_closed');
  });

  it('is approved with what came in between: bets that were rejected, and none that was accepted', async () => {
    const { fixture, bet } = await heavy('live');
    const as = asPlayer();
    const pending = { as, id: ((await stage.place(fixture, { as })).body as { id: string }).id };
    const asked = await decide(fixture, won(fixture));
    await stage.untilStatus(pending, 'rejected');
    const reply = await approve(asked);
    expect([reply.status, Decision.parse(reply.body)]).toMatchObject([
      200,
      { status: 'applied', approval: { acceptedSince: 0, rejectedSince: 1, movedMinor: 1_200_000 } },
    ]);
    expect((await seat.acts(asked.id)).at(-1)?.after).toMatchObject({ approval: { rejectedSince: 1 } });
    await stage.untilStatus(bet, 'won');
    const { timeline } = settlementRoutes.operatorBet.reply.parse((await desk('GET', `/bets/${bet.id}`)).body);
    const decision = {
      kind: 'result',
      requestedBy: asked.requestedBy,
      approvedBy: Decision.parse(reply.body).decidedBy,
      reason: why.reason,
    };
    expect(timeline.map(({ kind, decision }) => [kind, decision])).toEqual([
      ['placed', undefined],
      ['accepted', undefined],
      ['settled', decision],
    ]);
    // Players do not see the decision.
    expect(JSON.stringify((await stage.callOf('GET', '/timeline', bet)).body)).not.toContain(asked.requestedBy);
  });

  it('stops the cash-out of a multiple if it would change the result of one leg', async () => {
    const [first, later] = [await stage.fixture(), await stage.fixture()];
    const double: Owned = await stage.placeAccepted(
      { type: 'accumulator', legs: legsOn(first, later), stakeMinor: 1_000_000 },
      first,
    );
    await first.settle('won');
    await eventually(
      () => stage.read(double),
      ({ legs }) => legs[0]?.status === 'won',
    );
    expect((await decide(first, { kind: 'void', from: null, until: null })).status).toBe('pending');
    expect(problemOf(await stage.callOf('POST', '/cash-out/quote', double))).toMatchObject({
      code: 'cash_out_unavailable',
      params: { reason: 'provisional' },
    });
  });

  it('cannot be approved by an operator close to its requester or newer; the list shows that', async () => {
    const { fixture } = await heavy();
    const requester = asOperator('trader');
    const asked = await decide(fixture, won(fixture), requester);
    const now = () => stage.clock.now().toISOString();
    const close = {
      'who asked': requester,
      'somebody invited by them': { ...asOperator('trader'), activatedAt: now(), invitedBy: requester.id },
      'somebody activated later': {
        ...asOperator('trader'),
        activatedAt: new Date(stage.clock.now().getTime() + 1_000).toISOString(),
      },
      'somebody they reset': { ...asOperator('trader'), resetBy: requester.id, resetAt: now() },
    };
    const listed = async (as: typeof requester) =>
      Page(Decision)
        .parse((await desk('GET', `/decisions?marketId=${fixture.marketId}`, undefined, { as })).body)
        .items.map(({ mayApprove }) => mayApprove);
    for (const [who, as] of Object.entries(close)) {
      expect([who, await codeOf(approve(asked, as)), await listed(as)]).toEqual([
        who,
        'second_operator_needed',
        [false],
      ]);
    }
    const other = asOperator('trader');
    expect(await listed(other)).toEqual([true]);
    expect((await approve(asked, other)).status).toBe(200);
  });
});

describe('what one operator decides alone on a day', () => {
  it('is summed over markets and bets settled by hand, and flagged close to the amount', async () => {
    const as = asOperator('trader');
    const staked = async (stakeMinor: number) => {
      const fixture = await stage.fixture();
      return { fixture, bet: await stage.bet(fixture, { stakeMinor }) };
    };
    const [one, two, three, four] = [
      await staked(250_000),
      await staked(100_000),
      await staked(102_000),
      await staked(60_000),
    ];
    await stage.end(two.fixture, four.fixture);
    for (const { fixture } of [one, three]) await stage.begin(fixture);
    expect(await decide(one.fixture, won(one.fixture), as)).toMatchObject({ status: 'applied', flagged: false });
    const byHand = (bet: Owned) => desk('POST', `/bets/${bet.id}/settle`, { result: 'won', ...why }, { as });
    expect((await byHand(two.bet)).status).toBe(200);
    // 5,000.00 on a market and 2,000.00 by hand: with 2,040.00 more the sum is flagged.
    const flagged = await decide(three.fixture, won(three.fixture), as);
    expect(flagged).toMatchObject({ status: 'applied', flagged: true });
    expect((await seat.acts(flagged.id)).at(-1)?.after).toMatchObject({ flagged: true });
    expect((await byHand(four.bet)).status).toBe(202);
    expect(await decide(four.fixture, won(four.fixture), as)).toMatchObject({ status: 'pending' });
    // Another operator has a sum of their own.
    const five = await staked(60_000);
    await stage.begin(five.fixture);
    expect(await decide(five.fixture, won(five.fixture))).toMatchObject({ status: 'applied', flagged: false });
  });

  it('does not get past the amount by decisions on several markets at the same time', async () => {
    const as = asOperator('trader');
    const fixtures = await Promise.all([1, 2, 3].map(async () => (await heavy()).fixture));
    const previews = await Promise.all(
      fixtures.map(async (fixture) => {
        const decision = { kind: 'void', from: null, until: null };
        const preview = DecisionPreview.parse(
          (await desk('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision }, { as })).body,
        );
        return { fixture, body: { decision, fingerprint: preview.fingerprint, ...why } };
      }),
    );
    const replies = await Promise.all(
      previews.map(({ fixture, body }) =>
        desk('POST', `/markets/${fixture.marketId}/decisions`, body, { as, key: randomUUID() }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
