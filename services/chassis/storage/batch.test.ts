/** Batches: one item per lane and run, order within a lane, isolation of bad items, and the limit. */
import { Refusal } from '@fairline/proto/contract';
import { expect, test } from 'vitest';
import { Batch } from './batch.ts';

interface Item {
  lane: string;
  place: number;
}

function recording(fails: (item: Item) => boolean = () => false) {
  const runs: Item[][] = [];
  const batch = new Batch<Item, number>({
    laneOf: ({ lane }) => lane,
    run: async (items) => {
      runs.push(items);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.some(fails)) throw new Error('a run with a bad item');
      return items.map(({ place }) => place);
    },
  });
  return { runs, batch };
}

test('items added in one turn of the event loop share a run', async () => {
  const { runs, batch } = recording();
  const results = await Promise.all(['a', 'b', 'c'].map((lane, place) => batch.add({ lane, place })));
  expect(results).toEqual([0, 1, 2]);
  expect(runs).toHaveLength(1);
});

test('runs one item of a lane at a time, in order', async () => {
  const { runs, batch } = recording();
  const results = await Promise.all(Array.from({ length: 20 }, (_, place) => batch.add({ lane: 'a', place })));
  expect(results).toEqual(Array.from({ length: 20 }, (_, place) => place));
  expect(runs.map((run) => run.length)).toEqual(Array.from({ length: 20 }, () => 1));
});

test('a bad item fails without failing the others', async () => {
  const { batch } = recording(({ lane }) => lane === 'bad');
  const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map((lane, place) => batch.add({ lane, place })));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an Error among the results rejects its own caller only', async () => {
  const batch = new Batch<Item, number>({
    laneOf: ({ lane }) => lane,
    run: async (items) => items.map(({ place }) => (place === 1 ? new Error('no') : place)),
  });
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((lane, place) => batch.add({ lane, place })));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('refuses busy above the limit, and accepts again once the queue is empty', async () => {
  const batch = new Batch<Item, number>({
    laneOf: ({ lane }) => lane,
    limit: 2,
    run: async (items) => items.map(({ place }) => place),
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 }, (_, place) => batch.add({ lane: `${place}`, place })),
  );
  expect(outcomes[2]).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) });
  expect(batch.waiting).toBe(0);
  await expect(batch.add({ lane: 'a', place: 7 })).resolves.toBe(7);
});
