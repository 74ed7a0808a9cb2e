/** The proxy: answers of a service, failures of a service, and the size limits of bodies. */
import { connect } from 'node:net';
import { eventually } from '@fairline/chassis/testing';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOutside, openPair, type Pair, problemIn, replyEmpty, withToken } from '../testing.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await openPair();
});

afterAll(() => pair.close());

beforeEach(() => pair.reset());

describe('what comes back', () => {
  it('is the answer of the service, its refusals included', async () => {
    const refusal = { type: 'urn:x', title: 'x', status: 409, code: 'price_changed', detail: 'The odds have changed' };
    pair.outside.reply = (_received, response) => {
      response
        .writeHead(409, { 'content-type': 'application/problem+json', 'retry-after': '3', 'x-powered-by': 'something' })
        .end(JSON.stringify(refusal));
    };
    const response = await fetch(pair.at('/api/betting/sports'));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(refusal);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('is nothing but a status where there is no body, and headers alone for HEAD', async () => {
    pair.outside.reply = (_received, response) => {
      response.writeHead(204).end();
    };
    expect((await fetch(pair.at(sessionRoutes.logout.path), { method: 'POST' })).status).toBe(204);
    pair.outside.reply = replyEmpty;
    const head = await fetch(pair.at('/api/betting/sports'), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(pair.outside.received.at(-1)?.method).toBe('HEAD');
  });

  it('comes compressed where everybody reads the same, and as it is where one reads their own', async () => {
    const text = JSON.stringify({ items: Array.from({ length: 500 }, (_, at) => ({ id: at, name: 'a fixture' })) });
    pair.outside.reply = (_received, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length })
        .end(text);
    };
    const zipped = { 'accept-encoding': 'gzip' };
    for (let call = 0; call < 2; call++) {
      const shared = await fetch(pair.at('/api/betting/fixtures'), { headers: zipped });
      expect(shared.headers.get('content-encoding')).toBe('gzip');
      expect(shared.headers.get('vary')).toBe('accept-encoding');
      expect(Number(shared.headers.get('content-length'))).toBeLessThan(text.length / 4);
      expect(await shared.text()).toBe(text);
    }
    const plain = await fetch(pair.at('/api/betting/fixtures'), { headers: { 'accept-encoding': 'identity' } });
    const own = await fetch(pair.at('/api/wallet'), {
      headers: { ...zipped, ...withToken(await pair.grounds.playerToken()) },
    });
    for (const response of [plain, own]) {
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(await response.text()).toBe(text);
    }
  });

  it('is whole, however large', async () => {
    const text = JSON.stringify({ items: 'x'.repeat(3_000_000) });
    pair.outside.reply = (_received, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let at = 0; at < text.length; at += 100_000) response.write(text.slice(at, at + 100_000));
      response.end();
    };
    expect(await (await fetch(pair.at('/api/betting/fixtures'))).text()).toBe(text);
  });
});

describe('a service that fails', () => {
  it('is unavailable while it is not there, and is asked again as soon as it is', async () => {
    const url = new URL(pair.outside.url);
    await pair.outside.close();
    const response = await fetch(pair.at('/api/betting/sports'));
    expect(response.status).toBe(503);
    expect(await problemIn(response)).toMatchObject({
      code: 'unavailable',
      detail: 'The service is not available. Please try again.',
    });
    expect(response.headers.get('retry-after')).toBe('1');
    const form = new FormData();
    form.set('amountMinor', '1');
    const headers = { ...withToken(await pair.grounds.playerToken()), 'idempotency-key': 'abcdefgh' };
    const upload = await fetch(pair.at('/api/wallet/deposits/manual'), { method: 'POST', headers, body: form });
    expect((await problemIn(upload)).code).toBe('unavailable');
    pair.outside = await openOutside(Number(url.port));
    expect((await fetch(pair.at('/api/betting/sports'))).status).toBe(200);
    expect((await fetch(pair.at('/api/wallet/deposits/manual'), { method: 'POST', headers, body: form })).status).toBe(
      200,
    );
  });

  it('in mid-answer leaves no half answer that looks whole', async () => {
    pair.outside.reply = (_received, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"half":');
      setImmediate(() => response.destroy());
    };
    await expect(fetch(pair.at('/api/betting/sports')).then((response) => response.text())).rejects.toThrow();
    pair.outside.reply = replyEmpty;
    expect((await fetch(pair.at('/api/betting/sports'))).status).toBe(200);
  });

  it('on a kept-alive connection costs a reader nothing, and a command is never sent twice', async () => {
    let calls = 0;
    pair.outside.reply = (received, response) => {
      calls++;
      if (calls === 1) response.socket?.destroy();
      else replyEmpty(received, response);
    };
    expect((await fetch(pair.at('/api/betting/sports'))).status).toBe(200);
    expect(calls).toBe(2);
    calls = 0;
    const headers = {
      ...withToken(await pair.grounds.playerToken()),
      'idempotency-key': 'abcdefgh',
      'content-type': 'application/json',
    };
    const response = await fetch(pair.at('/api/betting/bets'), { method: 'POST', headers, body: '{}' });
    expect((await problemIn(response)).code).toBe('unavailable');
    expect(calls).toBe(1);
  });

  it('without a caller is not kept waiting: a caller who leaves takes their call with them', async () => {
    let gone = false;
    pair.outside.reply = (_received, response) => {
      response.once('close', () => {
        gone = true;
      });
    };
    const leaving = new AbortController();
    const call = fetch(pair.at('/api/betting/sports'), { signal: leaving.signal });
    await eventually(() => pair.outside.received.length === 1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    await eventually(() => gone);
  });

  it('passes on nothing of a body that its sender did not finish', async () => {
    const token = await pair.grounds.playerToken();
    const socket = connect(Number(new URL(pair.at('/')).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('ready', resolve));
    const head = [
      'POST /api/betting/bets HTTP/1.1',
      'host: x',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      'content-length: 50',
    ];
    await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n{"half`, resolve));
    socket.destroy();
    expect((await fetch(pair.at('/api/betting/sports'))).status).toBe(200);
    expect(pair.outside.received.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('a body', () => {
  const send = async (path: string, body: NonNullable<RequestInit['body']>, type: string, stream = false) =>
    fetch(pair.at(path), {
      method: 'POST',
      headers: {
        ...withToken(await pair.grounds.playerToken()),
        'idempotency-key': 'abcdefgh',
        ...(type && { 'content-type': type }),
      },
      body: stream ? new Blob([body as string]).stream() : body,
      duplex: 'half',
    } as RequestInit);

  it.each([
    ['with its length', false],
    ['without', true],
  ])('above 100 kB is refused before the service, sent %s', async (_name, stream) => {
    const response = await send(
      '/api/betting/bets',
      JSON.stringify({ note: 'x'.repeat(102_400) }),
      'application/json',
      stream,
    );
    expect(response.status).toBe(413);
    expect(await problemIn(response)).toMatchObject({ code: 'too_large' });
    expect(pair.outside.received).toEqual([]);
  });

  it.each([
    ['with its length', false],
    ['without', true],
  ])('of 100 kB passes, sent %s', async (_name, stream) => {
    const body = JSON.stringify({ note: 'x'.repeat(102_400 - 11) });
    expect(body).toHaveLength(102_400);
    expect((await send('/api/betting/bets', body, 'application/json', stream)).status).toBe(200);
    expect(pair.outside.received[0]?.body.toString()).toBe(body);
  });

  it('with a file passes up to 5 MB', async () => {
    const form = new FormData();
    form.set('amountMinor', '10000');
    form.set('proof', new Blob([Buffer.alloc(5 * 1_024 * 1_024, 7)]), 'proof.png');
    expect((await send('/api/wallet/deposits/manual', form, '')).status).toBe(200);
    expect(pair.outside.received[0]?.body.length).toBeGreaterThan(5 * 1_024 * 1_024);
    expect(pair.outside.received[0]?.headers['x-fairline-identity']).toBeDefined();
    expect(pair.outside.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['with its length', false],
    ['without', true],
  ])('with a file far above 5 MB is refused, sent %s', async (_name, stream) => {
    const response = await send(
      '/api/wallet/deposits/manual',
      'x'.repeat(9 * 1_024 * 1_024),
      'multipart/form-data; boundary=x',
      stream,
    );
    expect(response.status).toBe(413);
    expect((await problemIn(response)).code).toBe('too_large');
    expect(pair.outside.received).toEqual([]);
    expect((await fetch(pair.at('/api/betting/sports'))).status).toBe(200);
  });

  it('that a service refuses early does not hang its sender', async () => {
    pair.outside.reply = replyEmpty;
    const form = new FormData();
    form.set('proof', new Blob([Buffer.alloc(1_000_000, 7)]), 'proof.png');
    const responses = await Promise.all([1, 2, 3].map(() => send('/api/wallet/deposits/manual', form, '')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
