/** Cached counts equal a full count, while new people are added. */
import { hourMs } from '@fairline/proto/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PastCounts } from './past-counts.ts';

const start = Date.UTC(2026, 0, 1);

function people(visits: { who: number; hour: number }[]) {
  const calls = { within: 0 };
  const between = (since: Date, until: Date) =>
    new Set(
      visits
        .filter(({ hour }) => start + hour * hourMs >= since.getTime() && start + hour * hourMs < until.getTime())
        .map(({ who }) => who),
    );
  return {
    calls,
    within: async (since: Date, until: Date) => {
      calls.within++;
      return between(since, until).size;
    },
    added: async (from: Date, since: Date, until: Date) =>
      [...between(since, until)].filter((who) => !between(from, since).has(who)).length,
    all: (since: Date, until: Date) => between(since, until).size,
  };
}

it('equal a count of everything, whenever asked', async () => {
  const visit = fc.record({ who: fc.nat(20), hour: fc.nat(400) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: 200 }),
      fc.nat(300),
      fc.integer({ min: 1, max: 100 }),
      async (visits, from, length) => {
        const found = people(visits);
        const [since, until] = [new Date(start + from * hourMs), new Date(start + (from + length) * hourMs + 1)];
        const counts = new PastCounts(found);
        expect(await counts.count(since, until)).toBe(found.all(since, until));
        expect(await counts.count(since, until)).toBe(found.all(since, until));
      },
    ),
  );
});

it('count a long span once an hour, and again after a failure', async () => {
  const found = people([{ who: 1, hour: 5 }]);
  let fails = true;
  const counts = new PastCounts({
    ...found,
    within: (since, until) => (fails ? Promise.reject(new Error('away')) : found.within(since, until)),
  });
  const at = (minutes: number) => new Date(start + 100 * hourMs + minutes * 60_000);
  await expect(counts.count(new Date(start), at(5))).rejects.toThrow('away');
  fails = false;
  for (const minutes of [5, 10, 59])
    expect(await counts.count(new Date(start + minutes * 60_000), at(minutes))).toBe(1);
  expect(found.calls.within).toBe(1);
});
