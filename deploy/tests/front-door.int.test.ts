/** Sessions and the live stream end to end, with real services and two gateways: a change at one applies at the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { ledgerEvents } from '@fairline/proto/wallet/ledger';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts } from '../local/installation/ports.ts';
import { root } from '../local/installation/profile.ts';
import { type Platform, startPlatform } from '../local/platform/platform.ts';

let platform: Platform;
let second: ChildProcess;
let origins: [string, string];
let operator: string;

beforeAll(async () => {
  platform = await startPlatform({ temporary: true, demo: true, processes: ['auth', 'wallet', 'gateway'] });
  const [http = 0, internal = 0] = await freePorts(2);
  const ports = { HTTP_PORT: String(http), INTERNAL_PORT: String(internal) };
  second = spawn(process.execPath, ['gateway/main.ts'], {
    cwd: root,
    env: { ...platform.environmentOf('gateway'), ...ports },
    stdio: 'ignore',
  });
  origins = [platform.url, `http://127.0.0.1:${http}`];
  await within(20_000, async () => (await fetch(`${origins[1]}/readyz`).catch(() => undefined))?.ok);
  operator = (await signIn('/api/admin/auth/login', 'super_admin@fairline.example', 'Fairline-demo-1')).token;
}, 120_000);

afterAll(async () => {
  second?.kill();
  await platform?.stop();
});

async function within<T>(ms: number, look: () => Promise<T> | T): Promise<T> {
  for (const deadline = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const value = await look();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`did not come to hold within ${ms} ms`);
  }
}

const post = (origin: string, path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusAt = async (origin: string, token: string) =>
  (await fetch(`${origin}/api/auth/session`, { headers: bearer(token) })).status;
const refusedEverywhere = (token: string) =>
  Promise.all(origins.map((origin) => within(1_000, async () => (await statusAt(origin, token)) === 401)));

interface SignedIn {
  id: string;
  token: string;
  cookie: string;
}

async function signedIn(response: Response): Promise<SignedIn> {
  expect(response.ok, await response.clone().text()).toBe(true);
  const {
    user,
    operator: staff,
    accessToken,
  } = (await response.json()) as { user?: { id: string }; operator?: { id: string }; accessToken: string };
  return {
    id: user?.id ?? staff?.id ?? '',
    token: accessToken,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}

const signIn = async (path: string, email: string, password: string) =>
  signedIn(await post(origins[0], path, { email, password }));

const email = () => `${randomUUID()}@example.com`;
const register = async (address = email()) =>
  signedIn(
    await post(origins[0], '/api/auth/register', {
      email: address,
      password: 'Correct-horse-1',
      firstName: 'Ada',
      lastName: 'Player',
      country: 'DE',
      dateOfBirth: '1990-01-01',
      acceptTerms: true,
    }),
  );

/** The whole text of a stream that has ended. */
async function listen(origin: string, token: string): Promise<{ text: () => string; ended: () => boolean }> {
  const response = await fetch(`${origin}/api/stream`, { headers: bearer(token) });
  expect(response.status).toBe(200);
  let text = '';
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  await within(2_000, () => text.includes('event: ready'));
  return { text: () => text, ended: () => ended };
}

it('a session is good at every gateway, and ends at every gateway when its player signs out', async () => {
  const player = await register();
  expect(await Promise.all(origins.map((origin) => statusAt(origin, player.token)))).toEqual([200, 200]);
  const stream = await listen(origins[1], player.token);
  expect(
    (await post(origins[0], '/api/auth/logout', undefined, { cookie: player.cookie, ...bearer(player.token) })).status,
  ).toBe(204);
  await refusedEverywhere(player.token);
  await within(1_000, stream.ended);
  expect((await post(origins[1], '/api/auth/refresh', undefined, { cookie: player.cookie })).status).toBe(401);
});

it('a refreshed session stays the same session, and its cookie goes to auth alone', async () => {
  const player = await register();
  const refreshed = await signedIn(await post(origins[1], '/api/auth/refresh', undefined, { cookie: player.cookie }));
  expect(refreshed.id).toBe(player.id);
  expect(refreshed.cookie).not.toBe(player.cookie);
  await post(origins[0], '/api/auth/logout', undefined, { cookie: refreshed.cookie });
  await refusedEverywhere(refreshed.token);
  await refusedEverywhere(player.token);
});

it('an account that an operator closes is shut out soon, and may come back once it is opened', async () => {
  const address = email();
  const player = await register(address);
  const stream = await listen(origins[1], player.token);
  const set = (status: string) =>
    post(origins[0], `/api/admin/auth/users/${player.id}`, { status, reason: 'asked for' }, bearer(operator), 'PATCH');
  expect((await set('closed')).status).toBe(200);
  await refusedEverywhere(player.token);
  await within(1_000, stream.ended);
  expect((await set('active')).status).toBe(200);
  const again = await signIn('/api/auth/login', address, 'Correct-horse-1');
  expect(await Promise.all(origins.map((origin) => statusAt(origin, again.token)))).toEqual([200, 200]);
  expect(await statusAt(origins[0], player.token)).toBe(401);
});

it('sends events about a player to them, and to operators who may read them', async () => {
  const player = await register();
  const [own, theirs, others] = [
    await listen(origins[1], player.token),
    await listen(origins[0], operator),
    await listen(origins[0], (await register()).token),
  ];
  const deposit = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada Player',
    email: 'ada@example.com',
    bankTransactionId: randomUUID(),
  };
  const asked = await post(origins[0], '/api/wallet/deposits/manual', deposit, {
    ...bearer(player.token),
    'idempotency-key': randomUUID(),
  });
  expect(asked.status, await asked.clone().text()).toBe(201);
  const { id } = (await asked.json()) as { id: string };
  await within(5_000, () => theirs.text().includes(`{"type":"${paymentEvents.depositRequested.subject}","id":"${id}"`));
  expect((await post(origins[1], `/api/admin/wallet/payments/${id}/approve`, undefined, bearer(operator))).status).toBe(
    200,
  );
  await within(
    5_000,
    () =>
      own.text().includes(paymentEvents.depositApproved.subject) &&
      own.text().includes(ledgerEvents.balanceChanged.subject),
  );
  expect(others.text()).not.toContain(id);
  expect(own.text()).not.toContain(authAuditEvents.operatorActed.subject);
});

it('the state of the platform names who is there and who is not', async () => {
  const health = (await (
    await fetch(`${origins[0]}/api/admin/system/health`, { headers: bearer(operator) })
  ).json()) as {
    state: string;
    parts: { name: string; state: string; latencyMs: number | null; detail: string }[];
  };
  const named = Object.fromEntries(health.parts.map((part) => [part.name, part.state]));
  expect(named).toMatchObject({ auth: 'up', wallet: 'up', betting: 'down', redis: 'up', nats: 'up' });
  expect(health.state).toBe('degraded');
  for (const part of health.parts.filter(({ name }) => ['auth', 'wallet', 'redis'].includes(name)))
    expect(part.latencyMs, part.name).toBeGreaterThan(0);
});
