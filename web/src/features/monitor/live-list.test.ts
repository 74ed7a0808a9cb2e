/** A list that grows at its top, step by step. */
import { expect, it } from 'vitest';
import { type Answer, type Entry, release, startList, withNewest, withOlder } from './live-list.ts';

/** Numbers are both ids and seconds. */
const event = (second: number): Entry => ({
  id: String(second).padStart(4, '0'),
  at: new Date(second * 1_000).toISOString(),
});
const answer = (seconds: number[], nextCursor: string | null = 'more'): Answer<Entry> => ({
  items: seconds.map(event),
  nextCursor,
});
const seconds = (items: readonly Entry[]) => items.map(({ id }) => Number(id));

const start = startList(answer([3, 2, 1]));

it('adds new entries at once while the list is not being read', () => {
  expect(seconds(withNewest(start, answer([5, 4, 3]), false).items)).toEqual([5, 4, 3, 2, 1]);
});

it('keeps the list if nothing is new', () => {
  expect(withNewest(start, answer([3, 2, 1]), false)).toBe(start);
});

it('holds and counts new entries while the list is being read', () => {
  const once = withNewest(start, answer([5, 4, 3]), true);
  const twice = withNewest(once, answer([6, 5, 4]), true);
  expect([seconds(twice.items), twice.held?.count, twice.held?.isMore]).toEqual([[3, 2, 1], 3, false]);
  expect(seconds(release(twice).items)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(seconds(withNewest(twice, answer([6, 5, 4]), false).items)).toEqual([6, 5, 4, 3, 2, 1]);
});

it('inserts a late event in its place', () => {
  expect(seconds(withNewest(startList(answer([5, 3, 1])), answer([5, 4, 3]), false).items)).toEqual([5, 4, 3, 1]);
});

it('restarts if more events arrived than one response holds', () => {
  const jumped = withNewest(start, answer([9, 8, 7], 'at 7'), true);
  expect([seconds(jumped.items), jumped.held?.isMore]).toEqual([[3, 2, 1], true]);
  expect(release(jumped)).toEqual({ items: answer([9, 8, 7]).items, older: 'at 7', held: null });
  expect(release(withOlder(jumped, answer([0], null))).older).toBe('at 7');
});

it('has no gap in an empty list', () => {
  expect(seconds(withNewest(startList(answer([], null)), answer([2, 1], 'x'), false).items)).toEqual([2, 1]);
});

it('appends older events to shown and held entries', () => {
  const held = withOlder(withNewest(start, answer([4, 3, 2]), true), answer([0], null));
  expect([seconds(held.items), held.older]).toEqual([[3, 2, 1, 0], null]);
  expect([seconds(release(held).items), release(held).older]).toEqual([[4, 3, 2, 1, 0], null]);
});

it('restarts at its maximum length', () => {
  const long = startList(answer(Array.from({ length: 400 }, (_, place) => 400 - place)));
  expect(seconds(withNewest(long, answer([401, 400, 399], 'at 399'), false).items)).toEqual([401, 400, 399]);
});
