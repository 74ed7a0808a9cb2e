/** Operators find a player among many: by any part of name or address, by id, status, risk level, verification, country and day of registration, newest first. */
import { generateKeyPairSync } from 'node:crypto';
import type { Running } from '@fairline/chassis/run';
import { asOperator, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { transferReference } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { players } from '../testing-players.ts';

const { privateKey } = generateKeyPairSync('ed25519');

let world: World;
let instance: Running;

beforeAll(async () => {
  const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, { SESSION_PRIVATE_KEY });
});

afterAll(async () => {
  await instance?.stop();
  await world?.close();
});

/** More players than a search reads before it uses the index. */
const many = 3_000;

describe('a search among many players', () => {
  let oldest: { id: string; email: string };

  beforeAll(async () => {
    await players(world, 1, 'Ada');
    await players(world, many, 'Common');
    await world.db.query(
      `update users set status = 'closed', risk_level = 'high', level = 'verified', country = 'FI', created_at = '2025-05-05T10:00:00Z' where first_name = 'Ada'`,
    );
    oldest = (await world.db.query("select id, email from users where first_name = 'Ada'")).rows[0];
    instance = await start(world.env, new SetClock(new Date()));
  });

  const found = async (query: Record<string, string>) => {
    const { status, body } = await world.call(
      instance.httpUrl,
      'GET',
      `/api/admin/auth/users?${new URLSearchParams(query)}`,
      { as: asOperator('support') },
    );
    expect(status).toBe(200);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  };

  it('has an index for every way to search', async () => {
    const { rows } = await world.db.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename = 'users'`,
    );
    const needed = [
      'users_found_by',
      'users_by_status',
      'users_risk_level',
      'users_id_end',
      'users_by_level',
      'users_by_country',
      'users_by_registration',
    ];
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
  });

  it.each(['nobodyhaswhatthissays', 'qx', 'zzz', 'q.x', "%_\\'", 'long'.repeat(50)])(
    'finds nobody by "%s", which nobody has',
    async (q) => {
      expect(await found({ q })).toEqual([]);
    },
  );

  it('finds the oldest by parts of address, name and id', async () => {
    for (const q of [oldest.email.slice(0, 5), 'ada', oldest.id, oldest.id.slice(-8), transferReference(oldest.id)])
      expect(await found({ q })).toContain(oldest.id);
  });

  it.each<Record<string, string>>([
    { status: 'closed' },
    { risk: 'high' },
    { level: 'verified' },
    { country: 'FI' },
    { until: '2025-05-05T10:00:01Z' },
    { from: '2025-05-05T10:00:00Z', until: '2025-05-06T00:00:00Z' },
    { q: 'ada', status: 'closed' },
    { q: 'ada', risk: 'high' },
    { q: 'ada', level: 'verified', country: 'FI', from: '2025-05-05T00:00:00Z' },
  ])('finds the oldest alone by %j', async (query) => {
    expect(await found(query)).toEqual([oldest.id]);
  });

  it.each<Record<string, string>>([
    { q: 'ada', level: 'unverified' },
    { q: 'ada', country: 'DE' },
    { until: '2025-05-05T10:00:00Z' },
    { q: 'ada', from: '2025-05-05T10:00:01Z' },
  ])('finds nobody by %j', async (query) => {
    expect(await found(query)).toEqual([]);
  });

  it.each(['common', 'co'])('fills its page with the newest by "%s", which all others have', async (q) => {
    const { rows } = await world.db.query<{ id: string }>(
      `select id from users where first_name = 'Common' order by id desc limit 50`,
    );
    expect(await found({ q })).toEqual(rows.map(({ id }) => id));
  });
});
