/** The newest published price of each fixture, so that a slow answer to an older request never overwrites it. */
import type { Fixture } from '@fairline/proto/betting/offer';
import type { Prices } from '@fairline/proto/live/stream';
import { withPrices } from './prices.ts';

/** Query keys of fixtures: one by one, and in pages. */
export const fixtureKeys = { one: ['betting', 'fixture'], list: ['betting', 'fixtures'] } as const;

interface Known {
  frame: Prices;
  at: number;
  /** A frame names the markets that moved; this is when each was last named. */
  markets: Map<string, { market: Prices['markets'][number]; at: number }>;
}

const latest = new Map<string, Known>();

/** Stores a frame unless a later one is stored; returns whether it was stored. */
export function rememberPrices(frame: Prices): boolean {
  const known = latest.get(frame.fixtureId);
  if (known && known.frame.sequence > frame.sequence) return false;
  const at = Date.now();
  const markets = known?.markets ?? new Map();
  for (const market of frame.markets) markets.set(market.id, { market, at });
  latest.set(frame.fixtureId, { frame, at, markets });
  return true;
}

/** After a reconnect nothing stored before is valid. */
export function forget(): void {
  latest.clear();
}

const read = new Map<string, number>();

/** When the prices of a fixture were last fetched; 0 if never. */
export function readAt(fixtureId: string): number {
  return read.get(fixtureId) ?? 0;
}

/** Applies the prices published since a request began to the answer of that request. */
export function withPublishedPrices(fixture: Fixture, askedAt: number): Fixture {
  read.set(fixture.id, Math.max(askedAt, readAt(fixture.id)));
  const published = publishedSince(fixture.id, askedAt);
  return published ? withPrices(fixture, published) : fixture;
}

/** The latest frame of a fixture, with the markets named since the instant; undefined if there was none since. */
export function publishedSince(fixtureId: string, since: number): Prices | undefined {
  const known = latest.get(fixtureId);
  if (!known || known.at < since) return undefined;
  return {
    ...known.frame,
    markets: [...known.markets.values()].filter(({ at }) => at >= since).map(({ market }) => market),
  };
}
