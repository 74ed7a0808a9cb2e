/** The operators' search in promotions: promotions by name and id, claims by id, the end of the id, and player. */
import { randomUUID } from 'node:crypto';
import { asOperator } from '@fairline/chassis/testing';
import type { SearchHit } from '@fairline/proto/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk } from './testing-desk.ts';

let desk: Desk;
const [promotionId, claimId, playerId] = [randomUUID(), randomUUID(), randomUUID()];

beforeAll(async () => {
  desk = await Desk.open();
  await desk.world.db.query(
    `insert into promotions (id, name, description, type, status, starts_at, ends_at, terms, eligibility, reward, created_at, updated_at)
     values ($1, 'Zephyr 50% Days', 'x', 'free_bet', 'active', now(), now() + interval '1 day', 'x', '{}', '{}', now(), now())`,
    [promotionId],
  );
  await desk.world.db.query(
    `insert into claims (id, promotion_id, player_id, type, status, claimed_at, expires_at, country, jurisdiction, currency, terms)
     values ($1, $2, $3, 'free_bet', 'active', now(), now() + interval '1 day', 'DE', 'open', 'EUR', '{}')`,
    [claimId, promotionId, playerId],
  );
});
afterAll(() => desk.close());

const find = async (q: string): Promise<SearchHit[]> =>
  (
    (await desk.call('GET', `/api/admin/promotions/search?q=${encodeURIComponent(q)}`, { as: asOperator('auditor') }))
      .body as { items: SearchHit[] }
  ).items;

it('finds a promotion by its name, id and the end of that', async () => {
  const hit = { kind: 'promotion', id: promotionId, title: 'Zephyr 50% Days', detail: 'active' };
  for (const q of ['zephyr', 'ze', 'zephyr 50%', promotionId, `#${promotionId.slice(-8)}`])
    expect(await find(q), q).toEqual([hit]);
});

it('finds a claim by its id, its end and its player', async () => {
  const hit = { kind: 'claim', id: claimId, title: 'Zephyr 50% Days', detail: 'active', playerId };
  for (const q of [claimId, claimId.slice(-8), playerId]) expect(await find(q), q).toEqual([hit]);
  for (const q of ['zephyr%days', randomUUID(), '__proto__']) expect(await find(q), q).toEqual([]);
});
