/** Shared steps of tests with players who register and sign in at two instances of auth, with a stand-in for wallet. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asPlayer, eventsIn, eventually, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { AccessClaims, PlayerSession } from '@fairline/proto/auth/sessions';
import type { Envelope } from '@fairline/proto/contract';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect } from 'vitest';
import { start } from './main.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sessionKey = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
export const clock = new SetClock(new Date());
export let world: World;
const instances: Running[] = [];
let turn = 0;
export const events: Envelope<Record<string, unknown>>[] = [];

/** The requests to wallet to open accounts, and whether the stand-in replies. */
export const opened: Record<string, unknown>[] = [];
export const walletStub = { answers: true };
export type Options = Parameters<World['call']>[3];

/** Calls the two instances in turn; by default each call has its own address. */
export async function call(method: string, path: string, options: Options = {}) {
  const instance = instances[turn++ % instances.length] as Running;
  const reply = await world.call(instance.httpUrl, method, path, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
  return { ...reply, body: reply.body as Record<string, unknown>, cookie: cookieOf(reply.headers) };
}

function cookieOf(headers: Headers): string | undefined {
  return headers.getSetCookie()[0]?.split(';')[0];
}

export const form = (changes: Record<string, unknown> = {}) => ({
  email: `${randomUUID()}@example.com`,
  password: 'Str0ngPass',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'United Kingdom',
  dateOfBirth: '1990-12-10',
  acceptTerms: true,
  ...changes,
});

export async function registered(changes: Record<string, unknown> = {}) {
  const body = form(changes);
  const reply = await call('POST', '/api/auth/register', { body });
  expect(reply.status).toBe(201);
  const { user, accessToken } = PlayerSession.parse(reply.body);
  const claims = AccessClaims.parse((await jwtVerify(accessToken, publicKey, { currentDate: clock.now() })).payload);
  return {
    ...reply,
    form: body,
    user,
    claims,
    as: asPlayer(user.id, { sessionId: claims.sid }),
    cookie: reply.cookie as string,
  };
}

export const signIn = (email: string, password = 'Str0ngPass', options: Options & { remember?: boolean } = {}) =>
  call('POST', '/api/auth/login', {
    ...options,
    body: { email, password, ...(options.remember && { remember: true }) },
  });
export const refresh = (cookie: string | undefined) =>
  call('POST', '/api/auth/refresh', cookie ? { headers: { cookie } } : {});
export const eventsOf = (id: string, name: string) =>
  events.filter(({ subject, type }) => subject === id && type === `evt.auth.${name}.v1`);
export const publishedEvents = (id: string, name: string) =>
  eventually(
    () => eventsOf(id, name),
    (found) => found.length > 0,
  );

/** Starts two instances before the tests of a file, and stops them after. */
export function useSessionServers(): void {
  beforeAll(async () => {
    clock.set(new Date());
    events.length = 0;
    opened.length = 0;
    walletStub.answers = true;
    world = await openWorld('auth', new URL('./main.ts', import.meta.url).href, { SESSION_PRIVATE_KEY: sessionKey });
    world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
    world.nats.subscribe('rpc.wallet.open', {
      callback: (_error, message) => {
        const { input } = message.json<{ input: Record<string, unknown> }>();
        opened.push(input);
        if (walletStub.answers)
          message.respond(JSON.stringify({ ok: { playerId: input.playerId, currency: input.currency } }));
      },
    });
    instances.splice(0, instances.length, await start(world.env, clock), await start(world.env, clock));
  });

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await world?.close();
  });
}
