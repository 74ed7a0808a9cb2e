/** Players register, with two instances on real servers. */

import { randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import { problemOf, untilFree } from '@fairline/chassis/testing';
import { hourMs } from '@fairline/proto/time';
import { describe, expect, it } from 'vitest';
import {
  call,
  clock,
  events,
  form,
  type Options,
  opened,
  publishedEvents,
  registered,
  useSessionServers,
  walletStub,
} from '../testing-sessions.ts';

useSessionServers();

describe('registration', () => {
  it('opens an account, signs it in and has wallet open its accounts', async () => {
    const player = await registered({ email: `  Ada.${randomUUID()}@Example.com `, marketingOptIn: true });
    expect(player.user).toEqual({
      id: player.user.id,
      email: String(player.form.email).trim(),
      firstName: 'Ada',
      lastName: 'Lovelace',
      country: 'GB',
      currency: 'USD',
      isVerified: false,
      emailVerified: false,
      status: 'active',
      createdAt: clock.now().toISOString(),
      lastLoginAt: clock.now().toISOString(),
      termsAccepted: true,
    });
    expect(player.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^fairline_session=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^fairline_device=[\w-]{43}; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(player.claims).toMatchObject({
      kind: 'player',
      sub: player.user.id,
      level: 'unverified',
      jurisdiction: 'gb',
      book: 'real',
    });
    expect(player.claims.exp - player.claims.iat).toBe(900);
    const part = { version: 1, status: 'active', level: 'unverified', jurisdiction: 'gb' };
    expect(opened.find(({ playerId }) => playerId === player.user.id)).toEqual({
      playerId: player.user.id,
      currency: 'USD',
      book: 'real',
      ...part,
    });
  });

  it('publishes UserRegistered and UserSignedIn without personal data', async () => {
    const player = await registered({ firstName: 'Wilhelmina', lastName: 'Featherstone' });
    const { id, email } = player.user;
    const [event] = await publishedEvents(id, 'UserRegistered');
    expect(event).toMatchObject({
      version: 1,
      data: { playerId: id, country: 'GB', jurisdiction: 'gb', currency: 'USD', level: 'unverified', demo: false },
    });
    expect(await publishedEvents(id, 'UserSignedIn')).toMatchObject([
      { version: 2, data: { playerId: id, sessionId: player.claims.sid } },
    ]);
    const everything = JSON.stringify(events);
    for (const secret of [email, 'Wilhelmina', 'Featherstone', '1990-12-10', 'Str0ngPass'])
      expect(everything).not.toContain(secret);
  });

  it('tells wallet of a player who wants no welcome bonus, and of no other choice', async () => {
    const [without, usual] = [await registered({ welcomeBonus: false }), await registered({ welcomeBonus: true })];
    const asked = (id: string) => opened.find(({ playerId }) => playerId === id);
    expect(asked(without.user.id)).toMatchObject({ welcomeBonus: false });
    expect(asked(usual.user.id)).not.toHaveProperty('welcomeBonus');
    expect(await publishedEvents(without.user.id, 'UserRegistered')).toMatchObject([{ data: { welcomeBonus: false } }]);
  });

  it.each([
    ['de', 'DE', 'open'],
    ['Germany', 'DE', 'open'],
    ['GB', 'GB', 'gb'],
  ])('from %s is stored as %s and plays under %s', async (country, code, jurisdiction) => {
    const { user, claims } = await registered({ country });
    expect([user.country, claims.kind === 'player' && claims.jurisdiction]).toEqual([code, jurisdiction]);
  });

  it('under 25 in the United Kingdom carries the day of that birthday in the token', async () => {
    const claimsOf = async (form: object) => (await registered({ dateOfBirth: '2005-07-01', ...form })).claims;
    expect(await claimsOf({ country: 'GB' })).toMatchObject({ under25Until: '2030-07-01' });
    expect(await claimsOf({ country: 'DE' })).not.toHaveProperty('under25Until');
  });

  it('succeeds although wallet does not answer', async () => {
    walletStub.answers = false;
    const player = await registered();
    walletStub.answers = true;
    await publishedEvents(player.user.id, 'UserRegistered');
  });

  it.each([
    ['email', 'ada', 'Please enter a valid email address'],
    ['password', 'weakpass', 'Password must contain uppercase, lowercase, and number'],
    ['firstName', 'A', 'First name must be at least 2 characters'],
    ['firstName', 'open evil.example', 'First name is not valid'],
    ['lastName', '4111 1111 1111 1111', 'Last name is not valid'],
    ['country', 'Atlantis', 'Please select your country'],
    ['dateOfBirth', '10.12.1990', 'Please enter your date of birth'],
    ['acceptTerms', false, 'You must agree to the terms and conditions'],
    ['balanceMinor', 1_000_000, 'Unknown field balanceMinor'],
  ])('with %s %j is refused: %s', async (field, value, message) => {
    const reply = await call('POST', '/api/auth/register', { body: form({ [field]: value }) });
    expect([reply.status, problemOf(reply)]).toMatchObject([
      400,
      { code: 'invalid_request', detail: message, errors: { [field]: message } },
    ]);
  });

  it.each([
    ['Password1', 'password_common'],
    ['P@ssw0rd123', 'password_common'],
    ['Fairline1', 'password_personal'],
    ['xLovelacex1815', 'password_personal'],
  ])('with the password %s is refused: %s', async (password, code) => {
    const reply = await call('POST', '/api/auth/register', {
      body: form({ password, email: `lovelace.${randomUUID()}@example.com` }),
    });
    expect([reply.status, problemOf(reply)]).toMatchObject([422, { code, errors: { password: expect.any(String) } }]);
  });

  it('below 18 is refused, and on the birthday it is not', async () => {
    const [year, monthAndDay] = [clock.now().getUTCFullYear() - 18, clock.now().toISOString().slice(5, 10)];
    const tomorrow = new Date(clock.now().getTime() + 24 * hourMs).toISOString().slice(5, 10);
    const tooYoung = await call('POST', '/api/auth/register', {
      body: form({ dateOfBirth: `${tomorrow < monthAndDay ? year + 1 : year}-${tomorrow}` }),
    });
    expect([tooYoung.status, problemOf(tooYoung)]).toMatchObject([
      422,
      { code: 'underage', detail: 'You must be at least 18 years old', params: { years: 18 } },
    ]);
    await registered({ dateOfBirth: `${year}-${monthAndDay}` });
  });

  it('with an address that has an account is refused, in any case of letters', async () => {
    const { form: first } = await registered();
    const reply = await call('POST', '/api/auth/register', {
      body: form({ email: String(first.email).toUpperCase() }),
    });
    expect([reply.status, problemOf(reply)]).toMatchObject([
      409,
      { code: 'email_taken', detail: 'An account with this email already exists' },
    ]);
  });

  it('twice at the same moment makes one account', async () => {
    const body = form();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => untilFree(() => call('POST', '/api/auth/register', { body }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('from one address a hundred times in an hour is enough', async () => {
    const from = { [addressHeader]: randomUUID() };
    const attempt = () =>
      call('POST', '/api/auth/register', { headers: from, body: form({ dateOfBirth: '2020-01-01' }) });
    const replies = [];
    for (let round = 0; round < 10; round++) replies.push(...(await Promise.all(Array.from({ length: 11 }, attempt))));
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(100);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(problemOf(refused[0] as never).code).toBe('rate_limited');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });
});

describe('what is no request', () => {
  it.each([
    ['not JSON', { raw: '{"email":', headers: { 'content-type': 'application/json' } }, 400],
    [
      'a form',
      { raw: 'email=a%40b.c&password=Str0ngPass', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      400,
    ],
    ['text', { raw: '{"email":"a@b.c","password":"Str0ngPass"}', headers: { 'content-type': 'text/plain' } }, 400],
    ['a list', { body: [] }, 400],
    ['of the wrong types', { body: { email: 1, password: {} } }, 400],
    ['with an unknown field', { body: { email: 'a@b.co', password: 'Str0ngPass', admin: true } }, 400],
    ['above 100 kB', { body: { email: 'a@b.co', password: 'x'.repeat(110_000) } }, 413],
  ])('a body that is %s is refused without a fault', async (_name, options, status) => {
    const reply = await call('POST', '/api/auth/login', options as Options);
    expect([reply.status, problemOf(reply).code]).toEqual([status, status === 413 ? 'too_large' : 'invalid_request']);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
  });
});
