/** The grammar: refusals keep their content across a connection, and declarations get their defaults. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Cursor,
  common,
  event,
  Id,
  Instant,
  Key,
  operatorActed,
  Page,
  Problem,
  Refusal,
  refusal,
  request,
  route,
} from './contract.ts';
import { readContracts } from './documents/contracts.ts';

const tooSmall = refusal('stake_too_small', 422, 'The minimum stake is {minimum}, not {given}');

describe('a refusal', () => {
  it('fills its message from the params it is thrown with', () => {
    expect(new Refusal(tooSmall, { minimum: '1.00', given: 0 }).message).toBe('The minimum stake is 1.00, not 0');
  });

  it('leaves a placeholder without a value unchanged', () => {
    expect(new Refusal(tooSmall, { minimum: '1.00' }).message).toBe('The minimum stake is 1.00, not {given}');
    expect(new Refusal(tooSmall).message).toBe(tooSmall.message);
  });

  it('inserts a value literally, even one that looks like a pattern', () => {
    expect(new Refusal(tooSmall, { minimum: '$&{given}', given: 'x' }).message).toBe(
      'The minimum stake is $&{given}, not x',
    );
  });

  it('becomes a problem that fits the contract', () => {
    const problem = new Refusal(tooSmall, { minimum: '1.00', given: 0 }, { stakeMinor: 'too small' }).problem(
      'trace-1',
    );
    expect(Problem.parse(problem)).toEqual({
      type: 'urn:fairline:problem:stake_too_small',
      title: 'stake too small',
      status: 422,
      code: 'stake_too_small',
      detail: 'The minimum stake is 1.00, not 0',
      params: { minimum: '1.00', given: 0 },
      errors: { stakeMinor: 'too small' },
      traceId: 'trace-1',
    });
  });

  it('omits absent fields', () => {
    expect(Object.keys(new Refusal(common.notFound).problem())).toEqual(['type', 'title', 'status', 'code', 'detail']);
  });

  it('carries its variant among its params, so that refusals with one code stay apart', async () => {
    const missing = refusal('not_found', 404, 'Payment not found', 'payment');
    expect(new Refusal(missing).problem()).toMatchObject({ code: 'not_found', params: { variant: 'payment' } });
    expect(new Refusal(missing, { id: 7 }).params).toEqual({ id: 7, variant: 'payment' });
    const { refusals } = await readContracts();
    const messages = Map.groupBy(
      refusals,
      ({ owner, code, variant }) => `${owner === 'pspRefusals' ? 'psp ' : ''}${code} ${variant ?? ''}`,
    );
    expect(
      [...messages].filter(([, same]) => new Set(same.map(({ message }) => message)).size > 1).map(([key]) => key),
    ).toEqual([]);
  });

  it('is the same after sending and parsing; its message is not filled in twice', () => {
    const sent = new Refusal(tooSmall, { minimum: '{given}', given: 0 });
    const received = Refusal.from(JSON.parse(JSON.stringify(sent.problem())));
    expect(received.problem()).toEqual(sent.problem());
    expect(received.is(tooSmall)).toBe(true);
    expect(received.is(common.notFound)).toBe(false);
    expect(received).toBeInstanceOf(Error);
  });
});

describe('a route', () => {
  it('without body and reply accepts no body and returns 204', () => {
    const declared = route('POST /api/auth/logout', { summary: 'Ends a session', access: 'open' });
    expect(declared).toMatchObject({
      method: 'POST',
      path: '/api/auth/logout',
      status: 204,
      keyed: false,
      upload: undefined,
      refusals: [],
    });
    expect(declared.query.safeParse({ unknown: '1' }).success).toBe(false);
    expect(declared.params.safeParse({}).success).toBe(true);
    expect(declared.body.safeParse({}).success).toBe(false);
  });

  it('with a reply returns 200, or the declared status', () => {
    const reply = z.object({});
    expect(route('GET /api/x', { summary: '', access: 'open', reply }).status).toBe(200);
    expect(route('POST /api/x', { summary: '', access: 'open', reply, status: 201 }).status).toBe(201);
  });
});

it('an event has its subject, version 1 and no audience unless it declares more', () => {
  const plain = event('wallet', 'BalanceChanged', { summary: '', data: z.object({}) });
  expect(plain).toMatchObject({ subject: 'evt.wallet.BalanceChanged.v1', version: 1, audience: {}, notice: undefined });
  expect(event('wallet', 'BalanceChanged', { summary: '', data: z.object({}), version: 2 }).subject).toBe(
    'evt.wallet.BalanceChanged.v2',
  );
});

it('a request has the subject of the service that serves it', () => {
  expect(request('wallet', 'stake', { summary: '', input: z.object({}), output: z.object({}) })).toMatchObject({
    subject: 'rpc.wallet.stake',
    refusals: [],
  });
});

it('an operator action notifies those who read the audit log', () => {
  expect(operatorActed('risk')).toMatchObject({
    subject: 'evt.risk.OperatorActed.v1',
    audience: { operators: 'audit.read' },
  });
});

it('a page needs a cursor, null at the end', () => {
  const page = Page(z.int());
  expect(page.safeParse({ items: [1], nextCursor: null }).success).toBe(true);
  expect(page.safeParse({ items: [1] }).success).toBe(false);
  expect(Cursor.safeParse('x'.repeat(401)).success).toBe(false);
});

it.each<[string, boolean]>([
  ['12345678', true],
  ['x'.repeat(128), true],
  ['!~!~!~!~', true],
  ['1234567', false],
  ['x'.repeat(129), false],
  ['1234 5678', false],
  ['1234567\n', false],
  ['12345678é', false],
  ['', false],
])('an idempotency key %j is accepted: %s', (key, accepted) => {
  expect(Key.safeParse(key).success).toBe(accepted);
});

it('ids are UUIDs and instants are UTC', () => {
  expect(Id.safeParse('019aa1c8-7f00-7000-8000-000000000001').success).toBe(true);
  expect(Id.safeParse("1' or '1'='1").success).toBe(false);
  expect(Instant.safeParse('2026-01-31T12:00:00.000Z').success).toBe(true);
  expect(Instant.safeParse('2026-01-31T12:00:00+02:00').success).toBe(false);
  expect(Instant.safeParse('2026-02-30T12:00:00Z').success).toBe(false);
});
