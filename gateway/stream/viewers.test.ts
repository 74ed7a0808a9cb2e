/** Viewers of fixtures: the counts that each stream gets when those of any gateway change. */
import type { FixtureViewers } from '@fairline/proto/live/stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Counts, Viewers } from './viewers.ts';

let elsewhere: Counts[];
let down: boolean;
let viewers: Viewers;

beforeEach(() => {
  elsewhere = [];
  down = false;
  viewers = new Viewers(async (own) => {
    if (down) throw new Error('no Redis');
    return [own, ...elsewhere];
  });
});

afterEach(() => viewers.stop());

function watch(...fixtures: string[]) {
  const got: FixtureViewers[] = [];
  const leave = viewers.watch(fixtures, (news) => got.push(news));
  return { got, leave, take: () => got.splice(0).map(({ fixtureId, viewers: count }) => `${fixtureId} ${count}`) };
}

it('sends each stream the counts of its fixtures, when they change', async () => {
  const [one, other] = [watch('a', 'b'), watch('a')];
  await viewers.count();
  expect(one.take()).toEqual(['a 2', 'b 1']);
  expect(other.take()).toEqual(['a 2']);
  await viewers.count();
  expect(one.take()).toEqual([]);
  other.leave();
  await viewers.count();
  expect(one.take()).toEqual(['a 1']);
  expect(other.take()).toEqual([]);
});

it('adds the counts of other gateways, and loses those of one that is gone', async () => {
  const one = watch('a');
  elsewhere = [new Map([['a', 3]]), new Map([['a', 4]])];
  await viewers.count();
  expect(one.take()).toEqual(['a 8']);
  elsewhere = [new Map([['a', 3]])];
  await viewers.count();
  expect(one.take()).toEqual(['a 4']);
});

it('sends a new stream the last counts at once', async () => {
  elsewhere = [new Map([['a', 3]])];
  await viewers.count();
  expect(watch('a', 'b').take()).toEqual(['a 3']);
});

it('has its own counts alone while Redis is down', async () => {
  elsewhere = [new Map([['a', 3]])];
  const one = watch('a');
  await viewers.count();
  down = true;
  await viewers.count();
  expect(one.take()).toEqual(['a 4', 'a 1']);
});
