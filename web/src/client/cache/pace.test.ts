/** How often a throttled callback runs. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPaced } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at most once per interval, and once after the last call', () => {
  const actedAt: number[] = [];
  const startedAt = performance.now();
  const call = createPaced(() => actedAt.push(performance.now() - startedAt), { delayMs: () => 300, everyMs: 1_000 });
  // Ten calls a second for three seconds.
  for (let calls = 0; calls < 30; calls++) {
    call();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(5_000);
  expect(actedAt).toEqual([300, 1_300, 2_300, 3_300]);
});

it('runs within the delay for a call after a pause', () => {
  let acts = 0;
  const call = createPaced(() => acts++, { delayMs: () => 300, everyMs: 1_000 });
  for (let round = 1; round <= 3; round++) {
    call();
    vi.advanceTimersByTime(300);
    expect(acts).toBe(round);
    vi.advanceTimersByTime(5_000);
  }
});
