/** The staff at the doors of auth: fresh proofs, their own settings, and how super admins look after operators. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operator as OperatorCaller } from '@fairline/chassis/identity';
import { addressHeader } from '@fairline/chassis/identity';
import { createLog } from '@fairline/chassis/log';
import { Database } from '@fairline/chassis/postgres';
import type { Running } from '@fairline/chassis/service';
import { asOperator, eventually, factsIn, openWorld, problemOf, SetClock, type World } from '@fairline/chassis/testing';
import { AccessClaims, authEvents, authRequests, OperatorSession } from '@fairline/proto/auth';
import { Enrolment, RecoveryCodes } from '@fairline/proto/auth/account';
import { Invited, OperatorRow } from '@fairline/proto/auth/staff';
import type { Envelope } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import { jwtVerify } from 'jose';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { inviteOperator } from './invitations.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
const clock = new SetClock(new Date());

let world: World;
let rooms: Running[];
let db: Database;
let turn = 0;
const facts: Envelope<Record<string, unknown>>[] = [];

beforeAll(async () => {
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, { SESSION_PRIVATE_KEY, PUBLIC_URL: 'https://play.example/', MAIL_DIR: mailDir });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void facts.push(...factsIn(message)) });
  db = new Database(String(world.env.DATABASE_URL), createLog('test', 'silent'), 1);
  rooms = [await start(world.env, clock), await start(world.env, clock)];
});

afterAll(async () => {
  await Promise.all((rooms ?? []).map((room) => room.stop()));
  await db?.close();
  await world?.close();
  rmSync(mailDir, { recursive: true, force: true });
});

type Options = Parameters<World['call']>[3];

async function callAt(room: Running, method: string, path: string, options: Options = {}) {
  const reply = await world.call(room.httpUrl, method, `/api/admin/auth${path}`, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
  return { ...reply, body: reply.body as Record<string, never>, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] };
}

const call = (method: string, path: string, options: Options = {}) => callAt(rooms[turn++ % rooms.length] as Running, method, path, options);
const refusalOf = (reply: { status: number; body: unknown }) => `${reply.status} ${problemOf(reply).code}`;
const actsOn = (id: string) => facts.filter(({ subject, type }) => subject === id && type === authEvents.operatorActed.subject).map(({ data }) => data);

const password = 'Str0ngPass-2';

interface Member {
  id: string;
  email: string;
  /** As the gateway vouches for him, proven at the moment it is asked. */
  readonly as: OperatorCaller;
  cookie: string;
  secret: string;
  /** The code of the next time step, as each works once. */
  code: () => Promise<string>;
}

function codeOf(secret: string): Promise<string> {
  clock.advance(30_000);
  return generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
}

const signIn = (email: string, totp: string, secret = password) => call('POST', '/login', { body: { email, password: secret, totp } });

async function signedIn(role: Role, email: string, secret: string, usedPassword = password): Promise<Member> {
  const reply = await signIn(email, await codeOf(secret), usedPassword);
  const { accessToken } = OperatorSession.parse(reply.body);
  const { sub, sid } = AccessClaims.parse((await jwtVerify(accessToken, publicKey, { currentDate: clock.now() })).payload);
  return {
    id: sub,
    email,
    get as() {
      return { ...asOperator(role, sub), sessionId: sid, provenAt: clock.now().toISOString() };
    },
    cookie: reply.cookie as string,
    secret,
    code: () => codeOf(secret),
  };
}

const secretOf = (uri: unknown) => new URL(String(uri)).searchParams.get('secret') as string;

/** Sets the first password by a one-time link; answers the secret of the authenticator. */
async function activate(token: string): Promise<string> {
  const reply = await call('POST', '/activate', { body: { token, password } });
  expect(reply.status).toBe(200);
  return secretOf(reply.body.totpUri);
}

/** An operator who was invited, activated and signed in. */
async function member(role: Role): Promise<Member> {
  const email = `${randomUUID()}@fairline.test`;
  const { token } = await inviteOperator(db, { email, firstName: 'Grace', lastName: 'Hopper', role }, clock.now());
  return signedIn(role, email, await activate(token));
}

const provenAt = async (sessionId: string) => {
  const reply = await world.nats.request(authRequests.provenAt.subject, JSON.stringify({ input: { sessionId } }), { timeout: 5_000 });
  return reply.json<{ ok: { provenAt: string | null } }>().ok.provenAt;
};

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

  it('is refused for a wrong password or code, for both and neither, and in a session that is over', async () => {
    const { as, cookie } = await member('finance');
    const attempts: [string, unknown][] = [
      ['422 password_wrong', { password: 'Wr0ngPass' }],
      ['422 totp_wrong', { totp: '000000' }],
      ['400 invalid_request', {}],
      ['400 invalid_request', { password, totp: '000000' }],
    ];
    for (const [expected, body] of attempts) expect(refusalOf(await call('POST', '/step-up', { as, body }))).toBe(expected);
    await call('POST', '/logout', { headers: { cookie } });
    expect(refusalOf(await call('POST', '/step-up', { as, body: { password } }))).toBe('401 session_expired');
    expect(await provenAt(as.sessionId)).toBeNull();
    expect(await provenAt(randomUUID())).toBeNull();
  });

  it('is guessed at no more often than a sign-in', async () => {
    const { as } = await member('finance');
    const from = { [addressHeader]: randomUUID() };
    const guess = () => call('POST', '/step-up', { as, body: { password: 'Wr0ngPass' }, headers: from });
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(422), 429, 429]);
  });
});

const reason = 'moved to another team';
const linkToken = (reply: { body: Record<string, never> }) =>
  /^https:\/\/play\.example\/admin\/activate\?token=([\w-]{43})$/.exec(String(reply.body.activationUrl))?.[1] as string;
const change = (by: Member, id: string, body: object) => call('PATCH', `/operators/${id}`, { as: by.as, body: { reason, ...body } });
const revocationsOf = (id: string, why: string) =>
  facts.filter(({ subject, type, data }) => subject === id && type === authEvents.sessionRevoked.subject && data.reason === why);

describe('the list of operators', () => {
  it('is for super admins, and says who can enter', async () => {
    const [admin, finance] = [await member('super_admin'), await member('finance')];
    const email = `${randomUUID()}@fairline.test`;
    await inviteOperator(db, { email, firstName: 'Not', lastName: 'Yet', role: 'support' }, clock.now());
    const reply = await call('GET', '/operators', { as: admin.as });
    const rows = reply.body.items as unknown as OperatorRow[];
    expect(rows.map((row) => OperatorRow.parse(row))).toHaveLength(rows.length);
    expect(rows.find(({ id }) => id === finance.id)).toMatchObject({ role: 'finance', active: true, activated: true, twoFactor: true, demo: false });
    expect(rows.find((row) => row.email === email)).toMatchObject({ activated: false, lastLoginAt: null });
    expect(JSON.stringify(rows)).not.toMatch(/hash|secret/i);
    for (const role of ['finance', 'compliance', 'auditor'] as const)
      expect(refusalOf(await call('GET', '/operators', { as: asOperator(role) }))).toBe('403 forbidden');
  });

  it('tells each of them who the others are, by name and nothing else', async () => {
    const [finance, support] = [await member('finance'), await member('support')];
    const { status, body } = await call('GET', '/colleagues', { as: support.as });
    const { items } = body as unknown as { items: Record<string, unknown>[] };
    expect(status).toBe(200);
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([finance.id, support.id]));
    for (const one of items) expect(Object.keys(one).sort()).toEqual(['id', 'name']);
  });
});

describe('an invitation', () => {
  const invitation = (changes = {}) => ({
    email: `${randomUUID()}@fairline.test`,
    firstName: 'Grace',
    lastName: 'Hopper',
    role: 'trader',
    reason: 'new colleague',
    ...changes,
  });
  const invite = (by: OperatorCaller, body: object) => call('POST', '/operators', { as: by, body });

  it('answers a link that works once, with which the operator sets his password', async () => {
    const admin = await member('super_admin');
    const form = invitation();
    const reply = await invite(admin.as, form);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { operator } = Invited.parse(reply.body);
    expect(operator).toMatchObject({ email: form.email, role: 'trader', active: true, activated: false, twoFactor: false });
    const token = linkToken(reply);
    const secret = await activate(token);
    expect(refusalOf(await call('POST', '/activate', { body: { token, password } }))).toBe('422 link_invalid');
    expect((await signedIn('trader', form.email, secret)).id).toBe(operator.id);
    const [act] = await eventually(
      () => actsOn(operator.id),
      ({ length }) => length > 0,
    );
    expect(act).toMatchObject({ operatorId: admin.id, action: 'operator.created', reason: 'new colleague', after: { role: 'trader' } });
    expect(JSON.stringify(facts)).not.toContain(form.email);
  });

  it('needs a new address, a role, a reason, the permission and a fresh proof', async () => {
    const admin = await member('super_admin');
    const { provenAt: _none, ...unproven } = admin.as;
    const stale = { ...admin.as, provenAt: new Date(clock.now().getTime() - 300_001).toISOString() };
    const attempts: [string, Awaited<ReturnType<typeof invite>>][] = [
      ['409 email_taken', await invite(admin.as, invitation({ email: admin.email.toUpperCase() }))],
      ['400 invalid_request', await invite(admin.as, invitation({ role: 'owner' }))],
      ['400 invalid_request', await invite(admin.as, invitation({ reason: ' ' }))],
      ['422 card_number', await invite(admin.as, invitation({ reason: '4111 1111 1111 1111' }))],
      ['403 step_up_required', await invite(unproven, invitation())],
      ['403 step_up_required', await invite(stale, invitation())],
      ['403 forbidden', await invite({ ...asOperator('compliance'), provenAt: clock.now().toISOString() }, invitation())],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
    const almost = { ...admin.as, provenAt: new Date(clock.now().getTime() - 300_000).toISOString() };
    expect((await invite(almost, invitation())).status).toBe(201);
  });
});

describe('a change of an operator', () => {
  it('of his role ends his sessions and holds from the next sign-in', async () => {
    const [admin, other] = [await member('super_admin'), await member('support')];
    const reply = await change(admin, other.id, { role: 'compliance' });
    expect([reply.status, reply.body]).toMatchObject([200, { id: other.id, role: 'compliance', active: true }]);
    expect((await call('POST', '/refresh', { headers: { cookie: other.cookie } })).status).toBe(401);
    const [fact] = await eventually(
      () => revocationsOf(other.id, 'role'),
      ({ length }) => length > 0,
    );
    expect(fact?.data).toMatchObject({ subjectKind: 'operator', subjectId: other.id, sessionId: null });
    const again = OperatorSession.parse((await signIn(other.email, await other.code())).body);
    expect(again.operator.role).toBe('compliance');
    const acts = await eventually(
      () => actsOn(other.id).filter(({ action }) => action === 'operator.changed'),
      ({ length }) => length > 0,
    );
    expect(acts).toEqual([
      expect.objectContaining({ operatorId: admin.id, reason, before: { role: 'support', active: true }, after: { role: 'compliance', active: true } }),
    ]);
    expect((await change(admin, other.id, { role: 'compliance', active: true })).status).toBe(200);
    expect(actsOn(other.id).filter(({ action }) => action === 'operator.changed')).toHaveLength(1);
  });

  it('that takes his access away ends sessions, sign-in and links, and can be taken back', async () => {
    const [admin, other] = [await member('super_admin'), await member('support')];
    const link = linkToken(await call('POST', `/operators/${(await member('games')).id}/reset`, { as: admin.as, body: { reason } }));
    expect((await change(admin, other.id, { active: false })).body).toMatchObject({ active: false });
    expect((await call('POST', '/refresh', { headers: { cookie: other.cookie } })).status).toBe(401);
    expect(refusalOf(await signIn(other.email, await other.code()))).toBe('401 bad_operator_credentials');
    await eventually(() => revocationsOf(other.id, 'status').length === 1);
    expect(await provenAt(other.as.sessionId)).toBeNull();
    expect((await change(admin, other.id, { active: true })).body).toMatchObject({ active: true });
    expect((await signIn(other.email, await other.code())).status).toBe(200);
    expect((await call('POST', '/activate', { body: { token: link, password } })).status).toBe(200);
  });

  it('is refused for himself, for nobody, without a reason or a fresh proof', async () => {
    const [admin, other] = [await member('super_admin'), await member('support')];
    const { provenAt: _none, ...unproven } = admin.as;
    const attempts: [string, Awaited<ReturnType<typeof change>>][] = [
      ['403 own_account', await change(admin, admin.id, { role: 'finance' })],
      ['404 not_found', await change(admin, randomUUID(), { role: 'finance' })],
      ['400 invalid_request', await change(admin, other.id, { role: 'finance', reason: '' })],
      ['422 card_number', await change(admin, other.id, { role: 'finance', reason: '4111111111111111' })],
      ['403 step_up_required', await call('PATCH', `/operators/${other.id}`, { as: unproven, body: { role: 'finance', reason } })],
      ['403 own_account', await call('POST', `/operators/${admin.id}/reset`, { as: admin.as, body: { reason } })],
      ['404 not_found', await call('POST', `/operators/${randomUUID()}/reset`, { as: admin.as, body: { reason } })],
      ['403 step_up_required', await call('POST', `/operators/${other.id}/reset`, { as: unproven, body: { reason } })],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
  });

  it('never leaves the house without a super admin, however many act at once', async () => {
    const admins = [await member('super_admin'), await member('super_admin'), await member('super_admin')];
    // One who was invited and never came is nobody to rely on.
    await inviteOperator(db, { email: `${randomUUID()}@fairline.test`, firstName: 'Not', lastName: 'Yet', role: 'super_admin' }, clock.now());
    await world.db.query("update operators set active = false where role = 'super_admin' and password_hash is not null and id <> all($1)", [
      admins.map(({ id }) => id),
    ]);
    const inCircle = admins.map((admin, place) => change(admin, admins[(place + 1) % 3]?.id as string, place === 1 ? { role: 'finance' } : { active: false }));
    const replies = await Promise.all(inCircle);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect(refusalOf(replies.find(({ status }) => status === 422) as (typeof replies)[0])).toBe('422 last_super_admin');
    const left = await world.db.query("select 1 from operators where role = 'super_admin' and active and password_hash is not null");
    expect(left.rowCount).toBe(1);
  });

  it('back to the beginning takes password, authenticator, codes and sessions', async () => {
    const [admin, other] = [await member('super_admin'), await member('finance')];
    const reply = await call('POST', `/operators/${other.id}/reset`, { as: admin.as, body: { reason: 'lost his phone' } });
    expect([reply.status, reply.body.operator]).toMatchObject([200, { activated: false, twoFactor: false }]);
    expect(refusalOf(await signIn(other.email, await other.code()))).toBe('401 bad_operator_credentials');
    expect((await call('POST', '/refresh', { headers: { cookie: other.cookie } })).status).toBe(401);
    await eventually(() => revocationsOf(other.id, 'operator').length === 1);
    const secret = await activate(linkToken(reply));
    expect((await signedIn('finance', other.email, secret)).id).toBe(other.id);
    await eventually(() => actsOn(other.id).some((act) => act.action === 'operator.reset' && act.reason === 'lost his phone'));
  });
});

describe('an operator changes his own password', () => {
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
    await eventually(() => actsOn(self.id).some(({ after }) => (after as { proof?: string } | undefined)?.proof === 'recovery_code'));
    expect(JSON.stringify(facts)).not.toContain(one);
  });

  it('asks for a fresh proof before a new one, and stays outside demo mode', async () => {
    const self = await member('games');
    const { provenAt: _none, ...unproven } = self.as;
    expect(refusalOf(await call('POST', '/2fa/enrol', { as: unproven }))).toBe('403 step_up_required');
    expect(refusalOf(await call('POST', '/2fa/disable', { as: self.as, body: { password, code: await self.code() } }))).toBe('409 totp_kept');
  });
});

describe('the sessions of an operator', () => {
  it('are listed and ended by himself alone', async () => {
    const here = await member('auditor');
    const there = await signedIn('auditor', here.email, here.secret);
    const list = async () => (await call('GET', '/sessions', { as: here.as })).body.items as unknown as { id: string; current: boolean }[];
    expect((await list()).map(({ id, current }) => [id, current])).toEqual(
      expect.arrayContaining([
        [here.as.sessionId, true],
        [there.as.sessionId, false],
      ]),
    );
    const stranger = await member('auditor');
    expect(refusalOf(await call('DELETE', `/sessions/${there.as.sessionId}`, { as: stranger.as }))).toBe('404 not_found');
    expect((await call('DELETE', `/sessions/${there.as.sessionId}`, { as: here.as })).status).toBe(204);
    expect(refusalOf(await call('DELETE', `/sessions/${there.as.sessionId}`, { as: here.as }))).toBe('404 not_found');
    expect((await call('POST', '/refresh', { headers: { cookie: there.cookie } })).status).toBe(401);
    expect((await list()).map(({ id }) => id)).toEqual([here.as.sessionId]);
  });
});

describe('in demo mode', () => {
  let demo: Running[];
  const at = (method: string, path: string, options: Options = {}) => callAt(demo[turn++ % 2] as Running, method, path, options);
  const demoPassword = 'Fairline-demo-1';
  const enter = async (email: string, secret: string, totp?: string) => at('POST', '/login', { body: { email, password: secret, ...(totp && { totp }) } });
  const callerOf = async (reply: { body: unknown }, role: Role): Promise<OperatorCaller> => {
    const { payload } = await jwtVerify(OperatorSession.parse(reply.body).accessToken, publicKey, { currentDate: clock.now() });
    const { sub, sid } = AccessClaims.parse(payload);
    return { ...asOperator(role, sub), sessionId: sid, provenAt: clock.now().toISOString() };
  };

  beforeAll(async () => {
    const env = { ...world.env, FAIRLINE_DEMO: '1' };
    demo = [await start(env, clock), await start(env, clock)];
  });
  afterAll(async () => {
    await Promise.all(demo.map((room) => room.stop()));
  });

  it('the shared accounts stay as they are, for everybody', async () => {
    const admin = await callerOf(await enter('super_admin@fairline.example', demoPassword), 'super_admin');
    const finance = await callerOf(await enter('finance@fairline.example', demoPassword), 'finance');
    const attempts = [
      at('PATCH', `/operators/${finance.id}`, { as: admin, body: { active: false, reason } }),
      at('PATCH', `/operators/${finance.id}`, { as: admin, body: { role: 'support', reason } }),
      at('POST', `/operators/${finance.id}/reset`, { as: admin, body: { reason } }),
      at('POST', '/change-password', { as: finance, body: { currentPassword: demoPassword, newPassword: 'N3wPassword' } }),
      at('POST', '/2fa/enrol', { as: finance }),
      at('POST', '/2fa/confirm', { as: finance, body: { code: '000000' } }),
      at('POST', '/2fa/disable', { as: finance, body: { password: demoPassword, code: '000000' } }),
    ];
    for (const reply of await Promise.all(attempts)) expect(refusalOf(reply)).toBe('403 demo_account');
    const player = (await world.db.query("select id from users where email = 'demo@fairline.example'")).rows[0].id;
    const closing = await at('PATCH', `/users/${player}`, { as: asOperator('compliance'), body: { status: 'closed', reason } });
    expect(refusalOf(closing)).toBe('403 demo_account');
    expect((await enter('finance@fairline.example', demoPassword)).status).toBe(200);
  });

  it('a code is asked of one who enrolled an authenticator himself, until he switches it off', async () => {
    const admin = await callerOf(await enter('super_admin@fairline.example', demoPassword), 'super_admin');
    const email = `${randomUUID()}@fairline.test`;
    const invited = await at('POST', '/operators', { as: admin, body: { email, firstName: 'Grace', lastName: 'Hopper', role: 'trader', reason } });
    await at('POST', '/activate', { body: { token: linkToken(invited), password } });
    const self = await callerOf(await enter(email, password), 'trader');
    expect((await at('GET', '/2fa', { as: self })).body).toMatchObject({ on: false });
    expect(refusalOf(await at('POST', '/2fa/disable', { as: self, body: { password, code: '000000' } }))).toBe('409 totp_not_enrolled');
    const { secret } = Enrolment.parse((await at('POST', '/2fa/enrol', { as: self })).body);
    const { recoveryCodes } = RecoveryCodes.parse((await at('POST', '/2fa/confirm', { as: self, body: { code: await codeOf(secret) } })).body);
    expect(refusalOf(await enter(email, password))).toBe('401 totp_required');
    expect((await enter(email, password, await codeOf(secret))).status).toBe(200);
    const off = (body: object) => at('POST', '/2fa/disable', { as: self, body });
    expect(refusalOf(await off({ password: 'Wr0ngPass', code: recoveryCodes[0] }))).toBe('422 password_wrong');
    expect(refusalOf(await off({ password, code: '000000' }))).toBe('422 totp_wrong');
    expect((await off({ password, code: recoveryCodes[0] })).status).toBe(204);
    expect((await enter(email, password)).status).toBe(200);
  });
});
