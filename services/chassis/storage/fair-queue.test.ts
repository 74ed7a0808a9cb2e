/** The queue: one piece of work at a time, senders in turn, and which sender is refused if too much waits. */
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Work that records its start and ends when its gate opens. */
function stage(atMost: number) {
  const queue = new FairQueue(atMost);
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  const refused: string[] = [];
  const send = (name: string) =>
    queue
      .run(name.charAt(0), async () => {
        started.push(name);
        await gate.promise;
        if (name.endsWith('!')) throw new Error(name);
      })
      .catch((error: Error & { code?: string }) => refused.push(`${name} ${error.code ?? 'failed'}`));
  return { started, refused, gate, send };
}

it('takes one of each sender in turn, however many one of them sent before', async () => {
  const { started, gate, send } = stage(10);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(send);
  expect(started).toEqual(['a1']);
  gate.resolve();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('goes on after work that failed', async () => {
  const { started, refused, gate, send } = stage(10);
  gate.resolve();
  await Promise.all(['a1!', 'a2', 'b1!'].map(send));
  expect([started, refused]).toEqual([
    ['a1!', 'a2', 'b1!'],
    ['a1! failed', 'b1! failed'],
  ]);
});

it('refuses the last work of the sender with the most waiting, and nothing else', async () => {
  const { started, refused, gate, send } = stage(4);
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map(send);
  gate.resolve();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(refused.sort()).toEqual(['a3 busy', 'a4 busy', 'a5 busy', 'b2 busy']);
});
