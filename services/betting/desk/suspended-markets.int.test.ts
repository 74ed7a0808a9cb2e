/** The reasons that the desk shows for suspended markets; and markets that are off offer after an unreadable message or an unconfirmed start. Over HTTP at two instances, on real servers. */
import { randomUUID } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import { type Fixture, Market } from '@fairline/proto/betting/offer';
import { Stop } from '@fairline/proto/betting/stops';
import type { Page } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../offer/catalogue.ts';
import { StagedFixture } from '../testing.ts';
import { seat, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

/** Waits until the desk gives this reason. */
const standsBy = (fixture: StagedFixture, stoppedBy: string | null) =>
  eventually(
    () => seat.marketOf(fixture),
    (market) => market.stoppedBy === stoppedBy,
    20_000,
  );
const stopsOf = async (fixture: StagedFixture) => {
  const { items } = (await seat.call('GET', '/stops')).body as { items: Stop[] };
  return items.map((stop) => Stop.parse(stop)).filter(({ id }) => id === fixture.marketId || id === fixture.id);
};
const publish = (subject: string, text: string) => stage.world.nats.request(subject, text, { timeout: 5_000 });

describe('the desk explains that a market is suspended', () => {
  it('that the feed does not offer it, or has stopped it in play', async () => {
    const [upcoming, live] = [await stage.fixture(), await stage.fixture('live')];
    await upcoming.odds([2_000, 1_800], 'suspended');
    await live.stop();
    expect((await standsBy(upcoming, 'feed')).status).toBe('suspended');
    expect((await standsBy(live, 'danger')).status).toBe('suspended');
    await live.odds();
    expect((await standsBy(live, null)).status).toBe('active');
  });

  it('because play should have begun, and takes no bet on it until the feed reports that', async () => {
    const late = new StagedFixture(stage.world);
    const startsAt = new Date(stage.clock.now().getTime() + 2_000);
    await late.change('upcoming', startsAt.toISOString());
    await late.odds();
    const frames: Frame[] = [];
    const watching = stage.world.nats.subscribe(`live.fixture.${late.id}`, {
      callback: (_error, { data }) => void frames.push(JSON.parse(data.toString())),
    });
    await stage.shows(late, 'suspended');
    expect(stage.clock.now().getTime()).toBeGreaterThanOrEqual(startsAt.getTime());
    // Players see the reason on the fixture's page, in lists, and in the live stream.
    const shown = [
      await stage.marketOf(late),
      (await stage.get<Page<Fixture>>(`/api/betting/fixtures?q=${late.id.slice(0, 4)}`)).items.find(
        ({ id }) => id === late.id,
      )?.markets[0],
      (
        await eventually(
          () => Promise.resolve(frames.at(-1)),
          (frame) => frame?.markets[0]?.status === 'suspended',
        )
      )?.markets[0],
    ];
    for (const market of shown)
      expect(market).toMatchObject({ id: late.marketId, status: 'suspended', stoppedBy: 'kick_off' });
    watching.unsubscribe();
    expect(await standsBy(late, 'kick_off')).toMatchObject({ status: 'suspended', volatileUntil: null });
    const listed = async () =>
      (
        (await seat.call('GET', `/fixtures?q=${late.id}`)).body as {
          items: { markets: number; activeMarkets: number }[];
        }
      ).items;
    expect(await listed()).toMatchObject([{ markets: 1, activeMarkets: 0 }]);
    expect(problemOf(await stage.place(late)).code).toBe('market_closed');
    await late.change('live');
    expect((await standsBy(late, null)).status).toBe('active');
    expect(await listed()).toMatchObject([{ activeMarkets: 1 }]);
    await stage.shows(late, 'active');
    expect(await stage.marketOf(late)).not.toHaveProperty('stoppedBy');
  });

  it("because bets of now are void, with the reason; an operator's own reason comes first", async () => {
    const fixture = await stage.fixture();
    const until = new Date(stage.clock.now().getTime() + 60_000);
    await fixture.cancel(null, until);
    expect(await standsBy(fixture, 'window')).toMatchObject({
      status: 'suspended',
      stopReason: 'wrong line',
      volatileUntil: until.toISOString(),
    });
    expect((await seat.call('POST', `/markets/${fixture.marketId}/suspend`, why)).status).toBe(200);
    expect(await seat.marketOf(fixture)).toMatchObject({ stoppedBy: 'market', stopReason: 'team news' });
  });
});

describe('a stop of what is over', () => {
  it('is neither listed nor a reason, and holds again where the result is taken back', async () => {
    const fixture = await stage.fixture();
    for (const path of [`/markets/${fixture.marketId}`, `/fixtures/${fixture.id}`])
      expect((await seat.call('POST', `${path}/suspend`, why)).status).toBe(200);
    expect((await stopsOf(fixture)).map(({ scope }) => scope).sort()).toEqual(['fixture', 'market']);
    await fixture.settle('won');
    await stage.shows(fixture, 'settled');
    expect(await seat.marketOf(fixture)).toMatchObject({ status: 'settled', stoppedBy: null, stopReason: null });
    expect((await stopsOf(fixture)).map(({ scope }) => scope)).toEqual(['fixture']);
    await fixture.rollback();
    expect(await standsBy(fixture, 'market')).toMatchObject({ status: 'suspended' });
    expect((await stopsOf(fixture)).map(({ scope }) => scope).sort()).toEqual(['fixture', 'market']);
    await fixture.change('ended');
    await eventually(
      () => stopsOf(fixture),
      (stops) => stops.length === 0,
    );
  });
});

it('a market that was never priced can be suspended and resumed', async () => {
  const fixture = await stage.fixture();
  const id = randomUUID();
  await stage.world.db.query(
    `insert into markets (id, fixture_id, type, name, margin_bp, sort_order, status, sequence) values ($1, $2, 'total', 'Total', 500, 2, 'suspended', 1)`,
    [id, fixture.id],
  );
  await stage.world.db.query(
    `insert into selections (id, market_id, name, outcome, place) values ($1, $2, 'Over', 'over', 0)`,
    [randomUUID(), id],
  );
  const suspended = await seat.call('POST', `/markets/${id}/suspend`, why);
  expect([suspended.status, Market.parse(suspended.body)]).toEqual([
    200,
    { id, type: 'total', name: 'Total', status: 'suspended', selections: [] },
  ]);
  expect((await seat.acts(id)).map(({ action }) => action)).toEqual(['market.suspend']);
  expect((await seat.call('POST', `/markets/${id}/resume`, why)).status).toBe(200);
});

describe('what cannot be read', () => {
  it.each([
    [
      'of a fixture, with its place',
      (id: string, sequence: number) => [
        `feed.${id}.bet_stop.-`,
        JSON.stringify({ kind: 'bet_stop', fixtureId: id, sequence, marketId: 7 }),
      ],
    ],
    ['of a fixture, without one', (id: string) => [`feed.${id}.bet_stop.-`, JSON.stringify({ kind: 'bet_stop' })]],
    ['that is no JSON', (id: string) => [`feed.${id}.fixture_change.-`, '<fixture_change/>']],
  ] as const)(
    '%s takes its markets off offer until the feed names them again, also when read again',
    async (_what, of) => {
      const fixture = await stage.fixture('live');
      fixture.sequence++;
      const [subject = '', text = ''] = of(fixture.id, fixture.sequence);
      await publish(subject, text);
      await stage.shows(fixture, 'suspended');
      expect(await standsBy(fixture, 'unread')).toMatchObject({ status: 'suspended' });
      expect(problemOf(await stage.place(fixture)).code).toBe('market_closed');
      expect(await stage.eventSummaries(fixture.marketId)).toEqual([['MarketSuspended', 1, 'feed']]);
      fixture.sequence++;
      await fixture.odds([2_400, 1_500]);
      await stage.showsPrice(fixture, 2_400);
      await stage.shows(fixture, 'active');
      // A replay from the start counts an interruption on every market and ends in the same state.
      const breaks = async () =>
        (await stage.world.db.query('select breaks from markets where id = $1', [fixture.marketId])).rows[0]
          .breaks as number;
      const before = await breaks();
      stage.heartbeats.send(3);
      await eventually(breaks, (now) => now > before);
      await stage.bet(fixture);
      expect((await seat.marketOf(fixture)).status).toBe('active');
    },
  );

  it('is no reason any more once the feed has sent its own', async () => {
    const fixture = await stage.fixture('live');
    await fixture.odds([2_000, 1_800], 'suspended');
    expect((await standsBy(fixture, 'feed')).status).toBe('suspended');
    const unread = async () => {
      fixture.sequence++;
      await publish(
        `feed.${fixture.id}.bet_stop.-`,
        JSON.stringify({ kind: 'bet_stop', fixtureId: fixture.id, sequence: fixture.sequence, marketId: 7 }),
      );
      await standsBy(fixture, 'unread');
    };
    await unread();
    await fixture.odds([2_100, 1_700], 'suspended');
    expect((await standsBy(fixture, 'feed')).status).toBe('suspended');
    await unread();
    await fixture.stop(fixture.marketId);
    expect((await standsBy(fixture, 'danger')).status).toBe('suspended');
  });

  it('of one market leaves the others on offer', async () => {
    const fixture = await stage.fixture();
    await publish(`feed.${fixture.id}.odds_change.${randomUUID()}`, '{}');
    await publish(`feed.nobody.odds_change.-`, '{}');
    const other = await stage.fixture();
    await publish(`feed.${other.id}.odds_change.${other.marketId}`, '{}');
    expect((await standsBy(other, 'unread')).status).toBe('suspended');
    expect((await seat.marketOf(fixture)).status).toBe('active');
  });

  it('stops a market as often as it comes, though the message is the same', async () => {
    const fixture = await stage.fixture();
    for (const odds of [2_100, 2_200]) {
      await publish(`feed.${fixture.id}.odds_change.${fixture.marketId}`, 'not json');
      expect((await standsBy(fixture, 'unread')).status).toBe('suspended');
      fixture.sequence += 5;
      await fixture.odds([odds, 1_600]);
      await stage.shows(fixture, 'active');
    }
  });
});

describe('more bets than one instance looks at a time', () => {
  it('are decided by two, each of them once', async () => {
    const fixture = await stage.fixture();
    const { rows } = await stage.world.db.query<{ id: string }>(
      `with made as (
         insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, version,
           placed_at, act_at, changed_at)
         select uuidv7(), uuidv7(), 'single', 'pending', 'taken', 'play', 'USD', 100, 2000, 200, 'any', 0, 1, now(), now() - n * interval '1 microsecond', now()
         from generate_series(1, 700) as n returning player_id, id
       )
       insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
       select player_id, made.id, 0, $1, m.id, $3, 'Reds vs Blues', 'Winner', 'Reds', 2000, m.breaks from made join markets m on m.id = $2 returning bet_id as id`,
      [fixture.id, fixture.marketId, fixture.home],
    );
    const ids = rows.map(({ id }) => id);
    const once =
      'select count(*)::int as bets, count(distinct subject)::int as each from outbox where subject::text = any ($1)';
    const acceptances = () =>
      stage.world.db.query<{ bets: number; each: number }>(`${once} and type like '%BetAccepted%'`, [ids]);
    await eventually(
      async () => (await acceptances()).rows[0]?.each,
      (each) => each === ids.length,
      30_000,
    );
    expect((await acceptances()).rows).toEqual([{ bets: 700, each: 700 }]);
    expect(
      (
        await stage.world.db.query(
          'select status, version, count(*)::int from bets where id = any ($1) group by 1, 2',
          [ids],
        )
      ).rows,
    ).toEqual([{ status: 'accepted', version: 2, count: 700 }]);
    const moments = await stage.world.db.query(
      `select count(*)::int, count(distinct bet_id)::int as each from bet_moments where bet_id = any ($1) and kind = 'accepted'`,
      [ids],
    );
    expect(moments.rows).toEqual([{ count: 700, each: 700 }]);
  });
});

// This test is the last, because no earlier fixture is on offer after it.
it('under another epoch only fixtures the feed names are on offer; the desk lists the others', async () => {
  const [withoutStop, named, continued] = [
    await stage.fixture(),
    new StagedFixture(stage.world),
    await stage.fixture(),
  ];
  named.epoch = stage.heartbeats.epoch;
  await named.change();
  await named.odds();
  await stage.shows(named, 'active');
  const bet = await stage.bet(withoutStop);
  stage.heartbeats.epoch = randomUUID();
  await stage.shows(withoutStop, 'suspended');
  await stage.shows(named, 'suspended');
  expect(await standsBy(withoutStop, 'feed_gone')).toMatchObject({ status: 'suspended' });
  expect(await standsBy(named, 'feed_gone')).toMatchObject({ status: 'suspended' });
  expect(problemOf(await stage.place(withoutStop)).code).toBe('market_closed');
  await eventually(
    () => stage.get<{ items: { id: string }[] }>(`/api/betting/fixtures?q=${withoutStop.id.slice(0, 4)}`),
    ({ items }) => !items.some(({ id }) => id === withoutStop.id),
  );
  // A fixture without an epoch belongs to the current one.
  const unnamed = await stage.fixture();
  await stage.bet(unnamed);
  const fresh = new StagedFixture(stage.world);
  fresh.epoch = stage.heartbeats.epoch;
  continued.epoch = stage.heartbeats.epoch;
  await fresh.change();
  await fresh.odds();
  await continued.change();
  await stage.shows(fresh, 'active');
  await stage.shows(continued, 'active');
  await stage.bet(fresh);
  expect((await stage.read(bet)).status).toBe('accepted');
  expect((await seat.marketOf(withoutStop)).stoppedBy).toBe('feed_gone');
  const list = (await seat.call('GET', `/fixtures?q=${withoutStop.id}`)).body as { items: { activeMarkets: number }[] };
  expect(list.items).toMatchObject([{ activeMarkets: 0 }]);
});
