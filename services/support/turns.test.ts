/** Turns: tasks under one key run in order, one at a time; a failure does not stop the next. */
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('runs work on one thing one at a time and in order, also after a failure', async () => {
  const turns = new Turns();
  const steps: string[] = [];
  const work = (name: string, fails = false) =>
    turns.run('chat', async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('does not let different things wait for each other', async () => {
  const turns = new Turns();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = turns.run('a', () => promise);
  expect(await turns.run('b', async () => 'b')).toBe('b');
  resolve('a');
  expect(await first).toBe('a');
});
