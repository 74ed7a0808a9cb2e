/**
 * Reads of many bets: a player's figures equal the sums over their single bets, and an operator's search
 * finds every matching bet, newest first, page by page.
 */
import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { asOperator, asPlayer, problemOf } from '@fairline/chassis/testing';
import { betStatuses } from '@fairline/proto/betting/bets';
import { OperatorBet } from '@fairline/proto/betting/settlement';
import { Page, pageSize } from '@fairline/proto/contract';
import { firstIdAt } from '@fairline/proto/periods';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';
import { type OperatorBetFilter, operatorBets } from './search.ts';
import { figuresOf } from './store-reads.ts';

let stage: Stage;
const player = randomUUID();
/** More than a search reads for one page. */
const bets = 30_000;
const perSelection = 20;

beforeAll(async () => {
  stage = await Stage.open();
  queries = new Database(stage.world.env.DATABASE_URL ?? '', createLog('search', 'silent'), 1);
  // Bets of a thousand players on 1,500 fixtures, the oldest on the first; one in a thousand of them void, one in five hundred large, one in a hundred of 500.00.
  await stage.world.db.query(
    `insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, placed_at, accepted_at, changed_at)
     select case when n % 2000 = 0 then $1::uuid else ('00000000-0000-7000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid end,
       ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'single', case when n % 1000 = 7 then 'void' else 'won' end, 'taken', 'real', 'USD',
       case when n % 500 = 3 then 500000 when n % 100 = 5 then 50000 else 1000 end, 2000, 1000000, 'any', 0, now(), now(), now()
     from generate_series(1, $2) as n`,
    [player, bets],
  );
  await stage.world.db.query(
    `insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select player_id, id, 0, s, s, s, 'Team ' || to_char(g, 'FM0000') || ' vs 100%_Blues', 'Winner', 'Team ' || to_char(g, 'FM0000'), 2000, 0
     from (select player_id, id, (row_number() over (order by id) - 1) / $1 as g from bets) b, lateral (select md5(g::text)::uuid as s) m`,
    [perSelection],
  );
  await stage.world.db.query(
    `insert into leg_words select distinct selection_id, lower(fixture || ' ' || market || ' ' || selection) from bet_legs`,
  );
  await stage.world.db.query('vacuum analyze bets, bet_legs, leg_words');
});
afterAll(async () => {
  await queries.close();
  await stage.close();
});

let queries: Database;

/** Every bet that the search should find, by reading all of them. `condition` is SQL on a bet. */
async function wanted(text: string, condition = 'true'): Promise<string[]> {
  const { rows } = await stage.world.db.query(
    `select b.id from bets b join bet_legs l on l.player_id = b.player_id and l.bet_id = b.id
     where position($1 in lower(l.fixture || ' ' || l.market || ' ' || l.selection)) > 0 and ${condition} order by b.id desc`,
    [text],
  );
  return rows.map(({ id }) => id);
}

/** Reads all pages of the search. */
async function walked(filter: OperatorBetFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | undefined; ; ) {
    const { rows, stoppedAt } = await operatorBets(queries, filter, before);
    ids.push(...rows.slice(0, pageSize).map(({ id }) => id));
    before = rows.length > pageSize ? rows[pageSize - 1]?.id : (stoppedAt ?? undefined);
    if (!before) return ids;
  }
}

describe('a search', () => {
  it.each([
    ['bets', ['bets_id', 'bets_id_end', 'bets_open', 'bets_rare', 'bets_large']],
    ['bet_legs', ['bet_legs_market', 'bet_legs_selection']],
    ['leg_words', ['leg_words_search']],
  ])('has its indexes on %s', async (table, needed) => {
    const { rows } = await stage.world.db.query<{ name: string }>(
      'select indexname as name from pg_indexes where tablename = $1',
      [table],
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
  });

  it.each<[string, OperatorBetFilter, text: string, condition?: string]>([
    ['by a text that few bets have', { q: 'Team 0007' }, 'team 0007'],
    ['by a text that no bet has', { q: 'nobody at all' }, 'nobody at all'],
    ['by a text that some selections have', { q: 'team 001' }, 'team 001'],
    ['by signs that stand for any', { q: 'team%blues' }, 'team%blues'],
    [
      'by text of old bets and a stake that many have',
      { q: 'team 0', minStakeMinor: 50_000 },
      'team 0',
      'b.stake_minor >= 50000',
    ],
    ['by a text and a rare status', { q: 'team 0', status: 'void' }, 'team 0', `b.status = 'void'`],
    ['by a text and a status that many have', { q: 'team 0012', status: 'won' }, 'team 0012', `b.status = 'won'`],
    ['by a text that all have and a status that none has', { q: 'vs', status: 'lost' }, 'vs', `b.status = 'lost'`],
    ['by a text and a large stake', { q: 'winner', minStakeMinor: 500_000 }, 'winner', 'b.stake_minor >= 500000'],
    ['by a text that all have, of one player', { q: 'vs', playerId: player }, 'vs', `b.player_id = '${player}'`],
    ['by a rare status', { status: 'void' }, '', `b.status = 'void'`],
    ['of what is open', { status: 'open' }, '', 'false'],
    ['by a large stake', { minStakeMinor: 500_000 }, '', 'b.stake_minor >= 500000'],
    ['by a stake', { minStakeMinor: 50_000 }, '', 'b.stake_minor >= 50000'],
    ['of one player', { playerId: player }, '', `b.player_id = '${player}'`],
    ['of one player, by their id', { q: player }, '', `b.player_id = '${player}'`],
  ])('%s finds every bet, newest first', async (_what, filter, text, condition) => {
    expect(await walked(filter)).toEqual(await wanted(text, condition));
  });

  it.each(['vs', 'winner', '100%_b', 'TEAM'])(
    'by "%s", which all bets have, fills its page with the newest',
    async (q) => {
      const { rows, stoppedAt } = await operatorBets(queries, { q }, undefined);
      expect([rows.map(({ id }) => id), stoppedAt]).toEqual([
        (await wanted(q.toLowerCase())).slice(0, pageSize + 1),
        null,
      ]);
    },
  );

  it('that did not read all bets shows so by a page that is not full and has a next', async () => {
    const path = '/api/admin/betting/bets?q=team%200&minStakeMinor=50000';
    const read = async (cursor = '') =>
      Page(OperatorBet).parse(
        (
          await stage.world.call(stage.urls[0] ?? '', 'GET', `${path}${cursor && `&cursor=${cursor}`}`, {
            as: asOperator('trader'),
          })
        ).body,
      );
    const first = await read();
    expect(first.items).toEqual([]);
    const second = await read(first.nextCursor ?? '');
    expect([first.nextCursor, second.nextCursor]).toEqual([expect.any(String), expect.any(String)]);
    expect(second.nextCursor).not.toBe(first.nextCursor);
  });

  it('finds a bet by its text as soon as it is placed, each text once', async () => {
    const fixture = await stage.fixture();
    const placed = [await stage.bet(fixture), await stage.bet(fixture, { as: asPlayer() })];
    const reply = await stage.world.call(
      stage.urls[0] ?? '',
      'GET',
      `/api/admin/betting/bets?q=${encodeURIComponent(`reds ${fixture.id.slice(0, 4)} VS`)}`,
      {
        as: asOperator('trader'),
      },
    );
    expect(
      Page(OperatorBet)
        .parse(reply.body)
        .items.map(({ id }) => id),
    ).toEqual(placed.map(({ id }) => id).reverse());
    expect(
      (await stage.world.db.query('select words from leg_words where selection_id = $1', [fixture.home])).rowCount,
    ).toBe(1);
  });

  it('keeps no text of bets that were refused', async () => {
    const fixture = await stage.fixture();
    await fixture.odds([2_000, 1_800]);
    const held = await stage.world.call(
      stage.urls[0] ?? '',
      'POST',
      `/api/admin/betting/markets/${fixture.marketId}/suspend`,
      {
        as: asOperator('trader'),
        key: randomUUID(),
        body: { reason: 'looked at' },
      },
    );
    expect([held.status, problemOf(await stage.place(fixture)).code]).toEqual([200, 'market_closed']);
    expect((await stage.world.db.query('select from leg_words where selection_id = $1', [fixture.home])).rowCount).toBe(
      0,
    );
  });
});

describe('the figures of a player', () => {
  type Row = {
    status: (typeof betStatuses)[number];
    free: boolean;
    stake: number;
    due: number;
    closed: number;
    odds: number;
    placedAt: Date;
  };
  const since = new Date('2026-03-01T00:00:00.000Z');
  const row: fc.Arbitrary<Row> = fc.record({
    status: fc.constantFrom(...betStatuses),
    free: fc.boolean(),
    stake: fc.integer({ min: 100, max: 1_000_000 }),
    due: fc.integer({ min: 0, max: 50_000_000 }),
    closed: fc.constantFrom(0, 50),
    odds: fc.integer({ min: 1_010, max: 1_000_000 }),
    placedAt: fc.date({
      min: new Date('2026-02-01T00:00:00.000Z'),
      max: new Date('2026-04-01T00:00:00.000Z'),
      noInvalidDate: true,
    }),
  });

  const added = (bets: readonly Row[]) => {
    const counted = bets.filter(({ status }) => status !== 'rejected');
    const of = (...statuses: Row['status'][]) => counted.filter(({ status }) => statuses.includes(status));
    return {
      bets: counted.length,
      openBets: of('pending', 'accepted').length,
      won: of('won', 'half_won').length,
      lost: of('lost', 'half_lost').length,
      void: of('void').length,
      cashedOut: of('cashed_out').length,
      bestOddsMilli: of('won').length > 0 ? Math.max(...of('won').map(({ odds }) => odds)) : null,
      bigWins: of('won', 'half_won').filter(({ due, stake }) => due > 5 * stake).length,
      bestMultiplier:
        of('won', 'half_won').length > 0
          ? Math.max(...of('won', 'half_won').map(({ due, stake }) => due / stake))
          : null,
    };
  };

  it('are those of their bets one by one, of all time and since an instant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const owner = randomUUID();
        await stage.world.db.query(
          `insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, due_minor, closed_stake_minor, odds_milli, potential_minor, price_policy,
             delay_ms, free_bet_claim_id, placed_at, accepted_at, rejection, changed_at)
           select $1, uuidv7(i."placedAt" - clock_timestamp()), 'single', i.status, 'taken', 'play', 'EUR', i.stake, i.due, case when i.status = 'cashed_out' then i.stake when i.free then 0 else i.closed end, i.odds, 50000000, 'any',
             0, case when i.free then gen_random_uuid() end, i."placedAt", i."placedAt", case when i.status = 'rejected' then '{}'::jsonb end, now()
           from jsonb_to_recordset($2) as i (status text, free boolean, stake bigint, due bigint, closed bigint, odds bigint, "placedAt" timestamptz)`,
          [owner, JSON.stringify(rows)],
        );
        expect(await figuresOf(queries, owner, null)).toEqual(added(rows));
        expect(await figuresOf(queries, owner, firstIdAt(since))).toEqual(
          added(rows.filter(({ placedAt }) => placedAt >= since)),
        );
        await stage.world.db.query('delete from bets where player_id = $1', [owner]);
      }),
      { numRuns: 25 },
    );
  });
});
