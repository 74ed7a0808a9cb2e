/** Prices that the stream published during a request: every market since the request began, and none from before. */
import type { Fixture } from '@fairline/proto/betting/offer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forget, publishedSince, rememberPrices, withPublishedPrices } from './fixture-prices.ts';

const ids = { fixture: 'f', first: 'm1', second: 'm2' };
const market = (id: string, oddsMilli: number) => ({
  id,
  status: 'active' as const,
  selections: [{ id: `${id} home`, oddsMilli, status: 'active' as const }],
});
const frame = (sequence: number, ...markets: ReturnType<typeof market>[]) => ({
  fixtureId: ids.fixture,
  sequence,
  status: 'live' as const,
  markets,
});
const read = {
  id: ids.fixture,
  status: 'live',
  markets: [market(ids.first, 1_500), market(ids.second, 1_500)],
} as unknown as Fixture;
const odds = (fixture: Fixture) => fixture.markets.map(({ selections }) => selections[0]?.oddsMilli);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  forget();
  vi.useRealTimers();
});

it('gives a response every market that was published since the request', () => {
  rememberPrices(frame(1, market(ids.first, 1_600)));
  rememberPrices(frame(2, market(ids.second, 1_700)));
  expect(odds(withPublishedPrices(read, 1_000))).toEqual([1_600, 1_700]);
});

it("keeps the response's prices for a market published before the request", () => {
  rememberPrices(frame(1, market(ids.first, 1_600)));
  vi.setSystemTime(2_000);
  rememberPrices(frame(2, market(ids.second, 1_700)));
  expect(odds(withPublishedPrices(read, 1_500))).toEqual([1_500, 1_700]);
});

it('returns the latest prices of each market published since an instant, or nothing', () => {
  rememberPrices(frame(1, market(ids.first, 1_600)));
  vi.setSystemTime(2_000);
  rememberPrices(frame(2, market(ids.second, 1_700)));
  rememberPrices(frame(3, market(ids.second, 1_800)));
  expect(publishedSince(ids.fixture, 1_500)).toMatchObject({
    sequence: 3,
    markets: [{ id: ids.second, selections: [{ oddsMilli: 1_800 }] }],
  });
  expect([publishedSince(ids.fixture, 2_001), publishedSince('another', 0)]).toEqual([undefined, undefined]);
});

it('drops a frame older than the stored one', () => {
  expect([
    rememberPrices(frame(2, market(ids.first, 1_700))),
    rememberPrices(frame(1, market(ids.first, 1_600))),
  ]).toEqual([true, false]);
  expect(odds(withPublishedPrices(read, 1_000))).toEqual([1_700, 1_500]);
});
