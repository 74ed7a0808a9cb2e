/** Operators at the doors of auth: invited, activated, signed in with their authenticator, deciding about players; and the accounts of demo mode. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addressHeader } from '@fairline/chassis/identity';
import type { Running } from '@fairline/chassis/service';
import { asOperator, asPlayer, eventually, factsIn, openWorld, problemOf, SetClock, type World } from '@fairline/chassis/testing';
import { AccessClaims, OperatorSession, PlayerSession, UserRow } from '@fairline/proto/auth';
import type { Envelope } from '@fairline/proto/contract';
import { permissionsOf, roleNames } from '@fairline/proto/permissions';
import { jwtVerify } from 'jose';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
const clock = new SetClock(new Date());
const hourMs = 3_600_000;

let world: World;
let rooms: Running[];
let turn = 0;
const facts: Envelope<Record<string, unknown>>[] = [];
/** What wallet was asked to bind, and whether it answers. */
const restricted: Record<string, unknown>[] = [];
let wallet: 'answers' | 'is silent' | 'refuses' = 'answers';

beforeAll(async () => {
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, { SESSION_PRIVATE_KEY, PUBLIC_URL: 'https://play.example/', MAIL_DIR: mailDir });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void facts.push(...factsIn(message)) });
  world.nats.subscribe('rpc.wallet.restrict', {
    callback: (_error, message) => {
      const { input } = message.json<{ input: Record<string, unknown> }>();
      restricted.push(input);
      if (wallet === 'answers') message.respond(JSON.stringify({ ok: { playerId: input.playerId, version: input.version } }));
      if (wallet === 'refuses') message.respond(JSON.stringify({ refusal: { code: 'not_found', status: 404, detail: 'Not found' } }));
    },
  });
  rooms = [await start(world.env, clock), await start(world.env, clock)];
});

afterAll(async () => {
  await Promise.all((rooms ?? []).map((room) => room.stop()));
  await world?.close();
  rmSync(mailDir, { recursive: true, force: true });
});

type Options = Parameters<World['call']>[3];

async function callAt(room: Running, method: string, path: string, options: Options = {}) {
  const reply = await world.call(room.httpUrl, method, path, { ...options, headers: { [addressHeader]: randomUUID(), ...options.headers } });
  return { ...reply, body: reply.body as Record<string, never>, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] };
}

const call = (method: string, path: string, options: Options = {}) => callAt(rooms[turn++ % rooms.length] as Running, method, path, options);

const factsOf = (id: string, name: string) => facts.filter(({ subject, type }) => subject === id && type === `evt.auth.${name}.v1`);
const actsOn = (id: string) => factsOf(id, 'OperatorActed').map(({ data }) => data);

/** Runs the command of the terminal as an operator's administrator would. */
async function invite(...args: string[]): Promise<{ stdout: string; stderr: string; token: string }> {
  const script = fileURLToPath(new URL('../operator.ts', import.meta.url));
  const env = { PATH: process.env.PATH, DATABASE_URL: world.env.DATABASE_URL, PUBLIC_URL: world.env.PUBLIC_URL };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { stdout, stderr, token: stdout.match(/https:\/\/play\.example\/admin\/activate\?token=([\w-]{43})\n/)?.[1] ?? '' };
}

const invitation = (email: string) => ['--email', email, '--first', 'Grace', '--last', 'Hopper', '--role', 'compliance'];
const password = 'Str0ngPass-2';
const activate = (token: string) => call('POST', '/api/admin/auth/activate', { body: { token, password } });
const signIn = (email: string, totp?: string, options: Options = {}) =>
  call('POST', '/api/admin/auth/login', { ...options, body: { email, password, ...(totp !== undefined && { totp }) } });

async function activated() {
  const email = `${randomUUID()}@fairline.test`;
  const { token } = await invite(...invitation(email));
  const reply = await activate(token);
  const secret = new URL(String(reply.body.totpUri)).searchParams.get('secret') as string;
  /** The code of the next time step, as each works once. */
  const code = () => {
    clock.advance(30_000);
    return generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
  };
  return { email, token, reply, code };
}

describe('an operator', () => {
  it('is made on the command line, sets his password by a link that works once, and enters with a code', async () => {
    const { email, token, reply, code } = await activated();
    expect([reply.status, reply.body.email]).toEqual([200, email]);
    expect(reply.body.totpUri).toMatch(/^otpauth:\/\/totp\/Fairline/);
    const again = await activate(token);
    expect([again.status, problemOf(again)]).toMatchObject([422, { code: 'link_invalid', detail: 'This link is no longer valid. Please ask for a new one.' }]);

    const entered = await signIn(email.toUpperCase(), await code());
    expect(entered.status).toBe(200);
    const { operator, accessToken } = OperatorSession.parse(entered.body);
    expect(operator).toMatchObject({
      email,
      firstName: 'Grace',
      role: 'compliance',
      permissions: permissionsOf('compliance'),
      lastLoginAt: clock.now().toISOString(),
    });
    const { payload } = await jwtVerify(accessToken, publicKey, { currentDate: clock.now() });
    expect(AccessClaims.parse(payload)).toMatchObject({ kind: 'operator', sub: operator.id, role: 'compliance', permissions: permissionsOf('compliance') });
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^fairline_operator=[\w-]{43}; Path=\/api\/admin\/auth; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    await eventually(() => factsOf(operator.id, 'OperatorActed').length === 3);
    expect(actsOn(operator.id).map(({ action }) => action)).toEqual(['operator.created', 'operator.activated', 'operator.signed_in']);
    expect(JSON.stringify(facts)).not.toContain(email);
  });

  it('without a code is asked for it, and with a wrong or used one is refused as for a wrong password', async () => {
    const { email, code } = await activated();
    const [asked, empty] = [await signIn(email), await signIn(email, ' ')];
    for (const reply of [asked, empty]) {
      expect([reply.status, problemOf(reply)]).toMatchObject([401, { code: 'totp_required', detail: 'Enter the code from your authenticator app' }]);
    }
    const good = await code();
    expect((await signIn(email, good)).status).toBe(200);
    for (const wrong of [good, '000000', 'abcdef']) {
      const reply = await signIn(email, wrong);
      expect([reply.status, problemOf(reply)]).toMatchObject([401, { code: 'bad_operator_credentials', detail: 'Invalid admin credentials' }]);
    }
  });

  it('may use one code for one of two sign-ins at the same moment', async () => {
    const { email, code } = await activated();
    const good = await code();
    const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(email, good)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('fails alike for a wrong password, an unknown address and one who was not activated, and is throttled', async () => {
    const [{ email }, invited] = [await activated(), `${randomUUID()}@fairline.test`];
    await invite(...invitation(invited));
    for (const address of [email, invited, `${randomUUID()}@fairline.test`]) {
      const reply = await call('POST', '/api/admin/auth/login', { body: { email: address, password: 'Wr0ngPass' } });
      expect([reply.status, problemOf(reply).code]).toEqual([401, 'bad_operator_credentials']);
    }
    const from = { headers: { [addressHeader]: randomUUID() } };
    const wrong = () => call('POST', '/api/admin/auth/login', { ...from, body: { email, password: 'Wr0ngPass' } });
    const replies = await Promise.all(Array.from({ length: 12 }, wrong));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('begins anew with a new link: the old password, code, link and sessions are worth nothing', async () => {
    const { email, code } = await activated();
    const entered = await signIn(email, await code());
    const { operator } = OperatorSession.parse(entered.body);
    const [lost, found] = [await invite(...invitation(email)), await invite(...invitation(email))];
    expect(found.stdout).toContain('Known already, as compliance. A new link');
    expect((await activate(lost.token)).status).toBe(422);
    expect((await activate(found.token)).status).toBe(200);
    expect((await signIn(email, await code())).status).toBe(401);
    expect((await call('POST', '/api/admin/auth/refresh', { headers: { cookie: entered.cookie as string } })).status).toBe(401);
    const [revoked] = await eventually(
      () => factsOf(operator.id, 'SessionRevoked'),
      (found) => found.length > 0 && found.some(({ data }) => data.reason === 'password'),
    );
    expect(revoked?.data).toMatchObject({ subjectKind: 'operator', subjectId: operator.id, sessionId: null });
  });

  it('has 24 hours for his link', async () => {
    const { token } = await invite(...invitation(`${randomUUID()}@fairline.test`));
    await world.db.query("update links set expires_at = $1 where purpose = 'activate' and used_at is null", [clock.now()]);
    expect((await activate(token)).status).toBe(422);
    expect((await activate('made-up')).status).toBe(422);
  });

  it('has a session of 8 hours, to which a refresh gives 8 hours, and leaves by signing out', async () => {
    const { email, code } = await activated();
    const entered = await signIn(email, await code());
    const cookie = entered.cookie as string;
    const { sub, sid } = AccessClaims.parse((await jwtVerify(String(entered.body.accessToken), publicKey, { currentDate: clock.now() })).payload);
    const as = { ...asOperator('compliance', sub), sessionId: sid };
    const checked = await call('GET', '/api/admin/auth/session', { as });
    expect(checked.body).toMatchObject({ operator: { email }, sessionId: sid, expiresAt: new Date(clock.now().getTime() + 8 * hourMs).toISOString() });
    clock.advance(7 * hourMs);
    const kept = await call('POST', '/api/admin/auth/refresh', { headers: { cookie } });
    clock.advance(7 * hourMs);
    const last = await call('POST', '/api/admin/auth/refresh', { headers: { cookie: kept.cookie as string } });
    expect([kept.status, last.status]).toEqual([200, 200]);
    const out = await call('POST', '/api/admin/auth/logout', { headers: { cookie: last.cookie as string } });
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([
      204,
      'fairline_operator=; Path=/api/admin/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
    expect((await call('GET', '/api/admin/auth/session', { as })).status).toBe(401);
    expect((await call('POST', '/api/admin/auth/refresh', { headers: { cookie: last.cookie as string } })).status).toBe(401);
  });

  it('is not made from an incomplete command', async () => {
    const { stderr, token } = await invite('--email', 'nobody', '--first', 'Grace');
    expect(token).toBe('');
    expect(stderr.split('\n').slice(0, 4)).toEqual([
      'Please enter a valid email',
      'Last name is required',
      'Please choose a role',
      expect.stringContaining('Usage: '),
    ]);
  });
});

async function registered(changes: Record<string, unknown> = {}) {
  const body = {
    email: `${randomUUID()}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
  };
  const reply = await call('POST', '/api/auth/register', { body: { ...body, ...changes } });
  return { ...PlayerSession.parse(reply.body).user, cookie: reply.cookie as string };
}

const compliance = asOperator('compliance');
const setStatus = (id: string, status: string, reason = 'asked by phone') =>
  call('PATCH', `/api/admin/auth/users/${id}`, { as: compliance, body: { status, reason }, headers: { [addressHeader]: '203.0.113.7' } });
const verify = (id: string) => call('POST', `/api/admin/auth/users/${id}/verify`, { as: compliance, body: { reason: 'passport seen' } });
const lastRestriction = (id: string) => restricted.findLast(({ playerId }) => playerId === id);

describe('the status of a player', () => {
  it('binds money before the answer, is said and is on the record', async () => {
    const { id } = await registered();
    const reply = await setStatus(id, 'suspended');
    expect([reply.status, reply.body]).toMatchObject([200, { id, status: 'suspended', demo: false }]);
    const part = { status: 'suspended', level: 'unverified', jurisdiction: 'open' };
    const [fact] = await eventually(
      () => factsOf(id, 'UserStatusChanged'),
      ({ length }) => length > 0,
    );
    expect(fact?.data).toEqual({ playerId: id, ...part, at: clock.now().toISOString() });
    // The sweep may have said the same word a second time.
    const words = restricted.filter(({ playerId }) => playerId === id);
    for (const word of words) expect(word).toEqual({ playerId: id, part: 'account', ...part, version: fact?.version });
    expect(words).not.toEqual([]);
    await eventually(() => actsOn(id).length === 1);
    expect(actsOn(id)).toEqual([
      {
        operatorId: compliance.id,
        action: 'user.status',
        resourceType: 'user',
        resourceId: id,
        reason: 'asked by phone',
        before: { status: 'active' },
        after: { status: 'suspended' },
        address: '203.0.113.7',
        agent: 'test',
      },
    ]);
  });

  it('suspended lets him in, to see his account and reach support', async () => {
    const { id, email } = await registered();
    await setStatus(id, 'suspended');
    const reply = await call('POST', '/api/auth/login', { body: { email, password } });
    expect([reply.status, PlayerSession.parse(reply.body).user.status]).toEqual([200, 'suspended']);
  });

  it('closed ends his sessions and keeps him out, and only he who knows the password learns why', async () => {
    const { id, email, cookie } = await registered();
    expect((await setStatus(id, 'closed')).status).toBe(200);
    const [revoked] = await eventually(
      () => factsOf(id, 'SessionRevoked'),
      ({ length }) => length > 0,
    );
    expect(revoked?.data).toEqual({ subjectKind: 'player', subjectId: id, sessionId: null, reason: 'status', at: clock.now().toISOString() });
    expect((await call('POST', '/api/auth/refresh', { headers: { cookie } })).status).toBe(401);
    const [right, wrong] = [
      await call('POST', '/api/auth/login', { body: { email, password } }),
      await call('POST', '/api/auth/login', { body: { email, password: 'Wr0ngPass' } }),
    ];
    expect([right.status, problemOf(right)]).toMatchObject([403, { code: 'account_closed', detail: 'Your account is closed.' }]);
    expect([wrong.status, problemOf(wrong).code]).toEqual([401, 'bad_credentials']);
    await eventually(
      () =>
        factsOf(id, 'SignInFailed')
          .map(({ data }) => data.reason)
          .join() === 'status,password',
    );
    await setStatus(id, 'active');
    expect((await call('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200);
  });

  it.each(['is silent', 'refuses'] as const)('is not answered while wallet %s, stands all the same, and wallet is asked until it answers', async (how) => {
    const { id } = await registered();
    wallet = how;
    const refused = await setStatus(id, 'suspended');
    expect([refused.status, problemOf(refused).code]).toEqual([503, 'unavailable']);
    expect((await call('GET', `/api/admin/auth/users/${id}`, { as: compliance })).body.status).toBe('suspended');
    const repeated = await setStatus(id, 'suspended');
    expect(repeated.status).toBe(503);
    wallet = 'answers';
    await eventually(async () => (await world.db.query('select bound_version = permit_version as bound from users where id = $1', [id])).rows[0].bound);
    expect(lastRestriction(id)).toMatchObject({ status: 'suspended', version: factsOf(id, 'UserStatusChanged')[0]?.version });
    expect((await setStatus(id, 'suspended')).status).toBe(200);
    expect([factsOf(id, 'UserStatusChanged').length, actsOn(id).length]).toEqual([1, 1]);
  });

  it('set by two operators at once ends as one of them said, and wallet knows the later', async () => {
    const { id } = await registered();
    await Promise.all([setStatus(id, 'suspended'), setStatus(id, 'closed'), setStatus(id, 'active')]);
    const { status } = (await call('GET', `/api/admin/auth/users/${id}`, { as: compliance })).body;
    const versions = restricted.filter(({ playerId }) => playerId === id).sort((a, b) => Number(a.version) - Number(b.version));
    expect(versions.at(-1)).toMatchObject({ status });
    // Wallet may have been asked twice for one word, never for two under one version.
    expect(new Set(versions.map(({ version }) => version)).size).toBe(new Set(versions.map(({ version, status: said }) => `${version} ${said}`)).size);
  });

  it('needs a player, a status, a reason without card numbers, and the permission', async () => {
    const { id } = await registered();
    const attempts: [string, Awaited<ReturnType<typeof call>>][] = [
      ['404 not_found', await setStatus(randomUUID(), 'closed')],
      ['400 invalid_request', await setStatus('no-id', 'closed')],
      ['400 invalid_request', await setStatus(id, 'deleted')],
      ['400 invalid_request', await setStatus(id, 'closed', ' ')],
      ['400 invalid_request', await setStatus(id, 'closed', 'a\u0000b')],
      ['422 card_number', await setStatus(id, 'closed', 'paid with 4111111111111111')],
      ['403 forbidden', await call('PATCH', `/api/admin/auth/users/${id}`, { as: asOperator('support'), body: { status: 'closed', reason: 'x' } })],
      ['403 forbidden', await call('PATCH', `/api/admin/auth/users/${id}`, { as: asPlayer(id), body: { status: 'closed', reason: 'x' } })],
      ['401 unauthenticated', await call('PATCH', `/api/admin/auth/users/${id}`, { body: { status: 'closed', reason: 'x' } })],
      ['403 forbidden', await call('POST', `/api/admin/auth/users/${id}/verify`, { as: asOperator('finance'), body: { reason: 'x' } })],
      ['404 not_found', await verify(randomUUID())],
    ];
    for (const [expected, reply] of attempts) expect(`${reply.status} ${problemOf(reply).code}`).toBe(expected);
    expect(restricted.some(({ playerId }) => playerId === id)).toBe(false);
  });
});

describe('verification by an operator', () => {
  it('raises the level once, in wallet, on the record and in the next access token', async () => {
    const { id, cookie } = await registered();
    const [reply, again] = [await verify(id), await verify(id)];
    expect([reply.status, reply.body.isVerified, again.status]).toEqual([200, true, 200]);
    const changes = await eventually(
      () => factsOf(id, 'VerificationChanged'),
      ({ length }) => length > 0,
    );
    expect(changes.map(({ data }) => data)).toEqual([{ playerId: id, status: 'active', level: 'verified', jurisdiction: 'open' }]);
    expect(lastRestriction(id)).toMatchObject({ level: 'verified', version: changes[0]?.version });
    await eventually(() => actsOn(id).length === 1);
    expect(actsOn(id)[0]).toMatchObject({ action: 'user.verified', reason: 'passport seen', before: { level: 'unverified' }, after: { level: 'verified' } });
    const refreshed = await call('POST', '/api/auth/refresh', { headers: { cookie } });
    expect((await jwtVerify(String(refreshed.body.accessToken), publicKey, { currentDate: clock.now() })).payload).toMatchObject({ level: 'verified' });
  });
});

describe('the list of players', () => {
  const support = asOperator('support');
  const list = async (query: Record<string, string>) => call('GET', `/api/admin/auth/users?${new URLSearchParams(query)}`, { as: support });
  const emailsOf = (reply: { body: Record<string, never> }) => (reply.body.items as unknown as { email: string }[]).map(({ email }) => email);

  it('comes newest first, fifty a page, each player once', async () => {
    const mark = randomUUID().slice(0, 8);
    await world.db.query(
      `insert into users (email, email_key, password_hash, first_name, last_name, country, jurisdiction, date_of_birth, created_at, terms_accepted_at)
       select n || '-${mark}@example.com', n || '-${mark}@example.com', 'x', 'Many', 'Players', 'DE', 'open', '1990-01-01', now(), now() from generate_series(101, 220) n order by n`,
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    for (const size of [50, 50, 20]) {
      const reply = await list({ q: mark, ...(cursor && { cursor }) });
      expect(emailsOf(reply)).toHaveLength(size);
      seen.push(...emailsOf(reply));
      cursor = reply.body.nextCursor ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: 120 }, (_, place) => `${220 - place}-${mark}@example.com`));
  });

  it('is searched by id, e-mail, first name, last name or both, in any case, and by status', async () => {
    const name = `Zed${randomUUID().slice(0, 6).replaceAll(/\d/g, 'q')}`;
    const player = await registered({ firstName: name, lastName: 'O%_\\Brien' });
    for (const q of [player.email.toUpperCase(), name.toLowerCase(), `${name} O%_\\BRIEN`, ` ${name} `])
      expect(emailsOf(await list({ q }))).toEqual([player.email]);
    expect(emailsOf(await list({ q: `${name} O%%` }))).toEqual([]);
    for (const q of [player.id, player.id.toUpperCase(), player.id.slice(-8)]) expect(emailsOf(await list({ q }))).toEqual([player.email]);
    await setStatus(player.id, 'closed');
    expect(emailsOf(await list({ q: name, status: 'closed' }))).toEqual([player.email]);
    expect(emailsOf(await list({ q: name, status: 'active' }))).toEqual([]);
  });

  it('and a player are shown to who may read them, and without secrets', async () => {
    const player = await registered();
    const one = await call('GET', `/api/admin/auth/users/${player.id}`, { as: support });
    expect(Object.keys(one.body).sort()).toEqual(Object.keys(UserRow.shape).sort());
    const refused: [string, Awaited<ReturnType<typeof call>>][] = [
      ['403 forbidden', await call('GET', '/api/admin/auth/users', { as: asOperator('trader') })],
      ['401 unauthenticated', await call('GET', '/api/admin/auth/users')],
      ['404 not_found', await call('GET', `/api/admin/auth/users/${randomUUID()}`, { as: support })],
      ['400 invalid_request', await list({ cursor: 'nonsense' })],
      ['400 invalid_request', await list({ status: 'gone' })],
      ['400 invalid_request', await list({ q: 'a\u0000' })],
      ['400 invalid_request', await list({ page: '2' })],
    ];
    for (const [expected, reply] of refused) expect(`${reply.status} ${problemOf(reply).code}`).toBe(expected);
  });
});

describe('demo mode', () => {
  const demoPassword = 'Fairline-demo-1';

  it('has a player with play money and an operator of each role, made once, who are gone when it is off', async () => {
    const env = { ...world.env, FAIRLINE_DEMO: '1' };
    const demo = await Promise.all([start(env, clock), start(env, clock)]);
    const [first, second] = demo as [Running, Running];
    const settings = (await callAt(first, 'GET', '/api/auth/settings')).body as unknown as {
      demo: boolean;
      demoPlayer: object;
      demoOperators: { email: string; password: string }[];
    };
    expect(settings.demo).toBe(true);
    expect(settings.demoPlayer).toEqual({ email: 'demo@fairline.example', password: demoPassword });
    expect(settings.demoOperators).toEqual(roleNames.map((role) => ({ email: `${role}@fairline.example`, password: demoPassword, role })));
    for (const { email, password } of settings.demoOperators) {
      const entered = OperatorSession.parse((await callAt(second, 'POST', '/api/admin/auth/login', { body: { email, password } })).body);
      expect(`${entered.operator.role}@fairline.example`).toBe(email);
    }
    const entered = await callAt(first, 'POST', '/api/auth/login', { body: { email: 'demo@fairline.example', password: demoPassword } });
    const { user, accessToken } = PlayerSession.parse(entered.body);
    expect(user).toMatchObject({ isVerified: true, emailVerified: true, status: 'active' });
    expect((await jwtVerify(accessToken, publicKey, { currentDate: clock.now() })).payload).toMatchObject({ book: 'play', level: 'verified' });
    const [made] = await eventually(
      () => factsOf(user.id, 'UserRegistered'),
      ({ length }) => length > 0,
    );
    expect(made).toMatchObject({ version: 1, data: { demo: true, level: 'verified' } });
    expect(factsOf(user.id, 'UserRegistered')).toHaveLength(1);
    expect((await callAt(first, 'GET', '/api/dev/mailbox?to=demo@fairline.example')).body).toEqual({ items: [] });
    await Promise.all(demo.map((room) => room.stop()));

    expect((await call('POST', '/api/auth/refresh', { headers: { cookie: entered.cookie as string } })).status).toBe(401);
    expect((await call('POST', '/api/auth/login', { body: { email: 'demo@fairline.example', password: demoPassword } })).status).toBe(401);
    expect((await call('POST', '/api/admin/auth/login', { body: { email: 'super_admin@fairline.example', password: demoPassword } })).status).toBe(401);
  });
});
