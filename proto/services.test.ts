/** The list of processes as a whole: names and ports collide nowhere, every ear has a mouth, and the pinned surface stands. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RefusalType, RouteType } from './contract.ts';
import { accessText, readContracts } from './documents/contracts.ts';
import { allEvents, allRoutes, durableName, gatewayPort, internalPortOffset, roomNames, roomOf, type ServiceName, services } from './services.ts';

const every = Object.entries(services) as [ServiceName, (typeof services)[ServiceName]][];
const { refusals } = await readContracts();

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);
const line = ({ method, path }: RouteType) => `${method} ${path}`;

it('no two processes want the same port', () => {
  const ports = [gatewayPort, ...every.map(([, { port }]) => port)];
  expect(repeated([...ports, ...ports.map((port) => port + internalPortOffset)].map(String))).toEqual([]);
});

describe('routes', () => {
  it('answer one method and path each, whatever their parameters are called', () => {
    expect(repeated(allRoutes.map((route) => line(route).replaceAll(/:\w+/g, ':')))).toEqual([]);
  });

  it.each(every.flatMap(([name, { routes }]) => Object.values(routes).map((route) => [line(route), name] as const)))('%s leads to %s', (text, name) => {
    expect(roomOf(text.split(' ')[1] ?? '')).toBe(name);
  });

  it('lead nowhere where no room has the name', () => {
    for (const path of ['/api/', '/api/nowhere', '/api/admin/nowhere/x', '/api/feed', '/api/toString', '/']) expect(roomOf(path)).toBeUndefined();
  });

  it('under /api/admin are for operators, the others never are', () => {
    const wrong = allRoutes.filter(({ path, access }) => {
      const isOperator = typeof access === 'object' && !access.player;
      return path.startsWith('/api/admin/') ? access === 'player' : isOperator;
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('open to anyone under /api/admin are only the ways to sign in and out', () => {
    const open = allRoutes.filter(({ path, access }) => path.startsWith('/api/admin/') && access === 'open').map(line);
    expect(open.filter((text) => !/^POST \/api\/admin\/auth\/(login|refresh|logout|activate)$/.test(text))).toEqual([]);
  });

  it('with a key change something and know their caller', () => {
    expect(allRoutes.filter((route) => route.keyed && (route.method === 'GET' || route.access === 'open')).map(line)).toEqual([]);
  });

  it('take a file only in a field of their body, and only as a key', () => {
    for (const route of allRoutes.filter(({ upload }) => upload !== undefined)) {
      expect((route.body as z.ZodObject).shape, line(route)).toHaveProperty(route.upload ?? '');
    }
  });

  it('declare a shape for each parameter of their path and refuse fields they do not know', () => {
    for (const route of allRoutes) {
      const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys((route.params as z.ZodObject).shape), line(route)).toEqual(named);
      expect(route.query.safeParse({ unknownField: '1' }).success, `query of ${line(route)}`).toBe(false);
      if (route.body instanceof z.ZodObject) expect(route.body.def.catchall, `body of ${line(route)} is not strict`).toBeInstanceOf(z.ZodNever);
    }
  });

  it('list every refusal once', () => {
    for (const route of allRoutes) expect(repeated(route.refusals.map(({ message }) => message)), line(route)).toEqual([]);
  });
});

describe('events', () => {
  it('have a subject each, under the room that says them', () => {
    expect(repeated(allEvents.map(({ subject }) => subject))).toEqual([]);
    for (const [name, { events }] of every) {
      for (const event of Object.values(events)) expect(event.subject).toBe(`evt.${name}.${event.name}.v${event.version}`);
    }
  });

  it('are declared by somebody before anybody hears them', () => {
    for (const [name, { hears }] of every)
      expect(
        hears.filter((event) => !allEvents.includes(event)),
        name,
      ).toEqual([]);
  });

  it('reach each listener by a durable consumer of its own', () => {
    expect(repeated(every.flatMap(([name, { hears }]) => hears.map((event) => durableName(name, event))))).toEqual([]);
  });

  it('name the player they are told to by a field they carry', () => {
    for (const { data, audience, subject } of allEvents) {
      if (audience.player) expect(Object.keys((data as z.ZodObject).shape), subject).toContain(audience.player);
    }
  });

  it('with a notice are heard by auth, who sends all mail', () => {
    const unsent = allEvents.filter((event) => event.notice && !services.auth.hears.includes(event));
    expect(unsent.map(({ subject }) => subject)).toEqual([]);
  });

  it('carry ids and never what tells who a person is', () => {
    const personal = /^(email|name|firstName|lastName|customerName|dateOfBirth|phone\w*|destination|upiId|bankTransactionId|password|token)$/;
    const said = allEvents.flatMap((event) => fieldsOf(event.data).map((field) => ({ subject: event.subject, field })));
    expect(said.filter(({ field }) => personal.test(field))).toEqual([]);
  });
});

describe('requests', () => {
  it('have a subject each, under the room that answers them', () => {
    for (const [name, { answers }] of every) {
      for (const [verb, request] of Object.entries(answers)) expect(request.subject).toBe(`rpc.${name}.${verb}`);
    }
  });

  it('are answered by somebody before anybody asks them', () => {
    const answered = every.flatMap(([, { answers }]) => Object.values(answers));
    for (const [name, { asks }] of every)
      expect(
        asks.filter((request) => !answered.includes(request)),
        name,
      ).toEqual([]);
  });

  it('go only to wallet and auth, wallet asks nobody and auth asks only wallet, so no circle can form', () => {
    for (const [name, { asks }] of every) {
      const may = name === 'wallet' ? [] : name === 'auth' ? ['wallet'] : ['wallet', 'auth'];
      expect(
        asks.map(({ room }) => room).filter((room) => !may.includes(room)),
        name,
      ).toEqual([]);
    }
  });
});

describe('refusals', () => {
  it('have one status per code, wherever they are said', () => {
    const statuses = Map.groupBy(refusals, ({ code }) => code);
    const torn = [...statuses].filter(([, same]) => new Set(same.map(({ status }) => status)).size > 1);
    expect(torn.map(([code]) => code)).toEqual([]);
  });

  it.each<[string, number]>([
    ['invalid_request', 400],
    ['idempotency_key_required', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['price_changed', 409],
    ['market_closed', 409],
    ['already_decided', 409],
    ['too_large', 413],
    ['idempotency_key_reused', 422],
    ['insufficient_balance', 422],
    ['limit_exceeded', 422],
    ['excluded', 422],
    ['kyc_required', 422],
    ['max_payout', 422],
    ['second_operator_needed', 403],
    ['rate_limited', 429],
    ['busy', 503],
  ])('%s is %d', (code, status) => {
    expect(refusals.find((refusal: RefusalType) => refusal.code === code)?.status).toBe(status);
  });
});

describe('the pinned surface', () => {
  it.each<[string, string, string, number]>([
    ['POST /api/auth/register', 'anyone', '', 201],
    ['POST /api/auth/login', 'anyone', '', 200],
    ['POST /api/auth/refresh', 'anyone', '', 200],
    ['POST /api/auth/logout', 'anyone', '', 204],
    ['GET /api/auth/session', 'player', '', 200],
    ['POST /api/auth/verify-email', 'anyone', '', 200],
    ['POST /api/auth/resend-verification', 'player', '', 204],
    ['POST /api/admin/auth/login', 'anyone', '', 200],
    ['POST /api/admin/auth/refresh', 'anyone', '', 200],
    ['POST /api/admin/auth/logout', 'anyone', '', 204],
    ['GET /api/admin/auth/session', 'operator', '', 200],
    ['GET /api/admin/auth/users', 'operator: users.read', '', 200],
    ['GET /api/admin/auth/users/:id', 'operator: users.read', '', 200],
    ['PATCH /api/admin/auth/users/:id', 'operator: users.status', '', 200],
    ['POST /api/admin/auth/users/:id/verify', 'operator: users.verify', '', 200],
    ['GET /api/dev/mailbox', 'anyone', '', 200],
    ['GET /api/wallet', 'player', '', 200],
    ['GET /api/wallet/transactions', 'player', '', 200],
    ['GET /api/wallet/payment-methods', 'anyone', '', 200],
    ['GET /api/wallet/limits', 'player', '', 200],
    ['GET /api/wallet/stats', 'player', '', 200],
    ['POST /api/wallet/deposits/manual', 'player', 'key', 201],
    ['POST /api/wallet/withdrawals', 'player', 'key', 201],
    ['GET /api/wallet/payments', 'player', '', 200],
    ['GET /api/admin/wallet/payments', 'operator: wallet.read', '', 200],
    ['POST /api/admin/wallet/payments/:id/approve', 'operator: payments', '', 200],
    ['POST /api/admin/wallet/payments/:id/reject', 'operator: payments', '', 200],
    ['GET /api/admin/wallet/stats', 'operator: wallet.read', '', 200],
    ['GET /api/admin/wallet/integrity', 'operator: wallet.read', '', 200],
    ['GET /api/betting/sports', 'anyone', '', 200],
    ['GET /api/betting/fixtures', 'anyone', '', 200],
    ['GET /api/betting/fixtures/:id', 'anyone', '', 200],
    ['POST /api/betting/bets', 'player', 'key', 201],
    ['GET /api/betting/bets', 'player', '', 200],
    ['GET /api/betting/bets/:id', 'player', '', 200],
    ['POST /api/admin/betting/bets/:id/settle', 'operator: betting', '', 200],
    ['GET /api/admin/betting/exposure', 'operator: betting.read', '', 200],
  ])('%s is for %s, %s, %d', (text, access, key, status) => {
    const found = allRoutes.find((route) => line(route) === text);
    expect(found && { access: accessText(found), key: found.keyed ? 'key' : '', status: found.status }).toEqual({ access, key, status });
  });
});

it('every room has a place in the list and the feed is no room', () => {
  expect(roomNames.every((name) => name in services)).toBe(true);
  expect(roomNames).not.toContain('feed');
  expect(every.filter(([, { feed }]) => feed === 'speaks').map(([name]) => name)).toEqual(['feed']);
});

/** Names of all fields of a shape, at any depth. */
function fieldsOf(shape: z.ZodType): string[] {
  if (shape instanceof z.ZodObject) return Object.entries(shape.shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner as z.ZodType)]);
  if (shape instanceof z.ZodArray) return fieldsOf(shape.element as z.ZodType);
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return fieldsOf(shape.unwrap() as z.ZodType);
  if (shape instanceof z.ZodUnion) return shape.options.flatMap((option) => fieldsOf(option as z.ZodType));
  return [];
}
