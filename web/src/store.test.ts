/** Listeners of a store, and its source. */
import { expect, it } from 'vitest';
import { createStore } from './store.ts';

it('notifies every listener of each value until it unsubscribes', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  stop();
  store.set(3);
  expect([seen, store.get(), store.initial]).toEqual([[2, 2], 3, 1]);
});

it('runs its source from the first listener to the last', () => {
  const acts: string[] = [];
  const store = createStore(0, () => {
    acts.push('start');
    return () => acts.push('stop');
  });
  const [first, second] = [store.subscribe(() => {}), store.subscribe(() => {})];
  first();
  first();
  expect(acts).toEqual(['start']);
  second();
  expect(acts).toEqual(['start', 'stop']);
});
