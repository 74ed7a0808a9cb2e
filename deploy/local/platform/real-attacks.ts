/** Attacks on sign-in, money and rights of an installation without demo mode, over its API. Each checks that it is refused. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import type { MailCatcher } from './mail-catcher.ts';
import type { Platform } from './platform.ts';

export const password = 'Correct-horse-battery-1';

interface Answer {
  status: number;
  retryAfter: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it is about.
  body: any;
}

export type Call = (method: string, path: string, asking?: { token?: string; body?: unknown }) => Promise<Answer>;

/** Calls the API. Each call has an idempotency key of its own. */
export const callerOf =
  (url: string): Call =>
  async (method, path, { token, body } = {}) => {
    const headers = {
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      retryAfter: Number(reply.headers.get('retry-after')),
      body: text && reply.status !== 404 ? JSON.parse(text) : undefined,
    };
  };

const refusal = (status: number, code: string) => ({ status, body: { code } });

/** Activates an operator by the one-time link. Without a right code there is no sign-in. Returns their token. */
export async function signInWithCode(call: Call, email: string, invitation: string): Promise<string> {
  const { body } = await call('POST', 'admin/auth/activate', { body: { token: invitation, password } });
  const enter = (more: object) => call('POST', 'admin/auth/login', { body: { email, password, ...more } });
  expect(await enter({})).toMatchObject(refusal(401, 'totp_required'));
  expect(await enter({ totp: 'wrong' })).toMatchObject({ status: 401 });
  const entered = await enter({ totp: totpOf(body.totpUri) });
  expect(entered).toMatchObject({ status: 200 });
  return entered.body.accessToken;
}

export async function hasNothingOfDemoMode(call: Call): Promise<void> {
  for (const path of ['dev/mailbox?to=a@b.example', 'dev/', 'dev/anything'])
    expect((await call('GET', path)).status, path).toBe(404);
  const demo = 'Fairline-demo-1';
  expect(
    await call('POST', 'admin/auth/login', { body: { email: 'super_admin@fairline.example', password: demo } }),
  ).toMatchObject({ status: 401 });
  expect(await call('POST', 'auth/login', { body: { email: 'demo@fairline.example', password: demo } })).toMatchObject({
    status: 401,
  });
  expect((await call('GET', 'auth/settings')).body).toMatchObject({ demoOperators: [] });
}

interface Player {
  id: string;
  email: string;
  token: string;
}

async function register(call: Call, changes: object = {}): Promise<Player> {
  const email = `${randomUUID()}@example.com`;
  const person = {
    firstName: 'Grace',
    lastName: randomUUID().replaceAll(/[^a-z]/g, 'x'),
    country: 'Ireland',
    dateOfBirth: '1990-01-31',
    acceptTerms: true,
  };
  const { status, body } = await call('POST', 'auth/register', { body: { email, password, ...person, ...changes } });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.user.id, email, token: body.accessToken };
}

/** The eleventh guess of a password is refused even if it is right. */
export async function locksAfterTenGuesses(call: Call): Promise<void> {
  const { email } = await register(call);
  const enter = (guess: string) => call('POST', 'auth/login', { body: { email, password: guess } });
  expect(await enter(password)).toMatchObject({ status: 200 });
  const guesses = await Promise.all(Array.from({ length: 10 }, () => enter('Wrong-horse-battery-1')));
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
  const locked = await enter(password);
  expect(locked).toMatchObject(refusal(429, 'rate_limited'));
  expect(locked.retryAfter).toBeGreaterThan(0);
}

/** Once the mailed link is used, the bonus is paid; to a second account of the same person, or to one who declined it, it is not. */
export async function paysWelcomeOncePerPerson(call: Call, mails: MailCatcher, finance: string): Promise<void> {
  const confirm = async ({ email }: Player) => {
    const token = await eventually(
      async () => /type=signup&token=([\w-]+)/.exec(mails.to(email).join())?.[1],
      (found) => found !== undefined,
    );
    expect(await call('POST', 'auth/verify-email', { body: { token } })).toMatchObject({ status: 200 });
  };
  const stateOf = async ({ token }: Player) => {
    const [wallet, stats] = await Promise.all(['wallet', 'wallet/stats'].map((path) => call('GET', path, { token })));
    return { totalMinor: wallet?.body.totalMinor, pendingBonus: stats?.body.pendingBonus };
  };
  const becomes = (player: Player, totalMinor: number, waitsFor?: string) =>
    eventually(
      () => stateOf(player),
      (state) => state.totalMinor === totalMinor && state.pendingBonus?.waitsFor === waitsFor,
    );
  const person = { firstName: 'Grace', lastName: 'Hopper' };
  const first = await register(call, person);
  await becomes(first, 0, 'confirmation');
  await confirm(first);
  await becomes(first, 10_000);
  const second = await register(call, person);
  await confirm(second);
  await becomes(second, 0, 'review');

  const decliner = await register(call, { welcomeBonus: false });
  const [deposit] = await Promise.all([reportDeposit(call, decliner, 5_000), confirm(decliner)]);
  expect(await call('POST', `admin/wallet/payments/${deposit}/approve`, { token: finance })).toMatchObject({
    status: 200,
  });
  await becomes(decliner, 5_000);
}

async function reportDeposit(call: Call, { token, email }: Player, amountMinor: number): Promise<string> {
  const body = {
    amountMinor,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Grace Hopper',
    email,
    bankTransactionId: randomUUID(),
  };
  const reported = await call('POST', 'wallet/deposits/manual', { token, body });
  expect(reported).toMatchObject({ status: 201, body: { status: 'pending' } });
  return reported.body.id;
}

interface Operators {
  admin: string;
  finance: string;
}

/** From 10,000.00 a day an operator decides nothing alone, in whatever parts, and finance has the rights of finance only. */
export async function keepsMoneyToTwoOperators(call: Call, { admin, finance }: Operators): Promise<void> {
  const player = await register(call);
  const adjustment = { userId: player.id, amountMinor: 1_000_000, currency: 'USD', reason: 'Goodwill' };
  const asked = await call('POST', 'admin/wallet/adjustments', { token: finance, body: adjustment });
  expect(asked).toMatchObject({ status: 202, body: { status: 'pending', approvals: 1 } });
  const approve = (token: string) => call('POST', `admin/wallet/adjustments/${asked.body.id}/approve`, { token });
  expect(await approve(finance)).toMatchObject(refusal(403, 'second_operator_needed'));
  expect(await approve(player.token)).toMatchObject({ status: 403 });
  expect((await call('GET', 'wallet', { token: player.token })).body.totalMinor).toBe(0);
  expect(await approve(admin)).toMatchObject({ status: 200, body: { status: 'approved' } });

  const forbidden = [
    `auth/users/${player.id}/verify`,
    'auth/operators',
    `kyc/${player.id}/approve`,
    `betting/bets/${player.id}/settle`,
  ];
  for (const path of forbidden)
    expect(await call('POST', `admin/${path}`, { token: finance, body: { reason: 'Mine' } }), path).toMatchObject(
      refusal(403, 'forbidden'),
    );
  expect(await call('PUT', 'admin/risk/rules', { token: finance, body: {} })).toMatchObject(refusal(403, 'forbidden'));
}

/** Six minutes after signing in, money moves only after a step-up, whatever the rights. */
export async function asksForFreshProof(call: Call, platform: Platform, { admin }: Operators): Promise<void> {
  const player = await register(call);
  const deposit = await reportDeposit(call, player, 500_000);
  const db = new pg.Client({ connectionString: platform.databaseOf('auth') });
  await db.connect();
  await db.query("update sessions set proven_at = now() - interval '6 minutes' where kind = 'operator'");
  await db.end();
  const money = { userId: player.id, amountMinor: 100, currency: 'USD', reason: 'Goodwill' };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const refused: [path: string, body?: object][] = [
    ['admin/wallet/adjustments', money],
    ['admin/wallet/free-bets', { ...money, expiresAt: tomorrow }],
    [`admin/auth/users/${player.id}/verify`, { reason: 'Known' }],
  ];
  for (const [path, body] of refused)
    expect(await call('POST', path, { token: admin, body }), path).toMatchObject(refusal(403, 'step_up_required'));
  expect(
    await call('POST', 'admin/auth/step-up', { token: admin, body: { password: 'Wrong-horse-battery-1' } }),
  ).toMatchObject({ status: 422 });
  expect(await call('POST', 'admin/wallet/adjustments', { token: admin, body: money })).toMatchObject(
    refusal(403, 'step_up_required'),
  );
  expect(await call('POST', 'admin/auth/step-up', { token: admin, body: { password } })).toMatchObject({ status: 204 });
  expect(await call('POST', 'admin/wallet/adjustments', { token: admin, body: money })).toMatchObject({ status: 201 });
  expect(
    await call('POST', `admin/wallet/payments/${deposit}/reject`, { token: admin, body: { reason: 'Not received' } }),
  ).toMatchObject({ status: 200 });
}

/** Counts calls before they are checked, so that not even nonsense can be sent without end. Uses up the limits of this address: nobody signs in after it. */
export async function limitsRates(call: Call): Promise<void> {
  const forget = (email: string) => call('POST', 'auth/forgot-password', { body: { email } });
  const email = `${randomUUID()}@example.com`;
  for (let time = 0; time < 5; time++) expect(await forget(email)).toMatchObject({ status: 204 });
  expect(await forget(email)).toMatchObject(refusal(429, 'rate_limited'));
  expect(await forget(`${randomUUID()}@example.com`)).toMatchObject({ status: 204 });
  for (const path of ['auth/register', 'auth/login', 'admin/auth/login']) {
    // Twice the limit and one more, so that a window that ends meanwhile makes no difference.
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await call('POST', path, { body: {} })).status),
    );
    expect(statuses, path).toContain(429);
    expect([400, 429], path).toEqual(expect.arrayContaining([...new Set(statuses)]));
  }
}

async function eventually<T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 30_000; ; await pause(100)) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`did not come to hold; last seen: ${JSON.stringify(value)}`);
  }
}

/** The code of this moment by RFC 6238, as an authenticator app computes it. */
function totpOf(uri: string): string {
  const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...(new URL(uri).searchParams.get('secret') ?? '')]
    .map((digit) => base32.indexOf(digit).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}
