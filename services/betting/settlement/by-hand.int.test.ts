/** Bets that operators settle by hand, over HTTP at two instances: how much one operator may settle alone in a day, and what a second one must agree to. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { OperatorBet, settlementRoutes } from '@fairline/proto/betting/settlement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legsOn, type Owned, Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

// The two settle these bets together, so the amounts count towards neither operator's sum.
const [ada, ben] = [asOperator('trader'), asOperator('trader')];

describe('operators who settle bets by hand, 10,000.00 or more of real money', () => {
  const act = (path: string, body: object, as = ada, url = stage.urls[1] ?? '') =>
    stage.world.call(url, 'POST', `/api/admin/betting${path}`, {
      as: { provenAt: stage.clock.now().toISOString(), ...as },
      body,
    });
  const settle = async (given: Owned, result: string, by = ada, url?: string) => {
    const reply = await act(
      `/bets/${given.id}/settle`,
      { result, reason: `asked by ${by === ada ? 'Ada' : 'Ben'}` },
      by,
      url,
    );
    if (reply.status === 403 || reply.status === 409) return problemOf(reply).code;
    expect([200, 202], JSON.stringify(reply.body)).toContain(reply.status);
    const { status, handRequest } = OperatorBet.parse(reply.body);
    expect([reply.status, handRequest !== undefined]).toEqual(reply.status === 202 ? [202, true] : [200, false]);
    return reply.status === 202 ? 'waits' : status;
  };
  const waiting = async ({ id }: Owned) => {
    const { body } = await stage.world.call(stage.urls[0] ?? '', 'GET', `/api/admin/betting/bets/${id}`, {
      as: asOperator('auditor'),
    });
    return settlementRoutes.operatorBet.reply.parse(body).handRequest;
  };
  const needs = async ({ id }: Owned, result: string, by = ada) =>
    ((await act(`/bets/${id}/settle/preview`, { result }, by)).body as { needsSecond?: boolean }).needsSecond ?? false;
  const acts = async ({ id }: Owned) =>
    (await stage.eventsOf(id)).flatMap(({ type, data }) =>
      type === 'OperatorActed' ? [[data.action, data.operatorId === ada.id ? 'Ada' : 'Ben']] : [],
    );

  it('need a second operator who settles it alike: the first call is kept (202)', async () => {
    const given = await stage.overBet({ stakeMinor: 600_000 });
    expect([await needs(given, 'won'), await waiting(given)]).toEqual([true, undefined]);
    const first = await act(
      `/bets/${given.id}/settle`,
      { result: 'won', reason: 'the feed has lost it', payoutMinor: 1_200_000 },
      ada,
    );
    const asked = await waiting(given);
    expect([first.status, OperatorBet.parse(first.body)]).toMatchObject([
      202,
      { id: given.id, status: 'accepted', handRequest: { requestedBy: ada.id, mayApprove: false } },
    ]);
    expect(asked).toMatchObject({
      result: 'won',
      payoutMinor: 1_200_000,
      requestedBy: ada.id,
      reason: 'the feed has lost it',
    });
    expect(await settle(given, 'won')).toBe('second_operator_needed');
    expect(await waiting(given)).toEqual(asked);
    expect([await needs(given, 'won'), await needs(given, 'won', ben)]).toEqual([true, false]);
    expect((await stage.read(given)).status).toBe('accepted');
    expect(await acts(given)).toEqual([['bet.settle.request', 'Ada']]);
    expect((await stage.eventsOf(given.id)).at(-1)?.data).toMatchObject({ after: { playerId: given.as.id } });
    expect(await settle(given, 'won', ben)).toBe('won');
    expect(await waiting(given)).toBeUndefined();
    expect(await acts(given)).toEqual([
      ['bet.settle.request', 'Ada'],
      ['bet.settle', 'Ben'],
    ]);
    expect((await stage.eventsOf(given.id)).at(-1)?.data).toMatchObject({
      before: { dueMinor: 0, request: { requestedBy: ada.id } },
      after: {
        dueMinor: 1_200_000,
        playerId: expect.any(String),
        returnedMinor: 600_000,
        currency: expect.any(String),
      },
    });
  });

  it('replace the request by another result, to which the second operator must agree', async () => {
    const given = await stage.overBet({ stakeMinor: 1_000_000 });
    expect(await settle(given, 'won')).toBe('waits');
    // It pays nothing, but it costs the player their stake.
    expect(await settle(given, 'lost', ben)).toBe('waits');
    expect(await waiting(given)).toMatchObject({
      result: 'lost',
      payoutMinor: 0,
      requestedBy: ben.id,
      reason: 'asked by Ben',
    });
    expect(await settle(given, 'lost', ben)).toBe('second_operator_needed');
    expect(await settle(given, 'lost')).toBe('lost');
    // Nor can one operator alone settle it differently again, whether it then pays more or less.
    expect(await settle(given, 'void')).toBe('waits');
    expect(await settle(given, 'void', ben)).toBe('void');
    expect(await settle(given, 'lost', ben)).toBe('waits');
    expect(await settle(given, 'lost')).toBe('lost');
    expect((await stage.eventSummaries(given.id)).filter(([type]) => type !== 'OperatorActed').slice(2)).toEqual([
      ['BetSettled', 3, 0],
      ['BetVoided', 4, 1_000_000],
      ['BetResettled', 5, 0],
    ]);
  });

  it('replace the request if the bet would pay another amount by then', async () => {
    const [one, two] = [await stage.fixture(), await stage.fixture()];
    const given = await stage.placeAccepted({ type: 'accumulator', legs: legsOn(one, two), stakeMinor: 600_000 }, one);
    await stage.end(one, two);
    expect(await settle(given, 'won')).toBe('waits');
    expect((await waiting(given))?.payoutMinor).toBe(2_400_000);
    await one.settle('void');
    await eventually(
      () => stage.read(given),
      ({ legs }) => legs[0]?.status === 'void',
    );
    expect(await needs(given, 'won', ben)).toBe(true);
    expect(await settle(given, 'won', ben)).toBe('waits');
    expect(await waiting(given)).toMatchObject({ payoutMinor: 1_200_000, requestedBy: ben.id });
    expect(await settle(given, 'won')).toBe('won');
    expect((await stage.read(given)).payoutMinor).toBe(1_200_000);
  });

  it('cannot settle it as won or lost before its undecided matches are over, but as void', async () => {
    const [decided, live, next] = [await stage.fixture(), await stage.fixture('live'), await stage.fixture()];
    const given = await stage.placeAccepted({ type: 'accumulator', legs: legsOn(decided, live, next) }, decided);
    const single = await stage.bet(next);
    await decided.settle('won');
    await eventually(
      () => stage.read(given),
      ({ legs }) => legs[0]?.status === 'won',
    );
    const attempts = async () => [await settle(given, 'won'), await settle(given, 'lost')];
    const voidOnly = async ({ id }: Owned) =>
      settlementRoutes.operatorBet.reply.parse(
        (await stage.world.call(stage.urls[0] ?? '', 'GET', `/api/admin/betting/bets/${id}`, { as: ada })).body,
      ).voidOnly;
    expect([await attempts(), await voidOnly(given)]).toEqual([['fixture_not_over', 'fixture_not_over'], true]);
    expect(problemOf(await act(`/bets/${given.id}/settle/preview`, { result: 'lost' }))).toMatchObject({
      status: 409,
      code: 'fixture_not_over',
    });
    expect((await act(`/bets/${given.id}/settle/preview`, { result: 'void' })).status).toBe(200);
    await stage.end(live);
    expect([await attempts(), await settle(single, 'void')]).toEqual([
      ['fixture_not_over', 'fixture_not_over'],
      'void',
    ]);
    await next.change('cancelled');
    await eventually(
      () => voidOnly(given),
      (found) => found === undefined,
    );
    expect(await settle(given, 'lost')).toBe('lost');
    // A bet that was settled as void by hand is subject to the same rule when its result is changed.
    const changed = await stage.bet(await stage.fixture());
    expect([await settle(changed, 'void'), await settle(changed, 'won')]).toEqual(['void', 'fixture_not_over']);
  });

  it('need no second operator below that, nor for play money', async () => {
    const cleo = asOperator('trader');
    const small = await stage.overBet({ stakeMinor: 499_999 });
    expect([
      await needs(small, 'won', cleo),
      await settle(small, 'won', cleo),
      await settle(small, 'lost', cleo),
    ]).toEqual([false, 'won', 'lost']);
    const just = await stage.overBet({ stakeMinor: 500_000 });
    expect([await settle(just, 'won'), await settle(just, 'void', asOperator('trader'))]).toEqual(['waits', 'void']);
    expect(await waiting(just)).toBeUndefined();
    const play = await stage.overBet({ as: asPlayer(undefined, { book: 'play' }), stakeMinor: 600_000 });
    expect(await settle(play, 'won')).toBe('won');
  });

  it("need one as well at one operator's total of the day; what two settled does not count", async () => {
    const fixture = await stage.fixture();
    const [cleo, dan] = [asOperator('trader'), asOperator('trader')];
    const bet = (stakeMinor: number, changes: object = {}) => stage.bet(fixture, { stakeMinor, ...changes });
    const [first, second, third, last] = [await bet(400_000), await bet(100_000), await bet(99_000), await bet(1_000)];
    const play = await bet(400_000, { as: asPlayer(undefined, { book: 'play' }) });
    await stage.end(fixture);
    expect([await settle(play, 'won', cleo), await settle(first, 'won', cleo)]).toEqual(['won', 'won']);
    // 8,000.00 was settled alone; 2,000.00 waits until another operator agrees.
    expect([await needs(second, 'won', cleo), await needs(second, 'won', dan)]).toEqual([true, false]);
    expect([await settle(second, 'won', cleo), await settle(second, 'won', cleo)]).toEqual([
      'waits',
      'second_operator_needed',
    ]);
    expect([await settle(second, 'won', dan), await waiting(second)]).toEqual(['won', undefined]);
    expect([await needs(third, 'won', cleo), await settle(third, 'won', cleo)]).toEqual([false, 'won']);
    // A bet that is settled differently again counts once.
    expect([await settle(first, 'lost', cleo), await settle(first, 'won', cleo)]).toEqual(['lost', 'won']);
    expect([await needs(last, 'void', cleo), await needs(last, 'won', cleo)]).toEqual([false, true]);
    expect(await settle(await stage.overBet({ stakeMinor: 450_000 }), 'won', dan)).toBe('won');
  });

  it('do not get two bets past that by settling them at the same time, at whichever instance', async () => {
    const fixture = await stage.fixture();
    const bets = await Promise.all([1, 2, 3, 4].map(() => stage.bet(fixture, { stakeMinor: 260_000 })));
    await stage.end(fixture);
    const cleo = asOperator('trader');
    const ends = await Promise.all(bets.map((one, at) => settle(one, 'won', cleo, stage.urls[at % 2])));
    expect(ends.sort()).toEqual(['waits', 'waits', 'waits', 'won']);
    // On a repeat, neither the settled nor the waiting amount counts a second time.
    const again = await Promise.all(bets.map((one, at) => settle(one, 'won', cleo, stage.urls[at % 2])));
    expect(again.sort()).toEqual([
      'bet_decided',
      'second_operator_needed',
      'second_operator_needed',
      'second_operator_needed',
    ]);
    const { rows } = await stage.world.db.query(
      'select count(*)::int as bets, sum(moved_minor)::int as minor from hand_moves where operator_id = $1',
      [cleo.id],
    );
    expect(rows).toEqual([{ bets: 1, minor: 520_000 }]);
  });

  it('wait for one another longer than for a bet that somebody else has locked', async () => {
    const given = await stage.overBet();
    const { db } = stage.world;
    const cleo = asOperator('trader');
    await db.query('begin');
    await db.query("select pg_advisory_xact_lock(hashtextextended('hand ' || $1, 0))", [cleo.id]);
    const settled = settle(given, 'won', cleo);
    const queued = `select from pg_locks where locktype = 'advisory' and not granted and clock_timestamp() - waitstart > interval '700 ms'`;
    await eventually(
      () => db.query(queued),
      ({ rowCount }) => rowCount === 1,
    );
    await db.query('commit');
    expect(await settled).toBe('won');
    await db.query('begin');
    await db.query('select from bets where id = $1 for update', [given.id]);
    expect((await act(`/bets/${given.id}/settle`, { result: 'lost', reason: 'asked by Cleo' }, cleo)).status).toBe(503);
    await db.query('rollback');
  });

  it('need no approval once results settle it; until then its player cannot sell it', async () => {
    const fixture = await stage.fixture();
    const [settled, sold] = [
      await stage.bet(fixture, { stakeMinor: 1_000_000 }),
      await stage.bet(fixture, { stakeMinor: 1_000_000 }),
    ];
    for (const one of [settled, sold]) expect(await settle(one, 'void')).toBe('waits');
    expect(problemOf(await stage.callOf('POST', '/cash-out/quote', sold))).toMatchObject({
      code: 'cash_out_unavailable',
      params: { reason: 'provisional' },
    });
    expect((await act(`/bets/${sold.id}/settle/withdraw`, { reason: 'asked by mistake' }, ben)).status).toBe(200);
    const quote = (await stage.callOf('POST', '/cash-out/quote', sold)).body as { quoteId: string };
    expect(
      (await stage.callOf('POST', '/cash-out', sold, { key: randomUUID(), body: { quoteId: quote.quoteId } })).status,
    ).toBe(200);
    await fixture.settle('won');
    await stage.untilStatus(settled, 'won');
    expect([await waiting(settled), await waiting(sold)]).toEqual([undefined, undefined]);
    await fixture.rollback();
    await stage.untilStatus(settled, 'accepted');
    expect(await settle(settled, 'void', ben)).toBe('waits');
  });

  it('find waiting requests among all bets, and withdraw or decline them', async () => {
    const fixture = await stage.fixture();
    const [given, other] = [
      await stage.bet(fixture, { stakeMinor: 600_000 }),
      await stage.bet(fixture, { stakeMinor: 600_000 }),
    ];
    await stage.end(fixture);
    const listed = async (query = '') => {
      const path = `/api/admin/betting/bets?fixtureId=${fixture.id}${query}`;
      const { body } = await stage.world.call(stage.urls[0] ?? '', 'GET', path, { as: asOperator('auditor') });
      return settlementRoutes.operatorBets.reply
        .parse(body)
        .items.map(({ id, handRequest }) => [id, handRequest?.requestedBy]);
    };
    const withdraw = (by: typeof ada, reason = 'it was another match', id = given.id) =>
      act(`/bets/${id}/settle/withdraw`, { reason }, by);
    expect(problemOf(await withdraw(ada))).toMatchObject({ status: 409, code: 'nothing_waits' });
    expect([await settle(given, 'won'), await listed('&waits=true')]).toEqual(['waits', [[given.id, ada.id]]]);
    expect(await listed()).toEqual([
      [other.id, undefined],
      [given.id, ada.id],
    ]);
    const refused = [
      await withdraw(asOperator('auditor')),
      await withdraw(ben, 'card 4111 1111 1111 1111'),
      await withdraw(ben, 'why', randomUUID()),
    ];
    expect(refused.map((reply) => problemOf(reply).code)).toEqual(['forbidden', 'card_number', 'not_found']);
    expect(settlementRoutes.withdrawHandRequest.reply.parse((await withdraw(ben)).body)).toMatchObject({
      id: given.id,
      status: 'accepted',
    });
    expect([await waiting(given), await listed('&waits=true')]).toEqual([undefined, []]);
    expect(problemOf(await withdraw(ada)).code).toBe('nothing_waits');
    expect(await acts(given)).toEqual([
      ['bet.settle.request', 'Ada'],
      ['bet.settle.withdraw', 'Ben'],
    ]);
    expect((await stage.eventsOf(given.id)).at(-1)?.data).toMatchObject({
      reason: 'it was another match',
      before: { request: { requestedBy: ada.id } },
      after: { playerId: given.as.id, request: null },
    });
    expect(await settle(given, 'won', ben)).toBe('waits');
  });

  it('pay the bet once if two second operators settle it at the same time', async () => {
    const given = await stage.overBet({ stakeMinor: 600_000 });
    expect(await settle(given, 'won')).toBe('waits');
    const others = [asOperator('trader'), asOperator('trader'), asOperator('trader'), ben];
    const ends = await Promise.all(others.map((one, at) => settle(given, 'won', one, stage.urls[at % 2])));
    expect(ends.sort()).toEqual(['bet_decided', 'bet_decided', 'bet_decided', 'won']);
    expect((await stage.eventSummaries(given.id)).filter(([type]) => type === 'BetSettled')).toEqual([
      ['BetSettled', 3, 1_200_000],
    ]);
  });

  it('start a new total each UTC day; a request of the day before still needs a second one', async () => {
    const dayMs = 24 * 3_600_000;
    const day = () => stage.clock.now().toISOString().slice(0, 10);
    const fixture = await stage.fixture();
    const cleo = asOperator('trader');
    const [first, second, third] = [
      await stage.bet(fixture, { stakeMinor: 475_000 }),
      await stage.bet(fixture, { stakeMinor: 50_000 }),
      await stage.bet(fixture, { stakeMinor: 475_000 }),
    ];
    await stage.end(fixture);
    const before = day();
    expect([await settle(first, 'won', cleo), await settle(second, 'won', cleo)]).toEqual(['won', 'waits']);
    stage.clock.push(dayMs - (stage.clock.now().getTime() % dayMs));
    expect([await needs(third, 'won', cleo), await settle(third, 'won', cleo)]).toEqual([false, 'won']);
    const { rows } = await stage.world.db.query(
      'select day, bet_id, moved_minor::int from hand_moves where operator_id = $1 order by day',
      [cleo.id],
    );
    expect(rows).toEqual([
      { day: before, bet_id: first.id, moved_minor: 950_000 },
      { day: day(), bet_id: third.id, moved_minor: 950_000 },
    ]);
    expect(day()).not.toBe(before);
    stage.clock.push(dayMs);
    // On a day without a single move, a repeat is still their own decision; after a withdrawal it is a new one.
    expect([await needs(second, 'won', cleo), await settle(second, 'won', cleo)]).toEqual([
      true,
      'second_operator_needed',
    ]);
    expect((await waiting(second))?.requestedBy).toBe(cleo.id);
    expect((await act(`/bets/${second.id}/settle/withdraw`, { reason: 'asked too late' }, cleo)).status).toBe(200);
    expect([await needs(second, 'won', cleo), await settle(second, 'won', cleo)]).toEqual([false, 'won']);
  });
});
