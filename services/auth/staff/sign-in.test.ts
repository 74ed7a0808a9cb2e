/** A refused sign-in of an operator takes as long as every other refusal of credentials. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StaffContext } from './context.ts';
import { signInOperator } from './sign-in.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(async () => undefined) }));
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const ctx = {
  db: { row: async (_columns: unknown, text: string) => (text.includes('exists') ? { device: false, address: false } : undefined) },
  throttle: { admit: async () => ({ last: false }) },
  passwords: { matches: async () => false },
  count: { stranger: () => undefined },
} as unknown as StaffContext;

it('waits until 300 ms have passed before it refuses an operator', async () => {
  const refused = signInOperator(ctx, { email: 'nobody@example.com', password: 'Wr0ngPass' }, { address: '192.0.2.1', agent: '' });
  await expect(refused).rejects.toMatchObject({ code: 'bad_operator_credentials' });
  expect(pause).toHaveBeenCalledExactlyOnceWith(300);
});
