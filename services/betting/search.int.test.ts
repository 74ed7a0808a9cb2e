/** The operators' search in betting: bets by id, its end and player; fixtures by their teams; both share the page. */
import { randomUUID } from 'node:crypto';
import { asOperator } from '@fairline/chassis/testing';
import type { SearchHit } from '@fairline/proto/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from './testing.ts';

let stage: Stage;
const player = randomUUID();
const betOf = (n: number) => `0190000${n}-0000-7000-8000-00000000abc${n}`;
const fixtureOf = (n: number) => `0190000${n}-0000-7000-8000-0000000fedc${n}`;

beforeAll(async () => {
  stage = await Stage.open();
  await stage.world.db.query(
    `insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, placed_at, accepted_at, changed_at)
     select $1, id, 'accumulator', 'won', 'taken', 'real', 'USD', 1000, 2000, 2000, 'any', 0, now(), now(), now() from unnest($2::uuid[]) id`,
    [player, [1, 2, 3, 4, 5, 6, 7].map(betOf)],
  );
  await stage.world.db.query(
    `insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select player_id, id, n, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Searchers vs Finders ' || n, 'Winner', 'Searchers', 1400, 0
     from bets, generate_series(0, 1) n where player_id = $1`,
    [player],
  );
  await stage.world.db.query(`insert into sports values ('search', 'Search') on conflict do nothing`);
  await stage.world.db.query(
    `insert into competitions values ('search', 'search', 'Search', 'DE') on conflict do nothing`,
  );
  await stage.world.db.query(
    `insert into fixtures (id, sport_id, competition_id, home_team, away_team, starts_at, status, pace_milli, sequence, ended_at)
     select id, 'search', 'search', 'Seekers ' || n, '100%_Hiders', now() + n * interval '1 hour', case n when 1 then 'ended' else 'upcoming' end, 1000, 1, case n when 1 then now() end
     from unnest($1::uuid[]) with ordinality f(id, n)`,
    [[1, 2, 3].map(fixtureOf)],
  );
});
afterAll(() => stage.close());

const find = async (q: string): Promise<SearchHit[]> => {
  const reply = await stage.world.call(
    stage.urls[0] ?? '',
    'GET',
    `/api/admin/betting/search?q=${encodeURIComponent(q)}`,
    { as: asOperator('trader') },
  );
  return (reply.body as { items: SearchHit[] }).items;
};

it('finds a bet by its id and its end, with its first leg', async () => {
  const hit = { kind: 'bet', id: betOf(1), title: 'Searchers vs Finders 0 +1', detail: 'won', playerId: player };
  for (const q of [betOf(1), '#0000abc1', '00000000ABC1']) expect(await find(q), q).toEqual([hit]);
});

it('finds the newest bets of a player', async () => {
  expect((await find(player)).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3].map(betOf));
});

it('finds fixtures by teams, id and its end, those to come first; signs are signs', async () => {
  const soonest = [2, 3, 1].map(fixtureOf);
  for (const q of ['seek', 'Se', 'seekers 1', '100%_h'])
    expect(
      (await find(q)).map(({ id }) => id),
      q,
    ).toEqual(q === 'seekers 1' ? [fixtureOf(1)] : soonest);
  for (const q of [fixtureOf(2), '000fedc2'])
    expect(await find(q), q).toEqual([
      { kind: 'fixture', id: fixtureOf(2), title: 'Seekers 2 vs 100%_Hiders', detail: 'upcoming' },
    ]);
  for (const q of ['%%', '__', 'see%ers', '__proto__']) expect(await find(q), q).toEqual([]);
});
