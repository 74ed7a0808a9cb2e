/** Cash-out of open bets, whole or in part, at once or automatically, through the routes of two instances. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import type { Bet, BetMoment } from '@fairline/proto/betting/bets';
import type { CashOutQuote } from '@fairline/proto/betting/cash-out';
import { cashOutRules } from '@fairline/proto/betting/rules';
import { withoutMargin } from '@fairline/proto/margin';
import { describe, expect, it } from 'vitest';
import { resettle } from '../settlement/resettle.ts';
import { legsOn, type Owned, type StagedFixture } from '../testing.ts';
import { call, placeAccepted, stage, useStage } from '../testing-stage.ts';

useStage();

describe('a cash-out', () => {
  const quote = (bet: Owned) => call('POST', '/cash-out/quote', bet) as Promise<{ status: number; body: CashOutQuote }>;
  const sell = (
    bet: Owned,
    quoteId: string,
    { fraction, key = randomUUID() }: { fraction?: number; key?: string } = {},
  ) => call('POST', '/cash-out', bet, { key, body: { quoteId, ...(fraction !== undefined && { fraction }) } });
  const chance = withoutMargin([1_000 / 2_000, 1_000 / 1_800], 'power')[0] as number;

  it('pays the fair value less the margin, shows how, and ignores later results', async () => {
    const fixture = await stage.fixture();
    const bet = await placeAccepted({}, fixture);
    const { body } = await quote(bet);
    const fairMinor = Math.floor(1_000 * 2 * chance);
    const amountMinor = Math.floor(fairMinor * 0.96);
    expect(body).toMatchObject({ fairMinor, amountMinor, marginMinor: fairMinor - amountMinor, openStakeMinor: 1_000 });
    expect(body.legs[0]?.chance).toBeCloseTo(chance, 9);
    const key = randomUUID();
    const [first, again] = [await sell(bet, body.quoteId, { key }), await sell(bet, body.quoteId, { key })];
    expect([first.status, first.body]).toEqual([200, again.body]);
    expect(first.body).toMatchObject({
      status: 'cashed_out',
      payoutMinor: amountMinor,
      cashedOutMinor: amountMinor,
      openStakeMinor: 0,
    });
    expect((await stage.eventSummaries(bet.id)).at(-1)).toEqual(['BetCashedOut', 3, amountMinor]);
    expect(await stage.exposureOn(fixture)).toEqual({ bets: 0, stake_minor: 0, liability_minor: 0 });
    expect(problemOf(await quote(bet))).toMatchObject({ code: 'bet_decided' });
    await fixture.settle('won');
    const other = await stage.fixture();
    await placeAccepted({}, other);
    expect(await stage.read(bet)).toMatchObject({ status: 'cashed_out', payoutMinor: amountMinor });
  });

  it('of a part leaves the rest to the results', async () => {
    const fixture = await stage.fixture();
    const bet = await placeAccepted({}, fixture);
    const whole = (await quote(bet)).body;
    const sold = await sell(bet, whole.quoteId, { fraction: 0.4 });
    const paidMinor = Math.floor((whole.amountMinor * 400) / 1_000);
    expect(sold.body).toMatchObject({ status: 'accepted', cashedOutMinor: paidMinor, openStakeMinor: 600 });
    expect(await stage.exposureOn(fixture)).toEqual({ bets: 1, stake_minor: 600, liability_minor: 600 });
    expect(problemOf(await sell(bet, whole.quoteId))).toMatchObject({ code: 'quote_used' });
    await fixture.settle('won');
    expect(await stage.untilStatus(bet, 'won')).toMatchObject({ payoutMinor: paidMinor + 1_200 });
    expect((await stage.eventSummaries(bet.id)).slice(-2)).toEqual([
      ['BetCashedOut', 3, paidMinor],
      ['BetSettled', 4, paidMinor + 1_200],
    ]);
  });

  it('asked for twice at once happens once', async () => {
    const bet = await placeAccepted({}, await stage.fixture());
    const [one, two] = [(await quote(bet)).body, (await quote(bet)).body];
    const replies = await Promise.all([sell(bet, one.quoteId), sell(bet, two.quoteId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stage.read(bet)).toMatchObject({ status: 'cashed_out', payoutMinor: one.amountMinor });
  });

  it('of a settled bet is refused, also by a quote from before, and moves nothing', async () => {
    const fixture = await stage.fixture();
    const bet = await placeAccepted({}, fixture);
    const { quoteId } = (await quote(bet)).body;
    await fixture.settle('won');
    const won = await stage.untilStatus(bet, 'won');
    for (const reply of [
      await sell(bet, quoteId),
      await quote(bet),
      await call('PUT', '/auto-cash-out', bet, { body: { amountMinor: 100 } }),
    ])
      expect(problemOf(reply)).toMatchObject({ status: 409, code: 'bet_decided' });
    expect(await stage.read(bet)).toEqual(won);
  });

  it('by a quote that was used is refused, for the whole as for a part', async () => {
    const bet = await placeAccepted({}, await stage.fixture());
    const { quoteId } = (await quote(bet)).body;
    const replies = await Promise.all([sell(bet, quoteId, { fraction: 0.5 }), sell(bet, quoteId, { fraction: 0.5 })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(problemOf(await sell(bet, quoteId))).toMatchObject({ code: 'quote_used' });
    expect(await stage.read(bet)).toMatchObject({ status: 'accepted', openStakeMinor: 500 });
  });

  it("is refused once its quote expired or lost value, for another's bet and without a price", async () => {
    const fixture = await stage.fixture();
    const bet = await placeAccepted({}, fixture);
    const cheap = (await quote(bet)).body;
    expect((await sell({ ...bet, as: asPlayer() }, cheap.quoteId)).status).toBe(404);
    expect((await sell(bet, randomUUID())).status).toBe(404);
    expect(problemOf(await sell(bet, cheap.quoteId, { fraction: 0.0001 }))).toMatchObject({
      code: 'fraction_too_small',
    });
    await fixture.odds([3_000, 1_400]);
    await stage.showsPrice(fixture, 3_000);
    const refused = problemOf(await sell(bet, cheap.quoteId));
    expect(refused).toMatchObject({ status: 409, code: 'cash_out_changed' });
    expect(refused.params?.amountMinor).toBeLessThan(cheap.amountMinor);
    const { quoteId } = (await quote(bet)).body;
    stage.clock.push(cashOutRules.quoteMs);
    expect(problemOf(await sell(bet, quoteId))).toMatchObject({ code: 'quote_expired' });
    await fixture.stop();
    await stage.shows(fixture, 'suspended');
    expect(problemOf(await quote(bet))).toMatchObject({
      code: 'cash_out_unavailable',
      params: { reason: 'suspended' },
    });
  });

  it('waits while a result of the bet may be taken back and while an operator has stopped it', async () => {
    const [one, two] = [await stage.fixture('live'), await stage.fixture()];
    const bet = await placeAccepted({ type: 'accumulator', legs: legsOn(one, two) }, one);
    const early = (await quote(bet)).body;
    const becomes = (status: string) =>
      eventually(
        () => stage.read(bet),
        ({ legs }) => legs[0]?.status === status,
      );
    const settledFor = () =>
      eventually(
        () => stage.world.db.query('select from due_markets where market_id = $1', [one.marketId]),
        ({ rowCount }) => rowCount === 0,
      );
    await one.settle('won', 'provisional');
    await becomes('won');
    await settledFor();
    const unavailable = { code: 'cash_out_unavailable', params: { reason: 'provisional' } };
    expect(problemOf(await quote(bet))).toMatchObject(unavailable);
    expect(problemOf(await sell(bet, early.quoteId))).toMatchObject(unavailable);
    await call('PUT', '/auto-cash-out', bet, { body: { amountMinor: 1 } });
    // The same run also values this bet. Once it is cashed out, the first bet was valued and left open.
    const three = await stage.fixture();
    const other = await placeAccepted({}, three);
    await call('PUT', '/auto-cash-out', other, { body: { amountMinor: 1 } });
    await stage.untilStatus(other, 'cashed_out');
    expect(await stage.read(bet)).toMatchObject({ status: 'accepted', autoCashOutMinor: 1 });
    await call('PUT', '/auto-cash-out', bet, { body: { amountMinor: null } });
    await one.settle('won');
    await eventually(
      () =>
        stage.world.db.query(`select from results where market_id = $1 and certainty = 'confirmed'`, [one.marketId]),
      ({ rowCount }) => rowCount === 1,
    );
    await settledFor();
    const trader = asOperator('trader');
    const stops = (what: string) =>
      stage.world.call(stage.urls[0] ?? '', 'POST', `/api/admin/betting/fixtures/${one.id}/${what}`, {
        as: trader,
        body: { reason: 'under review' },
      });
    expect((await stops('suspend')).status).toBe(200);
    expect(problemOf(await quote(bet))).toMatchObject(unavailable);
    await stops('resume');
    expect((await quote(bet)).body.legs[0]).toMatchObject({ status: 'won' });
  });

  it('waits from the start of a match until the feed reports that it began', async () => {
    const fixture = await stage.fixture();
    const bet = await placeAccepted({}, fixture);
    const offered = (await quote(bet)).body;
    await stage.world.db.query(`update fixtures set starts_at = now() - interval '1 second' where id = $1`, [
      fixture.id,
    ]);
    expect(problemOf(await quote(bet))).toMatchObject({
      status: 409,
      code: 'cash_out_unavailable',
      params: { reason: 'suspended' },
    });
    expect(problemOf(await sell(bet, offered.quoteId))).toMatchObject({ code: 'cash_out_unavailable' });
    await fixture.change('live');
    await eventually(
      () => quote(bet),
      ({ status }) => status === 200,
    );
  });

  it('happens by itself once the bet is worth what the player asked for', async () => {
    const fixture = await stage.fixture();
    const bet = await placeAccepted({}, fixture);
    const set = (amountMinor: number | null) => call('PUT', '/auto-cash-out', bet, { body: { amountMinor } });
    expect((await set(1_300)).body).toMatchObject({ autoCashOutMinor: 1_300 });
    expect((await set(null)).body).not.toHaveProperty('autoCashOutMinor');
    await set(1_200);
    await fixture.odds([1_400, 2_900]);
    const sold = await stage.untilStatus(bet, 'cashed_out');
    expect(sold.payoutMinor).toBeGreaterThanOrEqual(1_200);
    const { items } = (await call('GET', '/timeline', bet)).body as { items: BetMoment[] };
    expect(items.map(({ kind }) => kind)).toEqual([
      'placed',
      'accepted',
      'auto_cash_out_set',
      'auto_cash_out_set',
      'auto_cash_out_set',
      'cashed_out',
    ]);
    expect(items.at(-1)).toMatchObject({ reason: 'auto', amountMinor: sold.payoutMinor, stakeMinor: 1_000 });
  });
});

it('cashes out one bet among thousands once it reaches its amount, and none of the others', async () => {
  const [fixture, other] = [await stage.fixture(), await stage.fixture()];
  const bet = await placeAccepted({ type: 'accumulator', legs: legsOn(fixture, other) }, fixture);
  // Copies of this bet for other players, each with an amount that the bet can never be worth.
  const columns = async (table: string) =>
    (
      await stage.world.db.query(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'bet_id', 'player_id', 'auto_cash_out_minor', 'auto_look_at')`,
        [table],
      )
    ).rows[0].names as string;
  await stage.world.db.query(
    'create temp table crowd as select uuidv7() as player_id, uuidv7() as id from generate_series(1, 3000)',
  );
  const [ofBets, ofLegs] = [await columns('bets'), await columns('bet_legs')];
  await stage.world.db.query(
    `insert into bets (player_id, id, auto_cash_out_minor, auto_look_at, ${ofBets})
     select c.player_id, c.id, 1000000, now(), ${ofBets.replace(/\w+/g, 'b.$&')} from crowd c cross join bets b where b.id = $1`,
    [bet.id],
  );
  await stage.world.db.query(
    `insert into bet_legs (player_id, bet_id, ${ofLegs}) select c.player_id, c.id, ${ofLegs.replace(/\w+/g, 'l.$&')} from crowd c cross join bet_legs l where l.bet_id = $1`,
    [bet.id],
  );
  await call('PUT', '/auto-cash-out', bet, { body: { amountMinor: 1_200 } });
  await fixture.odds([1_400, 2_900]);
  await stage.untilStatus(bet, 'cashed_out');
  const { rows } = await stage.world.db.query(
    'select b.status, count(*)::int as bets from crowd c join bets b on b.id = c.id group by 1',
  );
  expect(rows).toEqual([{ status: 'accepted', bets: 3_000 }]);
  await stage.world.db.query('delete from bet_legs l using crowd c where l.bet_id = c.id');
  await stage.world.db.query('delete from bets b using crowd c where b.id = c.id');
});

describe('the sale of a bet on a live match', () => {
  const quote = async (bet: Owned) => (await call('POST', '/cash-out/quote', bet)).body as CashOutQuote;
  const sell = (bet: Owned, quoteId: string, key = randomUUID()) =>
    call('POST', '/cash-out', bet, { key, body: { quoteId } });
  const asked = (quoteId: string) =>
    eventually(
      async () =>
        (await stage.world.db.query('select asked_at from cash_out_quotes where id = $1', [quoteId])).rows[0]
          ?.asked_at as Date | null,
    );
  const auto = (bet: Owned, amountMinor: number) => call('PUT', '/auto-cash-out', bet, { body: { amountMinor } });
  const seen = (bet: Owned) =>
    eventually(
      async () =>
        (await stage.world.db.query('select auto_seen_at from bets where id = $1', [bet.id])).rows[0]
          ?.auto_seen_at as Date | null,
    );
  const soldAfterMs = ({ settledAt }: Bet, since: Date | null) => Date.parse(settledAt ?? '') - Number(since);

  it('is made once prices are known beyond the delay, also by a repeat under its key', async () => {
    const bet = await placeAccepted({}, await stage.fixture('live'));
    const { quoteId, amountMinor, delayMs } = await quote(bet);
    expect(delayMs).toBe(cashOutRules.delayMs.live);
    const key = randomUUID();
    const first = sell(bet, quoteId, key);
    const askedAt = await asked(quoteId);
    expect((await stage.read(bet)).status).toBe('accepted');
    const replies = await Promise.all([first, sell(bet, quoteId, key)]);
    expect(soldAfterMs(await stage.read(bet), askedAt)).toBeGreaterThanOrEqual(delayMs);
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([200, { status: 'cashed_out', payoutMinor: amountMinor }]);
    expect((await stage.eventSummaries(bet.id)).filter(([type]) => type === 'BetCashedOut')).toHaveLength(1);
  });

  it.each<[string, (fixture: StagedFixture) => Promise<void>]>([
    ['the price moves against the bet', (fixture) => fixture.odds([3_000, 1_400])],
    [
      'the market was off offer, even at the same prices as before',
      async (fixture) => {
        await fixture.stop();
        await fixture.odds();
      },
    ],
  ])('is refused where meanwhile %s', async (_why, meanwhile) => {
    const fixture = await stage.fixture('live');
    const bet = await placeAccepted({}, fixture);
    const { quoteId } = await quote(bet);
    const sale = sell(bet, quoteId);
    await asked(quoteId);
    await meanwhile(fixture);
    expect(problemOf(await sale)).toMatchObject({ status: 409, code: 'cash_out_changed' });
    expect(await stage.read(bet)).toMatchObject({ status: 'accepted', openStakeMinor: 1_000 });
  });

  it('pays what was quoted where the bet is worth one per cent less by then', async () => {
    const fixture = await stage.fixture('live');
    const bet = await placeAccepted({}, fixture);
    const { quoteId, amountMinor, fallTolerance } = await quote(bet);
    expect(fallTolerance).toBe(cashOutRules.fallTolerance);
    const sale = sell(bet, quoteId);
    await asked(quoteId);
    await fixture.odds([2_005, 1_795]);
    expect((await sale).body).toMatchObject({ status: 'cashed_out', payoutMinor: amountMinor });
  });

  it('is refused where meanwhile the match is stopped or the bet is settled', async () => {
    const fixture = await stage.fixture('live');
    const [one, other] = [await placeAccepted({}, fixture), await placeAccepted({}, fixture)];
    const first = (await quote(one)).quoteId;
    const stopped = sell(one, first);
    await asked(first);
    await fixture.stop();
    expect(problemOf(await stopped)).toMatchObject({
      status: 409,
      code: 'cash_out_unavailable',
      params: { reason: 'suspended' },
    });
    await fixture.odds();
    await stage.shows(fixture, 'active');
    const { quoteId } = await quote(other);
    const late = sell(other, quoteId);
    await asked(quoteId);
    await fixture.settle('lost');
    await stage.untilStatus(other, 'lost');
    expect(problemOf(await late)).toMatchObject({ status: 409, code: 'bet_decided' });
  });

  it('is not made at prices that nobody keeps', async () => {
    const fixture = await stage.fixture('live');
    const bet = await placeAccepted({}, fixture);
    const { quoteId } = await quote(bet);
    stage.heartbeats.stop();
    const refused = await sell(bet, quoteId);
    stage.heartbeats.start();
    expect(problemOf(refused)).toMatchObject({
      status: 409,
      code: 'cash_out_unavailable',
      params: { reason: 'suspended' },
    });
    expect((await stage.read(bet)).status).toBe('accepted');
    await stage.shows(fixture, 'active');
  });

  it('happens automatically only if the bet kept its value for the delay, without interruption', async () => {
    const fixture = await stage.fixture('live');
    const bet = await placeAccepted({}, fixture);
    const worth = (await quote(bet)).amountMinor;
    await auto(bet, worth);
    await seen(bet);
    await fixture.odds([3_000, 1_400]);
    await eventually(
      async () =>
        (await stage.world.db.query('select from bets where id = $1 and auto_seen_at is null', [bet.id])).rowCount,
    );
    expect((await stage.read(bet)).status).toBe('accepted');
    await fixture.odds();
    const seenAt = await seen(bet);
    const sold = await stage.untilStatus(bet, 'cashed_out');
    expect(sold.payoutMinor).toBe(worth);
    expect(soldAfterMs(sold, seenAt)).toBeGreaterThanOrEqual(cashOutRules.delayMs.live);
  });
});

it('every bet of this file gets the same result when it is recomputed from the records', async () => {
  const { lines, bets, agreed } = await resettle(stage.world.env, null);
  expect(lines).toEqual([]);
  expect(agreed).toBe(bets);
  expect(bets).toBeGreaterThan(10);
});

it('a bet that was tampered with does not', async () => {
  const fixture = await stage.fixture();
  const bet = await placeAccepted({}, fixture);
  await fixture.settle('lost');
  await stage.untilStatus(bet, 'lost');
  await stage.world.db.query("update bets set status = 'won', due_minor = 2000 where id = $1", [bet.id]);
  const unknown = randomUUID();
  expect(await resettle(stage.world.env, [bet.id, unknown, 'nonsense'])).toEqual({
    lines: [
      `✗ ${bet.id} stands as won, 2000 due; worked out again it is lost, 0 due`,
      `✗ ${unknown} is no bet that ever stood`,
      '✗ nonsense is no bet that ever stood',
    ],
    bets: 3,
    agreed: 0,
  });
});
