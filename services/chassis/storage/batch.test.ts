/** Batches: one item of a lane in a run, arrival order kept, one bad item harms only itself, a full queue refuses. */
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

test('calls of one turn of the loop share a run', async () => {
  const { runs, batch } = recording();
  const answers = await Promise.all(['a', 'b', 'c'].map((lane, place) => batch.add({ lane, place })));
  expect(answers).toEqual([0, 1, 2]);
  expect(runs).toHaveLength(1);
});

test('a lane has one item in a run and keeps its order', async () => {
  const { runs, batch } = recording();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => batch.add({ lane: 'a', place })));
  expect(answers).toEqual(Array.from({ length: 20 }, (_, place) => place));
  expect(runs.map((run) => run.length)).toEqual(Array.from({ length: 20 }, () => 1));
});

test('a bad item fails alone', async () => {
  const { batch } = recording(({ lane }) => lane === 'bad');
  const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map((lane, place) => batch.add({ lane, place })));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an Error in the answers rejects its own caller', async () => {
  const batch = new Batch<Item, number>({
    laneOf: ({ lane }) => lane,
    run: async (items) => items.map(({ place }) => (place === 1 ? new Error('no') : place)),
  });
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((lane, place) => batch.add({ lane, place })));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('past the limit callers are refused busy, and the queue drains', async () => {
  const batch = new Batch<Item, number>({ laneOf: ({ lane }) => lane, limit: 2, run: async (items) => items.map(({ place }) => place) });
  const outcomes = await Promise.allSettled(Array.from({ length: 3 }, (_, place) => batch.add({ lane: `${place}`, place })));
  expect(outcomes[2]).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) });
  expect(batch.waiting).toBe(0);
  await expect(batch.add({ lane: 'a', place: 7 })).resolves.toBe(7);
});
