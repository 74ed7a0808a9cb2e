/** The operators' search in wallet: payments by id, its end, reference, player and name. */
import type { SearchHit } from '@fairline/proto/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWallet, operator, type WalletWorld } from './testing.ts';

let world: WalletWorld;
let playerId: string;
let ids: string[];
beforeAll(async () => {
  world = await openWallet();
  playerId = await world.player();
  const { rows } = await world.db.query<{ id: string }>(
    `insert into payments (id, player_id, type, amount_minor, counts_minor, currency, book, method, reference, customer_name, submitted_at)
     select uuidv7(), $1, 'deposit', 1000, 1000, 'USD', 'real', 'bank_transfer', 'DEP-SEARCH' || n, case when n > 3 then 'Ada Lovelace' else 'Somebody' end, now()
     from generate_series(1, 9) n returning id`,
    [playerId],
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => world.close());

const find = async (q: string) => {
  const { body }: { body: { items: SearchHit[] } } = await world.http(
    'GET',
    `/api/admin/wallet/search?q=${encodeURIComponent(q)}`,
    { as: operator() },
  );
  return body.items;
};

it('finds a payment by its id, its end and its reference', async () => {
  const [first = ''] = ids;
  const hit = { kind: 'payment', id: first, title: 'DEP-SEARCH1', detail: 'pending', playerId };
  for (const q of [first, first.slice(-8), `#${first.slice(-12)}`, 'dep-search1'])
    expect(await find(q), q).toEqual([hit]);
});

it('finds the newest five of a player or a name, and nothing of nobody', async () => {
  const newest = ids.slice(3).toSorted().reverse().slice(0, 5);
  for (const q of [playerId, 'lovelace'])
    expect(
      (await find(q)).map(({ id }) => id),
      q,
    ).toEqual(newest);
  for (const q of ['no such thing', '%%', '__proto__', "' or 1=1"]) expect(await find(q), q).toEqual([]);
});
