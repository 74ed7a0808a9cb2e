/** Operators' search over a large book: every question is answered by an index, whatever share of the bets it finds, and finds what it should. */
import { randomUUID } from 'node:crypto';
import type { Queries } from '@fairline/chassis/postgres';
import { asOperator, asPlayer } from '@fairline/chassis/testing';
import { OperatorBet } from '@fairline/proto/betting/trading';
import { Page } from '@fairline/proto/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorBetFilter, operatorBets } from './store-bets.ts';
import { Stage } from './testing.ts';

let stage: Stage;
const player = randomUUID();
const bets = 30_000;
const perSelection = 100;

beforeAll(async () => {
  stage = await Stage.open();
  // Bets of a thousand players on three hundred fixtures, one in a thousand of them void, one in five hundred large.
  await stage.world.db.query(
    `insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, placed_at, accepted_at, changed_at)
     select case when n % 1000 = 0 then $1::uuid else ('00000000-0000-7000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid end,
       ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'single', case when n % 1000 = 7 then 'void' else 'won' end, 'taken', 'real', 'USD',
       case when n % 500 = 3 then 500000 else 1000 end, 2000, 1000000, 'any', 0, now(), now(), now()
     from generate_series(1, $2) as n`,
    [player, bets],
  );
  await stage.world.db.query(
    `insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select player_id, id, 0, s, s, s, 'Team ' || to_char(g, 'FM000') || ' vs 100%_Blues', 'Winner', 'Team ' || to_char(g, 'FM000'), 2000, 0
     from (select player_id, id, row_number() over (order by id) / $1 as g from bets) b, lateral (select md5(g::text)::uuid as s) m`,
    [perSelection],
  );
  await stage.world.db.query(`insert into leg_words select distinct selection_id, lower(fixture || ' ' || market || ' ' || selection) from bet_legs`);
  await stage.world.db.query('vacuum analyze bets, bet_legs, leg_words');
}, 60_000);
afterAll(() => stage.close());

const search = (filter: OperatorBetFilter, before?: string) => operatorBets(onWorld(''), filter, before);

/** Runs statements on the test's database, or has them explained. */
function onWorld(explain: string): Queries {
  const rows = async <T>(text: string, values: readonly unknown[] = []) => (await stage.world.db.query(`${explain}${text}`, [...values])).rows as T[];
  return {
    rows,
    row: async <T>(text: string, values?: readonly unknown[]) => (await rows<T>(text, values))[0],
    run: async (text, values) => (await rows(text, values)).length,
  };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** How many rows were read of all tables, and which of them from end to end. */
async function costOf(filter: OperatorBetFilter): Promise<{ read: number; whole: string[] }> {
  const [row] = (await operatorBets(onWorld('explain (analyze, format json) '), filter, undefined)) as unknown as { 'QUERY PLAN': { Plan: Plan }[] }[];
  const nodes = function* (plan: Plan): Generator<Plan> {
    yield plan;
    for (const part of plan.Plans ?? []) yield* nodes(part);
  };
  const scans = [...nodes((row as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan as Plan)].filter((node) => node['Relation Name']);
  return {
    read: scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
    whole: scans.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'leg_words').map((node) => node['Relation Name'] ?? ''),
  };
}

describe('a search', () => {
  it.each<[string, OperatorBetFilter, found: number]>([
    ['by words that few bets have', { q: 'Team 007' }, 51],
    ['by words that no bet has', { q: 'nobody at all' }, 0],
    ['by words with signs that mean something to the database', { q: '100%_b' }, 51],
    ['by signs that stand for any', { q: 'team%blues' }, 0],
    ['by words and a status', { q: 'team 0', status: 'void' }, 10],
    ['by words and a stake', { q: 'team 01', minStakeMinor: 500_000 }, 2],
    ['by a rare status', { status: 'void' }, 30],
    ['of what is open', { status: 'open' }, 0],
    ['by a large stake', { minStakeMinor: 500_000 }, 51],
    ['of one player', { playerId: player }, 30],
    ['of one player, by his id', { q: player }, 30],
  ])('%s reads no table from end to end', async (_what, filter, found) => {
    const rows = await search(filter);
    expect(rows.length).toBe(found);
    expect(rows.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const { read, whole } = await costOf(filter);
    expect(whole).toEqual([]);
    expect(read).toBeLessThan(0.6 * bets);
  });

  it('by words goes on from page to page without a gap', async () => {
    const seen: string[] = [];
    for (let before: string | undefined; ; ) {
      const rows = (await search({ q: 'team 011' }, before)).slice(0, 50);
      seen.push(...rows.map(({ id }) => id));
      before = rows.at(-1)?.id;
      if (rows.length < 50) break;
    }
    const { rows } = await stage.world.db.query(`select bet_id as id from bet_legs where selection = 'Team 011' order by bet_id desc`);
    expect([seen.length, seen]).toEqual([perSelection, rows.map(({ id }) => id)]);
  });

  it('finds a bet by its words as soon as it is placed, each of its words once', async () => {
    const fixture = await stage.fixture();
    const placed = [await stage.bet(fixture), await stage.bet(fixture, { as: asPlayer() })];
    const reply = await stage.world.call(stage.urls[0] ?? '', 'GET', `/api/admin/betting/bets?q=${encodeURIComponent(`reds ${fixture.id.slice(0, 4)} VS`)}`, {
      as: asOperator('trader'),
    });
    expect(
      Page(OperatorBet)
        .parse(reply.body)
        .items.map(({ id }) => id),
    ).toEqual(placed.map(({ id }) => id).reverse());
    expect((await stage.world.db.query('select words from leg_words where selection_id = $1', [fixture.home])).rowCount).toBe(1);
  });
});
