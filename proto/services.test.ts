/** The list of processes as a whole: unique names and ports, a publisher for every consumer, and the pinned routes. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RefusalType, RouteType } from './contract.ts';
import { accessText, readContracts } from './documents/contracts.ts';
import { gatewayPort, internalPortOffset, platformServiceNames, type ServiceName, serviceOf } from './processes.ts';
import { allEvents, allRoutes, callersOf, deliveryRequestsOf, durableName, services } from './services.ts';

const every = Object.entries(services) as [ServiceName, (typeof services)[ServiceName]][];
const { refusals } = await readContracts();

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);
const line = ({ method, path }: RouteType) => `${method} ${path}`;

it('no two processes use the same port', () => {
  const ports = [gatewayPort, ...every.map(([, { port }]) => port)];
  expect(repeated([...ports, ...ports.map((port) => port + internalPortOffset)].map(String))).toEqual([]);
});

describe('routes', () => {
  it('have unique methods and paths, whatever their parameters are called', () => {
    expect(repeated(allRoutes.map((route) => line(route).replaceAll(/:\w+/g, ':')))).toEqual([]);
  });

  it.each(every.flatMap(([name, { routes }]) => Object.values(routes).map((route) => [line(route), name] as const)))(
    '%s leads to %s',
    (text, name) => {
      expect(serviceOf(text.split(' ')[1] ?? '')).toBe(name);
    },
  );

  it('lead to no service if none has the name', () => {
    for (const path of ['/api/', '/api/nowhere', '/api/admin/nowhere/x', '/api/feed', '/api/toString', '/'])
      expect(serviceOf(path)).toBeUndefined();
  });

  it('are for operators if and only if they are under /api/admin', () => {
    const wrong = allRoutes.filter(({ path, access }) => {
      const isOperator = typeof access === 'object' && !access.player;
      return path.startsWith('/api/admin/') ? access === 'player' : isOperator;
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('under /api/admin are open to anyone only for signing in and out', () => {
    const open = allRoutes.filter(({ path, access }) => path.startsWith('/api/admin/') && access === 'open').map(line);
    expect(
      open.filter(
        (text) => !/^POST \/api\/admin\/auth\/(login|refresh|logout|activate|passkeys\/(question|login))$/.test(text),
      ),
    ).toEqual([]);
  });

  it('with an idempotency key change something and need a caller', () => {
    expect(
      allRoutes.filter((route) => route.keyed && (route.method === 'GET' || route.access === 'open')).map(line),
    ).toEqual([]);
  });

  it('accept a file only in a field of their body, and only with an idempotency key', () => {
    for (const route of allRoutes.filter(({ upload }) => upload !== undefined)) {
      expect((route.body as z.ZodObject).shape, line(route)).toHaveProperty(route.upload ?? '');
    }
  });

  it('declare each parameter of their path and refuse unknown fields', () => {
    for (const route of allRoutes) {
      const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys((route.params as z.ZodObject).shape), line(route)).toEqual(named);
      expect(route.query.safeParse({ unknownField: '1' }).success, `query of ${line(route)}`).toBe(false);
      if (route.body instanceof z.ZodObject)
        expect(route.body.def.catchall, `body of ${line(route)} is not strict`).toBeInstanceOf(z.ZodNever);
    }
  });

  it('list every refusal once', () => {
    for (const route of allRoutes)
      expect(repeated(route.refusals.map(({ message }) => message)), line(route)).toEqual([]);
  });
});

describe('events', () => {
  it('have a subject each, under the service that publishes them', () => {
    expect(repeated(allEvents.map(({ subject }) => subject))).toEqual([]);
    for (const [name, { publishes }] of every) {
      for (const event of Object.values(publishes))
        expect(event.subject).toBe(`evt.${name}.${event.name}.v${event.version}`);
    }
  });

  it('are consumed only if a service publishes them', () => {
    for (const [name, { consumes }] of every)
      expect(
        consumes.filter((event) => !allEvents.includes(event)),
        name,
      ).toEqual([]);
  });

  it('have one durable consumer per service', () => {
    expect(
      repeated(every.flatMap(([name, { consumes }]) => consumes.map((event) => durableName(name, event)))),
    ).toEqual([]);
  });

  it('contain the field that identifies the notified player', () => {
    for (const { data, audience, subject } of allEvents) {
      if (audience.player) expect(Object.keys((data as z.ZodObject).shape), subject).toContain(audience.player);
    }
  });

  it('with a notice are consumed by auth, which sends all mail', () => {
    const unsent = allEvents.filter((event) => event.notice && !services.auth.consumes.includes(event));
    expect(unsent.map(({ subject }) => subject)).toEqual([]);
  });

  it('contain ids and never personal data', () => {
    const personal =
      /^(email|name|firstName|lastName|customerName|dateOfBirth|phone\w*|destination|upiId|bankTransactionId|password|token)$/;
    const fields = allEvents.flatMap((event) =>
      fieldsOf(event.data).map((field) => ({ subject: event.subject, field })),
    );
    expect(fields.filter(({ field }) => personal.test(field))).toEqual([]);
  });
});

describe('requests', () => {
  it('have a subject each, under the service that serves them', () => {
    for (const [name, { serves }] of every) {
      for (const [verb, request] of Object.entries(serves)) expect(request.subject).toBe(`rpc.${name}.${verb}`);
    }
  });

  it('are sent only if a service serves them', () => {
    const served = every.flatMap(([, { serves }]) => Object.values(serves));
    for (const [name, { requests }] of every)
      expect(
        requests.filter((request) => !served.includes(request)),
        name,
      ).toEqual([]);
  });

  it.each(every)('reach %s only from its callers', (name, { callers }) => {
    expect(callers).toEqual(callersOf(name));
  });

  it('go only to wallet and auth; wallet sends none and auth only to wallet, so no cycle forms', () => {
    const monitoring = new Set(Object.values(deliveryRequestsOf).flatMap((requests) => Object.values(requests)));
    for (const [name, { requests }] of every) {
      const may = name === 'wallet' ? [] : name === 'auth' ? ['wallet'] : ['wallet', 'auth'];
      // Chassis answers these from its own tables, without sending a request.
      const others = name === 'risk' ? requests.filter((request) => !monitoring.has(request as never)) : requests;
      expect(
        others.map(({ service }) => service).filter((service) => !may.includes(service)),
        name,
      ).toEqual([]);
    }
  });
});

describe('refusals', () => {
  it('have one status per code, wherever they are declared', () => {
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

describe('the pinned routes', () => {
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
    expect(found && { access: accessText(found), key: found.keyed ? 'key' : '', status: found.status }).toEqual({
      access,
      key,
      status,
    });
  });
});

it('every platform service is listed, and the feed is not among them', () => {
  expect(platformServiceNames.every((name) => name in services)).toBe(true);
  expect(platformServiceNames).not.toContain('feed');
  expect(every.filter(([, { feed }]) => feed === 'publishes').map(([name]) => name)).toEqual(['feed']);
});

/** The names of all fields of a shape, at any depth. */
function fieldsOf(shape: z.ZodType): string[] {
  if (shape instanceof z.ZodObject)
    return Object.entries(shape.shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner as z.ZodType)]);
  if (shape instanceof z.ZodArray) return fieldsOf(shape.element as z.ZodType);
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return fieldsOf(shape.unwrap() as z.ZodType);
  if (shape instanceof z.ZodUnion) return shape.options.flatMap((option) => fieldsOf(option as z.ZodType));
  return [];
}

describe('free text of operators', () => {
  const fields = ['reason', 'note', 'text'];
  const routes = Object.values(services).flatMap((service) =>
    Object.values(service.routes as Record<string, RouteType>),
  );
  const written = routes
    .filter(({ access }) => typeof access === 'object')
    .flatMap((route) => {
      const shape = (route.body as Partial<z.ZodObject>).shape ?? {};
      return fields
        .filter((field) => field in shape)
        .map((field) => [`${field} of ${route.method} ${route.path}`, route, field] as const);
    });

  it.each(written)('%s holds no character that hides or reorders what is read', (_name, { body }, field) => {
    for (const text of ['refund \u202E00.01', 'a\u0000b', 'a\u200Bb']) {
      const { error } = body.safeParse({ [field]: text });
      expect(
        error?.issues.some(({ path, code }) => path[0] === field && (code === 'custom' || code === 'invalid_value')),
      ).toBe(true);
    }
  });
});
