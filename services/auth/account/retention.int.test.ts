/** Rows older than their retention period are deleted, in batches. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Running } from '@fairline/chassis/run';
import { eventually, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { dayMs } from '@fairline/proto/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { players } from '../testing-players.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const clock = new SetClock(new Date());
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);

let world: World;
let instance: Running;

beforeAll(async () => {
  const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
  const env = {
    SESSION_PRIVATE_KEY,
    DEVICES_KEPT_DAYS: '90',
    SIGN_INS_KEPT_DAYS: '100',
    HISTORY_KEPT_DAYS: '1000',
    NOTICES_KEPT_DAYS: '200',
  };
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, env);
});

afterAll(async () => {
  await instance?.stop();
  await world?.close();
});

describe('what is older than it is kept for', () => {
  it('goes in batches; younger data and the browser last seen with a player stay', async () => {
    const [id, away] = [await players(world, 1, 'Ada'), await players(world, 1, 'Away')];
    const [history, devices] = [
      'insert into user_history (player_id, kind, at) select $1, $2, $3 from generate_series(1, $4::int)',
      'insert into devices (player_id, hash, first_seen_at, last_seen_at) select $1, sha256(concat(n, $2::timestamptz)::bytea), $2, $2 from generate_series(1, $3::int) n',
    ];
    await world.db.query(history, [id, 'signed_in', daysAgo(101), 6_000]);
    await world.db.query(history, [id, 'sign_in_failed', daysAgo(99), 3]);
    await world.db.query(history, [id, 'status_changed', daysAgo(101), 2]);
    await world.db.query(history, [id, 'profile_changed', daysAgo(1_001), 2]);
    await world.db.query(devices, [id, daysAgo(91), 6_000]);
    await world.db.query(devices, [id, daysAgo(89), 2]);
    await world.db.query(devices, [away, daysAgo(500), 1]);
    await world.db.query(devices, [away, daysAgo(501), 1]);
    await world.db.query(
      "insert into notices (id, player_id, template, params, created_at) select gen_random_uuid(), $1, 'welcome', '{}', $2",
      [id, daysAgo(201)],
    );
    const session =
      "insert into sessions (kind, subject_id, created_at, expires_at) values ('player', $1, $2, $3) returning id";
    const held = (await world.db.query(session, [id, daysAgo(400), daysAgo(-1)])).rows[0].id;
    const token = 'insert into refresh_tokens (hash, session_id, created_at, used_at) values (sha256($1), $2, $3, $4)';
    await world.db.query(token, [randomUUID(), held, daysAgo(40), daysAgo(31)]);
    await world.db.query(token, [randomUUID(), held, daysAgo(31), daysAgo(1)]);
    await world.db.query(token, [randomUUID(), held, daysAgo(40), null]);

    instance = await start(world.env, clock);
    const left = async () => {
      const kinds = await world.db.query('select kind, count(*)::int from user_history group by kind order by kind');
      const count = async (table: string) => (await world.db.query(`select count(*)::int from ${table}`)).rows[0].count;
      return {
        kinds: kinds.rows,
        devices: await count('devices'),
        notices: await count('notices'),
        tokens: await count('refresh_tokens'),
      };
    };
    const kept = [
      { kind: 'sign_in_failed', count: 3 },
      { kind: 'status_changed', count: 2 },
    ];
    await eventually(
      left,
      ({ kinds, devices: seen, notices, tokens }) => seen <= 3 && kinds.length === 2 && notices === 0 && tokens === 2,
      20_000,
    );
    expect(await left()).toEqual({ kinds: kept, devices: 3, notices: 0, tokens: 2 });
  });
});
