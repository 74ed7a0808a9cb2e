/** The split of markets with altered prices into those with their own alert and the others. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { splitTampered, tamperedMarketsMost } from './tampering.ts';

const market = (marketId: string = randomUUID()) => ({ id: randomUUID(), at: new Date(0), data: { marketId } });
const markets = (count: number) => Array.from({ length: count }, () => market());

it.each([
  ['up to the limit', tamperedMarketsMost, 0, tamperedMarketsMost, 0],
  ['above it', tamperedMarketsMost + 5, 0, tamperedMarketsMost, 5],
  ['while the hour has room', 5, 7, 3, 2],
  ['of an hour that is full', 5, tamperedMarketsMost, 0, 5],
])('splits markets %s', (_name, count, knownCount, single, others) => {
  const known = new Set(Array.from({ length: knownCount }, () => randomUUID() as string));
  const split = splitTampered(markets(count), known);
  expect([split.single.length, split.others.length]).toEqual([single, others]);
});

it('counts a market once, and none with an alert of its own', () => {
  const [known, fresh] = [market(), market()];
  const again = market(fresh.data.marketId);
  expect(splitTampered([known, fresh, again], new Set([known.data.marketId]))).toEqual({ single: [again], others: [] });
});
