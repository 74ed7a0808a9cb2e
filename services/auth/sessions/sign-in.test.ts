/** A refused sign-in of a player takes as long as every other refusal of credentials. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionsContext } from './context.ts';
import { signIn } from './sign-in.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const ctx = {
  db: {
    row: async (_columns: unknown, text: string) =>
      text.includes('exists') ? { device: false, address: false } : undefined,
  },
  throttle: { admit: async () => ({ last: false }) },
  passwords: { matches: async () => false },
  count: { stranger: () => undefined },
} as unknown as SessionsContext;

it('waits until 300 ms have passed before it refuses a player', async () => {
  let refused: unknown;
  signIn(
    ctx,
    { email: 'nobody@example.com', password: 'Wr0ngPass' },
    { address: '192.0.2.1', agent: '', device: undefined },
  ).catch((error: unknown) => {
    refused = error;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(refused).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toMatchObject({ code: 'bad_credentials' });
});
