/** A refused sign-in of an operator takes as long as every other refusal of credentials. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StaffContext } from './context.ts';
import { signInOperator } from './sign-in.ts';

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
} as unknown as StaffContext;

it('waits until 300 ms have passed before it refuses an operator', async () => {
  let refused: unknown;
  signInOperator(
    ctx,
    { email: 'nobody@example.com', password: 'Wr0ngPass' },
    { address: '192.0.2.1', agent: '' },
  ).catch((error: unknown) => {
    refused = error;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(refused).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toMatchObject({ code: 'bad_operator_credentials' });
});
