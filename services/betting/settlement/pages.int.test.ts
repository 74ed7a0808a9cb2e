/** Settlement page by page on a real database, with a new record on the market between two pages and within one. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '@fairline/chassis/process/clock';
import { createLog } from '@fairline/chassis/process/log';
import { Database, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import { openWorld, type World } from '@fairline/chassis/testing';
import type { BetStatus } from '@fairline/proto/betting/bets';
import type { LegResult } from '@fairline/proto/feed';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { recordsToCompare } from '../bets/store-compare.ts';
import { pruneRequests } from '../desk/store-requests.ts';
import { dueByFixture, unsettledFixtures, writeCancels, writeResults } from '../feed/store.ts';
import { pruneFixtures } from '../offer/store.ts';
import { settleDue } from './commands.ts';
import { betsOn, claimDue, lockBets } from './store.ts';

let world: World;
let url: string;
let db: PagedDatabase;
const log = createLog('test', 'silent');
const main = new URL('../main.ts', import.meta.url);

/** Lets a test write a record after each commit. */
class PagedDatabase extends Database {
  afterCommit: ((commits: number) => Promise<void>) | undefined;
  private commits = 0;

  override async tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await super.tx(work);
    await this.afterCommit?.(++this.commits);
    return result;
  }

  restart(afterCommit: (commits: number) => Promise<void>): void {
    this.commits = 0;
    this.afterCommit = afterCommit;
  }
}

beforeAll(async () => {
  world = await openWorld('betting', main.href);
  url = world.env.DATABASE_URL ?? '';
  db = new PagedDatabase(url, log);
});
afterAll(async () => {
  await db.close();
  await world.close();
});

/** A fixture that ended, one market, and bets on it in this status. */
async function staged(bets: number, status: BetStatus = 'accepted', endedAt = new Date()) {
  const fixture = { id: randomUUID(), marketId: randomUUID(), home: randomUUID(), sequence: 1 };
  await world.db.query(`insert into sports values ('football', 'Football') on conflict do nothing`);
  await world.db.query(`insert into competitions values ('league', 'football', 'League', 'GB') on conflict do nothing`);
  await world.db.query(
    `insert into fixtures (id, sport_id, competition_id, home_team, away_team, starts_at, status, pace_milli, sequence, ended_at)
     values ($1, 'football', 'league', 'Reds', 'Blues', now(), 'ended', 1000, 1, $2)`,
    [fixture.id, endedAt],
  );
  await world.db.query(
    `insert into markets (id, fixture_id, type, name, margin_bp, sort_order, status, sequence) values ($1, $2, 'moneyline', 'Winner', 500, 1, 'deactivated', 1)`,
    [fixture.marketId, fixture.id],
  );
  await world.db.query(
    `with made as (
       insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, version,
         placed_at, accepted_at, changed_at, rejection)
       select uuidv7(), uuidv7($6 - now()), 'single', $4, 'taken', 'play', 'USD', 100, 2000, 200, 'any', 0, 2, $6, $6, now(),
         case when $4 = 'rejected' then '{"code": "market_closed"}'::jsonb end from generate_series(1, $5)
       returning player_id, id)
     insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select player_id, id, 0, $1, $2, $3, 'Reds vs Blues', 'Winner', 'Reds', 2000, 0 from made`,
    [fixture.id, fixture.marketId, fixture.home, status, bets, endedAt],
  );
  return fixture;
}

type Staged = Awaited<ReturnType<typeof staged>>;

const writeResult = (on: Database, { marketId, id, home, sequence }: Staged, result: LegResult | null) =>
  on.tx((tx) =>
    writeResults(tx, new Date(), [
      { marketId, fixtureId: id, sequence, certainty: result && 'confirmed', outcomes: result && { [home]: result } },
    ]),
  );

async function statuses({ marketId }: Staged): Promise<string[]> {
  const { rows } = await world.db.query(
    'select b.status from bet_legs l join bets b on b.player_id = l.player_id and b.id = l.bet_id where l.market_id = $1',
    [marketId],
  );
  return rows.map(({ status }) => status);
}

const settler = (settlement: 'results' | 'instant' = 'results') => ({ db, clock: systemClock, settlement });
const Scan = z.object({
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Rows Removed by Filter': z.number().default(0),
});

/** The scans of bets by a query, as it is run: their index, the rows they found and those they read in vain. */
async function scansOfBets(query: (queries: Queries) => Promise<unknown>) {
  let plan = '';
  const rows = async (_columns: unknown, text: string, values: unknown[]) => {
    plan = JSON.stringify((await world.db.query(`explain (analyze, format json) ${text}`, values)).rows);
    return [];
  };
  await query({ ...db, rows } as unknown as Queries);
  const scans: z.infer<typeof Scan>[] = [];
  JSON.parse(plan, (_key, part) => {
    const { success, data } = Scan.safeParse(part);
    if (success && data['Relation Name'] === 'bets') scans.push(data);
    return part;
  });
  return scans.map((scan) => [scan['Index Name'], scan['Actual Rows'], scan['Rows Removed by Filter']]);
}

const due = async () => (await world.db.query('select from due_markets')).rowCount;

describe('a record on a market between two pages of its bets', () => {
  const feed = () => new Database(url, log, 1);
  test.each<[string, (on: Database, one: Staged) => Promise<void>, string]>([
    ['a corrected result', (on, one) => writeResult(on, { ...one, sequence: 2 }, 'lost'), 'lost'],
    ['a result taken back', (on, one) => writeResult(on, { ...one, sequence: 2 }, null), 'accepted'],
    [
      'a cancellation',
      (on, { id, marketId }) =>
        on.tx((tx) =>
          writeCancels(tx, new Date(), [
            { marketId, fixtureId: id, sequence: 2, fromAt: null, untilAt: null, reason: 'wrong line' },
          ]),
        ),
      'void',
    ],
  ])('holds for all of them: %s', async (_what, then, expected) => {
    const other = feed();
    const one = await staged(5);
    db.restart(async () => undefined);
    await writeResult(db, one, 'won');
    db.restart(async (commits) => {
      if (commits === 1) await then(other, one);
    });
    await settleDue(settler(), 2);
    expect(await statuses(one)).toEqual(Array(5).fill(expected));
    expect(await due()).toBe(0);
    await other.close();
  });

  it('counts, if another instance settles it at once', async () => {
    const other = feed();
    const one = await staged(5);
    db.restart(async () => undefined);
    await writeResult(db, one, 'won');
    db.restart(async (commits) => {
      if (commits !== 1) return;
      await writeResult(other, { ...one, sequence: 2 }, 'lost');
      await settleDue({ ...settler(), db: other }, 2);
    });
    await settleDue(settler(), 2);
    expect(await statuses(one)).toEqual(Array(5).fill('lost'));
    expect(await due()).toBe(0);
    await other.close();
  });
});

it('the feed does not wait for a page that is being settled', async () => {
  const other = new Database(url, log, 1);
  const one = await staged(2);
  db.restart(async () => undefined);
  await writeResult(db, one, 'won');
  await db.tx(async (tx) => {
    expect(await claimDue(tx)).toMatchObject({ marketId: one.marketId });
    await lockBets(tx, await betsOn(tx, one.marketId, null, 2));
    await writeResult(other, { ...one, sequence: 2 }, 'lost');
    await other.tx((feed) => dueByFixture(feed, new Date(), [one.id]));
  });
  await settleDue(settler());
  expect(await statuses(one)).toEqual(['lost', 'lost']);
  expect(await due()).toBe(0);
  await other.close();
});

it('does not delay a market with bets behind markets without bets', async () => {
  await world.db.query(
    'insert into due_markets (market_id, due_at) select uuidv7(), now() from generate_series(1, 2000)',
  );
  const one = await staged(2);
  db.restart(async () => undefined);
  await writeResult(db, one, 'won');
  const seen: string[][] = [];
  db.restart(async () => void seen.push(await statuses(one)));
  await settleDue(settler());
  // The first step settles all other bets, the next one these.
  expect(seen.slice(0, 2)).toEqual([
    ['accepted', 'accepted'],
    ['won', 'won'],
  ]);
  expect(await due()).toBe(0);
});

it('a coin ignores results, and no market stays due', async () => {
  const one = await staged(3);
  db.restart(async () => undefined);
  await writeResult(db, one, 'won');
  await settleDue(settler('instant'), 2);
  expect(await statuses(one)).toEqual(Array(3).fill('accepted'));
  expect(await due()).toBe(0);
});

test.each(['won', null] as const)(
  'a coin does not affect bets on a cancelled fixture, whose result is %s',
  async (result) => {
    const one = await staged(3);
    db.restart(async () => undefined);
    if (result) await writeResult(db, one, result);
    await world.db.query(`update fixtures set status = 'cancelled' where id = $1`, [one.id]);
    await db.tx((tx) => dueByFixture(tx, new Date(), [one.id]));
    await settleDue(settler('instant'), 2);
    expect(await statuses(one)).toEqual(Array(3).fill('void'));
    expect(await due()).toBe(0);
  },
);

describe('a fixture long over', () => {
  const longAgo = new Date('2020-01-31T12:00:00Z');
  const kept = async ({ id }: Staged) =>
    (await world.db.query('select from fixtures where id = $1', [id])).rowCount === 1;
  test.each<[BetStatus, boolean]>([
    ['rejected', false],
    ['won', false],
    ['accepted', true],
  ])('with a bet that is %s is kept: %s', async (status, expected) => {
    const one = await staged(1, status, longAgo);
    await pruneFixtures(db, new Date('2020-02-28T12:00:00Z'), 100);
    expect(await kept(one)).toBe(expected);
  });

  it('is kept while its bets are to be looked at', async () => {
    const one = await staged(0, 'accepted', longAgo);
    db.restart(async () => undefined);
    await writeResult(db, one, 'won');
    await pruneFixtures(db, new Date('2020-02-28T12:00:00Z'), 100);
    expect(await kept(one)).toBe(true);
    await settleDue(settler());
    await pruneFixtures(db, new Date('2020-02-28T12:00:00Z'), 100);
    expect(await kept(one)).toBe(false);
  });
});

it('the comparison with wallet reads the bets of its page only, however many there are', async () => {
  await staged(3_000, 'lost', new Date('2020-01-01T12:00:00Z'));
  await world.db.query(`update bets set changed_at = timestamptz '2020-01-01 00:00Z' + n * interval '1 s'
    from (select id, row_number() over (order by id) as n from bets) t where t.id = bets.id`);
  await world.db.query('analyze bets');
  const [place] = (
    await world.db.query('select id, changed_at from bets order by changed_at desc, id desc offset 200 limit 1')
  ).rows;
  await world.db.query('update compared set changed_at = $1, bet_id = $2', [place.changed_at, place.id]);
  expect(await scansOfBets((queries) => recordsToCompare(queries, new Date('2030-01-01'), 100))).toEqual([
    ['bets_changed', 100, 0],
  ]);
});

it('the search for ended fixtures reads only the open bets placed before then', async () => {
  const dayMs = 24 * 60 * 60_000;
  const endedBefore = new Date(Date.now() - 3 * dayMs);
  await staged(3_000);
  const overdue = await staged(2, 'accepted', new Date(endedBefore.getTime() - dayMs));
  await world.db.query('analyze bets, bet_legs, fixtures');
  expect((await unsettledFixtures(db, endedBefore)).map(({ id }) => id)).toContain(overdue.id);
  const placed = await world.db.query(`select from bets where status = 'accepted' and placed_at < $1`, [endedBefore]);
  expect(await scansOfBets((queries) => unsettledFixtures(queries, endedBefore))).toEqual([
    ['bets_open', placed.rowCount, 0],
  ]);
});

it('requests that were decided long ago go, with the sums of own prices; what waits stays', async () => {
  await world.db.query(
    `insert into desk_requests (id, kind, subject, name, change, reason, status, requester, requested_at, decided_at)
     select gen_random_uuid(), 'limit', n::text, status, '{}', '', status, '{}', at, case status when 'applied' then at::timestamptz end
     from (values (1, 'applied', date '2020-01-01'), (2, 'applied', date '2020-02-01'), (3, 'pending', date '2020-01-01')) as t (n, status, at)`,
  );
  await world.db.query(
    `insert into own_price_losses (operator_id, day, loss_minor) select gen_random_uuid(), day, 1 from unnest('{2020-01-01,2020-02-01}'::date[]) as t (day)`,
  );
  await pruneRequests(db, new Date('2020-01-15T12:00:00Z'));
  expect((await world.db.query('select subject from desk_requests order by subject')).rows).toEqual([
    { subject: '2' },
    { subject: '3' },
  ]);
  expect((await world.db.query('select day::text from own_price_losses')).rows).toEqual([{ day: '2020-02-01' }]);
});
