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
import { asOperator, eventually, openWorld, problemOf, SetClock, type World } from '@fairline/chassis/testing';
import { AccessClaims, authEvents, authRequests, OperatorSession } from '@fairline/proto/auth';
import type { Envelope } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import { jwtVerify } from 'jose';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from './main.ts';
import { inviteOperator } from './operators.ts';

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
  world = await openWorld('auth', new URL('./main.ts', import.meta.url).href, { SESSION_PRIVATE_KEY, PUBLIC_URL: 'https://play.example/', MAIL_DIR: mailDir });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void facts.push(message.json()) });
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
