/** Bets on a selection whose exposure row is locked, over HTTP at two instances: which bets wait for it, for how long, and at which price. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, lockWaits, problemOf } from '@fairline/chassis/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage, type StagedFixture } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('a selection that another transaction has locked', () => {
  /** Locks the exposure row of a selection until the test releases it. */
  async function hold(fixture: StagedFixture): Promise<() => Promise<unknown>> {
    const client = new pg.Client(stage.world.env.DATABASE_URL);
    await client.connect();
    await client.query('begin');
    await client.query('select from exposure where selection_id = $1 for update', [fixture.home]);
    return () => client.query('rollback').then(() => client.end());
  }
  const bet = (fixture: StagedFixture, { as = asPlayer(), key = randomUUID() } = {}) =>
    stage.place(fixture, { as, key, pricePolicy: 'any' });

  const waitingBets = () => lockWaits(stage.world.db, 'place_bets');

  /** Resolves once bets have waited for the selection a second time. Each wait is a statement of its own. */
  async function waitedTwice(): Promise<void> {
    const waits = new Set<string>();
    await eventually(
      async () => {
        for (const wait of await waitingBets()) waits.add(wait);
        return waits.size;
      },
      (seen) => seen > 1,
      10_000,
    );
  }

  it('delays only the bets on it', async () => {
    const [hot, other] = [await stage.fixture(), await stage.fixture()];
    await stage.bet(hot);
    const letGo = await hold(hot);
    const waits = [bet(hot), bet(hot)];
    const others = await Promise.all(Array.from({ length: 20 }, () => bet(other)));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 201));
    await letGo();
    await Promise.all(waits);
  });

  it('refuses no bet that only has to wait for it several times', async () => {
    const hot = await stage.fixture();
    await stage.bet(hot);
    const letGo = await hold(hot);
    const waits = [bet(hot), bet(hot)];
    await waitedTwice();
    await letGo();
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([201, 201]);
  });

  it('does not delay bets that wait for another selection', async () => {
    const [held, brief] = [await stage.fixture(), await stage.fixture()];
    for (const fixture of [held, brief]) await stage.bet(fixture);
    const [letGo, letBriefGo] = [await hold(held), await hold(brief)];
    const long = bet(held).then(() => 'long');
    await waitedTwice();
    const short = bet(brief);
    // It waits beside the earlier bet. Once both statements end, it is retried separately too.
    const both = await eventually(waitingBets, ({ length }) => length === 2);
    await eventually(waitingBets, (now) => !both.some((wait) => now.includes(wait)));
    await letBriefGo();
    expect(await Promise.race([long, short.then(({ status }) => status)])).toBe(201);
    await letGo();
    await long;
  });

  const operator = (fixture: StagedFixture, what: string) =>
    stage.world.call(stage.urls[0] ?? '', 'POST', `/api/admin/betting/fixtures/${fixture.id}/${what}`, {
      as: asOperator('trader'),
      body: { reason: 'news' },
    });
  it.each<[string, (fixture: StagedFixture) => Promise<unknown>, (fixture: StagedFixture) => Promise<unknown>]>([
    ['the feed stopped it', (fixture) => fixture.stop(), (fixture) => fixture.odds()],
    ['an operator stopped it', (fixture) => operator(fixture, 'suspend'), (fixture) => operator(fixture, 'resume')],
  ])('is not bet on at a price from before %s, though it is on offer again', async (_who, stop, resume) => {
    const fixture = await stage.fixture();
    await stage.bet(fixture);
    const letGo = await hold(fixture);
    const waits = bet(fixture);
    await waitedTwice();
    await stop(fixture);
    await stage.shows(fixture, 'suspended');
    await resume(fixture);
    await stage.shows(fixture, 'active');
    await letGo();
    expect(problemOf(await waits)).toMatchObject({ status: 409, code: 'market_closed' });
    expect((await bet(fixture)).status).toBe(201);
  });

  it('for long refuses the bets on it, and their keys can be used again', async () => {
    const hot = await stage.fixture();
    await stage.bet(hot);
    const letGo = await hold(hot);
    const [as, key] = [asPlayer(), randomUUID()];
    expect(problemOf(await bet(hot, { as, key }))).toMatchObject({ status: 503, code: 'busy' });
    await letGo();
    expect((await bet(hot, { as, key })).status).toBe(201);
  });
});
