/** The front door: who gets in, what reaches a room and what comes back. Two gateways stand side by side; behind them is a plain server. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { identityVerifier } from '@fairline/chassis/identity';
import type { Running } from '@fairline/chassis/service';
import { eventually } from '@fairline/chassis/testing';
import { authRoutes } from '@fairline/proto/auth';
import { Problem } from '@fairline/proto/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { start } from './main.ts';
import { type Grounds, newKeys, newSessionId, type Outside, openGrounds, openOutside } from './testing.ts';

let outside: Outside;
let grounds: Grounds;
let gateways: [Running, Running];

beforeAll(async () => {
  outside = await openOutside();
  // A gateway behind a proxy on this machine, in demo mode so that no limit is in the way; the limits have gateways of their own.
  grounds = await openGrounds(outside.url, { FAIRLINE_DEMO: '1', TRUSTED_PROXIES: '127.0.0.1' });
  gateways = [await start(grounds.env), await start(grounds.env)];
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await grounds.world.close();
  await outside.close();
});

const standard = (_heard: unknown, response: Parameters<Outside['reply']>[1]) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

beforeEach(() => {
  outside.heard.length = 0;
  outside.broken = 0;
  outside.reply = standard;
});

const at = (path: string, gateway = 0) => `${gateways[gateway]?.httpUrl}${path}`;
const as = (token: string) => ({ authorization: `Bearer ${token}` });

async function problem(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return Problem.parse(await response.json());
}

describe('access', () => {
  it.each([
    ['no token', async () => undefined, '/api/wallet', 401, 'unauthenticated'],
    ['no token, for operators', async () => undefined, '/api/admin/wallet/payments', 401, 'unauthenticated'],
    ['a token that is none', async () => 'nonsense', '/api/wallet', 401, 'unauthenticated'],
    ['a token signed by a stranger', () => grounds.playerToken({}, newKeys()), '/api/wallet', 401, 'unauthenticated'],
    ['an identity used as a token', () => grounds.playerToken({}, grounds.identity), '/api/wallet', 401, 'unauthenticated'],
    ['a token that has ended', () => grounds.playerToken({ exp: Math.floor(Date.now() / 1_000) - 1 }), '/api/wallet', 401, 'unauthenticated'],
    ["a player's token on an operator's path", () => grounds.playerToken(), '/api/admin/wallet/payments', 403, 'forbidden'],
    ["an operator's token on a player's path", () => grounds.operatorToken('super_admin'), '/api/wallet', 403, 'forbidden'],
    ['an operator without the permission', () => grounds.operatorToken('support'), '/api/admin/wallet/payments', 403, 'forbidden'],
  ])('%s is refused before any room hears of it', async (_name, token, path, status, code) => {
    const given = await token();
    const response = await fetch(at(path), { headers: given === undefined ? {} : as(given) });
    expect(response.status).toBe(status);
    expect(await problem(response)).toMatchObject({
      status,
      code,
      detail: status === 401 ? 'User not authenticated' : 'You do not have permission to do this',
    });
    expect(outside.heard).toEqual([]);
  });

  it('an unsigned token is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, payload = ''] = (await grounds.playerToken()).split('.');
    const response = await fetch(at('/api/wallet'), { headers: as(`${part({ alg: 'none' })}.${payload}.`) });
    expect(response.status).toBe(401);
  });

  it.each([
    ['GET', '/api/nowhere'],
    ['GET', '/api/wallet/nowhere'],
    ['GET', '/api'],
    ['DELETE', '/api/wallet'],
    ['OPTIONS', '/api/wallet'],
  ])('%s %s is not found', async (method, path) => {
    const response = await fetch(at(path), { method });
    expect(response.status).toBe(404);
    expect((await problem(response)).code).toBe('not_found');
    expect(outside.heard).toEqual([]);
  });

  it('an open route lets a stranger in and takes his token for none', async () => {
    expect((await fetch(at('/api/betting/sports'), { headers: as('nonsense') })).status).toBe(200);
    expect(outside.heard[0]?.headers).not.toHaveProperty('x-fairline-identity');
  });
});

describe('what a room is told', () => {
  const identityOf = async (room: string) => {
    const verify = await identityVerifier(grounds.identity.publicKey.export({ format: 'jwk' }) as never, room);
    return verify(String(outside.heard.at(-1)?.headers['x-fairline-identity']));
  };

  it('is who calls, signed for this room alone', async () => {
    const sub = randomUUID();
    const sid = newSessionId();
    await fetch(at('/api/wallet'), { headers: as(await grounds.playerToken({ sub, sid, level: 'verified' })) });
    expect(await identityOf('wallet')).toEqual({ kind: 'player', id: sub, sessionId: sid, level: 'verified', jurisdiction: 'open', book: 'real' });
    expect(await identityOf('betting')).toBeUndefined();
  });

  it('is the operator with his permissions', async () => {
    await fetch(at('/api/admin/wallet/payments'), { headers: as(await grounds.operatorToken('finance')) });
    expect(await identityOf('wallet')).toMatchObject({ kind: 'operator', role: 'finance', permissions: expect.arrayContaining(['payments', 'wallet.read']) });
  });

  it('the same signature again while it is good', async () => {
    const token = await grounds.playerToken();
    for (let call = 0; call < 2; call++) await fetch(at('/api/wallet'), { headers: as(token) });
    expect(outside.heard[0]?.headers['x-fairline-identity']).toBe(outside.heard[1]?.headers['x-fairline-identity']);
  });

  it('and nothing that the caller made up', async () => {
    const forged = {
      'x-fairline-identity': 'forged',
      'x-fairline-address': '10.9.8.7',
      'x-fairline-agent': 'forged',
      'x-real-ip': '10.9.8.7',
      forwarded: 'for=10.9.8.7',
    };
    await fetch(at('/api/betting/sports'), { headers: { ...forged, cookie: 'fairline_session=secret', 'user-agent': 'a browser' } });
    const headers = outside.heard[0]?.headers ?? {};
    expect(JSON.stringify(headers)).not.toMatch(/forged|10\.9\.8\.7|secret/);
    expect(headers).toMatchObject({ 'x-fairline-address': '127.0.0.1', 'x-fairline-agent': 'a browser' });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('the address that a trusted proxy gives, nearest first', async () => {
    await fetch(at('/api/betting/sports'), { headers: { 'x-forwarded-for': '10.9.8.7, 203.0.113.9' } });
    expect(outside.heard[0]?.headers['x-fairline-address']).toBe('203.0.113.9');
  });

  it('not the address that just anybody gives', async () => {
    const alone = await start({ ...grounds.env, TRUSTED_PROXIES: '' });
    await fetch(`${alone.httpUrl}/api/betting/sports`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await alone.stop();
    expect(outside.heard[0]?.headers['x-fairline-address']).toBe('127.0.0.1');
  });

  it('the trace of the call: the one it came with, or a new one', async () => {
    const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await fetch(at('/api/betting/sports'), { headers: { traceparent: given } });
    await fetch(at('/api/betting/sports'));
    await fetch(at('/api/betting/sports'), { headers: { traceparent: 'nonsense' } });
    const traces = outside.heard.map(({ headers }) => String(headers.traceparent));
    expect(traces[0]).toBe(given);
    for (const trace of traces.slice(1)) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(new Set(traces).size).toBe(3);
  });

  it('the whole query and body, as they were sent', async () => {
    const body = JSON.stringify({ type: 'single', note: 'ä€😀' });
    const headers = { ...as(await grounds.playerToken()), 'content-type': 'application/json', 'idempotency-key': 'abcdefgh' };
    await fetch(at('/api/betting/bets'), { method: 'POST', headers, body });
    await fetch(at('/api/betting/fixtures?q=a%20b&live=true'));
    expect(outside.heard[0]).toMatchObject({
      method: 'POST',
      url: '/api/betting/bets',
      headers: { 'idempotency-key': 'abcdefgh', 'content-type': 'application/json' },
    });
    expect(outside.heard[0]?.body.toString()).toBe(body);
    expect(outside.heard[1]?.url).toBe('/api/betting/fixtures?q=a%20b&live=true');
  });

  it('cookies only where sessions are renewed', async () => {
    outside.reply = (_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'fairline_session=new; HttpOnly' }).end('{}');
    };
    const cookie = { cookie: 'fairline_session=old' };
    const renewed = await fetch(at(authRoutes.refresh.path), { method: 'POST', headers: cookie });
    const other = await fetch(at('/api/betting/sports'), { headers: cookie });
    expect(outside.heard.map(({ headers }) => headers.cookie)).toEqual(['fairline_session=old', undefined]);
    expect(renewed.headers.get('set-cookie')).toContain('fairline_session=new');
    expect(other.headers.get('set-cookie')).toBeNull();
  });
});

describe('what comes back', () => {
  it('is what the room said, its refusals included', async () => {
    const refusal = { type: 'urn:x', title: 'x', status: 409, code: 'price_changed', detail: 'The odds have changed' };
    outside.reply = (_heard, response) => {
      response.writeHead(409, { 'content-type': 'application/problem+json', 'retry-after': '3', 'x-powered-by': 'something' }).end(JSON.stringify(refusal));
    };
    const response = await fetch(at('/api/betting/sports'));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(refusal);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('is nothing but a status where there is no body, and headers alone for HEAD', async () => {
    outside.reply = (_heard, response) => {
      response.writeHead(204).end();
    };
    expect((await fetch(at(authRoutes.logout.path), { method: 'POST' })).status).toBe(204);
    outside.reply = standard;
    const head = await fetch(at('/api/betting/sports'), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(outside.heard.at(-1)?.method).toBe('HEAD');
  });

  it('comes compressed where everybody reads the same, and as it is where one reads his own', async () => {
    const text = JSON.stringify({ items: Array.from({ length: 500 }, (_, at) => ({ id: at, name: 'a fixture' })) });
    outside.reply = (_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }).end(text);
    };
    const zipped = { 'accept-encoding': 'gzip' };
    for (let call = 0; call < 2; call++) {
      const shared = await fetch(at('/api/betting/fixtures'), { headers: zipped });
      expect(shared.headers.get('content-encoding')).toBe('gzip');
      expect(shared.headers.get('vary')).toBe('accept-encoding');
      expect(Number(shared.headers.get('content-length'))).toBeLessThan(text.length / 4);
      expect(await shared.text()).toBe(text);
    }
    const plain = await fetch(at('/api/betting/fixtures'), { headers: { 'accept-encoding': 'identity' } });
    const own = await fetch(at('/api/wallet'), { headers: { ...zipped, ...as(await grounds.playerToken()) } });
    for (const response of [plain, own]) {
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(await response.text()).toBe(text);
    }
  });

  it('is whole, however large', async () => {
    const text = JSON.stringify({ items: 'x'.repeat(3_000_000) });
    outside.reply = (_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let at = 0; at < text.length; at += 100_000) response.write(text.slice(at, at + 100_000));
      response.end();
    };
    expect(await (await fetch(at('/api/betting/fixtures'))).text()).toBe(text);
  });
});

describe('a room that fails', () => {
  it('is unavailable while it is not there, and is asked again as soon as it is', async () => {
    const url = new URL(outside.url);
    await outside.close();
    const response = await fetch(at('/api/betting/sports'));
    expect(response.status).toBe(503);
    expect(await problem(response)).toMatchObject({ code: 'unavailable', detail: 'The service is not available. Please try again.' });
    expect(response.headers.get('retry-after')).toBe('1');
    const form = new FormData();
    form.set('amountMinor', '1');
    const headers = { ...as(await grounds.playerToken()), 'idempotency-key': 'abcdefgh' };
    const upload = await fetch(at('/api/wallet/deposits/manual'), { method: 'POST', headers, body: form });
    expect((await problem(upload)).code).toBe('unavailable');
    outside = await openOutside(Number(url.port));
    expect((await fetch(at('/api/betting/sports'))).status).toBe(200);
    expect((await fetch(at('/api/wallet/deposits/manual'), { method: 'POST', headers, body: form })).status).toBe(200);
  });

  it('in mid-answer leaves no half answer that looks whole', async () => {
    outside.reply = (_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"half":');
      setImmediate(() => response.destroy());
    };
    await expect(fetch(at('/api/betting/sports')).then((response) => response.text())).rejects.toThrow();
    outside.reply = standard;
    expect((await fetch(at('/api/betting/sports'))).status).toBe(200);
  });

  it('on a kept-alive connection costs a reader nothing, and a command is never sent twice', async () => {
    let calls = 0;
    outside.reply = (heard, response) => {
      calls++;
      if (calls === 1) response.socket?.destroy();
      else standard(heard, response);
    };
    expect((await fetch(at('/api/betting/sports'))).status).toBe(200);
    expect(calls).toBe(2);
    calls = 0;
    const headers = { ...as(await grounds.playerToken()), 'idempotency-key': 'abcdefgh', 'content-type': 'application/json' };
    const response = await fetch(at('/api/betting/bets'), { method: 'POST', headers, body: '{}' });
    expect((await problem(response)).code).toBe('unavailable');
    expect(calls).toBe(1);
  });

  it('without a caller is not kept waiting: a caller who leaves takes his call with him', async () => {
    let gone = false;
    outside.reply = (_heard, response) => {
      response.once('close', () => {
        gone = true;
      });
    };
    const leaving = new AbortController();
    const call = fetch(at('/api/betting/sports'), { signal: leaving.signal });
    await eventually(() => outside.heard.length === 1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    await eventually(() => gone);
  });

  it('hears nothing of a body that its sender did not finish', async () => {
    const token = await grounds.playerToken();
    const socket = connect(Number(new URL(at('/')).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('ready', resolve));
    const head = ['POST /api/betting/bets HTTP/1.1', 'host: x', `authorization: Bearer ${token}`, 'content-type: application/json', 'content-length: 50'];
    await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n{"half`, resolve));
    socket.destroy();
    expect((await fetch(at('/api/betting/sports'))).status).toBe(200);
    expect(outside.heard.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('a body', () => {
  const send = async (path: string, body: NonNullable<RequestInit['body']>, type: string, stream = false) =>
    fetch(at(path), {
      method: 'POST',
      headers: { ...as(await grounds.playerToken()), 'idempotency-key': 'abcdefgh', ...(type && { 'content-type': type }) },
      body: stream ? new Blob([body as string]).stream() : body,
      duplex: 'half',
    } as RequestInit);

  it.each([
    ['with its length', false],
    ['without', true],
  ])('above 100 kB is refused before the room, sent %s', async (_name, stream) => {
    const response = await send('/api/betting/bets', JSON.stringify({ note: 'x'.repeat(102_400) }), 'application/json', stream);
    expect(response.status).toBe(413);
    expect(await problem(response)).toMatchObject({ code: 'too_large' });
    expect(outside.heard).toEqual([]);
  });

  it.each([
    ['with its length', false],
    ['without', true],
  ])('of 100 kB passes, sent %s', async (_name, stream) => {
    const body = JSON.stringify({ note: 'x'.repeat(102_400 - 11) });
    expect(body).toHaveLength(102_400);
    expect((await send('/api/betting/bets', body, 'application/json', stream)).status).toBe(200);
    expect(outside.heard[0]?.body.toString()).toBe(body);
  });

  it('with a file passes up to 5 MB', async () => {
    const form = new FormData();
    form.set('amountMinor', '10000');
    form.set('proof', new Blob([Buffer.alloc(5 * 1_024 * 1_024, 7)]), 'proof.png');
    expect((await send('/api/wallet/deposits/manual', form, '')).status).toBe(200);
    expect(outside.heard[0]?.body.length).toBeGreaterThan(5 * 1_024 * 1_024);
    expect(outside.heard[0]?.headers['x-fairline-identity']).toBeDefined();
    expect(outside.heard[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['with its length', false],
    ['without', true],
  ])('with a file far above 5 MB is refused, sent %s', async (_name, stream) => {
    const response = await send('/api/wallet/deposits/manual', 'x'.repeat(9 * 1_024 * 1_024), 'multipart/form-data; boundary=x', stream);
    expect(response.status).toBe(413);
    expect((await problem(response)).code).toBe('too_large');
    expect(outside.heard).toEqual([]);
    expect((await fetch(at('/api/betting/sports'))).status).toBe(200);
  });

  it('that a room refuses early does not hang its sender', async () => {
    outside.reply = standard;
    const form = new FormData();
    form.set('proof', new Blob([Buffer.alloc(1_000_000, 7)]), 'proof.png');
    const responses = await Promise.all([1, 2, 3].map(() => send('/api/wallet/deposits/manual', form, '')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('limits', () => {
  it('are counted for all gateways together, by address without a sign-in', async () => {
    const pair = [await start({ ...grounds.env, FAIRLINE_DEMO: '0' }), await start({ ...grounds.env, FAIRLINE_DEMO: '0' })];
    const address = { 'x-forwarded-for': '198.51.100.1' };
    const login = (gateway: number, headers: Record<string, string>) => fetch(`${pair[gateway]?.httpUrl}${authRoutes.login.path}`, { method: 'POST', headers });
    for (let call = 0; call < limits.signIn.calls; call++) expect((await login(call % 2, address)).status).toBe(200);
    for (const gateway of [0, 1]) {
      const refused = await login(gateway, address);
      expect(refused.status).toBe(429);
      expect(await problem(refused)).toMatchObject({ code: 'rate_limited', detail: 'Too many requests. Please try again later.' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(limits.signIn.seconds);
    }
    expect((await login(0, { 'x-forwarded-for': '198.51.100.2' })).status).toBe(200);
    await Promise.all(pair.map((gateway) => gateway.stop()));
  });

  it('hold for reads too, of which a gateway takes some ahead', async () => {
    const pair = [await start({ ...grounds.env, FAIRLINE_DEMO: '0' }), await start({ ...grounds.env, FAIRLINE_DEMO: '0' })];
    const token = await grounds.playerToken();
    const read = async (gateway: number) => (await fetch(`${pair[gateway]?.httpUrl}/api/wallet`, { headers: as(token) })).status;
    const passed: number[] = [];
    // Many at once, who must share what is taken for them.
    for (let round = 0; round < 15; round++) passed.push(...(await Promise.all(Array.from({ length: 50 }, (_, call) => read(call % 2)))));
    const count = passed.filter((status) => status === 200).length;
    expect(count).toBeLessThanOrEqual(limits.read.calls);
    expect(count).toBeGreaterThan(limits.read.calls - 2 * limits.read.block);
    await Promise.all(pair.map((gateway) => gateway.stop()));
  });

  it('let a gateway count for itself while Redis is away', async () => {
    const alone = await start({ ...grounds.env, FAIRLINE_DEMO: '0', REDIS_URL: 'redis://127.0.0.1:1' });
    const login = () => fetch(`${alone.httpUrl}${authRoutes.login.path}`, { method: 'POST', headers: { 'x-forwarded-for': '198.51.100.3' } });
    for (let call = 0; call < limits.signIn.calls; call++) expect((await login()).status).toBe(200);
    expect((await login()).status).toBe(429);
    await alone.stop();
  });
});

describe('its own pages', () => {
  it('say that it runs and that it is ready', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(at(path))).status).toBe(200);
    const metrics = await fetch(`${gateways[0].internalUrl}/metrics`);
    expect(await metrics.text()).toContain('fairline_streams_open');
    expect((await fetch(at('/metrics'))).status).toBe(404);
  });

  it('describe the interface', async () => {
    const document = (await (await fetch(at('/api/openapi.json'))).json()) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/stream', '/api/betting/bets', '/api/wallet']));
    const page = await fetch(at('/api/docs'));
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(html).not.toMatch(/<script>|<style|https?:/);
    for (const [, src] of html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
      const file = await fetch(at(src ?? ''));
      expect(file.status, src).toBe(200);
      expect((await file.text()).length, src).toBeGreaterThan(50);
    }
  });

  it('show the state of the platform to those who may see it', async () => {
    expect((await fetch(at('/api/admin/system/health'), { headers: as(await grounds.operatorToken('support')) })).status).toBe(403);
    const response = await fetch(at('/api/admin/system/health'), { headers: as(await grounds.operatorToken('auditor')) });
    expect(response.status).toBe(200);
    const health = (await response.json()) as { state: string; parts: { name: string; state: string; latencyMs: number | null }[] };
    const stateOf = (name: string) => health.parts.find((part) => part.name === name);
    // The server that stands for the rooms has no internal port.
    expect(health.state).toBe('degraded');
    expect(stateOf('wallet')).toMatchObject({ state: 'down', latencyMs: null });
    expect(stateOf('redis')).toMatchObject({ state: 'up', latencyMs: expect.any(Number) });
    expect(stateOf('nats')).toMatchObject({ state: 'up' });
  });
});

it('a demo beyond this machine must be wanted', async () => {
  await expect(start({ ...grounds.env, HTTP_HOST: '0.0.0.0' })).rejects.toThrow('FAIRLINE_DEMO_PUBLIC=1');
});

it('every fault of the configuration is named at once', async () => {
  await expect(start({ ...grounds.env, IDENTITY_PRIVATE_KEY: grounds.env.SESSION_PUBLIC_KEY, WALLET_URL: 'nowhere' })).rejects.toThrow(
    /WALLET_URL[\s\S]*IDENTITY_PRIVATE_KEY: must be a private key/,
  );
});

it('stops within ten seconds, having answered who was waiting', async () => {
  const leaving = await start(grounds.env);
  let answer: (() => void) | undefined;
  outside.reply = (heard, response) => {
    answer = () => standard(heard, response);
  };
  const waiting = fetch(`${leaving.httpUrl}/api/betting/sports`);
  await eventually(() => answer !== undefined);
  const startedAt = Date.now();
  const stopped = leaving.stop();
  answer?.();
  expect((await waiting).status).toBe(200);
  await stopped;
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  await expect(fetch(`${leaving.httpUrl}/healthz`)).rejects.toThrow();
});
