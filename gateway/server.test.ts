/** A stop of the gateway gives the requests it has accepted 6 s, and then closes their connections. */
import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { serve } from './server.ts';

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
