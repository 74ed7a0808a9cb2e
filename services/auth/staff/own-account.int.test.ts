/** Operators' own accounts: fresh proofs, password, authenticator, sessions; and what demo mode allows. */

import { randomUUID } from 'node:crypto';
import { addressHeader, type Operator as OperatorCaller } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asOperator, eventually, proven } from '@fairline/chassis/testing';
import { AccessClaims, Enrolment, OperatorSession, RecoveryCodes } from '@fairline/proto/auth/sessions';
import type { Role } from '@fairline/proto/permissions';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import {
  actsOn,
  call,
  callAt,
  clock,
  codeOf,
  db,
  events,
  type Member,
  member,
  type Options,
  password,
  provenAt,
  publicKey,
  reason,
  refusalOf,
  signedIn,
  signIn,
  turn,
  useStaffServers,
  world,
} from '../testing-members.ts';
import { inviteOperator } from './invitations.ts';

useStaffServers();

describe('a fresh proof', () => {
  it('is a sign-in, then a step-up by password or by code, for that session alone', async () => {
    const { id, email, as, secret, code } = await member('finance');
    const began = clock.now().toISOString();
    expect(await provenAt(as.sessionId)).toBe(began);
    clock.advance(600_000);
    expect(await provenAt(as.sessionId)).toBe(began);
    const other = await signedIn('finance', email, secret);
    expect((await call('POST', '/step-up', { as, body: { password } })).status).toBe(204);
    expect(await provenAt(as.sessionId)).toBe(clock.now().toISOString());
    clock.advance(600_000);
    const byCode = await code();
    expect((await call('POST', '/step-up', { as, body: { totp: byCode } })).status).toBe(204);
    expect(await provenAt(as.sessionId)).toBe(clock.now().toISOString());
    expect(await provenAt(other.as.sessionId)).not.toBe(clock.now().toISOString());
    expect(refusalOf(await call('POST', '/step-up', { as, body: { totp: byCode } }))).toBe('422 totp_wrong');
    const acts = await eventually(
      () => actsOn(id).filter(({ action }) => action === 'operator.stepped_up'),
      ({ length }) => length === 2,
    );
    expect(acts[0]).toMatchObject({ operatorId: id, resourceType: 'operator', agent: 'test' });
  });

  it('is refused for a wrong password or code, for both or neither, and in an ended session', async () => {
    const { as, cookie } = await member('finance');
    const attempts: [string, unknown][] = [
      ['422 password_wrong', { password: 'Wr0ngPass' }],
      ['422 totp_wrong', { totp: '000000' }],
      ['400 invalid_request', {}],
      ['400 invalid_request', { password, totp: '000000' }],
    ];
    for (const [expected, body] of attempts)
      expect(refusalOf(await call('POST', '/step-up', { as, body }))).toBe(expected);
    await call('POST', '/logout', { headers: { cookie } });
    expect(refusalOf(await call('POST', '/step-up', { as, body: { password } }))).toBe('401 session_revoked');
    expect(await provenAt(as.sessionId)).toBeNull();
    expect(await provenAt(randomUUID())).toBeNull();
  });

  it('counts apart from sign-ins and from other sessions, so guesses there stop no step-up', async () => {
    const { as, email, secret } = await member('finance');
    const other = await signedIn('finance', email, secret);
    const addresses = Array.from({ length: 11 }, () => randomUUID());
    const guess = (address: string) =>
      call('POST', '/login', {
        body: { email, password: 'Wr0ngPass', totp: '000000' },
        headers: { [addressHeader]: address },
      });
    for (const address of addresses) await Promise.all(Array.from({ length: 10 }, () => guess(address)));
    expect((await signIn(email, '000000')).status).toBe(429);
    await Promise.all(
      Array.from({ length: 11 }, () => call('POST', '/step-up', { as: other.as, body: { password: 'Wr0ngPass' } })),
    );
    expect((await call('POST', '/step-up', { as: other.as, body: { password } })).status).toBe(429);
    expect((await call('POST', '/step-up', { as, body: { password } })).status).toBe(204);
  });

  it('is guessed at no more often than a sign-in', async () => {
    const { as } = await member('finance');
    const from = { [addressHeader]: randomUUID() };
    const guess = () => call('POST', '/step-up', { as, body: { password: 'Wr0ngPass' }, headers: from });
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(422), 429, 429]);
  });
});

describe('an operator changes their own password', () => {
  const changePassword = (by: Member, currentPassword: string, newPassword: string) =>
    call('POST', '/change-password', { as: by.as, body: { currentPassword, newPassword } });

  it('and stays signed in here, and nowhere else', async () => {
    const here = await member('trader');
    const there = await signedIn('trader', here.email, here.secret);
    expect(refusalOf(await changePassword(here, 'Wr0ngPass', 'N3wPassword'))).toBe('422 password_wrong');
    expect(refusalOf(await changePassword(here, password, password))).toBe('422 password_same');
    expect(refusalOf(await changePassword(here, password, 'short'))).toBe('400 invalid_request');
    expect((await changePassword(here, password, 'N3wPassword')).status).toBe(204);
    expect((await call('POST', '/refresh', { headers: { cookie: there.cookie } })).status).toBe(401);
    expect((await call('POST', '/refresh', { headers: { cookie: here.cookie } })).status).toBe(200);
    expect(refusalOf(await signIn(here.email, await here.code()))).toBe('401 bad_operator_credentials');
    await signedIn('trader', here.email, here.secret, 'N3wPassword');
    await eventually(() => actsOn(here.id).some(({ action }) => action === 'operator.password_changed'));
  });
});

describe('the authenticator of an operator', () => {
  const enrol = (by: Member) => call('POST', '/2fa/enrol', { as: by.as });
  const confirm = (by: Member, code: string) => call('POST', '/2fa/confirm', { as: by.as, body: { code } });
  const state = async (by: Member) => (await call('GET', '/2fa', { as: by.as })).body;

  it('is exchanged for a new one, and recovery codes enter once each', async () => {
    const self = await member('games');
    expect(await state(self)).toEqual({ on: true, enrolledAt: null, recoveryCodesLeft: 0 });
    expect(refusalOf(await confirm(self, '000000'))).toBe('409 totp_not_enrolled');
    const enrolment = Enrolment.parse((await enrol(self)).body);
    expect(enrolment.uri).toContain(enrolment.secret);
    expect(refusalOf(await confirm(self, '000000'))).toBe('422 totp_wrong');
    expect((await signIn(self.email, await self.code())).status).toBe(200);
    const confirmed = await confirm(self, await codeOf(enrolment.secret));
    const { recoveryCodes } = RecoveryCodes.parse(confirmed.body);
    expect([confirmed.headers.get('cache-control'), recoveryCodes.length]).toEqual(['no-store', 10]);
    expect(await state(self)).toEqual({ on: true, enrolledAt: clock.now().toISOString(), recoveryCodesLeft: 10 });
    expect((await signIn(self.email, await self.code())).status).toBe(401);
    expect((await signIn(self.email, await codeOf(enrolment.secret))).status).toBe(200);

    const [one = '', two = ''] = recoveryCodes;
    const entered = await Promise.all([signIn(self.email, one.toLowerCase()), signIn(self.email, one)]);
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await signIn(self.email, two)).status).toBe(200);
    expect(await state(self)).toMatchObject({ recoveryCodesLeft: 8 });
    await eventually(() =>
      actsOn(self.id).some(({ after }) => (after as { proof?: string } | undefined)?.proof === 'recovery_code'),
    );
    expect(JSON.stringify(events)).not.toContain(one);
  });

  it('asks for a fresh proof before a new one, and stays outside demo mode', async () => {
    const self = await member('games');
    const { provenAt: _none, ...unproven } = self.as;
    expect(refusalOf(await call('POST', '/2fa/enrol', { as: unproven }))).toBe('403 step_up_required');
    expect(
      refusalOf(await call('POST', '/2fa/disable', { as: self.as, body: { password, code: await self.code() } })),
    ).toBe('409 totp_kept');
  });
});

describe('the sessions of an operator', () => {
  it('are listed and ended by themselves alone', async () => {
    const here = await member('auditor');
    const there = await signedIn('auditor', here.email, here.secret);
    const list = async () =>
      (await call('GET', '/sessions', { as: here.as })).body.items as unknown as { id: string; current: boolean }[];
    expect((await list()).map(({ id, current }) => [id, current])).toEqual(
      expect.arrayContaining([
        [here.as.sessionId, true],
        [there.as.sessionId, false],
      ]),
    );
    const stranger = await member('auditor');
    expect(refusalOf(await call('DELETE', `/sessions/${there.as.sessionId}`, { as: stranger.as }))).toBe(
      '404 not_found',
    );
    expect((await call('DELETE', `/sessions/${there.as.sessionId}`, { as: here.as })).status).toBe(204);
    expect(refusalOf(await call('DELETE', `/sessions/${there.as.sessionId}`, { as: here.as }))).toBe('404 not_found');
    expect((await call('POST', '/refresh', { headers: { cookie: there.cookie } })).status).toBe(401);
    expect((await list()).map(({ id }) => id)).toEqual([here.as.sessionId]);
  });
});

describe('in demo mode', () => {
  let demo: Running[];
  const at = (method: string, path: string, options: Options = {}) =>
    callAt(demo[turn.at++ % 2] as Running, method, path, options);
  const demoPassword = 'Fairline-demo-1';
  const enter = async (email: string, secret: string, totp?: string) =>
    at('POST', '/login', { body: { email, password: secret, ...(totp && { totp }) } });
  const callerOf = async (reply: { body: unknown }, role: Role): Promise<OperatorCaller> => {
    const { payload } = await jwtVerify(OperatorSession.parse(reply.body).accessToken, publicKey, {
      currentDate: clock.now(),
    });
    const { sub, sid } = AccessClaims.parse(payload);
    return { ...asOperator(role, sub), sessionId: sid, provenAt: clock.now().toISOString() };
  };

  beforeAll(async () => {
    const env = { ...world.env, FAIRLINE_DEMO: '1' };
    demo = [await start(env, clock), await start(env, clock)];
  });
  afterAll(async () => {
    await Promise.all(demo.map((instance) => instance.stop()));
  });

  it('the shared accounts stay as they are, for everybody', async () => {
    const admin = await callerOf(await enter('super_admin@fairline.example', demoPassword), 'super_admin');
    const finance = await callerOf(await enter('finance@fairline.example', demoPassword), 'finance');
    const attempts = [
      at('PATCH', `/operators/${finance.id}`, { as: admin, body: { active: false, reason } }),
      at('PATCH', `/operators/${finance.id}`, { as: admin, body: { role: 'support', reason } }),
      at('POST', `/operators/${finance.id}/reset`, { as: admin, body: { reason } }),
      at('POST', '/change-password', {
        as: finance,
        body: { currentPassword: demoPassword, newPassword: 'N3wPassword' },
      }),
      at('POST', '/2fa/enrol', { as: finance }),
      at('POST', '/2fa/confirm', { as: finance, body: { code: '000000' } }),
      at('POST', '/2fa/disable', { as: finance, body: { password: demoPassword, code: '000000' } }),
    ];
    for (const reply of await Promise.all(attempts)) expect(refusalOf(reply)).toBe('403 demo_account');
    const player = (await world.db.query("select id from users where email = 'demo@fairline.example'")).rows[0].id;
    const closing = await at('PATCH', `/users/${player}`, {
      as: proven(asOperator('compliance'), clock),
      body: { status: 'closed', reason },
    });
    expect(refusalOf(closing)).toBe('403 demo_account');
    expect((await enter('finance@fairline.example', demoPassword)).status).toBe(200);
  });

  it('a code is asked of one who enrolled an authenticator themselves, until they switch it off', async () => {
    const email = `${randomUUID()}@fairline.test`;
    const { token } = await inviteOperator(
      db,
      { email, firstName: 'Grace', lastName: 'Hopper', role: 'trader' },
      clock.now(),
    );
    await at('POST', '/activate', { body: { token, password } });
    const self = await callerOf(await enter(email, password), 'trader');
    expect((await at('GET', '/2fa', { as: self })).body).toMatchObject({ on: false });
    expect(refusalOf(await at('POST', '/2fa/disable', { as: self, body: { password, code: '000000' } }))).toBe(
      '409 totp_not_enrolled',
    );
    const { secret } = Enrolment.parse((await at('POST', '/2fa/enrol', { as: self })).body);
    const { recoveryCodes } = RecoveryCodes.parse(
      (await at('POST', '/2fa/confirm', { as: self, body: { code: await codeOf(secret) } })).body,
    );
    expect(refusalOf(await enter(email, password))).toBe('401 totp_required');
    expect((await enter(email, password, await codeOf(secret))).status).toBe(200);
    const off = (body: object) => at('POST', '/2fa/disable', { as: self, body });
    expect(refusalOf(await off({ password: 'Wr0ngPass', code: recoveryCodes[0] }))).toBe('422 password_wrong');
    expect(refusalOf(await off({ password, code: '000000' }))).toBe('422 totp_wrong');
    expect((await off({ password, code: recoveryCodes[0] })).status).toBe(204);
    expect((await enter(email, password)).status).toBe(200);
  });
});
