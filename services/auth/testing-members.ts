/** Operators with an authenticator, signed in at two instances of auth. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHeader, type Operator as OperatorCaller } from '@fairline/chassis/http/identity';
import { createLog } from '@fairline/chassis/process/log';
import type { Running } from '@fairline/chassis/run';
import { Database } from '@fairline/chassis/storage/postgres';
import {
  asOperator,
  eventsIn,
  eventually,
  openWorld,
  problemOf,
  SetClock,
  type World,
} from '@fairline/chassis/testing';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { AccessClaims, OperatorSession, sessionRequests } from '@fairline/proto/auth/sessions';
import type { Envelope } from '@fairline/proto/contract';
import { OperatorOrigin } from '@fairline/proto/operator-control';
import type { Role } from '@fairline/proto/permissions';
import { jwtVerify } from 'jose';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect } from 'vitest';
import { start } from './main.ts';
import { inviteOperator } from './staff/invitations.ts';
import { MailServer } from './testing-mail.ts';

export const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
export const mailServer = new MailServer();
export const clock = new SetClock(new Date());
export let world: World;
const instances: Running[] = [];
export let db: Database;
export const turn = { at: 0 };
export const events: Envelope<Record<string, unknown>>[] = [];
export type Options = Parameters<World['call']>[3];

export async function callAt(instance: Running, method: string, path: string, options: Options = {}) {
  const reply = await world.call(instance.httpUrl, method, `/api/admin/auth${path}`, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
  return {
    ...reply,
    body: reply.body as Record<string, never>,
    cookie: reply.headers.getSetCookie()[0]?.split(';')[0],
  };
}

export const call = (method: string, path: string, options: Options = {}) =>
  callAt(instances[turn.at++ % instances.length] as Running, method, path, options);
export const refusalOf = (reply: { status: number; body: unknown }) => `${reply.status} ${problemOf(reply).code}`;
export const actsOn = (id: string) =>
  events
    .filter(({ subject, type }) => subject === id && type === authAuditEvents.operatorActed.subject)
    .map(({ data }) => data);
export const password = 'Str0ngPass-2';

export interface Member {
  id: string;
  email: string;
  /** The operator's identity as the gateway signs it, with a proof of this moment. */
  readonly as: OperatorCaller;
  cookie: string;
  secret: string;
  /** The code of the next time step, because each code works once. */
  code: () => Promise<string>;
}

export function codeOf(secret: string): Promise<string> {
  clock.advance(30_000);
  return generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
}

export const signIn = (email: string, totp: string, secret = password) =>
  call('POST', '/login', { body: { email, password: secret, totp } });

export async function signedIn(role: Role, email: string, secret: string, usedPassword = password): Promise<Member> {
  const reply = await signIn(email, await codeOf(secret), usedPassword);
  const { accessToken } = OperatorSession.parse(reply.body);
  const claims = AccessClaims.parse((await jwtVerify(accessToken, publicKey, { currentDate: clock.now() })).payload);
  const { sub, sid } = claims;
  const origin = OperatorOrigin.parse(claims);
  return {
    id: sub,
    email,
    get as() {
      return { ...asOperator(role, sub), ...origin, sessionId: sid, provenAt: clock.now().toISOString() };
    },
    cookie: reply.cookie as string,
    secret,
    code: () => codeOf(secret),
  };
}

const secretOf = (uri: unknown) => new URL(String(uri)).searchParams.get('secret') as string;

/** The token in the newest mail to an operator, once this many links have arrived. */
export async function mailedToken(email: string, count = 1): Promise<string> {
  const tokens = await eventually(
    () =>
      mailServer
        .mailTo(email)
        .flatMap(
          ({ text }) => /https:\/\/play\.example\/admin\/activate\?token=([\w-]{43})\s/.exec(text ?? '')?.[1] ?? [],
        ),
    ({ length }) => length >= count,
  );
  return tokens.at(-1) as string;
}
/** The reason of every change in these tests. */
export const reason = 'moved to another team';

/** Sets the first password by a one-time link; returns the secret of the authenticator. */
export async function activate(token: string): Promise<string> {
  const reply = await call('POST', '/activate', { body: { token, password } });
  expect(reply.status).toBe(200);
  return secretOf(reply.body.totpUri);
}

/** An operator who was invited, activated and signed in. */
export async function member(role: Role): Promise<Member> {
  const email = `${randomUUID()}@fairline.test`;
  const { token } = await inviteOperator(db, { email, firstName: 'Grace', lastName: 'Hopper', role }, clock.now());
  return signedIn(role, email, await activate(token));
}

export const provenAt = async (sessionId: string) => {
  const reply = await world.nats.request(sessionRequests.provenAt.subject, JSON.stringify({ input: { sessionId } }), {
    timeout: 5_000,
  });
  return reply.json<{ ok: { provenAt: string | null } }>().ok.provenAt;
};

/** Starts two instances before the tests of a file, and stops them after. */
export function useStaffServers(): void {
  beforeAll(async () => {
    clock.set(new Date());
    events.length = 0;
    mkdirSync(mailDir, { recursive: true });
    world = await openWorld('auth', new URL('./main.ts', import.meta.url).href, {
      SESSION_PRIVATE_KEY,
      PUBLIC_URL: 'https://play.example/',
      MAIL_DIR: mailDir,
      SMTP_URL: await mailServer.listen(),
    });
    world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
    db = new Database(String(world.env.DATABASE_URL), createLog('test', 'silent'), 1);
    instances.splice(0, instances.length, await start(world.env, clock), await start(world.env, clock));
  });

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await db?.close();
    await world?.close();
    await mailServer.close();
    rmSync(mailDir, { recursive: true, force: true });
  });
}
