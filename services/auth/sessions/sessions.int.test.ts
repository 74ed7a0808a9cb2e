/** Players sign in, stay signed in and sign out, with two instances on real servers. */

import { randomUUID } from 'node:crypto';
import { addressHeader, identityHeader, identitySigner } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually, problemOf, untilFree } from '@fairline/chassis/testing';
import { termsVersion } from '@fairline/proto/auth/fields';
import { PlayerSession } from '@fairline/proto/auth/sessions';
import { hourMs, minuteMs } from '@fairline/proto/time';
import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import {
  call,
  clock,
  eventsOf,
  type Options,
  publishedEvents,
  refresh,
  registered,
  signIn,
  useSessionServers,
  world,
} from '../testing-sessions.ts';
import { hashOf } from './token.ts';

useSessionServers();

describe('signing in', () => {
  it('answers the player, a token and a cookie that ends with the browser', async () => {
    const { user } = await registered();
    clock.advance(minuteMs);
    const reply = await signIn(user.email.toUpperCase());
    expect(reply.status).toBe(200);
    expect(PlayerSession.parse(reply.body).user).toEqual({ ...user, lastLoginAt: clock.now().toISOString() });
    expect(reply.headers.getSetCookie()[0]).not.toContain('Max-Age');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('with remember-me keeps the cookie for 30 days', async () => {
    const { user } = await registered();
    expect((await signIn(user.email, undefined, { remember: true })).headers.getSetCookie()[0]).toContain(
      '; Max-Age=2592000;',
    );
  });

  it('fails alike for a wrong password and for an account that does not exist', async () => {
    const { user } = await registered();
    const failures = [await signIn(user.email, 'Wr0ngPass'), await signIn(`${randomUUID()}@example.com`, 'Wr0ngPass')];
    const plain = failures.map((reply) => ({ ...problemOf(reply), traceId: '' }));
    expect(plain[0]).toMatchObject({ status: 401, code: 'bad_credentials', detail: 'Invalid email or password' });
    expect(plain[1]).toEqual(plain[0]);
    expect((await publishedEvents(user.id, 'SignInFailed'))[0]?.data).toEqual({
      playerId: user.id,
      reason: 'password',
      addressKey: expect.any(String),
    });
  });

  it('is throttled per account and address after ten failures, also at once, but not elsewhere', async () => {
    const { user } = await registered();
    const from = { headers: { [addressHeader]: randomUUID() } };
    const failures = await Promise.all(Array.from({ length: 12 }, () => signIn(user.email, 'Wr0ngPass', from)));
    expect(failures.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
    const reply = await signIn(user.email, 'Str0ngPass', from);
    expect([reply.status, problemOf(reply).code]).toEqual([429, 'rate_limited']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await signIn(user.email)).status).toBe(200);
    await eventually(
      () => eventsOf(user.id, 'SignInFailed').filter(({ data }) => data.reason === 'throttled').length === 1,
    );
  });

  it('by strangers never locks out a known browser or address; a mailed reset admits others', async () => {
    const home = randomUUID();
    const { user, form: own } = await registered();
    const entered = await signIn(user.email, 'Str0ngPass', { headers: { [addressHeader]: home } });
    const device = entered.headers
      .getSetCookie()
      .find((line) => line.startsWith('fairline_device='))
      ?.split(';')[0] as string;
    const strangers = Array.from({ length: 11 }, () => randomUUID());
    const statuses: number[] = [];
    for (const address of strangers) {
      const guesses = Array.from({ length: 10 }, () =>
        signIn(user.email, 'Wr0ngPass', { headers: { [addressHeader]: address } }),
      );
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status));
    }
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([100, 10]);
    expect((await signIn(user.email)).status).toBe(429);
    const made = await signIn(user.email, 'Str0ngPass', { headers: { cookie: 'fairline_device=made-up' } });
    expect(made.status).toBe(429);
    expect((await signIn(user.email, 'Str0ngPass', { headers: { [addressHeader]: home } })).status).toBe(200);
    expect((await signIn(user.email, 'Str0ngPass', { headers: { cookie: device } })).status).toBe(200);
    const atHome = Array.from({ length: 11 }, () =>
      signIn(user.email, 'Wr0ngPass', { headers: { [addressHeader]: home } }),
    );
    expect((await Promise.all(atHome)).map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429]);
    expect(
      (await signIn(user.email, 'Str0ngPass', { headers: { [addressHeader]: home, cookie: device } })).status,
    ).toBe(200);

    const token = randomUUID();
    const link =
      "insert into links (hash, purpose, subject_id, created_at, expires_at) values ($1, 'reset_password', $2, now(), now() + interval '1 day')";
    await world.db.query(link, [hashOf(token), user.id]);
    expect((await call('POST', '/api/auth/reset-password', { body: { token, password: 'N3wPassword' } })).status).toBe(
      204,
    );
    expect((await signIn(String(own.email), 'N3wPassword')).status).toBe(200);
  });

  it('is throttled for an account that does not exist in the same way', async () => {
    const [email, from] = [`${randomUUID()}@example.com`, { headers: { [addressHeader]: randomUUID() } }];
    const failures = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'Wr0ngPass', from)));
    expect(failures.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('forgets earlier failures once it succeeds', async () => {
    const { user } = await registered();
    const from = { headers: { [addressHeader]: randomUUID() } };
    for (let round = 0; round < 2; round++) {
      const failures = await Promise.all(Array.from({ length: 9 }, () => signIn(user.email, 'Wr0ngPass', from)));
      expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([401]));
      expect((await signIn(user.email, 'Str0ngPass', from)).status).toBe(200);
    }
  });
});

describe('while Redis is away', () => {
  it('people sign in all the same, and the instance counts failures for itself', async () => {
    const { user } = await registered();
    const alone = await start({ ...world.env, REDIS_URL: 'redis://127.0.0.1:1' }, clock);
    try {
      const attempt = (password: string) =>
        world.call(alone.httpUrl, 'POST', '/api/auth/login', {
          headers: { [addressHeader]: '203.0.113.9' },
          body: { email: user.email, password },
        });
      expect((await attempt('Str0ngPass')).status).toBe(200);
      const failures = await Promise.all(Array.from({ length: 11 }, () => attempt('Wr0ngPass')));
      expect(failures.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429]);
    } finally {
      await alone.stop();
    }
  });
});

describe('a refresh token', () => {
  it('is traded for another, with a new access token, on either instance', async () => {
    const player = await registered();
    const first = await refresh(player.cookie);
    const second = await refresh(first.cookie);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set([player.cookie, first.cookie, second.cookie]).size).toBe(3);
    expect(PlayerSession.parse(second.body).user.id).toBe(player.user.id);
  });

  it('shown by two tabs at once answers both the same', async () => {
    const player = await registered();
    const replies = await Promise.all(Array.from({ length: 12 }, () => untilFree(() => refresh(player.cookie))));
    expect(new Set(replies.map(({ status, cookie }) => `${status} ${cookie}`)).size).toBe(1);
    const { rows } = await world.db.query('select count(*)::int as tokens from refresh_tokens where session_id = $1', [
      player.claims.sid,
    ]);
    expect(rows).toEqual([{ tokens: 2 }]);
  });

  it('used again within 20 s returns the same successor, which still works', async () => {
    const player = await registered();
    const first = await refresh(player.cookie);
    clock.advance(20_000);
    const again = await refresh(player.cookie);
    expect([again.status, again.cookie]).toEqual([200, first.cookie]);
    expect((await refresh(again.cookie)).status).toBe(200);
  });

  it('used again later ends the session for both who hold it, and says so', async () => {
    const player = await registered();
    const thief = await refresh(player.cookie);
    clock.advance(20_001);
    const owner = await refresh(player.cookie);
    expect([owner.status, problemOf(owner)]).toMatchObject([
      401,
      { code: 'session_revoked', detail: 'Session validation failed. Please login again.' },
    ]);
    expect((await refresh(thief.cookie)).status).toBe(401);
    const revoked = {
      subjectKind: 'player',
      subjectId: player.user.id,
      sessionId: player.claims.sid,
      reason: 'reuse',
      at: clock.now().toISOString(),
    };
    expect((await publishedEvents(player.claims.sid, 'SessionRevoked')).map(({ data }) => data)).toEqual([revoked]);
    expect((await call('GET', '/api/auth/session', { as: player.as })).status).toBe(401);
    expect((await signIn(player.user.email)).status).toBe(200);
  });

  it('ends after 24 hours without a refresh, each of which begins them anew', async () => {
    const player = await registered();
    clock.advance(23 * hourMs);
    const kept = await refresh(player.cookie);
    clock.advance(23 * hourMs);
    const keptAgain = await refresh(kept.cookie);
    expect([kept.status, keptAgain.status]).toEqual([200, 200]);
    clock.advance(24 * hourMs);
    const late = await refresh(keptAgain.cookie);
    expect([late.status, problemOf(late).code]).toEqual([401, 'session_expired']);
  });

  it('of one who is remembered lasts 30 days, and so does its cookie', async () => {
    const { user } = await registered();
    const remembered = await signIn(user.email, undefined, { remember: true });
    clock.advance(29 * 24 * hourMs);
    const kept = await refresh(remembered.cookie);
    expect([kept.status, kept.headers.getSetCookie()[0]?.includes('; Max-Age=2592000;')]).toEqual([200, true]);
    clock.advance(30 * 24 * hourMs);
    expect((await refresh(kept.cookie)).status).toBe(401);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty one', 'fairline_session='],
    ['a made-up one', 'fairline_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['nonsense', 'fairline_session=%00%ff;;;=='],
  ])('cannot be had with %s', async (_name, cookie) => {
    const reply = await refresh(cookie);
    expect([reply.status, problemOf(reply).code]).toEqual([401, 'session_expired']);
  });

  it('of a player opens nothing for operators', async () => {
    const { cookie } = await registered();
    const reply = await call('POST', '/api/admin/auth/refresh', {
      headers: { cookie: cookie.replace('fairline_session', 'fairline_operator') },
    });
    expect([reply.status, problemOf(reply).code]).toEqual([401, 'session_expired']);
  });
});

describe('the session check', () => {
  it('answers the player and when the session ends', async () => {
    const { as, user, claims } = await registered();
    const reply = await call('GET', '/api/auth/session', { as });
    const expiresAt = new Date(clock.now().getTime() + 24 * hourMs).toISOString();
    expect([reply.status, reply.body]).toEqual([200, { user, sessionId: claims.sid, expiresAt }]);
  });

  it("refuses nobody, an operator, another's session, one that ran out, and a forged identity", async () => {
    const [ada, eve] = [await registered(), await registered()];
    const stranger = await identitySigner(
      await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).privateKey),
    );
    const outcomes: [string, Options][] = [
      ['401 unauthenticated', {}],
      ['403 forbidden', { as: asOperator('super_admin') }],
      ['401 session_expired', { as: { ...eve.as, sessionId: ada.claims.sid } }],
      ['401 session_expired', { as: asPlayer(eve.user.id) }],
      ['401 unauthenticated', { headers: { [identityHeader]: await stranger.caller(eve.as, 'auth') } }],
      ['401 unauthenticated', { headers: { [identityHeader]: 'e30.e30.e30' } }],
    ];
    for (const [expected, options] of outcomes) {
      const reply = await call('GET', '/api/auth/session', options);
      expect(`${reply.status} ${problemOf(reply).code}`).toBe(expected);
    }
    clock.advance(24 * hourMs);
    expect((await call('GET', '/api/auth/session', { as: ada.as })).status).toBe(401);
  });
});

describe('signing out', () => {
  const logout = (options: Options) => call('POST', '/api/auth/logout', options);

  it('by the cookie ends the session, says so once, and takes the cookie back', async () => {
    const player = await registered();
    const { cookie } = await refresh(player.cookie);
    const reply = await logout({ headers: { cookie: cookie as string } });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([
      204,
      ['fairline_session=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Strict'],
    ]);
    expect((await logout({ headers: { cookie: cookie as string } })).status).toBe(204);
    expect((await publishedEvents(player.claims.sid, 'SessionRevoked')).map(({ data }) => data)).toMatchObject([
      { reason: 'signed_out', subjectId: player.user.id },
    ]);
    const shown = [await refresh(cookie), await call('GET', '/api/auth/session', { as: player.as })];
    for (const late of shown) expect([late.status, problemOf(late).code]).toEqual([401, 'session_revoked']);
  });

  it('by the access token alone ends its session, and leaves the player the others', async () => {
    const player = await registered();
    const other = await signIn(player.user.email);
    expect((await logout({ as: player.as })).status).toBe(204);
    expect((await refresh(player.cookie)).status).toBe(401);
    expect((await refresh(other.cookie)).status).toBe(200);
  });

  it('with nothing to sign out of is no error', async () => {
    expect((await logout({})).status).toBe(204);
    expect((await logout({ headers: { cookie: 'fairline_session=unknown' } })).status).toBe(204);
  });
});

describe('outside demo mode', () => {
  it('sign-in pages are offered nothing', async () => {
    expect((await call('GET', '/api/auth/settings')).body).toEqual({
      demo: false,
      termsVersion,
      welcomeBonusMinor: 10_000,
      demoPlayer: null,
      demoOperators: [],
    });
  });

  it('there is no mailbox and there are no demo accounts', async () => {
    const mailbox = await call('GET', '/api/dev/mailbox');
    expect([mailbox.status, problemOf(mailbox).code]).toEqual([404, 'not_found']);
    expect((await signIn('demo@fairline.example', 'Fairline-demo-1')).status).toBe(401);
  });
});
