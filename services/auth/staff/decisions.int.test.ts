/** Operators' decisions about players: status and verification, confirmed by wallet; and the list of players. */

import { randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually, problemOf, proven } from '@fairline/chassis/testing';
import { PlayerSession } from '@fairline/proto/auth/sessions';
import { UserRow } from '@fairline/proto/auth/users';
import { transferReference } from '@fairline/proto/wallet/rules';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  actsOn,
  call,
  clock,
  eventsOf,
  password,
  publicKey,
  restricted,
  useOperatorServers,
  walletStub,
  world,
} from '../testing-operators.ts';
import { identified } from '../testing-players.ts';

useOperatorServers();

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
  call('PATCH', `/api/admin/auth/users/${id}`, {
    as: proven(compliance, clock),
    body: { status, reason },
    headers: { [addressHeader]: '203.0.113.7' },
  });
const verify = (id: string) =>
  call('POST', `/api/admin/auth/users/${id}/verify`, {
    as: proven(compliance, clock),
    body: { reason: 'passport seen' },
  });
const lastRestriction = (id: string) => restricted.findLast(({ playerId }) => playerId === id);

describe('the status of a player', () => {
  it('restricts money before the answer, is published and is on the record', async () => {
    const { id } = await registered();
    const reply = await setStatus(id, 'suspended');
    expect([reply.status, reply.body]).toMatchObject([200, { id, status: 'suspended', demo: false }]);
    const part = { status: 'suspended', level: 'unverified', jurisdiction: 'open' };
    const [event] = await eventually(
      () => eventsOf(id, 'UserStatusChanged'),
      ({ length }) => length > 0,
    );
    expect(event?.data).toEqual({ playerId: id, ...part, at: clock.now().toISOString() });
    // The sweep may have sent the same request a second time.
    const requests = restricted.filter(({ playerId }) => playerId === id);
    for (const request of requests)
      expect(request).toEqual({ playerId: id, part: 'account', ...part, version: event?.version });
    expect(requests).not.toEqual([]);
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

  it('suspended lets them in, to see their account and reach support', async () => {
    const { id, email } = await registered();
    await setStatus(id, 'suspended');
    const reply = await call('POST', '/api/auth/login', { body: { email, password } });
    expect([reply.status, PlayerSession.parse(reply.body).user.status]).toEqual([200, 'suspended']);
  });

  it('closed ends their sessions, and only a player who knows the password learns why', async () => {
    const { id, email, cookie } = await registered();
    expect((await setStatus(id, 'closed')).status).toBe(200);
    const [revoked] = await eventually(
      () => eventsOf(id, 'SessionRevoked'),
      ({ length }) => length > 0,
    );
    expect(revoked?.data).toEqual({
      subjectKind: 'player',
      subjectId: id,
      sessionId: null,
      reason: 'status',
      at: clock.now().toISOString(),
    });
    expect((await call('POST', '/api/auth/refresh', { headers: { cookie } })).status).toBe(401);
    const [right, wrong] = [
      await call('POST', '/api/auth/login', { body: { email, password } }),
      await call('POST', '/api/auth/login', { body: { email, password: 'Wr0ngPass' } }),
    ];
    expect([right.status, problemOf(right)]).toMatchObject([
      403,
      { code: 'account_closed', detail: 'Your account is closed.' },
    ]);
    expect([wrong.status, problemOf(wrong).code]).toEqual([401, 'bad_credentials']);
    await eventually(
      () =>
        eventsOf(id, 'SignInFailed')
          .map(({ data }) => data.reason)
          .join() === 'status,password',
    );
    await setStatus(id, 'active');
    expect((await call('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200);
  });

  it.each(['is silent', 'refuses'] as const)(
    'is not answered while wallet %s, stands all the same, and wallet is asked until it answers',
    async (how) => {
      const { id } = await registered();
      walletStub.mode = how;
      const refused = await setStatus(id, 'suspended');
      expect([refused.status, problemOf(refused).code]).toEqual([503, 'unavailable']);
      expect((await call('GET', `/api/admin/auth/users/${id}`, { as: compliance })).body.status).toBe('suspended');
      const repeated = await setStatus(id, 'suspended');
      expect(repeated.status).toBe(503);
      walletStub.mode = 'answers';
      await eventually(
        async () =>
          (await world.db.query('select bound_version = permit_version as bound from users where id = $1', [id]))
            .rows[0].bound,
      );
      expect(lastRestriction(id)).toMatchObject({
        status: 'suspended',
        version: eventsOf(id, 'UserStatusChanged')[0]?.version,
      });
      expect((await setStatus(id, 'suspended')).status).toBe(200);
      expect([eventsOf(id, 'UserStatusChanged').length, actsOn(id).length]).toEqual([1, 1]);
    },
  );

  it('by two operators at once ends as one of them set it, and wallet knows the later', async () => {
    const { id } = await registered();
    await Promise.all([setStatus(id, 'suspended'), setStatus(id, 'closed'), setStatus(id, 'active')]);
    const { status } = (await call('GET', `/api/admin/auth/users/${id}`, { as: compliance })).body;
    const versions = restricted
      .filter(({ playerId }) => playerId === id)
      .sort((a, b) => Number(a.version) - Number(b.version));
    expect(versions.at(-1)).toMatchObject({ status });
    // Wallet may get one status twice, but never two different ones under one version.
    expect(new Set(versions.map(({ version }) => version)).size).toBe(
      new Set(versions.map(({ version, status: value }) => `${version} ${value}`)).size,
    );
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
      [
        '403 forbidden',
        await call('PATCH', `/api/admin/auth/users/${id}`, {
          as: asOperator('support'),
          body: { status: 'closed', reason: 'x' },
        }),
      ],
      [
        '403 forbidden',
        await call('PATCH', `/api/admin/auth/users/${id}`, {
          as: asPlayer(id),
          body: { status: 'closed', reason: 'x' },
        }),
      ],
      [
        '401 unauthenticated',
        await call('PATCH', `/api/admin/auth/users/${id}`, { body: { status: 'closed', reason: 'x' } }),
      ],
      [
        '403 forbidden',
        await call('POST', `/api/admin/auth/users/${id}/verify`, { as: asOperator('finance'), body: { reason: 'x' } }),
      ],
      ['404 not_found', await verify(randomUUID())],
    ];
    for (const [expected, reply] of attempts) expect(`${reply.status} ${problemOf(reply).code}`).toBe(expected);
    expect(restricted.some(({ playerId }) => playerId === id)).toBe(false);
  });
});

describe('verification by an operator', () => {
  it('raises the level once, in wallet, on the record and in the next access token', async () => {
    const { id, cookie } = await registered();
    await identified(world, id);
    const [reply, again] = [await verify(id), await verify(id)];
    expect([reply.status, reply.body.isVerified, again.status]).toEqual([200, true, 200]);
    const changes = await eventually(
      () => eventsOf(id, 'VerificationChanged'),
      ({ length }) => length > 0,
    );
    expect(changes.map(({ data }) => data)).toEqual([
      { playerId: id, status: 'active', level: 'verified', jurisdiction: 'open', cause: 'operator' },
    ]);
    expect(lastRestriction(id)).toMatchObject({ level: 'verified', version: changes[0]?.version });
    await eventually(() => actsOn(id).length === 1);
    expect(actsOn(id)[0]).toMatchObject({
      action: 'user.verified',
      reason: 'passport seen',
      before: { level: 'unverified' },
      after: { level: 'verified' },
    });
    const refreshed = await call('POST', '/api/auth/refresh', { headers: { cookie } });
    expect(
      (await jwtVerify(String(refreshed.body.accessToken), publicKey, { currentDate: clock.now() })).payload,
    ).toMatchObject({ level: 'verified' });
  });

  it.each([
    ['documents_not_approved', 'unknown to kyc', undefined],
    ['documents_not_approved', 'not approved', { approved: false, matches: [] }],
    ['aml_match', 'matched', { approved: true, matches: ['sanctions'] }],
  ] as const)('is refused %s of a player who is %s', async (code, _state, assessment) => {
    const { id } = await registered();
    if (assessment) await identified(world, id, assessment);
    const reply = await verify(id);
    expect([reply.status, problemOf(reply).code]).toEqual([409, code]);
    expect((await call('GET', `/api/admin/auth/users/${id}`, { as: compliance })).body.isVerified).toBe(false);
  });
});

it('decisions about players and exports of them need a fresh proof', async () => {
  const { id } = await registered();
  const stale = { ...compliance, provenAt: new Date(clock.now().getTime() - 300_001).toISOString() };
  const reason = 'asked by phone';
  const calls = [
    ['PATCH', `/${id}`, { status: 'suspended', reason }],
    ['POST', `/${id}/verify`, { reason }],
    ['POST', `/${id}/sign-out`, { reason }],
    ['POST', `/${id}/email`, { email: 'new@example.com', reason }],
    ['GET', '/export.csv', undefined],
  ] as const;
  for (const as of [compliance, stale])
    for (const [method, path, body] of calls) {
      const reply = await call(method, `/api/admin/auth/users${path}`, { as, ...(body && { body }) });
      expect([path, reply.status, problemOf(reply).code]).toEqual([path, 403, 'step_up_required']);
    }
  expect([actsOn(id), restricted.filter(({ playerId }) => playerId === id)]).toEqual([[], []]);
});

describe('the list of players', () => {
  const support = asOperator('support');
  const list = async (query: Record<string, string>) =>
    call('GET', `/api/admin/auth/users?${new URLSearchParams(query)}`, { as: support });
  const emailsOf = (reply: { body: Record<string, never> }) =>
    (reply.body.items as unknown as { email: string }[]).map(({ email }) => email);

  it('comes newest first, fifty a page, each player once', async () => {
    const uniqueText = randomUUID().slice(0, 8);
    await world.db.query(
      `insert into users (email, email_key, password_hash, first_name, last_name, country, jurisdiction, date_of_birth, created_at, terms_accepted_at)
       select n || '-${uniqueText}@example.com', n || '-${uniqueText}@example.com', 'x', 'Many', 'Players', 'DE', 'open', '1990-01-01', now(), now() from generate_series(101, 220) n order by n`,
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    for (const size of [50, 50, 20]) {
      const reply = await list({ q: uniqueText, ...(cursor && { cursor }) });
      expect(emailsOf(reply)).toHaveLength(size);
      seen.push(...emailsOf(reply));
      cursor = reply.body.nextCursor ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: 120 }, (_, place) => `${220 - place}-${uniqueText}@example.com`));
  });

  it('is searched by id, e-mail, first name, last name or both, in any case, and by status', async () => {
    const name = `Zed${randomUUID().slice(0, 6).replaceAll(/\d/g, 'q')}`;
    const player = await registered({ firstName: name });
    await world.db.query('update users set last_name = $2 where id = $1', [player.id, 'O%_\\Brien']);
    for (const q of [player.email.toUpperCase(), name.toLowerCase(), `${name} O%_\\BRIEN`, ` ${name} `])
      expect(emailsOf(await list({ q }))).toEqual([player.email]);
    expect(emailsOf(await list({ q: `${name} O%%` }))).toEqual([]);
    for (const q of [player.id, player.id.toUpperCase(), player.id.slice(-8)])
      expect(emailsOf(await list({ q }))).toEqual([player.email]);
    const reference = transferReference(player.id);
    for (const q of [reference, reference.toLowerCase(), reference.replace('FL', 'FL ')])
      expect(emailsOf(await list({ q }))).toEqual([player.email]);
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
