/** Settlement over HTTP at two instances, on real servers: results in any order, operators, and the comparison with wallet. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { Bet, type BetMoment } from '@fairline/proto/betting/bets';
import { type Fixture, Market } from '@fairline/proto/betting/offer';
import type { FixtureResult } from '@fairline/proto/betting/results';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { legsOn, type Owned, Stage, StagedFixture } from '../testing.ts';
import { resettle } from './resettle.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const atRiskOf = (data: Record<string, unknown>) => (data.wager as { atRiskMinor?: number }).atRiskMinor;

describe('results', () => {
  test.each([
    ['won', 'won', 2_000, 'BetSettled'],
    ['lost', 'lost', 0, 'BetSettled'],
    ['void', 'void', 1_000, 'BetVoided'],
    ['half_won', 'half_won', 1_500, 'BetSettled'],
    ['half_lost', 'half_lost', 500, 'BetSettled'],
  ] as const)('%s: the bet is %s and pays %i', async (result, status, dueMinor, eventType) => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    await fixture.settle(result);
    expect(await stage.untilStatus(given, status)).toMatchObject({
      payoutMinor: dueMinor,
      settledAt: expect.any(String),
      legs: [{ status }],
    });
    expect((await stage.eventSummaries(given.id)).at(-1)).toEqual([eventType, 3, dueMinor]);
    const { rows } = await stage.world.db.query(
      `select data -> 'wager' as wager from outbox where subject = $1 and version = 3`,
      [given.id],
    );
    const wager = {
      placedAt: (await stage.read(given)).placedAt,
      oddsMilli: 2_000,
      sports: ['football'],
      ...(result !== 'void' && { atRiskMinor: 1_000 }),
    };
    expect(rows).toEqual([{ wager }]);
    expect(await stage.exposureOn(fixture)).toEqual({ bets: 0, stake_minor: 0, liability_minor: 0 });
    await stage.shows(fixture, 'settled');
  });

  it('in a dead heat: the leg names it, its share is paid, and a correction posts the difference', async () => {
    const paying = (bet: Owned, minor: number) =>
      eventually(
        () => stage.read(bet),
        ({ payoutMinor }) => payoutMinor === minor,
      );
    const [fixture, second] = [await stage.fixture(), await stage.fixture()];
    const given = await stage.bet(fixture);
    const double = await stage.placeAccepted(
      { as: given.as, type: 'accumulator', legs: legsOn(fixture, second) },
      fixture,
    );
    await fixture.settle('won', 'provisional', undefined, { of: 3, places: 2 });
    expect(await stage.untilStatus(given, 'won')).toMatchObject({
      payoutMinor: 1_333,
      legs: [{ status: 'won', deadHeat: { of: 3, places: 2 } }],
    });
    await fixture.settle('won', 'confirmed', undefined, { of: 4, places: 1 });
    expect(await paying(given, 500)).toMatchObject({
      status: 'won',
      legs: [{ status: 'won', deadHeat: { of: 4, places: 1 } }],
    });
    await second.settle('won');
    expect(await stage.untilStatus(double, 'won')).toMatchObject({
      payoutMinor: 1_000,
      legs: [{ deadHeat: { of: 4, places: 1 } }, { status: 'won' }],
    });
    const { items } = (await stage.callOf('GET', '/timeline', given)).body as { items: BetMoment[] };
    expect(items.flatMap(({ deadHeat }) => (deadHeat ? [deadHeat] : []))).toEqual([
      { of: 3, places: 2 },
      { of: 4, places: 1 },
    ]);
    await fixture.settle('won');
    const whole = await paying(given, 2_000);
    expect(whole.status).toBe('won');
    expect(whole.legs[0]).not.toHaveProperty('deadHeat');
    await paying(double, 4_000);
    expect((await stage.eventSummaries(given.id)).slice(2)).toEqual([
      ['BetSettled', 3, 1_333],
      ['BetResettled', 4, 500],
      ['BetResettled', 5, 2_000],
    ]);
    expect((await resettle(stage.world.env, [given.id, double.id])).agreed).toBe(2);
  });

  it('name what was at risk on both sides, and name it again when one of the bets is void', async () => {
    const fixture = await stage.fixture();
    const home = await stage.bet(fixture);
    const away = await stage.bet(fixture, { as: home.as, away: true });
    await fixture.settle('won');
    await stage.untilStatus(home, 'won');
    await stage.untilStatus(away, 'lost');
    const named = async ({ id }: Owned) =>
      (await stage.eventsOf(id)).slice(2).map(({ type, version, data }) => [type, version, atRiskOf(data)]);
    // 10.00 at 2.00 and 10.00 at 1.80 return at least 18.00, so 2.00 are at risk.
    expect([await named(home), await named(away)]).toEqual([[['BetSettled', 3, 100]], [['BetSettled', 3, 100]]]);
    await fixture.cancel(new Date((await stage.read(away)).placedAt), null);
    await stage.untilStatus(away, 'void');
    await eventually(async () => (await named(home)).length === 2);
    expect(await named(home)).toEqual([
      ['BetSettled', 3, 100],
      ['BetAtRiskChanged', 4, 1_000],
    ]);
    expect((await named(away)).at(-1)).toEqual(['BetVoided', 4, undefined]);
    await fixture.cancel(new Date((await stage.read(away)).placedAt), null);
    await fixture.settle('lost');
    await stage.untilStatus(home, 'lost');
    expect((await named(home)).at(-1)).toEqual(['BetResettled', 5, 1_000]);
    expect(await stage.read(home)).toMatchObject({ payoutMinor: 0 });
  });

  it('name the whole stake as at risk where another player has the other side', async () => {
    const fixture = await stage.fixture();
    const bets = [await stage.bet(fixture), await stage.bet(fixture, { away: true })];
    await fixture.settle('won');
    for (const [at, status] of (['won', 'lost'] as const).entries()) {
      const bet = bets[at] as Owned;
      await stage.untilStatus(bet, status);
      expect((await stage.eventsOf(bet.id)).map(({ data }) => data.wager && atRiskOf(data)).at(-1)).toBe(1_000);
    }
  });

  it.each([1, 0.99])(
    'count a bet beside another side of which %f was cashed out as beside all of it, and again',
    async (fraction) => {
      const fixture = await stage.fixture();
      const home = await stage.bet(fixture);
      const away = await stage.bet(fixture, { as: home.as, away: true });
      const quote = (await stage.callOf('POST', '/cash-out/quote', away)).body as { quoteId: string };
      expect(
        (
          await stage.callOf('POST', '/cash-out', away, {
            key: randomUUID(),
            body: { quoteId: quote.quoteId, fraction },
          })
        ).status,
      ).toBe(200);
      await fixture.settle('won');
      await stage.untilStatus(home, 'won');
      const last = async () =>
        (await stage.eventsOf(home.id)).map(({ type, data }) => [type, data.wager && atRiskOf(data)]).at(-1);
      expect(await last()).toEqual(['BetSettled', 100]);
      await stage.world.db.query('insert into due_recounts (player_id, fixture_id) values ($1, $2)', [
        home.as.id,
        fixture.id,
      ]);
      await eventually(async () => (await stage.world.db.query('select from due_recounts')).rowCount === 0);
      expect(await last()).toEqual(['BetSettled', 100]);
    },
  );

  it('that come twice settle once', async () => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    await fixture.settle('won');
    await fixture.settle('won', 'confirmed', fixture.sequence);
    await fixture.settle('won');
    await stage.untilStatus(given, 'won');
    await eventually(
      async () =>
        (await stage.world.db.query('select from due_markets where market_id = $1', [fixture.marketId])).rowCount,
      (count) => count === 0,
    );
    expect(await stage.eventSummaries(given.id)).toEqual([
      ['BetPlaced', 1, 0],
      ['BetAccepted', 2, 0],
      ['BetSettled', 3, 2_000],
    ]);
  });

  it('that are rolled back open the bet again, and a correction posts the difference', async () => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    await fixture.settle('won', 'provisional');
    await stage.untilStatus(given, 'won');
    await fixture.rollback();
    const open = await stage.untilStatus(given, 'accepted');
    expect(open).not.toHaveProperty('payoutMinor');
    expect(open).not.toHaveProperty('settledAt');
    await fixture.settle('lost');
    await stage.untilStatus(given, 'lost');
    await fixture.settle('won');
    await stage.untilStatus(given, 'won');
    expect((await stage.eventSummaries(given.id)).slice(2)).toEqual([
      ['BetSettled', 3, 2_000],
      ['BetResettled', 4, 0],
      ['BetSettled', 5, 0],
      ['BetResettled', 6, 2_000],
    ]);
    expect(await stage.exposureOn(fixture)).toEqual({ bets: 0, stake_minor: 0, liability_minor: 0 });
  });

  it('that are confirmed unchanged make no market due again', async () => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    await fixture.settle('won', 'provisional');
    await stage.untilStatus(given, 'won');
    const due = async () =>
      (await stage.world.db.query(`select last_value::int as last from due_markets_place_seq`)).rows[0]?.last;
    const before = await due();
    await fixture.settle('won');
    await eventually(
      () =>
        stage.world.db.query(`select from market_words where market_id = $1 and certainty = 'confirmed'`, [
          fixture.marketId,
        ]),
      ({ rowCount }) => rowCount === 1,
    );
    expect(await due()).toBe(before);
  });

  it('of a cancelled fixture: bets without a result are void', async () => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    await fixture.change('cancelled');
    expect(await stage.untilStatus(given, 'void')).toMatchObject({ payoutMinor: 1_000 });
    expect((await stage.eventSummaries(given.id)).at(-1)).toEqual(['BetVoided', 3, 1_000]);
  });

  it('of a cancelled fixture that is played after all: its bets are open again', async () => {
    const fixture = await stage.fixture();
    const given = await stage.bet(fixture);
    await fixture.change('cancelled');
    await stage.untilStatus(given, 'void');
    await fixture.change('live');
    await stage.untilStatus(given, 'accepted');
    const { agreed } = await resettle(stage.world.env, [given.id]);
    expect(agreed).toBe(1);
    // The same in one batch or two.
    await Promise.all([fixture.change('cancelled'), fixture.change('live')]);
    await fixture.settle('won');
    expect(await stage.untilStatus(given, 'won')).toMatchObject({ payoutMinor: 2_000 });
  });

  it('and a cancellation: bets placed within its window are void, settled or not; others stand', async () => {
    const fixture = await stage.fixture();
    const early = await stage.bet(fixture);
    const from = new Date(stage.clock.now().getTime() + 1);
    await eventually(() => stage.clock.now() > from);
    const late = await stage.bet(fixture);
    await fixture.settle('won');
    await stage.untilStatus(late, 'won');
    await fixture.cancel(from, null);
    await stage.untilStatus(late, 'void');
    expect((await stage.eventSummaries(late.id)).at(-1)).toEqual(['BetVoided', 4, 1_000]);
    expect((await stage.read(early)).status).toBe('won');
  });

  it('end the same in whatever order their messages come', async () => {
    const [bets, fixtures] = [8, 4];
    const staged = await Promise.all(Array.from({ length: fixtures }, () => stage.fixture()));
    const placed = await Promise.all(
      Array.from({ length: bets }, (_, at) =>
        stage.bet(staged[at % fixtures] as StagedFixture, { away: at >= fixtures }),
      ),
    );
    const story = [
      (one: StagedFixture, at: number) => one.settle('won', 'provisional', at + 1),
      (one: StagedFixture, at: number) => one.rollback(at + 2),
      (one: StagedFixture, at: number) => one.settle('won', 'provisional', at + 3),
      (one: StagedFixture, at: number) => one.settle('lost', 'confirmed', at + 4),
    ];
    const orders = fc.sample(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }), {
      numRuns: fixtures,
      seed: 7,
    });
    await Promise.all(
      staged.map(async (one, at) => {
        let newest = 0;
        for (const step of orders[at] ?? []) {
          await story[step]?.(one, one.sequence);
          // The stream keeps one message of a subject: a newer one must be received before an older one takes its place there.
          newest = Math.max(newest, one.sequence + step + 1);
          await eventually(
            async () =>
              (await stage.world.db.query('select sequence from results where market_id = $1', [one.marketId])).rows[0]
                ?.sequence ?? 0,
            (sequence) => Number(sequence) >= newest,
          );
        }
      }),
    );
    await Promise.all(placed.map((one, at) => stage.untilStatus(one, at < fixtures ? 'lost' : 'won')));
    await eventually(
      async () => (await stage.world.db.query('select from due_markets')).rowCount,
      (count) => count === 0,
    );
    for (const [at, one] of placed.entries()) {
      const versions = (await stage.eventsOf(one.id)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, place) => place + 1));
      expect((await stage.eventSummaries(one.id)).at(-1)?.[2]).toBe(at < fixtures ? 0 : 1_800);
    }
  });

  it('of many bets on one market are all settled, by whichever instance', async () => {
    const fixture = await stage.fixture();
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
      stage.world.db.query(
        `select count(*)::int as won, sum(due_minor)::int as due from bets where id = any ($1) and status = 'won' and version = 3`,
        [ids],
      );
    expect((await eventually(won, ({ rows: [row] }) => row.won === 1_203)).rows).toEqual([
      { won: 1_203, due: 240_600 },
    ]);
  });
});

describe('a match that does not run as planned', () => {
  const inHours = (hours: number) => new Date(stage.clock.now().getTime() + hours * 3_600_000).toISOString();
  const shown = async ({ id }: StagedFixture) => {
    const { status, startsAt, originalStartsAt, reason } = await stage.get<Fixture>(`/api/betting/fixtures/${id}`);
    return { status, startsAt, originalStartsAt, reason };
  };
  const legsOf = async (given: Owned) =>
    (await stage.read(given)).legs.map(({ status, voidReason }) => [status, voidReason].filter(Boolean).join(' '));
  /** A fixture of a sport whose bets stand for 36 hours. */
  const staged = async (startsAt: string) => {
    const fixture = new StagedFixture(stage.world, { id: 'soccer', name: 'Soccer' });
    await fixture.change('upcoming', startsAt);
    await fixture.odds();
    await stage.shows(fixture, 'active');
    return fixture;
  };
  const agree = async (...bets: Owned[]) =>
    expect(
      (
        await resettle(
          stage.world.env,
          bets.map(({ id }) => id),
        )
      ).agreed,
    ).toBe(bets.length);
  /** Makes a fixture as old as if the test had waited. */
  const wait = (fixture: StagedFixture, hours: number) =>
    stage.world.db.query(
      `update fixtures set original_starts_at = original_starts_at - $2 * interval '1 hour', starts_at = starts_at - $2 * interval '1 hour',
         reported_at = reported_at - $2 * interval '1 hour', ended_at = ended_at - $2 * interval '1 hour' where id = $1`,
      [fixture.id, hours],
    );
  /** Makes a bet as old as if it had been placed so many hours ago. Its id is in the order of time too. */
  const age = async ({ as, id }: Owned, hours: number): Promise<Owned> => {
    const { db } = stage.world;
    const { rows } = await db.query<{ id: string }>(`select uuidv7($1 * interval '-1 hour') as id`, [hours]);
    const older = { as, id: rows[0]?.id ?? '' };
    await db.query('begin');
    // History is append-only.
    await db.query('set local session_replication_role = replica');
    await db.query(`update bets set id = $2, placed_at = placed_at - $3 * interval '1 hour' where id = $1`, [
      id,
      older.id,
      hours,
    ]);
    for (const table of ['bet_legs', 'bet_moments'])
      await db.query(`update ${table} set bet_id = $2 where bet_id = $1`, [id, older.id]);
    await db.query('commit');
    stage.wallet.rename(id, older.id);
    return older;
  };

  it('is postponed: it shows its new start, bets stand, cash-out waits for prices', async () => {
    const [first, later] = [inHours(1), inHours(30)];
    const fixture = await staged(first);
    const given = await stage.bet(fixture);
    await fixture.stop();
    await fixture.change('upcoming', later, 1_000, { reason: 'postponed' });
    // A duplicate and an older message change nothing.
    await fixture.change('upcoming', later, 1_000, { reason: 'postponed', sequence: fixture.sequence });
    await fixture.change('upcoming', first, 1_000, { sequence: fixture.sequence - 1 });
    const postponed = { status: 'upcoming', startsAt: later, originalStartsAt: first, reason: 'postponed' };
    await eventually(
      () => shown(fixture),
      ({ reason }) => reason === 'postponed',
    );
    expect(await shown(fixture)).toEqual(postponed);
    await stage.shows(fixture, 'suspended');
    expect(problemOf(await stage.callOf('POST', '/cash-out/quote', given))).toMatchObject({
      code: 'cash_out_unavailable',
      params: { reason: 'suspended' },
    });
    await fixture.odds();
    await stage.shows(fixture, 'active');
    expect((await stage.callOf('POST', '/cash-out/quote', given)).status).toBe(200);
    const desk = await stage.world.call(stage.urls[0] ?? '', 'GET', `/api/admin/betting/fixtures/${fixture.id}`, {
      as: asOperator('trader'),
    });
    expect(desk.body).toMatchObject(postponed);
    expect((await stage.read(given)).status).toBe('accepted');
  });

  it('is postponed beyond its limit: bets until then are void, later ones stand for the new date', async () => {
    const fixture = await staged(inHours(1));
    const other = await stage.fixture();
    const [early, double] = [
      await stage.bet(fixture),
      await stage.placeAccepted({ type: 'accumulator', legs: legsOn(fixture, other) }, fixture),
    ];
    const system = {
      type: 'system',
      system: '2/3',
      stakeMinor: 3_000,
      legs: legsOn(fixture, other, await stage.fixture()),
    } as const;
    const trio = await stage.placeAccepted(system, fixture);
    await fixture.change('upcoming', inHours(60), 1_000, { reason: 'moved' });
    expect(await stage.untilStatus(early, 'void')).toMatchObject({
      payoutMinor: 1_000,
      legs: [{ voidReason: 'moved' }],
    });
    await stage.shows(fixture, 'active');
    const late = await stage.bet(fixture);
    await other.settle('won');
    expect(await stage.untilStatus(double, 'won')).toMatchObject({ payoutMinor: 2_000 });
    expect(await legsOf(double)).toEqual(['void moved', 'won']);
    // The void leg counts as 1.00 in its lines.
    await eventually(
      () => legsOf(trio),
      (legs) => legs.join() === 'void moved,won,open',
    );
    expect((await stage.read(trio)).potentialPayoutMinor).toBe(2_000 + 2_000 + 4_000);
    await fixture.change('live', inHours(60));
    await fixture.settle('won');
    expect(await stage.untilStatus(late, 'won')).toMatchObject({ payoutMinor: 2_000 });
    expect(await legsOf(early)).toEqual(['void moved']);
    await agree(early, late, double);
  });

  it.each([
    ['abandoned', 'cancelled'],
    ['walkover', 'cancelled'],
    ['not_played', 'cancelled'],
    ['retired', 'ended'],
  ] as const)(
    'is %s: what was decided stands, all else is void with its reason, in any order and twice',
    async (reason, status) => {
      const [decided, open] = [await stage.fixture('live'), await stage.fixture('live')];
      const [single, other] = [await stage.bet(decided), await stage.bet(open)];
      const double = await stage.placeAccepted({ type: 'accumulator', legs: legsOn(decided, open) }, decided);
      const end = (fixture: StagedFixture, sequence: number) =>
        fixture.change(status, undefined, undefined, { reason, sequence });
      const at = [decided.sequence, open.sequence] as const;
      await end(decided, at[0] + 3);
      await decided.settle('won', 'confirmed', at[0] + 2);
      await open.cancel(null, null, reason, at[1] + 3);
      await end(open, at[1] + 2);
      await open.cancel(null, null, reason, at[1] + 3);
      await decided.settle('won', 'confirmed', at[0] + 2);
      expect(await stage.untilStatus(other, 'void')).toMatchObject({
        payoutMinor: 1_000,
        legs: [{ voidReason: reason }],
      });
      expect(await stage.untilStatus(single, 'won')).toMatchObject({ payoutMinor: 2_000 });
      expect(await stage.untilStatus(double, 'won')).toMatchObject({ payoutMinor: 2_000 });
      expect(await legsOf(double)).toEqual(['won', `void ${reason}`]);
      expect(await shown(open)).toMatchObject({ status, reason });
      const { items } = await stage.get<{ items: FixtureResult[] }>('/api/betting/results?sport=football');
      expect(items.find(({ id }) => id === open.id)).toMatchObject({ status, reason });
      await agree(single, other, double);
    },
  );

  it('is never reported again: its bets are void, and open again if it is played', async () => {
    const [unplayed, unreported, unsettled] = [
      await staged(inHours(1)),
      await stage.fixture('live'),
      await stage.fixture('live'),
    ];
    const [one, two] = [await stage.bet(unplayed), await stage.bet(unreported)];
    const three = await age(await stage.bet(unsettled), 74);
    await unsettled.change('ended');
    await eventually(
      () => shown(unsettled),
      ({ status }) => status === 'ended',
    );
    await stage.world.db.query(`update feed_state set since = since - interval '1 hour'`);
    await stage.world.db.query(`update fixtures set starts_at = now() where id = $1`, [unreported.id]);
    await Promise.all([wait(unplayed, 39), wait(unreported, 37), wait(unsettled, 73)]);
    expect((await stage.untilStatus(one, 'void')).legs).toMatchObject([{ voidReason: 'not_played' }]);
    expect((await stage.untilStatus(two, 'void')).legs).toMatchObject([{ voidReason: 'abandoned' }]);
    const settled = await eventually(
      () => stage.read(three),
      ({ status }) => status === 'void',
      60_000,
    );
    expect(settled.legs).toMatchObject([{ voidReason: 'no_result' }]);
    expect(await shown(unplayed)).toMatchObject({ status: 'cancelled', reason: 'not_played' });
    await stage.shows(unplayed, 'cancelled');
    await unplayed.change('live', inHours(0));
    expect((await stage.untilStatus(one, 'accepted')).legs[0]).not.toHaveProperty('voidReason');
    await unplayed.settle('won');
    await stage.untilStatus(one, 'won');
    await agree(one, two, three);
  });
});

describe('operators', () => {
  const act = (path: string, body: object, as = asOperator('trader'), url = stage.urls[1] ?? '') =>
    stage.world.call(url, 'POST', `/api/admin/betting${path}`, {
      as: { provenAt: stage.clock.now().toISOString(), ...as },
      body,
    });

  it('take a market off offer, whatever the feed sends, until it is resumed', async () => {
    const fixture = await stage.fixture();
    const trader = asOperator('trader');
    const reply = await act(`/markets/${fixture.marketId}/suspend`, { reason: 'team news' }, trader);
    expect([reply.status, Market.parse(reply.body).status]).toEqual([200, 'suspended']);
    await fixture.odds([2_500, 1_500]);
    await stage.showsPrice(fixture, 2_500);
    expect((await stage.marketOf(fixture))?.status).toBe('suspended');
    expect(problemOf(await act(`/markets/${fixture.marketId}/suspend`, { reason: 'again' }))).toMatchObject({
      status: 409,
      code: 'market_state',
    });
    expect(problemOf(await stage.place(fixture, { pricePolicy: 'any' }))).toMatchObject({
      status: 409,
      code: 'market_closed',
    });
    expect(Market.parse((await act(`/markets/${fixture.marketId}/resume`, { reason: 'confirmed' })).body).status).toBe(
      'active',
    );
    expect(problemOf(await act(`/markets/${fixture.marketId}/resume`, { reason: 'again' }))).toMatchObject({
      status: 409,
      code: 'market_state',
      params: { status: 'active' },
    });
    const events = await stage.eventsOf(fixture.marketId);
    expect(events.map(({ type }) => type)).toEqual(['MarketSuspended', 'OperatorActed', 'OperatorActed']);
    expect(events[1]?.data).toMatchObject({
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
  ] as const)(
    'settle a bet by hand as %s, once, and the feed no longer changes it',
    async (result, status, dueMinor, eventType) => {
      const fixture = await stage.fixture();
      const [given, witness] = [await stage.bet(fixture), await stage.bet(fixture, { away: true })];
      await stage.end(fixture);
      const reply = await act(`/bets/${given.id}/settle`, { result, reason: 'agreed with the player' });
      expect([reply.status, Bet.parse(reply.body)]).toMatchObject([200, { status, payoutMinor: dueMinor }]);
      expect(problemOf(await act(`/bets/${given.id}/settle`, { result, reason: 'again' }))).toMatchObject({
        status: 409,
        code: 'bet_decided',
        params: { status },
      });
      await fixture.settle('half_won');
      await stage.untilStatus(witness, 'half_lost');
      expect((await stage.read(given)).status).toBe(status);
      expect(await stage.eventSummaries(given.id)).toEqual([
        ['BetPlaced', 1, 0],
        ['BetAccepted', 2, 0],
        [eventType, 3, dueMinor],
        ['OperatorActed', 3, 'agreed with the player'],
      ]);
    },
  );

  it('settle open legs by hand, as shown, with a fresh proof; and again in another way', async () => {
    const [one, two, three] = [await stage.fixture(), await stage.fixture(), await stage.fixture()];
    const as = asPlayer();
    const legs = [one, two, three].map(({ home }) => ({ selectionId: home, oddsMilli: 2_000 }));
    const given = { as, id: Bet.parse((await stage.place(one, { as, type: 'accumulator', legs })).body).id };
    await stage.untilStatus(given, 'accepted');
    await stage.end(two, three);
    await one.settle('void');
    await eventually(
      () => stage.read(given),
      (bet) => bet.legs[0]?.status === 'void',
    );
    const preview = async (result: string) => (await act(`/bets/${given.id}/settle/preview`, { result })).body;
    const settle = (result: string, payoutMinor: number, by = asOperator('trader')) =>
      act(`/bets/${given.id}/settle`, { result, reason: 'a word for operators', payoutMinor }, by);
    expect([await preview('won'), await preview('void'), await preview('lost')]).toEqual([
      { status: 'won', payoutMinor: 4_000, paidMinor: 0 },
      { status: 'void', payoutMinor: 1_000, paidMinor: 0 },
      { status: 'lost', payoutMinor: 0, paidMinor: 0 },
    ]);
    const old = { ...asOperator('trader'), provenAt: new Date(stage.clock.now().getTime() - 301_000).toISOString() };
    expect(problemOf(await settle('won', 4_000, old))).toMatchObject({ status: 403, code: 'step_up_required' });
    expect(problemOf(await settle('won', 8_000))).toMatchObject({
      status: 409,
      code: 'payout_changed',
      params: { payoutMinor: 4_000 },
    });
    expect(Bet.parse((await settle('won', 4_000)).body)).toMatchObject({
      status: 'won',
      payoutMinor: 4_000,
      legs: [{ status: 'void' }, { status: 'won' }, { status: 'won' }],
    });
    expect(await preview('lost')).toEqual({ status: 'lost', payoutMinor: 0, paidMinor: 4_000 });
    expect(Bet.parse((await settle('lost', 0)).body)).toMatchObject({
      status: 'lost',
      legs: [{ status: 'void' }, { status: 'lost' }, { status: 'lost' }],
    });
    expect(problemOf(await settle('lost', 0))).toMatchObject({ code: 'bet_decided', params: { status: 'lost' } });
    expect((await stage.eventSummaries(given.id)).filter(([type]) => type !== 'OperatorActed').slice(-2)).toEqual([
      ['BetSettled', 3, 4_000],
      ['BetResettled', 4, 0],
    ]);
    // Only operators see the reason.
    const { rows } = await stage.world.db.query(
      `select data ->> 'reason' as why from bet_moments where bet_id = $1 and kind = 'by_hand'`,
      [given.id],
    );
    expect(rows).toEqual([{ why: 'a word for operators' }, { why: 'a word for operators' }]);
    const { body } = await stage.world.call(stage.urls[0] ?? '', 'GET', `/api/betting/bets/${given.id}/timeline`, {
      as,
    });
    expect(JSON.stringify(body)).not.toContain('a word for operators');
    const { lines, agreed } = await resettle(stage.world.env, [given.id]);
    expect([lines.length, agreed]).toEqual([1, 1]);
  });

  it('see what each selection could cost, the highest first, without play money', async () => {
    const fixture = await stage.fixture('upcoming', [50_000, 1_010]);
    await stage.bet(fixture, { stakeMinor: 900_000 });
    await stage.bet(fixture, { as: asPlayer(undefined, { book: 'play' }) });
    const { body } = await stage.world.call(stage.urls[0] ?? '', 'GET', '/api/admin/betting/exposure', {
      as: asOperator('auditor'),
    });
    expect((body as { items: unknown[] }).items[0]).toMatchObject({
      selectionId: fixture.home,
      market: 'Winner',
      selection: 'Reds',
      bets: 1,
      stakeMinor: 900_000,
      liabilityMinor: 44_100_000,
    });
  });

  it('are refused without permission or reason, with a card number, and for an unknown target', async () => {
    const fixture = await stage.fixture();
    const path = `/markets/${fixture.marketId}/suspend`;
    const code = async (reply: ReturnType<typeof act>) => problemOf(await reply).code;
    expect(await code(act(path, { reason: 'why' }, asOperator('finance')))).toBe('forbidden');
    expect(await code(act(path, { reason: 'why' }, asOperator('auditor')))).toBe('forbidden');
    expect(await code(act(path, { reason: '  ' }))).toBe('invalid_request');
    expect(await code(act(path, {}))).toBe('invalid_request');
    expect(await code(act(path, { reason: 'card 4111 1111 1111 1111' }))).toBe('card_number');
    expect(await code(act(`/bets/${randomUUID()}/settle`, { result: 'won', reason: '4111111111111111' }))).toBe(
      'card_number',
    );
    expect(await code(act(`/markets/${randomUUID()}/suspend`, { reason: 'why' }))).toBe('not_found');
    expect(await code(act(`/markets/${randomUUID()}/resume`, { reason: 'why' }))).toBe('not_found');
    expect(await code(act(`/bets/${randomUUID()}/settle`, { result: 'won', reason: 'why' }))).toBe('not_found');
    expect(await code(act(`/bets/${randomUUID()}/settle`, { result: 'half_won', reason: 'why' }))).toBe(
      'invalid_request',
    );
    expect((await stage.marketOf(fixture))?.status).toBe('active');
  });
});

it("compares bets with wallet's stakes, and reports a difference until it is gone", async () => {
  const fixture = await stage.fixture();
  const given = await stage.bet(fixture);
  await fixture.settle('won');
  await stage.untilStatus(given, 'won');
  const { rows } = await stage.world.db.query('select id, due_minor::int as due from bets');
  for (const { id, due } of rows) stage.wallet.paid.set(id, due);
  stage.wallet.paid.set(given.id, 1_999);
  // These bets were inserted into the database directly, so wallet has no stakes to compare with.
  await stage.world.db.query(`delete from bets where price_policy = 'any' and stake_minor = 100`);
  await stage.world.db.query('delete from mismatches m where not exists (select from bets b where b.id = m.bet_id)');
  stage.clock.push(61_000);
  const mismatches = async () => {
    const texts = await Promise.all(
      stage.instances.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()),
    );
    return texts.map((text) => Number(/^fairline_bet_mismatches\S* (\d+)/m.exec(text)?.[1] ?? 0));
  };
  const kept = () => stage.world.db.query('select bet_id as id, ours, theirs from mismatches');
  const [found] = (await eventually(kept, ({ rowCount }) => rowCount === 1, 25_000)).rows;
  expect(found).toMatchObject({ id: given.id, ours: { dueMinor: 2_000 }, theirs: { paidMinor: 1_999 } });
  await eventually(mismatches, (counts) => Math.max(...counts) === 1, 25_000);
  stage.wallet.paid.set(given.id, 2_000);
  await eventually(kept, ({ rowCount }) => rowCount === 0, 25_000);
});
