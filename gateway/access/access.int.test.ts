/** Access: which calls are allowed, what a service receives about the caller, and rate limits. */
import { randomUUID } from 'node:crypto';
import { identityVerifier } from '@fairline/chassis/http/identity';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { newKeys, newSessionId, openPair, type Pair, problemIn, withToken } from '../testing.ts';
import { limits } from './limits.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await openPair();
});

afterAll(() => pair.close());

beforeEach(() => pair.reset());

describe('access', () => {
  it.each([
    ['no token', async () => undefined, '/api/wallet', 401, 'unauthenticated'],
    ['no token, for operators', async () => undefined, '/api/admin/wallet/payments', 401, 'unauthenticated'],
    ['a token that is none', async () => 'nonsense', '/api/wallet', 401, 'unauthenticated'],
    [
      'a token signed by a stranger',
      () => pair.grounds.playerToken({}, newKeys()),
      '/api/wallet',
      401,
      'unauthenticated',
    ],
    [
      'an identity used as a token',
      () => pair.grounds.playerToken({}, pair.grounds.identity),
      '/api/wallet',
      401,
      'unauthenticated',
    ],
    [
      'a token that has ended',
      () => pair.grounds.playerToken({ exp: Math.floor(Date.now() / 1_000) - 1 }),
      '/api/wallet',
      401,
      'unauthenticated',
    ],
    [
      "a player's token on an operator's path",
      () => pair.grounds.playerToken(),
      '/api/admin/wallet/payments',
      403,
      'forbidden',
    ],
    [
      "an operator's token on a player's path",
      () => pair.grounds.operatorToken('super_admin'),
      '/api/wallet',
      403,
      'forbidden',
    ],
    [
      'an operator without the permission',
      () => pair.grounds.operatorToken('support'),
      '/api/admin/wallet/payments',
      403,
      'forbidden',
    ],
  ])('%s is refused before any service is called', async (_name, token, path, status, code) => {
    const given = await token();
    const response = await fetch(pair.at(path), { headers: given === undefined ? {} : withToken(given) });
    expect(response.status).toBe(status);
    expect(await problemIn(response)).toMatchObject({
      status,
      code,
      detail: status === 401 ? 'User not authenticated' : 'You do not have permission to do this',
    });
    expect(pair.outside.received).toEqual([]);
  });

  it('an unsigned token is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, payload = ''] = (await pair.grounds.playerToken()).split('.');
    const response = await fetch(pair.at('/api/wallet'), {
      headers: withToken(`${part({ alg: 'none' })}.${payload}.`),
    });
    expect(response.status).toBe(401);
  });

  it.each([
    ['GET', '/api/nowhere'],
    ['GET', '/api/wallet/nowhere'],
    ['GET', '/api'],
    ['DELETE', '/api/wallet'],
    ['OPTIONS', '/api/wallet'],
  ])('%s %s is not found', async (method, path) => {
    const response = await fetch(pair.at(path), { method });
    expect(response.status).toBe(404);
    expect((await problemIn(response)).code).toBe('not_found');
    expect(pair.outside.received).toEqual([]);
  });

  it('an open route lets a stranger in and takes their token for none', async () => {
    expect((await fetch(pair.at('/api/betting/sports'), { headers: withToken('nonsense') })).status).toBe(200);
    expect(pair.outside.received[0]?.headers).not.toHaveProperty('x-fairline-identity');
  });
});

describe('the identity that a service gets', () => {
  const verifierOf = (service: string) =>
    identityVerifier(pair.grounds.identity.publicKey.export({ format: 'jwk' }) as never, service);
  const identityOf = async (service: string) =>
    (await verifierOf(service)).caller(String(pair.outside.received.at(-1)?.headers['x-fairline-identity']));
  const addressOf = async (service: string) =>
    (await verifierOf(service)).address(String(pair.outside.received.at(-1)?.headers['x-fairline-address']));

  it('is who calls, signed for this service alone', async () => {
    const sub = randomUUID();
    const sid = newSessionId();
    await fetch(pair.at('/api/wallet'), {
      headers: withToken(await pair.grounds.playerToken({ sub, sid, level: 'verified', under25Until: '2030-07-01' })),
    });
    const traits = { level: 'verified', jurisdiction: 'open', under25Until: '2030-07-01', book: 'real' };
    expect(await identityOf('wallet')).toEqual({ kind: 'player', id: sub, sessionId: sid, ...traits });
    expect(await identityOf('betting')).toBeUndefined();
  });

  it('is the operator with their permissions', async () => {
    await fetch(pair.at('/api/admin/wallet/payments'), {
      headers: withToken(await pair.grounds.operatorToken('finance')),
    });
    expect(await identityOf('wallet')).toMatchObject({
      kind: 'operator',
      role: 'finance',
      permissions: expect.arrayContaining(['payments', 'wallet.read']),
    });
  });

  it('the same signature again while it is good', async () => {
    const token = await pair.grounds.playerToken();
    for (let call = 0; call < 2; call++) await fetch(pair.at('/api/wallet'), { headers: withToken(token) });
    expect(pair.outside.received[0]?.headers['x-fairline-identity']).toBe(
      pair.outside.received[1]?.headers['x-fairline-identity'],
    );
  });

  it('and nothing that the caller made up', async () => {
    const forged = {
      'x-fairline-identity': 'forged',
      'x-fairline-address': '10.9.8.7',
      'x-fairline-agent': 'forged',
      'x-real-ip': '10.9.8.7',
      forwarded: 'for=10.9.8.7',
    };
    await fetch(pair.at('/api/betting/sports'), {
      headers: { ...forged, cookie: 'fairline_session=secret', 'user-agent': 'a browser' },
    });
    const headers = pair.outside.received[0]?.headers ?? {};
    expect(JSON.stringify(headers)).not.toMatch(/forged|10\.9\.8\.7|secret/);
    expect(headers).toMatchObject({ 'x-fairline-agent': 'a browser' });
    expect(await addressOf('betting')).toBe('127.0.0.1');
    expect(headers).not.toHaveProperty('authorization');
  });

  it('the address that a trusted proxy gives, nearest first', async () => {
    await fetch(pair.at('/api/betting/sports'), { headers: { 'x-forwarded-for': '10.9.8.7, 203.0.113.9' } });
    expect(await addressOf('betting')).toBe('203.0.113.9');
    expect(await addressOf('auth')).toBeUndefined();
  });

  it('not the address that just anybody gives', async () => {
    const alone = await start({ ...pair.grounds.env, TRUSTED_PROXIES: '' });
    await fetch(`${alone.httpUrl}/api/betting/sports`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await alone.stop();
    expect(await addressOf('betting')).toBe('127.0.0.1');
  });

  it('the trace of the call: the one it came with, or a new one', async () => {
    const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await fetch(pair.at('/api/betting/sports'), { headers: { traceparent: given } });
    await fetch(pair.at('/api/betting/sports'));
    await fetch(pair.at('/api/betting/sports'), { headers: { traceparent: 'nonsense' } });
    const traces = pair.outside.received.map(({ headers }) => String(headers.traceparent));
    expect(traces[0]).toBe(given);
    for (const trace of traces.slice(1)) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(new Set(traces).size).toBe(3);
  });

  it('the whole query and body, as they were sent', async () => {
    const body = JSON.stringify({ type: 'single', note: 'ä€😀' });
    const headers = {
      ...withToken(await pair.grounds.playerToken()),
      'content-type': 'application/json',
      'idempotency-key': 'abcdefgh',
    };
    await fetch(pair.at('/api/betting/bets'), { method: 'POST', headers, body });
    await fetch(pair.at('/api/betting/fixtures?q=a%20b&live=true'));
    expect(pair.outside.received[0]).toMatchObject({
      method: 'POST',
      url: '/api/betting/bets',
      headers: { 'idempotency-key': 'abcdefgh', 'content-type': 'application/json' },
    });
    expect(pair.outside.received[0]?.body.toString()).toBe(body);
    expect(pair.outside.received[1]?.url).toBe('/api/betting/fixtures?q=a%20b&live=true');
  });

  it.each([
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
    ['made-up', 403],
  ])('a write with a cookie that a %s page caused: %d', async (site, status) => {
    const headers = { cookie: 'fairline_session=old', 'sec-fetch-site': site };
    expect((await fetch(pair.at(sessionRoutes.refresh.path), { method: 'POST', headers })).status).toBe(status);
  });

  it('cookies only where sessions are renewed', async () => {
    pair.outside.reply = (_received, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'fairline_session=new; HttpOnly' })
        .end('{}');
    };
    const cookie = { cookie: 'fairline_session=old' };
    const renewed = await fetch(pair.at(sessionRoutes.refresh.path), { method: 'POST', headers: cookie });
    const other = await fetch(pair.at('/api/betting/sports'), { headers: cookie });
    expect(pair.outside.received.map(({ headers }) => headers.cookie)).toEqual(['fairline_session=old', undefined]);
    expect(renewed.headers.get('set-cookie')).toContain('fairline_session=new');
    expect(other.headers.get('set-cookie')).toBeNull();
  });
});

describe('limits', () => {
  it('are counted for all gateways together, by address without a sign-in', async () => {
    const both = [
      await start({ ...pair.grounds.env, FAIRLINE_DEMO: '0' }),
      await start({ ...pair.grounds.env, FAIRLINE_DEMO: '0' }),
    ];
    const address = { 'x-forwarded-for': '198.51.100.1' };
    const login = (gateway: number, headers: Record<string, string>) =>
      fetch(`${both[gateway]?.httpUrl}${sessionRoutes.login.path}`, { method: 'POST', headers });
    for (let call = 0; call < limits.signIn.calls; call++) expect((await login(call % 2, address)).status).toBe(200);
    for (const gateway of [0, 1]) {
      const refused = await login(gateway, address);
      expect(refused.status).toBe(429);
      expect(await problemIn(refused)).toMatchObject({
        code: 'rate_limited',
        detail: 'Too many requests. Please try again later.',
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(limits.signIn.seconds);
    }
    expect((await login(0, { 'x-forwarded-for': '198.51.100.2' })).status).toBe(200);
    await Promise.all(both.map((gateway) => gateway.stop()));
  });

  it('hold for reads too, of which a gateway takes some ahead', async () => {
    const both = [
      await start({ ...pair.grounds.env, FAIRLINE_DEMO: '0' }),
      await start({ ...pair.grounds.env, FAIRLINE_DEMO: '0' }),
    ];
    const token = await pair.grounds.playerToken();
    const read = async (gateway: number) =>
      (await fetch(`${both[gateway]?.httpUrl}/api/wallet`, { headers: withToken(token) })).status;
    const passed: number[] = [];
    // Many calls at once, which must share the reserved blocks.
    for (let round = 0; round < 15; round++)
      passed.push(...(await Promise.all(Array.from({ length: 50 }, (_, call) => read(call % 2)))));
    const count = passed.filter((status) => status === 200).length;
    expect(count).toBeLessThanOrEqual(limits.read.calls);
    expect(count).toBeGreaterThan(limits.read.calls - 2 * limits.read.block);
    await Promise.all(both.map((gateway) => gateway.stop()));
  });

  it('let a gateway count for itself while Redis is away', async () => {
    const alone = await start({ ...pair.grounds.env, FAIRLINE_DEMO: '0', REDIS_URL: 'redis://127.0.0.1:1' });
    const login = () =>
      fetch(`${alone.httpUrl}${sessionRoutes.login.path}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '198.51.100.3' },
      });
    for (let call = 0; call < limits.signIn.calls; call++) expect((await login()).status).toBe(200);
    expect((await login()).status).toBe(429);
    await alone.stop();
  });
});
