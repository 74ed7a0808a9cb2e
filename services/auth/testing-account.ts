/** Shared steps of tests about a player's account, on two instances of auth, with a stand-in for wallet. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHeader, agentHeader } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asPlayer, eventsIn, eventually, openWorld, problemOf, SetClock, type World } from '@fairline/chassis/testing';
import { AccessClaims, PlayerSession } from '@fairline/proto/auth/sessions';
import { type Envelope, Refusal, type RefusalType } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { start } from './main.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
export const clock = new SetClock(new Date());
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
export const yearMs = 365.25 * dayMs;
export let world: World;
export const instances: Running[] = [];
let turn = 0;
const events: Envelope<Record<string, unknown>>[] = [];

/** The stand-in's reply (a refusal, none, or success), and an action that runs during a request. */
export const walletStub: {
  answer: RefusalType | 'unanswered' | 'yes';
  meanwhile: ((playerId: string) => Promise<unknown>) | undefined;
} = {
  answer: 'yes',
  meanwhile: undefined,
};
export const asked: { verb: string; input: Record<string, unknown> }[] = [];

async function answerAsWallet(message: {
  subject: string;
  json: <T>() => T;
  respond: (text: string) => unknown;
}): Promise<void> {
  const { input } = message.json<{ input: Record<string, unknown> }>();
  const verb = message.subject.slice('rpc.wallet.'.length);
  asked.push({ verb, input });
  const isDecided = ['close', 'playCurrency'].includes(verb);
  if (isDecided) await walletStub.meanwhile?.(String(input.playerId));
  if (walletStub.answer === 'unanswered') return;
  if (walletStub.answer !== 'yes' && isDecided) {
    const { code, status, detail } = new Refusal(walletStub.answer).problem();
    message.respond(JSON.stringify({ refusal: { code, status, detail } }));
  } else
    message.respond(
      JSON.stringify({ ok: { playerId: input.playerId, currency: input.currency, version: input.version } }),
    );
}

export type Options = NonNullable<Parameters<World['call']>[3]>;

export async function call(method: string, path: string, options: Options = {}) {
  const instance = instances[turn++ % instances.length] as Running;
  const reply = await world.call(instance.httpUrl, method, `/api/auth${path}`, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] as string);
  return { ...reply, body: reply.body as never, cookies };
}

export const refusalOf = (reply: { status: number; body: unknown }) => `${reply.status} ${problemOf(reply).code}`;
export const eventsOf = (id: string, { subject }: { subject: string }) =>
  events.filter((envelope) => envelope.subject === id && envelope.type === subject);

export async function lastEvent(id: string, event: { subject: string }): Promise<Envelope<Record<string, unknown>>> {
  const found = await eventually(
    async () => eventsOf(id, event).at(-1),
    (envelope) => envelope !== undefined,
  );
  return found as Envelope<Record<string, unknown>>;
}

export const password = 'Str0ngPass';

export async function sessionOf(reply: Awaited<ReturnType<typeof call>>) {
  const body = PlayerSession.parse(reply.body);
  const claims = AccessClaims.parse(
    (await jwtVerify(body.accessToken, publicKey, { currentDate: clock.now() })).payload,
  );
  const device = reply.cookies.find((cookie) => cookie.startsWith('fairline_device='));
  const refresh = reply.cookies.find((cookie) => cookie.startsWith('fairline_session=')) as string;
  return {
    ...body,
    id: body.user.id,
    as: asPlayer(body.user.id, { sessionId: claims.sid }),
    sessionId: claims.sid,
    device,
    refresh,
  };
}

export async function registered(changes: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@example.com`;
  const body = {
    email,
    password,
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
    ...changes,
  };
  const reply = await call('POST', '/register', { body, headers: { [agentHeader]: firefox } });
  expect(reply.status).toBe(201);
  return { ...(await sessionOf(reply)), email };
}

/** A registered player who confirmed the address by the link of the first mail. */
export async function confirmed() {
  const player = await registered();
  await world.db.query('update users set email_verified_at = $2 where id = $1', [player.id, clock.now()]);
  return player;
}

export const signIn = (email: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call('POST', '/login', { body: { email, password, ...more }, headers });

export async function mailOf(email: string, subject: RegExp): Promise<string> {
  const found = await eventually(
    async () => {
      const reply = await world.call(
        (instances[0] as Running).httpUrl,
        'GET',
        `/api/dev/mailbox?to=${encodeURIComponent(email)}`,
      );
      return (reply.body as { items: { subject: string; text: string }[] }).items.find((mail) =>
        subject.test(mail.subject),
      )?.text;
    },
    (text) => text !== undefined,
  );
  return found as string;
}

export const resetToken = async (email: string) =>
  /reset-password\S*[?#&]token=([\w-]+)/.exec(await mailOf(email, /password/i))?.[1] as string;

/** Stops the instances and starts them again: leased jobs run as soon as an instance takes their lease. */
export async function restart(meanwhile: () => unknown = () => undefined): Promise<void> {
  await Promise.all(instances.map((instance) => instance.stop()));
  await meanwhile();
  instances.splice(0, instances.length, await start(world.env, clock), await start(world.env, clock));
}

/** Starts two instances before the tests of a file, and stops them after. */
export function useAccountServers(): void {
  beforeAll(async () => {
    clock.set(new Date());
    events.length = 0;
    asked.length = 0;
    mkdirSync(mailDir, { recursive: true });
    const env = { SESSION_PRIVATE_KEY, FAIRLINE_DEMO: '1', MAIL_DIR: mailDir, PUBLIC_URL: 'https://play.example' };
    world = await openWorld('auth', new URL('./main.ts', import.meta.url).href, env);
    world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
    world.nats.subscribe('rpc.wallet.*', { callback: (_error, message) => void answerAsWallet(message) });
    instances.splice(0, instances.length, await start(world.env, clock), await start(world.env, clock));
  });

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await world?.close();
    rmSync(mailDir, { recursive: true, force: true });
  });

  afterEach(() => {
    walletStub.answer = 'yes';
  });
}
