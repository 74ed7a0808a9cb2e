/** The API of auth for operators about players: summaries, figures, sessions, notes, the timeline. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHeader, agentHeader } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import {
  asOperator,
  asPlayer,
  eventsIn,
  eventually,
  openWorld,
  problemOf,
  proven,
  SetClock,
  type World,
} from '@fairline/chassis/testing';
import { defaultPreferences } from '@fairline/proto/auth/account';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { PlayerSession } from '@fairline/proto/auth/sessions';
import { SessionOfPlayer, TimelineEntry, UserNote, UserStats } from '@fairline/proto/auth/staff';
import type { Envelope } from '@fairline/proto/contract';
import { levelEvents } from '@fairline/proto/risk/levels';
import { hourMs } from '@fairline/proto/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { identified } from '../testing-players.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
const clock = new SetClock(new Date('2026-11-20T12:00:00Z'));
const password = 'Str0ngPass-2';

let world: World;
let instances: Running[];
let turn = 0;
const events: Envelope<Record<string, unknown>>[] = [];
const [compliance, support] = [asOperator('compliance'), asOperator('support')];

beforeAll(async () => {
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, {
    SESSION_PRIVATE_KEY: Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url'),
    MAIL_DIR: mailDir,
  });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
  world.nats.subscribe('rpc.wallet.restrict', {
    callback: (_error, message) => {
      const { playerId, version } = message.json<{ input: Record<string, unknown> }>().input;
      message.respond(JSON.stringify({ ok: { playerId, version } }));
    },
  });
  for (const { id, role } of [compliance, support]) {
    await world.db.query(
      "insert into operators (id, email, email_key, first_name, last_name, role, created_at) values ($1, $2, $2, 'Grace', $3, $3, now())",
      [id, `${id}@fairline.test`, role],
    );
  }
  instances = [await start(world.env, clock), await start(world.env, clock)];
});

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await world?.close();
  rmSync(mailDir, { recursive: true, force: true });
});

type Options = Parameters<World['call']>[3];

async function call(method: string, path: string, options: Options = {}) {
  const instance = instances[turn++ % instances.length] as Running;
  const reply = await world.call(instance.httpUrl, method, path, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
  return {
    ...reply,
    body: reply.body as Record<string, never>,
    cookie: reply.headers.getSetCookie()[0]?.split(';')[0] as string,
  };
}

const staff = (method: string, path: string, options: Options = {}) =>
  call(method, `/api/admin/auth${path}`, { as: proven(compliance, clock), ...options });
const refusalOf = (reply: { status: number; body: unknown }) => `${reply.status} ${problemOf(reply).code}`;
const eventsOf = (id: string, name: string) =>
  events.filter(({ subject, type }) => subject === id && type === `evt.auth.${name}.v1`);

async function registered(changes: Record<string, unknown> = {}) {
  const body = {
    email: `${randomUUID()}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
    ...changes,
  };
  const reply = await call('POST', '/api/auth/register', { body });
  return { ...PlayerSession.parse(reply.body).user, cookie: reply.cookie };
}

const signIn = (email: string, headers: Record<string, string> = {}) =>
  call('POST', '/api/auth/login', { body: { email, password }, headers });

describe('summaries of players', () => {
  it('come in the order asked for, without those who are none', async () => {
    const [one, two] = [await registered({ firstName: 'One' }), await registered({ firstName: 'Two' })];
    const reply = await staff('POST', '/summaries', {
      as: support,
      body: { playerIds: [two.id, randomUUID(), one.id, two.id] },
    });
    expect(reply.body.items).toEqual([
      {
        id: two.id,
        email: two.email,
        firstName: 'Two',
        lastName: 'Lovelace',
        country: 'DE',
        isVerified: false,
        status: 'active',
        demo: false,
      },
      {
        id: one.id,
        email: one.email,
        firstName: 'One',
        lastName: 'Lovelace',
        country: 'DE',
        isVerified: false,
        status: 'active',
        demo: false,
      },
    ]);
  });

  it('are a hundred at most, for who may read players', async () => {
    const playerIds = Array.from({ length: 101 }, () => randomUUID());
    expect(refusalOf(await staff('POST', '/summaries', { body: { playerIds } }))).toBe('400 invalid_request');
    expect((await staff('POST', '/summaries', { body: { playerIds: playerIds.slice(1) } })).body).toEqual({
      items: [],
    });
    expect(refusalOf(await staff('POST', '/summaries', { as: asOperator('trader'), body: { playerIds: [] } }))).toBe(
      '403 forbidden',
    );
  });
});

describe('the export', () => {
  const exported = async (query: string, as = compliance) =>
    staff('GET', `/users/export.csv?${query}`, { as: proven(as, clock) });

  it('has the players of the list under the same filter, recorded without the search text', async () => {
    const fresh = { q: `${randomUUID().slice(0, 8)}z`, country: 'PT' };
    const found = await registered({ email: `${fresh.q}@example.com`, firstName: 'Zoë', country: fresh.country });
    await registered({ email: `other-${fresh.q}@example.com` });
    const query = new URLSearchParams(fresh).toString();
    const { body } = await exported(query);
    const lines = String(body).trimEnd().split('\n');
    expect(lines[0]).toBe(
      '\uFEFFRegistered,Id,Email,First name,Last name,Country,Currency,Status,Verified,Email confirmed,Risk level,Last login',
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 11))).toEqual([
      [found.id, found.email, 'Zoë', 'Lovelace', 'PT', 'USD', 'active', 'no', 'no', 'low'],
    ]);
    for (const q of [found.email, '4242424242424242', found.id]) await exported(new URLSearchParams({ q }).toString());
    const acts = () =>
      events
        .filter(({ data }) => data.action === 'user.export' && data.operatorId === compliance.id)
        .map(({ data }) => data.after);
    const recorded = [{ q: '[text]', country: fresh.country }, { q: '[text]' }, { q: '[text]' }, { q: found.id }];
    await eventually(async () => acts().length >= recorded.length);
    expect(acts()).toEqual(expect.arrayContaining(recorded));
    expect(JSON.stringify(acts())).not.toContain(fresh.q);
  });

  it('is for operators who may change players', async () => {
    for (const role of ['support', 'finance', 'auditor'] as const)
      expect(refusalOf(await exported('', asOperator(role))), role).toBe('403 forbidden');
    expect(refusalOf(await exported('country=XX'))).toBe('400 invalid_request');
  });
});

describe('the risk level', () => {
  type Level = 'low' | 'medium' | 'high';
  const publish = (playerId: string, level: Level, version: number, id: string = randomUUID()) =>
    world.publish(
      levelEvents.riskLevelChanged.subject,
      playerId,
      version,
      { playerId, level, from: 'low', byOperator: false },
      id,
    );
  const levelOf = async (id: string) => String((await staff('GET', `/users/${id}`)).body.riskLevel);
  const found = async (query: string) => {
    const { items } = (await staff('GET', `/users?${query}`)).body as unknown as {
      items: { id: string; riskLevel: Level }[];
    };
    return items;
  };

  it('of the newest event counts, in whatever order events come and however often', async () => {
    const [one, other] = [await registered(), await registered()];
    expect(await levelOf(one.id)).toBe('low');
    const third = randomUUID();
    for (let repeat = 0; repeat < 3; repeat++) await publish(one.id, 'medium', 3, third);
    await publish(one.id, 'high', 2);
    await publish(one.id, 'low', 1);
    await publish(randomUUID(), 'high', 1);
    await publish(other.id, 'high', 1);
    await eventually(async () => (await levelOf(other.id)) === 'high');
    expect(await levelOf(one.id)).toBe('medium');
    const ids = async (query: string) => (await found(query)).map(({ id }) => id);
    expect([await ids('risk=medium'), await ids('risk=high')]).toEqual([[one.id], [other.id]]);
    expect((await found('risk=low')).every(({ riskLevel }) => riskLevel === 'low')).toBe(true);
    expect(await ids(`risk=high&q=${one.email}`)).toEqual([]);
    expect(refusalOf(await staff('GET', '/users?risk=severe'))).toBe('400 invalid_request');
  });
});

describe('the figures', () => {
  const figures = async (range: string) =>
    UserStats.parse((await staff('GET', `/stats?range=${range}`, { as: support })).body);

  it('count real players, the new ones and those who signed in, against the time before', async () => {
    // On a day of its own, so that players of the other tests are older.
    clock.advance(100 * 24 * hourMs);
    const earlier = await figures('24h');
    const [returning, verified] = [await registered(), await registered()];
    await identified(world, verified.id);
    await staff('POST', `/users/${verified.id}/verify`, { body: { reason: 'passport seen' } });
    clock.advance(30 * hourMs);
    const newcomer = await registered();
    await staff('PATCH', `/users/${newcomer.id}`, { body: { status: 'suspended', reason: 'asked' } });
    await signIn(returning.email);
    await signIn(returning.email);
    await world.db.query('update users set demo = true where id = $1', [(await registered()).id]);

    const day = await figures('24h');
    expect(day).toEqual({
      range: '24h',
      since: new Date(clock.now().getTime() - 24 * hourMs).toISOString(),
      totalUsers: earlier.totalUsers + 3,
      verifiedUsers: earlier.verifiedUsers + 1,
      suspendedUsers: earlier.suspendedUsers + 1,
      newToday: 1,
      newUsers: 1,
      activeUsers: 2,
      before: { newUsers: 2, activeUsers: 2 },
    });
    expect(await figures('7d')).toMatchObject({ newUsers: 3, activeUsers: 3, before: { newUsers: 0, activeUsers: 0 } });
    expect(await figures('1h')).toMatchObject({ newUsers: 1, activeUsers: 2, before: { newUsers: 0, activeUsers: 0 } });
    expect((await staff('GET', '/stats')).body).toMatchObject({ range: '24h' });
    expect(refusalOf(await staff('GET', '/stats?range=1y'))).toBe('400 invalid_request');
  });
});

describe('the sessions of a player', () => {
  it('show when they were last seen only where they allow it, and at once', async () => {
    const player = await registered();
    const seen = async () => {
      const { body } = await staff('GET', `/users/${player.id}/sessions`, { as: support });
      return (body.items as unknown as unknown[]).map((session) => SessionOfPlayer.parse(session).lastSeenAt);
    };
    const choose = (showOnlineStatus: boolean) =>
      call('PUT', '/api/auth/preferences', {
        as: asPlayer(player.id),
        body: { ...defaultPreferences, privacy: { showOnlineStatus } },
      });
    expect(await seen()).toEqual([null]);
    expect((await choose(true)).status).toBe(200);
    expect(await seen()).toEqual([expect.stringMatching(/^20/)]);
    await choose(false);
    expect(await seen()).toEqual([null]);
  });

  it('do not move with their visits where they do not show them', async () => {
    const player = await registered();
    clock.advance(60_000);
    const later = await signIn(player.email);
    const shown = async () => (await staff('GET', `/users/${player.id}/sessions`, { as: support })).body;
    const before = await shown();
    expect(before.items).toHaveLength(2);
    clock.advance(60_000);
    for (const cookie of [later.cookie, player.cookie]) {
      expect((await call('POST', '/api/auth/refresh', { headers: { cookie } })).status).toBe(200);
      expect(await shown()).toEqual(before);
    }
  });

  it('are shown with their devices, and ended all at once with a reason', async () => {
    const player = await registered();
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
    const { cookie } = await signIn(player.email, { [addressHeader]: '203.0.113.9', [agentHeader]: chrome });
    const shown = await staff('GET', `/users/${player.id}/sessions`, { as: support });
    const sessions = (shown.body.items as unknown as unknown[]).map((session) => SessionOfPlayer.parse(session));
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual(
      expect.objectContaining({ device: 'Chrome (Linux)', address: '203.0.113.9', current: false }),
    );

    expect(
      (await staff('POST', `/users/${player.id}/sign-out`, { body: { reason: 'his phone was stolen' } })).status,
    ).toBe(204);
    expect((await staff('GET', `/users/${player.id}/sessions`)).body).toEqual({ items: [] });
    for (const shownCookie of [cookie, player.cookie]) {
      expect((await call('POST', '/api/auth/refresh', { headers: { cookie: shownCookie } })).status).toBe(401);
    }
    const [revoked] = await eventually(
      () => eventsOf(player.id, 'SessionRevoked'),
      ({ length }) => length > 0,
    );
    expect(revoked?.data).toMatchObject({
      subjectKind: 'player',
      subjectId: player.id,
      sessionId: null,
      reason: 'operator',
    });
    const [act] = await eventually(
      () => eventsOf(player.id, 'OperatorActed'),
      ({ length }) => length > 0,
    );
    expect(act?.data).toMatchObject({
      operatorId: compliance.id,
      action: 'user.signed_out',
      reason: 'his phone was stolen',
    });
    expect((await signIn(player.email)).status).toBe(200);
  });

  it('are for who may read them, and ended by who may set the status', async () => {
    const { id } = await registered();
    const attempts: [string, Awaited<ReturnType<typeof call>>][] = [
      ['403 forbidden', await staff('GET', `/users/${id}/sessions`, { as: asOperator('trader') })],
      ['403 forbidden', await staff('POST', `/users/${id}/sign-out`, { as: support, body: { reason: 'x' } })],
      ['400 invalid_request', await staff('POST', `/users/${id}/sign-out`, { body: { reason: '' } })],
      ['422 card_number', await staff('POST', `/users/${id}/sign-out`, { body: { reason: '4111111111111111' } })],
      ['404 not_found', await staff('POST', `/users/${randomUUID()}/sign-out`, { body: { reason: 'x' } })],
      ['404 not_found', await staff('GET', `/users/${randomUUID()}/sessions`)],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
  });
});

describe('notes', () => {
  const add = (id: string, text: string, as = support) => staff('POST', `/users/${id}/notes`, { as, body: { text } });

  it.each(['auditor', 'trader', 'games'] as const)('are not written by the role %s', async (role) => {
    const player = await registered();
    const reply = await add(player.id, 'Looks fine.', asOperator(role));
    expect([reply.status, (await staff('GET', `/users/${player.id}/notes`)).body]).toMatchObject([403, { items: [] }]);
  });

  it('are kept newest first with their authors, and the record holds only that there is one', async () => {
    const player = await registered();
    const one = await add(player.id, '  Asked about limits.  ');
    expect([one.status, UserNote.parse(one.body)]).toMatchObject([
      201,
      { text: 'Asked about limits.', operatorId: support.id, operatorName: 'Grace support' },
    ]);
    await add(player.id, 'Called back.', compliance);
    const { items, nextCursor } = (await staff('GET', `/users/${player.id}/notes`)).body as unknown as {
      items: UserNote[];
      nextCursor: null;
    };
    expect([items.map(({ text }) => text), nextCursor]).toEqual([['Called back.', 'Asked about limits.'], null]);
    const acts = await eventually(
      () => eventsOf(player.id, 'OperatorActed'),
      ({ length }) => length === 2,
    );
    expect(acts[0]?.data).toMatchObject({ action: 'user.noted', after: { noteId: one.body.id } });
    expect(JSON.stringify(events)).not.toContain('Asked about limits');
    const { rows } = await world.db.query('select id from sessions where subject_id = $1', [player.id]);
    const taken = await call('GET', '/api/auth/export', { as: asPlayer(player.id, { sessionId: rows[0].id }) });
    expect(taken.status).toBe(200);
    expect(JSON.stringify(taken.body)).not.toMatch(/Asked about limits|note_added/);
  });

  it('come fifty a page, each once', async () => {
    const { id } = await registered();
    await world.db.query(
      "insert into user_notes (player_id, operator_id, text, created_at) select $1, $2, 'note ' || n, now() from generate_series(1, 60) n",
      [id, support.id],
    );
    const first = (await staff('GET', `/users/${id}/notes`)).body as unknown as {
      items: UserNote[];
      nextCursor: string;
    };
    const second = (await staff('GET', `/users/${id}/notes?cursor=${first.nextCursor}`)).body as unknown as {
      items: UserNote[];
      nextCursor: null;
    };
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...second.items].map((note) => note.id)).size).toBe(60);
  });

  it('need a text without card numbers and a player', async () => {
    const { id } = await registered();
    const attempts: [string, Awaited<ReturnType<typeof call>>][] = [
      ['400 invalid_request', await add(id, ' ')],
      ['400 invalid_request', await add(id, 'x'.repeat(2_001))],
      ['422 card_number', await add(id, 'paid with 4111 1111 1111 1111')],
      ['404 not_found', await add(randomUUID(), 'hello')],
      ['404 not_found', await staff('GET', `/users/${randomUUID()}/notes`)],
      ['400 invalid_request', await staff('GET', `/users/${id}/notes?cursor=nonsense`)],
      ['403 forbidden', await add(id, 'hello', asOperator('trader'))],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
  });
});

describe('the identity of a player', () => {
  it('is shown as they gave it, and each view is in the audit log without it', async () => {
    const player = await registered({ firstName: 'Grâce', lastName: 'Hopper' });
    const identity = (as = compliance) => staff('GET', `/users/${player.id}/identity`, { as });
    const known = {
      playerId: player.id,
      firstName: 'Grâce',
      lastName: 'Hopper',
      country: 'DE',
      dateOfBirth: '1990-12-10',
    };
    expect((await identity()).body).toEqual(known);
    await call('PATCH', '/api/auth/profile', {
      as: asPlayer(player.id),
      body: { city: 'Berlin', postalCode: '10115' },
    });
    expect((await identity(asOperator('auditor'))).body).toEqual({ ...known, address: '10115 Berlin' });
    await call('PATCH', '/api/auth/profile', { as: asPlayer(player.id), body: { address: 'Invalidenstr. 1' } });
    expect((await identity()).body).toEqual({ ...known, address: 'Invalidenstr. 1, 10115 Berlin' });
    const views = await eventually(
      () => eventsOf(player.id, 'OperatorActed'),
      ({ length }) => length === 3,
    );
    expect(views[0]?.data).toMatchObject({
      operatorId: compliance.id,
      action: 'user.identity_viewed',
      resourceId: player.id,
    });
    expect(JSON.stringify(views)).not.toMatch(/Gr.ce|Hopper|1990|Berlin/);
  });

  it('is for those who may read verifications', async () => {
    const { id } = await registered();
    const attempts: [string, Awaited<ReturnType<typeof call>>][] = [
      ['403 forbidden', await staff('GET', `/users/${id}/identity`, { as: support })],
      ['403 forbidden', await staff('GET', `/users/${id}/identity`, { as: asOperator('finance') })],
      ['404 not_found', await staff('GET', `/users/${randomUUID()}/identity`)],
      ['400 invalid_request', await staff('GET', '/users/constructor/identity')],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
  });
});

describe('the timeline of a player', () => {
  it('lists what they and what operators did, newest first, with their reasons', async () => {
    const player = await registered();
    await call('POST', '/api/auth/login', { body: { email: player.email, password: 'Wr0ngPass' } });
    await signIn(player.email);
    await identified(world, player.id);
    await staff('POST', `/users/${player.id}/verify`, { body: { reason: 'passport seen' } });
    await staff('PATCH', `/users/${player.id}`, { body: { status: 'suspended', reason: 'asked by phone' } });
    await staff('PATCH', `/users/${player.id}`, { body: { status: 'active', reason: 'asked again' } });
    await staff('POST', `/users/${player.id}/notes`, { as: support, body: { text: 'Called back.' } });
    await staff('POST', `/users/${player.id}/sign-out`, { body: { reason: 'his wish' } });
    const reply = await staff('GET', `/users/${player.id}/timeline`, { as: support });
    const entries = (reply.body.items as unknown as unknown[]).map((entry) => TimelineEntry.parse(entry));
    expect(entries.map(({ kind }) => kind)).toEqual([
      'sessions_ended',
      'note_added',
      'status_changed',
      'status_changed',
      'verification_changed',
      'signed_in',
      'sign_in_failed',
      'signed_in',
      'registered',
    ]);
    expect(entries[0]).toMatchObject({
      operatorId: compliance.id,
      operatorName: 'Grace compliance',
      params: { reason: 'his wish' },
    });
    expect(entries[2]).toMatchObject({ params: { from: 'suspended', to: 'active', reason: 'asked again' } });
    expect(entries[4]).toMatchObject({ params: { from: 'unverified', to: 'verified', reason: 'passport seen' } });
    expect(entries[5]).toMatchObject({
      operatorId: null,
      operatorName: null,
      params: { method: 'password', device: expect.any(String) },
    });
    expect(entries.filter(({ params }) => 'address' in params)).toEqual([]);
    expect(refusalOf(await staff('GET', `/users/${randomUUID()}/timeline`))).toBe('404 not_found');
    expect(refusalOf(await staff('GET', `/users/${player.id}/timeline`, { as: asPlayer(player.id) }))).toBe(
      '403 forbidden',
    );
  });
});

it('an event of the bus never carries what only people may read', () => {
  const published = JSON.stringify(events.filter(({ type }) => type !== authAuditEvents.operatorActed.subject));
  expect(published).not.toMatch(/@example\.com|Lovelace|passport seen|asked by phone/);
});
