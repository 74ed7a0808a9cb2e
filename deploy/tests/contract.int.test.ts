/**
 * Every route of the contract, called through the gateway without a sign-in, as a player and as every role: only the callers that its access names get in.
 * Every route is also called with invalid input: it refuses with a code of the contract, and never with a 5xx.
 */
import { randomUUID } from 'node:crypto';
import { identityHeader, identitySigner } from '@fairline/chassis/http/identity';
import { Problem, type RouteType } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { permissionsOf, type Role, roleNames } from '@fairline/proto/permissions';
import { serviceOf } from '@fairline/proto/processes';
import { allRoutes } from '@fairline/proto/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Platform, startPlatform } from '../local/platform/platform.ts';

type Caller = 'nobody' | 'player' | Role;
const callers: readonly Caller[] = ['nobody', 'player', ...roleNames];
const line = ({ method, path }: RouteType) => `${method} ${path}`;
const named = (routes: readonly RouteType[]) => routes.map((route) => [line(route), route] as const);
const own: readonly RouteType[] = Object.values(gatewayRoutes);
const ofServices = allRoutes.filter((route) => !own.includes(route));
const hasBody = ({ body }: RouteType) => !body.safeParse(undefined).success;
const fieldsOf = (shape: z.ZodType) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []);

let platform: Platform;
const tokens = new Map<Caller, string>();

beforeAll(async () => {
  platform = await startPlatform({ temporary: true, demo: true });
  for (const caller of callers.slice(1)) tokens.set(caller, await signIn(caller));
}, 300_000);

afterAll(async () => {
  await platform?.stop();
});

async function signIn(caller: Caller): Promise<string> {
  const [path, email] =
    caller === 'player'
      ? ['/api/auth/login', 'demo@fairline.example']
      : ['/api/admin/auth/login', `${caller}@fairline.example`];
  const response = await fetch(platform.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Fairline-demo-1' }),
  });
  expect(response.status, `${caller} signs in`).toBe(200);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** The token for a call. Signing out ends the session of its token, so that call gets a token of its own. */
async function tokenFor(route: RouteType, caller: Caller): Promise<string | undefined> {
  return caller !== 'nobody' && route.path.endsWith('/logout') ? signIn(caller) : tokens.get(caller);
}

interface Sent {
  query?: string;
  raw?: string;
  key?: string | null;
  id?: string;
}

interface Answer {
  status: number;
  code: string | undefined;
  body: unknown;
}

/** Calls a route. Reads the body only if it is JSON, because a stream does not end. An answer that is no success must be a problem of the contract. */
async function call(
  route: RouteType,
  caller: Caller,
  { query = '', raw, key = randomUUID(), id = randomUUID() }: Sent = {},
): Promise<Answer> {
  const token = await tokenFor(route, caller);
  const path = route.path.replaceAll(/:\w+/g, encodeURIComponent(id));
  const response = await fetch(platform.url + path + query, {
    method: route.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== null && route.keyed && { 'idempotency-key': key }),
      ...(raw !== undefined && { 'content-type': 'application/json' }),
    },
    ...(raw !== undefined && { body: raw }),
    signal: AbortSignal.timeout(20_000),
  });
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) {
    await response.body?.cancel();
    expect(response.status, `${line(route)} answers ${response.status} as ${type}`).toBeLessThan(400);
    return { status: response.status, code: undefined, body: undefined };
  }
  const body: unknown = await response.json();
  if (response.ok) return { status: response.status, code: undefined, body };
  const problem = Problem.parse(body);
  expect({ type, status: problem.status }, line(route)).toEqual({
    type: expect.stringContaining('application/problem+json'),
    status: response.status,
  });
  return { status: response.status, code: problem.code, body };
}

function verdict({ access }: RouteType, caller: Caller): 'in' | '401 unauthenticated' | '403 forbidden' {
  if (access === 'open') return 'in';
  if (caller === 'nobody') return '401 unauthenticated';
  if (caller === 'player')
    return access === 'player' || (typeof access === 'object' && access.player) ? 'in' : '403 forbidden';
  const isIn =
    typeof access === 'object' && (access.operator === null || permissionsOf(caller).includes(access.operator));
  return isIn ? 'in' : '403 forbidden';
}

function someoneIn(route: RouteType): Caller {
  return callers.find((caller) => verdict(route, caller) === 'in') ?? 'super_admin';
}

/** A value that a shape accepts by its JSON Schema: with the required fields only, or with all of them. */
function sampleOf(shape: z.ZodType, fields: 'required' | 'all' = 'required'): unknown {
  type Schema = {
    type?: string;
    enum?: unknown[];
    const?: unknown;
    format?: string;
    minLength?: number;
    minimum?: number;
    minItems?: number;
    anyOf?: Schema[];
    oneOf?: Schema[];
  };
  type Nested = Schema & { properties?: Record<string, Nested>; required?: string[]; items?: Nested };
  const build = (schema: Nested): unknown => {
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    // Negative amounts are valid amounts, zero is not.
    if (schema.minimum !== undefined && schema.minimum < 0) return 1;
    const choice = schema.anyOf ?? schema.oneOf;
    if (choice) return build(choice[0] as Nested);
    if (schema.type === 'object')
      return Object.fromEntries(
        (fields === 'all' ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])).map((name) => [
          name,
          build(schema.properties?.[name] ?? {}),
        ]),
      );
    if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 1 }, () => build(schema.items ?? {}));
    if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, 0);
    if (schema.type === 'boolean') return true;
    if (schema.format === 'date-time') return new Date().toISOString();
    return schema.format === 'uuid' ? randomUUID() : 'x'.repeat(Math.max(schema.minLength ?? 1, 1));
  };
  return build(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Nested);
}

describe('lets in whom its access names and nobody else', () => {
  it.each(named(allRoutes))('%s', async (_, route) => {
    const answers = await Promise.all(callers.map(async (caller) => [caller, await call(route, caller)] as const));
    for (const [caller, { status, code, body }] of answers) {
      const expected = verdict(route, caller);
      const who = `${line(route)} as ${caller}: ${JSON.stringify(body)?.slice(0, 300)}`;
      if (expected !== 'in') expect(`${status} ${code}`, who).toBe(expected);
      else {
        expect(status, who).toBeLessThan(500);
        expect(['unauthenticated', 'forbidden'], who).not.toContain(code);
        if (body !== undefined && status < 300)
          expect(route.reply.safeParse(body).error?.issues ?? [], who).toEqual([]);
      }
    }
  });

  it('believes no token but its own', async () => {
    const route = allRoutes.find(({ path, method }) => path === '/api/wallet' && method === 'GET') as RouteType;
    const [header = '', payload = '', signature = ''] = (tokens.get('player') ?? '').split('.');
    const raised = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: randomUUID() }),
    ).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const forged of [
      `${header}.${raised}.${signature}`,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.`,
      'x',
      '',
      'null',
    ]) {
      const response = await fetch(platform.url + route.path, { headers: { authorization: `Bearer ${forged}` } });
      expect(`${response.status} ${Problem.parse(await response.json()).code}`, forged).toBe('401 unauthenticated');
    }
  });

  it('believes no identity that the caller brings along', async () => {
    const headers = { 'x-fairline-identity': tokens.get('super_admin') ?? '', 'x-fairline-address': '10.0.0.1' };
    const response = await fetch(`${platform.url}/api/admin/wallet/stats`, { headers });
    expect(`${response.status} ${Problem.parse(await response.json()).code}`).toBe('401 unauthenticated');
  });
});

/** A service does not rely on the refusals of the gateway. Identities are signed here as the gateway signs them. */
describe('each service refuses by itself whom its access does not name', () => {
  type Signer = Awaited<ReturnType<typeof identitySigner>>;
  let signer: Signer;
  const identities = new Map<string, Promise<string>>();
  const behind = ofServices.filter(({ access }) => access !== 'open');

  beforeAll(async () => {
    const key = platform.environmentOf('gateway').IDENTITY_PRIVATE_KEY ?? '';
    signer = await identitySigner(JSON.parse(Buffer.from(key, 'base64url').toString('utf8')));
  });

  function identityFor(caller: Exclude<Caller, 'nobody'>, service: string): Promise<string> {
    const ids = { id: randomUUID(), sessionId: randomUUID() };
    const origin = {
      activatedAt: new Date(0).toISOString(),
      invitedBy: null,
      resetBy: null,
      resetAt: null,
      raisedBy: null,
      raisedAt: null,
    };
    const known = identities.get(`${caller} ${service}`);
    const signed =
      known ??
      (caller === 'player'
        ? signer.caller({ kind: 'player', ...ids, level: 'verified', jurisdiction: 'open', book: 'real' }, service)
        : signer.caller(
            {
              kind: 'operator',
              ...ids,
              role: caller,
              permissions: [...permissionsOf(caller)],
              ...origin,
              provenAt: new Date().toISOString(),
            },
            service,
          ));
    // An identity is valid for a minute, and is cached no longer.
    if (!known) {
      identities.set(`${caller} ${service}`, signed);
      setTimeout(() => identities.delete(`${caller} ${service}`), 30_000).unref();
    }
    return signed;
  }

  async function ask(route: RouteType, service: string, identity: string | undefined): Promise<string> {
    const url = platform.environmentOf('gateway')[`${service.toUpperCase()}_URL`];
    const response = await fetch(`${url}${route.path.replaceAll(/:\w+/g, randomUUID())}`, {
      method: route.method,
      headers: identity === undefined ? {} : { [identityHeader]: identity },
    });
    return `${response.status} ${Problem.parse(await response.json()).code}`;
  }

  it.each(named(behind))('%s', async (_, route) => {
    const service = serviceOf(route.path) ?? expect.fail(`${line(route)} belongs to no service`);
    for (const caller of callers) {
      const expected = verdict(route, caller);
      if (expected === 'in') continue;
      expect(
        await ask(route, service, caller === 'nobody' ? undefined : await identityFor(caller, service)),
        `${line(route)} as ${caller}`,
      ).toBe(expected);
    }
    const other = service === 'wallet' ? 'auth' : 'wallet';
    expect(
      await ask(route, service, await identityFor('super_admin', other)),
      `${line(route)} with an identity for ${other}`,
    ).toBe('401 unauthenticated');
  });
});

describe('refuses a body that', () => {
  const bodied = ofServices.filter(hasBody);
  const wrong: [string, string][] = [
    ['is no JSON', '{"amountMinor": 1'],
    ['is a list', '[]'],
    ['is a text', '"x"'],
    ['is null', 'null'],
    ['is empty', '{}'],
    ['has a field nobody knows', '{"surprise": 1}'],
    ['reaches for the prototype', '{"__proto__": {"isVerified": true}, "constructor": 1}'],
  ];

  it.each(named(bodied))('%s does not know', async (_, route) => {
    // A body whose fields are all optional may be empty.
    const refused = wrong.filter(([, raw]) => raw !== '{}' || !route.body.safeParse({}).success);
    for (const [what, raw] of refused) {
      const { status, code } = await call(route, someoneIn(route), { raw });
      expect(`${status} ${code}`, `${line(route)} with a body that ${what}`).toBe('400 invalid_request');
    }
  });

  it.each(named(bodied))('%s finds too large', async (_, route) => {
    const bytes = (route.upload ? 8 : 0.15) * 1_024 * 1_024;
    const { status, code } = await call(route, someoneIn(route), { raw: JSON.stringify({ x: 'x'.repeat(bytes) }) });
    expect(`${status} ${code}`).toBe('413 too_large');
  });

  it.each(named(bodied))('%s cannot store', async (_, route) => {
    const sample = sampleOf(route.body, 'all') as Record<string, unknown>;
    for (const [field, value] of Object.entries(sample)) {
      const poisons =
        typeof value === 'string'
          ? ['\u0000', 'a\u0000b', '\ud800', "'; drop table x; --"]
          : [-1, 0, 1.5, 1e21, '1', null, {}];
      for (const poison of poisons) {
        const { status } = await call(route, someoneIn(route), { raw: JSON.stringify({ ...sample, [field]: poison }) });
        expect(status, `${line(route)} with ${field} ${JSON.stringify(poison)}`).toBeLessThan(500);
      }
    }
  });
});

describe('refuses a query that', () => {
  const queried = ofServices.filter(({ method }) => method === 'GET');

  it.each(named(queried))('%s does not know', async (_, route) => {
    const { status, code } = await call(route, someoneIn(route), { query: '?surprise=1' });
    expect(`${status} ${code}`).toBe('400 invalid_request');
  });

  it.each(named(queried.filter(({ query }) => fieldsOf(query).length > 0)))('%s cannot read', async (_, route) => {
    const caller = someoneIn(route);
    for (const field of fieldsOf(route.query)) {
      for (const value of ['%00', '%ff', 'x'.repeat(3_000), '%27%20or%201=1', '']) {
        const { status } = await call(route, caller, { query: `?${field}=${value}` });
        expect(status, `${line(route)} with ${field}=${value.slice(0, 20)}`).toBeLessThan(500);
      }
    }
    if (fieldsOf(route.query).includes('cursor')) {
      for (const cursor of ['garbage', 'e30', Buffer.from('{"id":"x"}').toString('base64url')]) {
        const { status, code } = await call(route, caller, { query: `?cursor=${cursor}` });
        expect(`${status} ${code}`, `${line(route)} with cursor ${cursor}`).toBe('400 invalid_request');
      }
    }
  });
});

it.each(named(allRoutes.filter(({ path }) => path.includes(':'))))(
  '%s does not stumble over an id that is none',
  async (_, route) => {
    for (const id of ['1', 'x', '\u0000', "' or 1=1", '%2e%2e', '00000000-0000-0000-0000-000000000000']) {
      const { status } = await call(route, someoneIn(route), { id });
      expect([400, 404], `${line(route)} with id ${id}`).toContain(status);
    }
  },
);

/** Fields that a body needs beyond its required ones. */
const choices: Record<string, object> = {
  'POST /api/risk/self-exclusion': { days: 7 },
  'POST /api/wallet/deposits/manual': { email: 'ann@fairline.example' },
};

it.each(named(allRoutes.filter(({ keyed }) => keyed === true)))('%s asks for its key', async (_, route) => {
  const sent = hasBody(route)
    ? { raw: JSON.stringify({ ...(sampleOf(route.body) as object), ...choices[line(route)] }) }
    : {};
  for (const key of [null, 'short', 'with a space', 'x'.repeat(129)]) {
    const { status, code, body } = await call(route, someoneIn(route), { ...sent, key });
    expect(`${status} ${code}`, `${key}: ${JSON.stringify(body)}`).toBe('400 idempotency_key_required');
  }
});

it.each([
  ['GET', '/api/nothing'],
  ['GET', '/api/wallet/nothing'],
  ['GET', '/api/admin/nothing'],
  ['GET', '/api/wallet/%2e%2e/nothing'],
  ['GET', '/api'],
  ['DELETE', '/api/wallet'],
  ['PUT', '/api/auth/login'],
])('%s %s leads nowhere', async (method, path) => {
  const response = await fetch(platform.url + path, { method });
  expect(`${response.status} ${Problem.parse(await response.json()).code}`).toBe('404 not_found');
});
