/** Shared steps of tests with operators from the command line, on two instances of auth, with a stand-in for wallet. */

import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addressHeader } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { eventsIn, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import type { Envelope } from '@fairline/proto/contract';
import { generate } from 'otplib';
import { afterAll, beforeAll } from 'vitest';
import { start } from './main.ts';

export const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
export const clock = new SetClock(new Date());
export let world: World;
const instances: Running[] = [];
let turn = 0;
export const events: Envelope<Record<string, unknown>>[] = [];

/** The requests to wallet to bind permits, and whether the stand-in replies. */
export const restricted: Record<string, unknown>[] = [];
export const walletStub: { mode: 'answers' | 'is silent' | 'refuses' } = { mode: 'answers' };
type Options = Parameters<World['call']>[3];

export async function callAt(instance: Running, method: string, path: string, options: Options = {}) {
  const reply = await world.call(instance.httpUrl, method, path, {
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
  callAt(instances[turn++ % instances.length] as Running, method, path, options);
export const eventsOf = (id: string, name: string) =>
  events.filter(({ subject, type }) => subject === id && type === `evt.auth.${name}.v1`);
export const actsOn = (id: string) => eventsOf(id, 'OperatorActed').map(({ data }) => data);

/** Runs the command `operator:create`. */
export async function invite(...args: string[]): Promise<{ stdout: string; stderr: string; token: string }> {
  const script = fileURLToPath(new URL('./operator.ts', import.meta.url));
  const env = { PATH: process.env.PATH, DATABASE_URL: world.env.DATABASE_URL, PUBLIC_URL: world.env.PUBLIC_URL };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return {
    stdout,
    stderr,
    token: stdout.match(/https:\/\/play\.example\/admin\/activate\?token=([\w-]{43})\n/)?.[1] ?? '',
  };
}

export const invitation = (email: string) => [
  '--email',
  email,
  '--first',
  'Grace',
  '--last',
  'Hopper',
  '--role',
  'compliance',
];
export const password = 'Str0ngPass-2';
export const activate = (token: string) => call('POST', '/api/admin/auth/activate', { body: { token, password } });
export const signIn = (email: string, totp?: string, options: Options = {}) =>
  call('POST', '/api/admin/auth/login', { ...options, body: { email, password, ...(totp !== undefined && { totp }) } });

export async function activated() {
  const email = `${randomUUID()}@fairline.test`;
  const { token } = await invite(...invitation(email));
  const reply = await activate(token);
  const secret = new URL(String(reply.body.totpUri)).searchParams.get('secret') as string;
  /** The code of the next time step, because each code works once. */
  const code = () => {
    clock.advance(30_000);
    return generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
  };
  return { email, token, reply, code };
}

/** Starts two instances before the tests of a file, and stops them after. */
export function useOperatorServers(): void {
  beforeAll(async () => {
    clock.set(new Date());
    events.length = 0;
    restricted.length = 0;
    mkdirSync(mailDir, { recursive: true });
    walletStub.mode = 'answers';
    world = await openWorld('auth', new URL('./main.ts', import.meta.url).href, {
      SESSION_PRIVATE_KEY,
      PUBLIC_URL: 'https://play.example/',
      MAIL_DIR: mailDir,
    });
    world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
    world.nats.subscribe('rpc.wallet.restrict', {
      callback: (_error, message) => {
        const { input } = message.json<{ input: Record<string, unknown> }>();
        restricted.push(input);
        if (walletStub.mode === 'answers')
          message.respond(JSON.stringify({ ok: { playerId: input.playerId, version: input.version } }));
        if (walletStub.mode === 'refuses')
          message.respond(JSON.stringify({ refusal: { code: 'not_found', status: 404, detail: 'Not found' } }));
      },
    });
    instances.splice(0, instances.length, await start(world.env, clock), await start(world.env, clock));
  });

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await world?.close();
    rmSync(mailDir, { recursive: true, force: true });
  });
}
