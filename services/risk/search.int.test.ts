/** The operators' search in risk: alerts by their id, the end of it, and the ids of their player and resource. */
import { randomUUID } from 'node:crypto';
import type { SearchHit } from '@fairline/proto/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from './testing.ts';

let stage: Stage;
const [playerId, betId] = [randomUUID(), randomUUID()];
let ids: string[];
beforeAll(async () => {
  stage = await Stage.open();
  const rows = await stage.sql<{ id: string }>(
    `insert into alerts (cause, type, severity, description, player_id, about_type, about_id, created_at, updated_at)
     select 'search ' || n, 'large_win', 'high', 'Alert ' || n, case when n > 3 then $1::uuid end, 'bet', case n when 1 then $2 end, now(), now()
     from generate_series(1, 12) n returning id`,
    [playerId, betId],
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => stage.close());

const find = async (q: string) =>
  (await stage.as<{ items: SearchHit[] }>('auditor', 'GET', `/api/admin/risk/search?q=${encodeURIComponent(q)}`)).body
    .items;

it('finds an alert by its id, the end of it, and its resource', async () => {
  const [first = ''] = ids;
  const hit = { kind: 'alert', id: first, title: 'Alert 1', detail: 'open' };
  for (const q of [first, first.toUpperCase(), `#${first.slice(-8)}`, first.slice(-12), betId])
    expect(await find(q), q).toEqual([hit]);
});

it('finds the newest five of a player, and nothing by a text that is no id', async () => {
  const found = await find(playerId);
  expect(found.map(({ id }) => id)).toEqual(ids.slice(3).toSorted().reverse().slice(0, 5));
  for (const q of ['no such thing', randomUUID(), '__proto__', "' or 1=1", '00000000'])
    expect(await find(q), q).toEqual([]);
});
