/** Operators' decisions on markets over HTTP at two instances, on real servers: previewed, applied by one or two operators, refused after a change, and recorded. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { Decision, DecisionPreview } from '@fairline/proto/betting/desk';
import { Page } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { resettle } from '../settlement/resettle.ts';
import { legsOn, type Owned, type StagedFixture } from '../testing.ts';
import { codeOf, desk, marketAt, seat, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

const other = asOperator('trader');
const priceTaken = async (bet: Owned) => (await stage.read(bet)).oddsMilli;

describe('a decision', () => {
  const result = (fixture: StagedFixture, home: 'won' | 'lost' | 'void') => ({
    kind: 'result',
    outcomes: [
      { selectionId: fixture.home, result: home },
      { selectionId: fixture.away, result: home === 'void' ? 'void' : home === 'won' ? 'lost' : 'won' },
    ],
  });
  const look = async (fixture: StagedFixture, decision: object) =>
    DecisionPreview.parse((await desk('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision })).body);
  const decide = (
    fixture: StagedFixture,
    decision: object,
    fingerprint: string,
    { as = seat.trader, key = randomUUID() } = {},
  ) => desk('POST', `/markets/${fixture.marketId}/decisions`, { decision, fingerprint, ...why }, { as, key });
  /** Previews and decides. */
  const previewAndDecide = async (fixture: StagedFixture, decision: object) =>
    decide(fixture, decision, (await look(fixture, decision)).fingerprint);

  it('gives open bets their result, which outranks the feed’s until it is released', async () => {
    const fixture = await stage.fixture();
    const [home, away] = [await stage.bet(fixture), await stage.bet(fixture, { away: true })];
    await stage.bet(fixture, { as: asPlayer(undefined, { book: 'play' }), stakeMinor: 500_000 });
    await stage.begin(fixture);
    const decision = result(fixture, 'won');
    const preview = await look(fixture, decision);
    expect(preview).toMatchObject({
      bets: 3,
      changedBets: 3,
      players: 3,
      payMinor: 2_000,
      takeMinor: 0,
      netMinor: 2_000,
      needsSecond: false,
    });
    const key = randomUUID();
    const reply = await decide(fixture, decision, preview.fingerprint, { key });
    expect([reply.status, Decision.parse(reply.body)]).toMatchObject([
      200,
      { status: 'applied', requestedBy: seat.trader.id, decidedBy: seat.trader.id, decision, preview },
    ]);
    await stage.untilStatus(home, 'won');
    await stage.untilStatus(away, 'lost');
    await stage.shows(fixture, 'settled');
    expect(await marketAt(fixture)).toMatchObject({
      status: 'settled',
      resultBy: 'operator',
      selections: [{ result: 'won' }, { result: 'lost' }],
    });
    // A repeat of the call returns the same decision, although the bets have changed.
    expect((await decide(fixture, decision, preview.fingerprint, { key })).body).toEqual(reply.body);
    const after = await stage.bet(await stage.fixture());
    await fixture.settle('lost');
    await eventually(
      () => stage.world.db.query('select from results where market_id = $1', [fixture.marketId]),
      ({ rowCount }) => rowCount === 1,
    );
    await eventually(
      () => stage.world.db.query('select from due_markets'),
      ({ rowCount }) => rowCount === 0,
    );
    expect((await stage.read(home)).status).toBe('won');
    expect((await previewAndDecide(fixture, { kind: 'release' })).status).toBe(200);
    await stage.untilStatus(home, 'lost');
    await stage.untilStatus(away, 'won');
    expect(await marketAt(fixture)).toMatchObject({ resultBy: 'feed_confirmed' });
    expect(await stage.eventSummaries(fixture.marketId)).toEqual(
      [['MarketSuspended', 1, 'operator']].map(([type, , reason]) => [type, expect.any(Number), reason]),
    );
    const { rows } = await stage.world.db.query(
      'select source, kind, certainty from market_words where market_id = $1 order by place',
      [fixture.marketId],
    );
    expect(rows).toEqual([
      { source: 'operator', kind: 'result', certainty: null },
      { source: 'feed', kind: 'result', certainty: 'confirmed' },
      { source: 'operator', kind: 'release', certainty: null },
    ]);
    expect((await stage.read(after)).status).toBe('accepted');
  });

  it('counts apart the multiples of which it changes only a leg, and what moves by that', async () => {
    const [fixture, later] = [await stage.fixture(), await stage.fixture()];
    await stage.bet(fixture);
    const double = await stage.placeAccepted(
      { type: 'accumulator', legs: legsOn(fixture, later), stakeMinor: 2_000 },
      fixture,
    );
    await stage.begin(fixture);
    const decision = result(fixture, 'void');
    const preview = await look(fixture, decision);
    expect(preview).toMatchObject({
      bets: 2,
      changedBets: 1,
      legBets: 1,
      players: 2,
      payMinor: 1_000,
      takeMinor: 0,
      movedMinor: 3_000,
    });
    expect(await look(fixture, result(fixture, 'lost'))).toMatchObject({
      changedBets: 2,
      legBets: 0,
      players: 2,
      payMinor: 0,
    });
    expect((await decide(fixture, decision, preview.fingerprint)).status).toBe(200);
    const changed = await eventually(
      () => stage.read(double),
      ({ legs }) => legs[0]?.status === 'void',
    );
    expect(changed).toMatchObject({ status: 'accepted', potentialPayoutMinor: 4_000 });
    // It reads so already.
    expect(await look(fixture, decision)).toMatchObject({ changedBets: 0, legBets: 0, players: 0, movedMinor: 0 });
  });

  it('that moves much money of settled bets needs a second operator, never the same one', async () => {
    const fixture = await stage.fixture();
    const bet = await stage.bet(fixture, { stakeMinor: 600_000 });
    await stage.begin(fixture);
    await fixture.settle('won');
    await stage.untilStatus(bet, 'won');
    const decision = result(fixture, 'lost');
    const preview = await look(fixture, decision);
    expect(preview).toMatchObject({
      changedBets: 1,
      payMinor: 0,
      takeMinor: 1_200_000,
      netMinor: -1_200_000,
      needsSecond: true,
    });
    const reply = await decide(fixture, decision, preview.fingerprint);
    const asked = Decision.parse(reply.body);
    expect([reply.status, asked]).toMatchObject([202, { status: 'pending', decidedBy: null, withdrawnReason: null }]);
    // The second operator sees who requested the result.
    expect(asked).toMatchObject({ fixtureId: fixture.id, selections: [{ id: fixture.home }, { id: fixture.away }] });
    const list = Page(Decision).parse(
      (await desk('GET', `/decisions?status=pending&marketId=${fixture.marketId}`)).body,
    );
    expect(list.items).toEqual([asked]);
    expect(asked.mayApprove).toBe(false);
    const approve = (as: typeof seat.trader) => desk('POST', `/decisions/${asked.id}/approve`, undefined, { as });
    expect(problemOf(await approve(seat.trader))).toMatchObject({ status: 403, code: 'second_operator_needed' });
    expect((await stage.read(bet)).status).toBe('won');
    const applied = await approve(other);
    expect([applied.status, Decision.parse(applied.body)]).toMatchObject([
      200,
      { status: 'applied', requestedBy: seat.trader.id, decidedBy: other.id },
    ]);
    await stage.untilStatus(bet, 'lost');
    expect((await approve(other)).body).toEqual(applied.body);
    expect(await codeOf(approve(seat.trader))).toBe('already_decided');
    expect(await codeOf(approve(asOperator('trader')))).toBe('already_decided');
    expect(await codeOf(desk('POST', `/decisions/${asked.id}/withdraw`, why))).toBe('already_decided');
    expect((await stage.eventSummaries(bet.id)).slice(-2)).toEqual([
      ['BetSettled', 3, 1_200_000],
      ['BetResettled', 4, 0],
    ]);
    expect((await seat.acts(asked.id)).map(({ action, operatorId, reason }) => [action, operatorId, reason])).toEqual([
      ['decision.request', seat.trader.id, 'team news'],
      ['decision.approve', other.id, 'team news'],
    ]);
  });

  it('is refused after a large new bet, and by the second operator after a new result', async () => {
    const fixture = await stage.fixture();
    const bet = await stage.bet(fixture, { stakeMinor: 600_000 });
    await stage.begin(fixture);
    const early = await look(fixture, result(fixture, 'lost'));
    expect(early).toMatchObject({ movedMinor: 600_000, needsSecond: false });
    // A preview is valid only for the decision that it previewed.
    expect(await codeOf(decide(fixture, result(fixture, 'won'), early.fingerprint))).toBe('preview_changed');
    await stage.bet(fixture, { stakeMinor: 500_000 });
    expect(problemOf(await decide(fixture, result(fixture, 'lost'), early.fingerprint))).toMatchObject({
      status: 409,
      code: 'preview_changed',
    });
    await fixture.settle('won');
    await stage.untilStatus(bet, 'won');
    const asked = Decision.parse((await previewAndDecide(fixture, result(fixture, 'lost'))).body);
    expect(asked.status).toBe('pending');
    await fixture.rollback();
    await stage.untilStatus(bet, 'accepted');
    expect(await codeOf(desk('POST', `/decisions/${asked.id}/approve`, undefined, { as: other }))).toBe(
      'preview_changed',
    );
    const withdraw = (as: typeof seat.trader) =>
      desk('POST', `/decisions/${asked.id}/withdraw`, { reason: 'settled otherwise' }, { as });
    const withdrawn = Decision.parse((await withdraw(seat.trader)).body);
    expect(withdrawn).toMatchObject({
      status: 'withdrawn',
      decidedBy: seat.trader.id,
      reason: 'team news',
      withdrawnReason: 'settled otherwise',
    });
    expect(Page(Decision).parse((await desk('GET', `/decisions?marketId=${fixture.marketId}`)).body).items).toEqual([
      withdrawn,
    ]);
    expect((await withdraw(seat.trader)).status).toBe(200);
    expect(await codeOf(withdraw(other))).toBe('already_decided');
    expect(await codeOf(desk('POST', `/decisions/${asked.id}/approve`, undefined, { as: other }))).toBe(
      'already_decided',
    );
    expect((await stage.read(bet)).status).toBe('accepted');
  });

  it('on open bets needs a second operator as well; and both prove who they are', async () => {
    const fixture = await stage.fixture();
    const bet = await stage.bet(fixture, { stakeMinor: 900_000 });
    await stage.begin(fixture);
    const asked = Decision.parse((await previewAndDecide(fixture, result(fixture, 'won'))).body);
    expect(asked).toMatchObject({ status: 'pending', preview: { movedMinor: 1_800_000, needsSecond: true } });
    const old = { provenAt: new Date(stage.clock.now().getTime() - 301_000).toISOString() };
    expect(await codeOf(desk('POST', `/decisions/${asked.id}/approve`, undefined, { as: { ...other, ...old } }))).toBe(
      'step_up_required',
    );
    expect(await codeOf(decide(fixture, result(fixture, 'won'), 'x', { as: { ...seat.trader, ...old } }))).toBe(
      'step_up_required',
    );
    expect((await desk('POST', `/decisions/${asked.id}/approve`, undefined, { as: other })).status).toBe(200);
    await stage.untilStatus(bet, 'won');
  });

  it('in slices counts with the others of the day', async () => {
    const fixture = await stage.fixture();
    const first = await stage.bet(fixture, { stakeMinor: 600_000 });
    const between = new Date(Date.parse((await stage.read(first)).placedAt) + 1).toISOString();
    await eventually(() => stage.clock.now().getTime() > Date.parse(between) + 5);
    await stage.bet(fixture, { stakeMinor: 600_000 });
    expect((await previewAndDecide(fixture, { kind: 'void', from: null, until: between })).status).toBe(200);
    await stage.untilStatus(first, 'void');
    expect((await previewAndDecide(fixture, { kind: 'void', from: between, until: null })).status).toBe(202);
  });

  it('voids the bets of a window beside the feed’s cancellations, until it is released', async () => {
    const fixture = await stage.fixture();
    const first = await stage.bet(fixture);
    const between = new Date(new Date((await stage.read(first)).placedAt).getTime() + 1);
    await eventually(() => stage.clock.now().getTime() > between.getTime() + 5);
    const second = await stage.bet(fixture);
    const until = { kind: 'void', from: null, until: between.toISOString() };
    expect(await look(fixture, until)).toMatchObject({
      bets: 2,
      changedBets: 1,
      players: 1,
      payMinor: 1_000,
      takeMinor: 0,
    });
    expect((await previewAndDecide(fixture, until)).status).toBe(200);
    await stage.untilStatus(first, 'void');
    expect((await stage.read(second)).status).toBe('accepted');
    expect((await stage.marketOf(fixture))?.status).toBe('active');
    // The whole market is void: it takes no more bets.
    expect((await previewAndDecide(fixture, { kind: 'void', from: null, until: null })).status).toBe(200);
    await stage.untilStatus(second, 'void');
    await stage.shows(fixture, 'cancelled');
    const { rows } = await stage.world.db.query(
      'select sequence::int from cancellations where market_id = $1 order by 1',
      [fixture.marketId],
    );
    expect(rows).toEqual([{ sequence: -2 }, { sequence: -1 }]);
    expect((await previewAndDecide(fixture, { kind: 'release' })).status).toBe(200);
    await stage.untilStatus(first, 'accepted');
    await stage.untilStatus(second, 'accepted');
    await stage.shows(fixture, 'active');
    expect((await stage.eventSummaries(fixture.marketId)).map(([type, , reason]) => [type, reason])).toEqual([
      ['MarketSuspended', 'operator'],
    ]);
  });

  it('refuses a window that ends before it begins; an open one takes the market off offer', async () => {
    const fixture = await stage.fixture();
    const at = (ms: number) => new Date(stage.clock.now().getTime() + ms).toISOString();
    const empty = { kind: 'void', from: at(1_000), until: at(0) };
    expect(await codeOf(desk('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision: empty }))).toBe(
      'invalid_request',
    );
    expect(await codeOf(decide(fixture, empty, 'x'))).toBe('invalid_request');
    expect((await previewAndDecide(fixture, { kind: 'void', from: null, until: at(60_000) })).status).toBe(200);
    expect(problemOf(await stage.place(fixture))).toMatchObject({ code: 'market_closed' });
    await stage.shows(fixture, 'suspended');
    stage.clock.push(61_000);
    await stage.shows(fixture, 'active');
    // The feed's period of void bets counts too. The operator's result ends with its release.
    await fixture.cancel(null, new Date(at(60_000)));
    await stage.shows(fixture, 'suspended');
    stage.clock.push(61_000);
    await stage.shows(fixture, 'active');
    expect((await previewAndDecide(fixture, { kind: 'void', from: null, until: at(60_000) })).status).toBe(200);
    await stage.shows(fixture, 'suspended');
    expect((await previewAndDecide(fixture, { kind: 'release' })).status).toBe(200);
    await stage.shows(fixture, 'active');
  });

  it('gives a dead heat to what won, and to nothing else', async () => {
    const fixture = await stage.fixture();
    const [home, away] = [await stage.bet(fixture), await stage.bet(fixture, { away: true })];
    await stage.begin(fixture);
    const shared = (homeResult: 'won' | 'lost', deadHeat: object) => ({
      kind: 'result',
      outcomes: [
        { selectionId: fixture.home, result: homeResult, deadHeat },
        { selectionId: fixture.away, result: 'won', deadHeat },
      ],
    });
    for (const wrong of [
      shared('lost', { of: 2, places: 1 }),
      shared('won', { of: 2, places: 2 }),
      shared('won', { of: 2, places: 1, half: true }),
    ]) {
      expect(await codeOf(desk('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision: wrong }))).toBe(
        'invalid_request',
      );
    }
    const decision = shared('won', { of: 4, places: 3 });
    expect(await look(fixture, decision)).toMatchObject({
      changedBets: 2,
      payMinor: 1_500 + Math.floor((3 * (await priceTaken(away))) / 4),
    });
    expect(Decision.parse((await previewAndDecide(fixture, decision)).body)).toMatchObject({
      status: 'applied',
      decision,
    });
    expect(await stage.untilStatus(home, 'won')).toMatchObject({
      payoutMinor: 1_500,
      legs: [{ status: 'won', deadHeat: { of: 4, places: 3 } }],
    });
    await stage.untilStatus(away, 'won');
    const heat = { result: 'won', deadHeat: { of: 4, places: 3 } };
    expect(await marketAt(fixture)).toMatchObject({ resultBy: 'operator', selections: [heat, heat] });
  });

  it('leaves a record from which every bet comes out as it stands', async () => {
    await eventually(
      () => stage.world.db.query('select from due_markets'),
      ({ rowCount }) => rowCount === 0,
    );
    const { lines, bets, agreed } = await resettle(stage.world.env, null);
    expect([lines, bets > 5, agreed]).toEqual([[], true, bets]);
  });

  it('names a winner only from the start of the match on, reported or not; voids at any time', async () => {
    const fixture = await stage.fixture();
    const bet = await stage.bet(fixture);
    const path = `/markets/${fixture.marketId}/decisions`;
    for (const home of ['won', 'lost'] as const) {
      const decision = result(fixture, home);
      expect(problemOf(await desk('POST', `${path}/preview`, { decision }))).toMatchObject({
        status: 409,
        code: 'fixture_not_begun',
      });
      expect(await codeOf(decide(fixture, decision, 'x'))).toBe('fixture_not_begun');
    }
    expect(await look(fixture, { kind: 'void', from: null, until: null })).toMatchObject({ changedBets: 1 });
    expect((await previewAndDecide(fixture, result(fixture, 'void'))).status).toBe(200);
    await stage.untilStatus(bet, 'void');
    await stage.world.db.query('update fixtures set starts_at = $2 where id = $1', [fixture.id, stage.clock.now()]);
    expect((await previewAndDecide(fixture, result(fixture, 'won'))).status).toBe(200);
    await stage.untilStatus(bet, 'won');
    await stage.world.db.query(`update fixtures set status = 'cancelled', reason = 'walkover' where id = $1`, [
      fixture.id,
    ]);
    expect(await codeOf(desk('POST', `${path}/preview`, { decision: result(fixture, 'lost') }))).toBe(
      'fixture_not_begun',
    );
  });

  it('needs a market that is stored', async () => {
    const unknown = Object.assign(await stage.fixture(), { marketId: randomUUID() });
    const decision = { kind: 'release' };
    expect(await codeOf(desk('POST', `/markets/${unknown.marketId}/decisions/preview`, { decision }))).toBe(
      'not_found',
    );
    expect(await codeOf(decide(unknown, decision, 'x'))).toBe('not_found');
  });

  it('names a result for every selection of the market, once', async () => {
    const fixture = await stage.fixture();
    const { outcomes } = result(fixture, 'won');
    const wrong = [
      [outcomes[0], outcomes[0]],
      [outcomes[0], { selectionId: randomUUID(), result: 'lost' }],
      [...outcomes, { selectionId: randomUUID(), result: 'lost' }],
    ];
    for (const given of wrong) {
      const decision = { kind: 'result', outcomes: given };
      expect(await codeOf(desk('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision }))).toBe(
        'outcomes_incomplete',
      );
      expect(await codeOf(decide(fixture, decision, 'x'))).toBe('outcomes_incomplete');
    }
  });
});
