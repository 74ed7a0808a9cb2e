/** The public port: requests that it refuses itself, and a stop, which gives the requests it has accepted 6 s and then closes their connections. */
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { repeatsHeader, serve } from './server.ts';

afterEach(() => void vi.useRealTimers());

it('cuts off a request that is not answered 6 s after the stop began, and not before', async () => {
  const accepted = Promise.withResolvers<ServerResponse>();
  const { url, close } = await serve((_request, response) => accepted.resolve(response), '127.0.0.1', 0);
  const reply = fetch(url).then(
    () => 'answered',
    () => 'cut off',
  );
  const socket = (await accepted.promise).socket;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = close();
  vi.advanceTimersByTime(5_999);
  expect(socket?.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket?.destroyed).toBe(true);
  expect(await reply).toBe('cut off');
  await closed;
});

it.each([
  [['Host', 'a', 'host', 'a'], true],
  [['Host', 'a', 'Authorization', 'x', 'AUTHORIZATION', 'y'], true],
  [['Host', 'a', 'Idempotency-Key', '1', 'Idempotency-Key', '2'], true],
  [['Host', 'a', 'Accept', 'x', 'Accept', 'y', 'X-Forwarded-For', '1', 'X-Forwarded-For', '2'], false],
  [['Host', 'Host', 'Accept', 'host'], false],
])('%j repeats a header that stands alone: %s', (rawHeaders, repeats) => {
  expect(repeatsHeader(rawHeaders)).toBe(repeats);
});

it('refuses a request with two hosts, before the app sees it', async () => {
  const seen: string[] = [];
  const { url, close } = await serve(
    (request, response) => void response.end(seen.push(request.url ?? '').toString()),
    '127.0.0.1',
    0,
  );
  const send = (headers: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET /x HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };
  const refused = await send('Host: one.example\r\nHost: two.example');
  expect([refused.split('\r\n')[0], refused.includes('"code":"invalid_request"')]).toEqual([
    'HTTP/1.1 400 Bad Request',
    true,
  ]);
  expect(seen).toEqual([]);
  expect(await send('Host: one.example')).toMatch(/^HTTP\/1.1 200/);
  await close();
});
