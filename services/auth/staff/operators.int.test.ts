/** Operators: created on the command line, activated, and signed in with an authenticator; and the accounts of demo mode. */

import { randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asOperator, eventually, problemOf } from '@fairline/chassis/testing';
import { AccessClaims, OperatorSession, PlayerSession } from '@fairline/proto/auth/sessions';
import { permissionsOf, roleNames, sentPermissions } from '@fairline/proto/permissions';
import { hourMs } from '@fairline/proto/time';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import {
  activate,
  activated,
  actsOn,
  call,
  callAt,
  clock,
  events,
  eventsOf,
  invitation,
  invite,
  publicKey,
  signIn,
  useOperatorServers,
  world,
} from '../testing-operators.ts';

useOperatorServers();

describe('an operator', () => {
  it('is made on the command line, sets a password by a one-time link and enters with a code', async () => {
    const { email, token, reply, code } = await activated();
    expect([reply.status, reply.body.email]).toEqual([200, email]);
    expect(reply.body.totpUri).toMatch(/^otpauth:\/\/totp\/Fairline/);
    const again = await activate(token);
    expect([again.status, problemOf(again)]).toMatchObject([
      422,
      { code: 'link_invalid', detail: 'This link is no longer valid. Please ask for a new one.' },
    ]);

    const entered = await signIn(email.toUpperCase(), await code());
    expect(entered.status).toBe(200);
    const { operator, accessToken } = OperatorSession.parse(entered.body);
    expect(operator).toMatchObject({
      email,
      firstName: 'Grace',
      role: 'compliance',
      permissions: sentPermissions(permissionsOf('compliance')),
      lastLoginAt: clock.now().toISOString(),
    });
    const { payload } = await jwtVerify(accessToken, publicKey, { currentDate: clock.now() });
    expect(AccessClaims.parse(payload)).toMatchObject({
      kind: 'operator',
      sub: operator.id,
      role: 'compliance',
      permissions: sentPermissions(permissionsOf('compliance')),
    });
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^fairline_operator=[\w-]{43}; Path=\/api\/admin\/auth; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    await eventually(() => eventsOf(operator.id, 'OperatorActed').length === 3);
    expect(actsOn(operator.id).map(({ action }) => action)).toEqual([
      'operator.created',
      'operator.activated',
      'operator.signed_in',
    ]);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  it('without a code is asked for it, and a wrong or used one counts as a wrong password', async () => {
    const { email, code } = await activated();
    const [asked, empty] = [await signIn(email), await signIn(email, ' ')];
    for (const reply of [asked, empty]) {
      expect([reply.status, problemOf(reply)]).toMatchObject([
        401,
        { code: 'totp_required', detail: 'Enter the code from your authenticator app' },
      ]);
    }
    const good = await code();
    expect((await signIn(email, good)).status).toBe(200);
    for (const wrong of [good, '000000', 'abcdef']) {
      const reply = await signIn(email, wrong);
      expect([reply.status, problemOf(reply)]).toMatchObject([
        401,
        { code: 'bad_operator_credentials', detail: 'Invalid admin credentials' },
      ]);
    }
  });

  it('may use one code for one of two sign-ins at the same moment', async () => {
    const { email, code } = await activated();
    const good = await code();
    const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(email, good)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('fails alike for a wrong password, an unknown address and one not activated; is throttled', async () => {
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
    expect(
      (await call('POST', '/api/admin/auth/refresh', { headers: { cookie: entered.cookie as string } })).status,
    ).toBe(401);
    const [revoked] = await eventually(
      () => eventsOf(operator.id, 'SessionRevoked'),
      (found) => found.length > 0 && found.some(({ data }) => data.reason === 'password'),
    );
    expect(revoked?.data).toMatchObject({ subjectKind: 'operator', subjectId: operator.id, sessionId: null });
  });

  it('has 24 hours for their link', async () => {
    const { token } = await invite(...invitation(`${randomUUID()}@fairline.test`));
    await world.db.query("update links set expires_at = $1 where purpose = 'activate' and used_at is null", [
      clock.now(),
    ]);
    expect((await activate(token)).status).toBe(422);
    expect((await activate('made-up')).status).toBe(422);
  });

  it('has a session of 8 hours, refreshed for 8 more within 12, and leaves by signing out', async () => {
    const { email, code } = await activated();
    const entered = await signIn(email, await code());
    const cookie = entered.cookie as string;
    const { sub, sid } = AccessClaims.parse(
      (await jwtVerify(String(entered.body.accessToken), publicKey, { currentDate: clock.now() })).payload,
    );
    const as = { ...asOperator('compliance', sub), sessionId: sid };
    const checked = await call('GET', '/api/admin/auth/session', { as });
    expect(checked.body).toMatchObject({
      operator: { email },
      sessionId: sid,
      expiresAt: new Date(clock.now().getTime() + 8 * hourMs).toISOString(),
    });
    clock.advance(7 * hourMs);
    const kept = await call('POST', '/api/admin/auth/refresh', { headers: { cookie } });
    clock.advance(4 * hourMs);
    const last = await call('POST', '/api/admin/auth/refresh', { headers: { cookie: kept.cookie as string } });
    expect([kept.status, last.status]).toEqual([200, 200]);
    const left = await call('GET', '/api/admin/auth/session', { as });
    expect(left.body.expiresAt).toBe(new Date(clock.now().getTime() + hourMs).toISOString());
    const out = await call('POST', '/api/admin/auth/logout', { headers: { cookie: last.cookie as string } });
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([
      204,
      'fairline_operator=; Path=/api/admin/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
    const recorded = () =>
      events.filter(
        ({ type, data }) =>
          type.includes('OperatorActed') && data.action === 'operator.signed_out' && data.resourceId === as.id,
      );
    expect((await eventually(recorded, (found) => found.length > 0)).map(({ data }) => data.after)).toEqual([
      { sessionId: sid },
    ]);
    expect((await call('GET', '/api/admin/auth/session', { as })).status).toBe(401);
    expect((await call('POST', '/api/admin/auth/refresh', { headers: { cookie: last.cookie as string } })).status).toBe(
      401,
    );
  });

  it('signs in again 12 hours after the sign-in, however often the session was refreshed', async () => {
    const { email, code } = await activated();
    let cookie = (await signIn(email, await code())).cookie as string;
    for (const hours of [5, 5, 1.99]) {
      clock.advance(hours * hourMs);
      const kept = await call('POST', '/api/admin/auth/refresh', { headers: { cookie } });
      expect(kept.status).toBe(200);
      cookie = kept.cookie as string;
    }
    clock.advance(0.01 * hourMs);
    const over = await call('POST', '/api/admin/auth/refresh', { headers: { cookie } });
    expect([over.status, problemOf(over)]).toMatchObject([
      401,
      { code: 'session_expired', detail: 'Your session has expired. Please login again.' },
    ]);
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

describe('demo mode', () => {
  const demoPassword = 'Fairline-demo-1';

  it('has a player with play money and an operator of each role, once, gone when it is off', async () => {
    const env = { ...world.env, FAIRLINE_DEMO: '1' };
    const demo = await Promise.all([start(env, clock), start(env, clock)]);
    const [first, second] = demo as [Running, Running];
    const settings = (await callAt(first, 'GET', '/api/auth/settings')).body as unknown as {
      demo: boolean;
      demoPlayer: object;
      demoOperators: { email: string; password: string; role: string; second: boolean }[];
    };
    expect(settings.demo).toBe(true);
    expect(settings.demoPlayer).toEqual({ email: 'demo@fairline.example', password: demoPassword });
    expect(settings.demoOperators).toEqual([
      ...roleNames.map((role) => ({ email: `${role}@fairline.example`, password: demoPassword, role, second: false })),
      ...['super_admin', 'finance', 'trader'].map((role) => ({
        email: `${role}2@fairline.example`,
        password: demoPassword,
        role,
        second: true,
      })),
    ]);
    for (const { email, password, role, second: isSecond } of settings.demoOperators) {
      const entered = OperatorSession.parse(
        (await callAt(second, 'POST', '/api/admin/auth/login', { body: { email, password } })).body,
      );
      expect([entered.operator.role, email]).toEqual([role, `${role}${isSecond ? 2 : ''}@fairline.example`]);
    }
    const entered = await callAt(first, 'POST', '/api/auth/login', {
      body: { email: 'demo@fairline.example', password: demoPassword },
    });
    const { user, accessToken } = PlayerSession.parse(entered.body);
    expect(user).toMatchObject({ isVerified: true, emailVerified: true, status: 'active' });
    expect((await jwtVerify(accessToken, publicKey, { currentDate: clock.now() })).payload).toMatchObject({
      book: 'play',
      level: 'verified',
    });
    const [made] = await eventually(
      () => eventsOf(user.id, 'UserRegistered'),
      ({ length }) => length > 0,
    );
    expect(made).toMatchObject({ version: 1, data: { demo: true, level: 'verified' } });
    expect(eventsOf(user.id, 'UserRegistered')).toHaveLength(1);
    expect((await callAt(first, 'GET', '/api/dev/mailbox?to=demo@fairline.example')).body).toEqual({ items: [] });
    await Promise.all(demo.map((instance) => instance.stop()));

    expect((await call('POST', '/api/auth/refresh', { headers: { cookie: entered.cookie as string } })).status).toBe(
      401,
    );
    expect(
      (await call('POST', '/api/auth/login', { body: { email: 'demo@fairline.example', password: demoPassword } }))
        .status,
    ).toBe(401);
    expect(
      (
        await call('POST', '/api/admin/auth/login', {
          body: { email: 'super_admin@fairline.example', password: demoPassword },
        })
      ).status,
    ).toBe(401);
  });
});
