/** Closing, erasing and downloading an account, through the routes and jobs of two instances. */

import type { Running } from '@fairline/chassis/run';
import { asOperator, eventually, proven } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { afterEach, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import {
  asked,
  call,
  clock,
  confirmed,
  eventsOf,
  instances,
  lastEvent,
  type Options,
  password,
  refusalOf,
  registered,
  restart,
  signIn,
  useAccountServers,
  walletStub,
  world,
  yearMs,
} from '../testing-account.ts';

useAccountServers();

describe('closing an account', () => {
  afterEach(() => {
    walletStub.meanwhile = undefined;
  });

  const close = (as: NonNullable<Options['as']>, body: object = { password }) => call('POST', '/close', { as, body });

  it('needs the password and an empty wallet', async () => {
    const player = await registered();
    expect(refusalOf(await close(player.as, { password: 'wrong' }))).toBe('422 password_wrong');
    walletStub.answer = playerRefusals.balanceLeft;
    expect(refusalOf(await close(player.as))).toBe('422 balance_left');
    expect((await call('GET', '/session', { as: player.as })).body).toMatchObject({ user: { status: 'active' } });
  });

  it('ends every session and keeps the address taken', async () => {
    const player = await registered();
    expect((await close(player.as, { password, reason: 'enough' })).status).toBe(204);
    expect((await lastEvent(player.id, userEvents.userStatusChanged)).data).toMatchObject({ status: 'closed' });
    expect(refusalOf(await call('GET', '/session', { as: player.as }))).toBe('401 session_revoked');
    expect(refusalOf(await signIn(player.email))).toBe('403 account_closed');
    const form = {
      email: player.email,
      password,
      firstName: 'Ada',
      lastName: 'Again',
      country: 'DE',
      dateOfBirth: '1990-12-10',
      acceptTerms: true,
    };
    expect(refusalOf(await call('POST', '/register', { body: form }))).toBe('409 email_taken');
  });

  it.each(['yes', 'unanswered', playerRefusals.balanceLeft] as const)(
    'that another closes meanwhile is a success, whatever wallet says (%#)',
    async (answer) => {
      const player = await registered();
      walletStub.answer = answer;
      walletStub.meanwhile = (id) =>
        world.db.query(`update users set status = 'closed', closed_at = now(), closing_at = null where id = $1`, [id]);
      expect((await close(player.as, { password })).status).toBe(204);
    },
  );

  it('finishes a closing later, with its reason, when wallet did not answer', async () => {
    const player = await registered();
    walletStub.answer = 'unanswered';
    expect(refusalOf(await close(player.as, { password, reason: 'moving on' }))).toBe('503 unavailable');
    walletStub.answer = 'yes';
    clock.advance(11_000);
    expect((await lastEvent(player.id, userEvents.userStatusChanged)).data).toMatchObject({ status: 'closed' });
    const history = await world.db.query("select params from user_history where player_id = $1 and kind = 'closed'", [
      player.id,
    ]);
    expect(history.rows).toEqual([{ params: { reason: 'moving on' } }]);
  });
});

describe('an account whose address was never confirmed', () => {
  const dayMs = 24 * 3_600_000;
  const endings = (id: string) => asked.filter(({ verb, input }) => verb === 'close' && input.playerId === id);
  const seen = (id: string, days: number) => {
    const at = new Date(clock.now().getTime() - days * dayMs);
    return world.db.query(
      'with old as (update sessions set created_at = $2, last_seen_at = $2 where subject_id = $1) update users set created_at = $2, last_login_at = $2 where id = $1',
      [id, at],
    );
  };
  const runJobs = async (done: () => Promise<boolean>) => {
    await restart();
    await eventually(done);
  };
  const statusOf = async (id: string) =>
    (await world.db.query('select status from users where id = $1', [id])).rows[0].status;
  const form = (email: string) => ({
    email,
    password,
    firstName: 'Ada',
    lastName: 'Again',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
  });

  it('ends after 30 days in which nobody entered it, and frees the address', async () => {
    const [idle, young, recent, kept] = [await registered(), await registered(), await registered(), await confirmed()];
    await seen(idle.id, 31);
    await seen(young.id, 29);
    await seen(recent.id, 31);
    await world.db.query('update users set last_login_at = $2 where id = $1', [recent.id, clock.now()]);
    await seen(kept.id, 31);
    await runJobs(async () => (await statusOf(idle.id)) === 'closed');
    expect(await Promise.all([young, recent, kept].map(({ id }) => statusOf(id)))).toEqual([
      'active',
      'active',
      'active',
    ]);
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: idle.refresh } }))).toBe(
      '401 session_revoked',
    );
    expect((await call('POST', '/register', { body: form(idle.email) })).status).toBe(201);
    expect((await world.db.query('select email, first_name from users where id = $1', [idle.id])).rows).toEqual([
      { email: idle.email, first_name: 'Ada' },
    ]);
  });

  it('stays where wallet has money or bets of it, and is asked about again a day later', async () => {
    const player = await registered();
    await seen(player.id, 31);
    walletStub.answer = playerRefusals.balanceLeft;
    await runJobs(async () => endings(player.id).length === 1);
    await eventually(
      async () =>
        (await world.db.query('select 1 from users where id = $1 and closing_at is null', [player.id])).rowCount === 1,
    );
    expect(await statusOf(player.id)).toBe('active');
    expect((await signIn(player.email)).status).toBe(200);
  });
});

it('a sweep that fails for one player goes on with the others', async () => {
  const broken = [await registered(), await registered(), await registered()];
  const fine = [await registered(), await registered(), await registered()];
  const ids = (players: { id: string }[]) => players.map(({ id }) => id);
  await world.db.query('create table broken as select unnest($1::uuid[]) as id', [ids(broken)]);
  await world.db.query('grant select on broken to public');
  await world.db.query(
    `create function break() returns trigger language plpgsql as $$ begin raise 'this row is broken'; end $$`,
  );
  const set = async (at: number, text: string, longAgo: Date) => {
    const change = `update users set ${text} where id = $1`;
    await world.db.query(change, [broken[at]?.id, longAgo]);
    await world.db.query(change, [fine[at]?.id, new Date(longAgo.getTime() + 1_000)]);
  };
  await Promise.all(instances.map((instance) => instance.stop()));
  const now = clock.now().getTime();
  await set(0, 'closing_at = $2', new Date(now - 60_000));
  await set(1, 'currency_asked_at = $2', new Date(now - 60_000));
  await set(2, `status = 'closed', closed_at = $2`, new Date(now - 6 * yearMs));
  await world.db.query(
    `create function is_broken(uuid) returns boolean language sql stable as $$ select exists (select from broken where id = $1) $$;
     create trigger break before update on users for each row when (is_broken(new.id)) execute function break()`,
  );
  instances.splice(0, instances.length, await start(world.env, clock), await start(world.env, clock));
  const states = async (players: { id: string }[]) => {
    const { rows } = await world.db.query(
      `select status, currency_asked_at is not null as asked, erased_at is not null as erased from users where id = any ($1) order by array_position($1, id)`,
      [ids(players)],
    );
    return rows.map(({ status, asked: isAsked, erased }) => `${status} ${isAsked} ${erased}`);
  };
  const done = ['closed false false', 'active false false', 'closed false true'];
  await eventually(
    () => states(fine),
    (all) => all.join() === done.join(),
  );
  expect(await states(broken)).toEqual(['active false false', 'active true false', 'closed false false']);
  await world.db.query('drop trigger break on users');
});

it('the personal fields of a closed account are erased after the configured years; ids stay', async () => {
  const player = await registered({ lastName: 'Forgotten' });
  await call('PATCH', '/profile', { as: player.as, body: { city: 'Kiel' } });
  await call('POST', '/close', { as: player.as, body: { password } });
  await lastEvent(player.id, userEvents.userStatusChanged);
  const later = (ms: number) => restart(() => clock.advance(ms));
  const unerased = async () => {
    const texts = await Promise.all(
      instances.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()),
    );
    return texts.reduce(
      (sum, text) => sum + Number(/^fairline_auth_unerased_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0),
      0,
    );
  };
  walletStub.answer = playerRefusals.balanceLeft;
  await later(6 * yearMs);
  await eventually(
    () => asked.filter(({ verb, input }) => verb === 'close' && input.playerId === player.id).length === 2,
  );
  await eventually(unerased);
  walletStub.answer = 'yes';
  await later(23 * 3_600_000);
  expect(eventsOf(player.id, userEvents.accountErased)).toEqual([]);
  expect((await world.db.query('select erased_at, city from users where id = $1', [player.id])).rows).toEqual([
    { erased_at: null, city: 'Kiel' },
  ]);
  await later(2 * 3_600_000);
  await lastEvent(player.id, userEvents.accountErased);
  clock.advance(-6 * yearMs - 25 * 3_600_000);
  const operator = proven(asOperator('compliance'), clock);
  for (const [method, path, body] of [
    ['PATCH', '', { status: 'active', reason: 'asked by phone' }],
    ['POST', '/verify', { reason: 'passport seen' }],
  ] as const) {
    const reply = await world.call(
      (instances[0] as Running).httpUrl,
      method,
      `/api/admin/auth/users/${player.id}${path}`,
      { as: operator, body },
    );
    expect(refusalOf(reply)).toBe('409 account_erased');
  }
  const row = await world.db.query('select row_to_json(u)::text as text from users u where id = $1', [player.id]);
  const text = String(row.rows[0]?.text);
  for (const personal of [player.email, 'Ada', 'Forgotten', 'Kiel', '1990-12-10']) expect(text).not.toContain(personal);
  for (const table of ['devices', 'mails', 'notices', 'user_notes'])
    expect((await world.db.query(`select from ${table} where player_id = $1`, [player.id])).rowCount, table).toBe(0);
});

it('a player downloads everything stored on them, without a secret', async () => {
  const player = await registered();
  const reply = await call('GET', '/export', { as: player.as });
  expect(reply.headers.get('content-disposition')).toContain('fairline-account.json');
  const text = String(reply.body);
  for (const part of [player.email, 'Firefox (Windows)', 'registered', '1990-12-10']) expect(text).toContain(part);
  expect(text).not.toMatch(/hash|secret|argon/i);
});
