/** Refetches of a page while changes follow each other faster than it can be read. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { rereadOf } from './refetch.ts';

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

interface Reading {
  answer: (value: number) => Promise<void>;
  fail: () => Promise<void>;
  signal: AbortSignal;
}

/** A page that observes one query, whose fetches the test answers one by one. */
function page() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  clients.push(client);
  const readings: Reading[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<number>((resolve, reject) => {
      const settled = () => new Promise<void>((done) => setImmediate(done));
      const answer = (value: number) => {
        resolve(value);
        return settled();
      };
      const fail = () => {
        reject(new Error('no answer'));
        return settled();
      };
      readings.push({ answer, fail, signal });
    });
  const observer = new QueryObserver(client, { queryKey: ['admin', 'betting', 'fixtures'], queryFn });
  const leave = observer.subscribe(() => {});
  return { client, readings, shown: () => observer.getCurrentResult().data, leave, reread: rereadOf(client) };
}

it('completes the first fetch despite changes, then fetches once more', async () => {
  const { readings, shown, reread } = page();
  for (let change = 0; change < 50; change++) reread({ queryKey: ['admin', 'betting'] });
  expect(readings).toHaveLength(1);
  await readings[0]?.answer(1);
  expect([shown(), readings.length]).toEqual([1, 2]);
  await readings[1]?.answer(2);
  expect([shown(), readings.length]).toEqual([2, 2]);
});

it('shows a later fetch too, and never cancels it for a further change', async () => {
  const { readings, shown, reread } = page();
  await readings[0]?.answer(1);
  for (let round = 1; round <= 5; round++) {
    for (let change = 0; change < 10; change++) reread({ queryKey: ['admin', 'betting'] });
    expect(readings).toHaveLength(round + 1);
    await readings[round]?.answer(round + 1);
    expect(shown()).toBe(round + 1);
    // The change during that fetch already has a fetch of its own.
    if (round < 5) expect(readings).toHaveLength(round + 2);
  }
  expect(readings.every(({ signal }) => !signal.aborted)).toBe(true);
});

it('follows a failed fetch with the one that is due', async () => {
  const { readings, shown, reread } = page();
  reread();
  await readings[0]?.fail();
  await readings[1]?.answer(7);
  expect([shown(), readings.length]).toEqual([7, 2]);
});

it('does not refetch unchanged or unused queries', async () => {
  const { client, readings, leave, reread } = page();
  await readings[0]?.answer(1);
  reread({ queryKey: ['admin', 'wallet'] });
  expect(readings).toHaveLength(1);
  leave();
  reread({ queryKey: ['admin', 'betting'] });
  expect(readings).toHaveLength(1);
  expect(client.getQueryState(['admin', 'betting', 'fixtures'])?.isInvalidated).toBe(true);
});
