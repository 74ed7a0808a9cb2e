/** The newest price of each fixture that the stream has told, so that a slow answer to an older question never overwrites it. */
import type { Fixture } from '@fairline/proto/betting';
import type { Prices } from '@fairline/proto/gateway';
import { withPrices } from './prices.ts';

/** Where fixtures lie in the query cache: one by one, and in pages. */
export const fixtureKeys = { one: ['betting', 'fixture'], list: ['betting', 'fixtures'] } as const;

const latest = new Map<string, { frame: Prices; at: number }>();

/** Keeps a frame unless a later one is known; answers whether it was kept. */
export function remembered(frame: Prices): boolean {
  const known = latest.get(frame.fixtureId);
  if (known && known.frame.sequence > frame.sequence) return false;
  latest.set(frame.fixtureId, { frame, at: Date.now() });
  return true;
}

/** After a break nothing that was known counts any more. */
export function forget(): void {
  latest.clear();
}

/** Applies what the stream said since a request began to the answer of that request. */
export function freshened(fixture: Fixture, askedAt: number): Fixture {
  const known = latest.get(fixture.id);
  return known && known.at >= askedAt ? withPrices(fixture, known.frame) : fixture;
}
