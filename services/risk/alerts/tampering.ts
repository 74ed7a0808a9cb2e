/** Alerts about prices that something other than betting has written: one each for the first ten markets of a UTC hour, then one for all others. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { offerEvents } from '@fairline/proto/betting/offer';
import type { Infer } from '@fairline/proto/contract';
import { raiseAlerts } from './commands.ts';
import { alertText } from './english.ts';
import { type Draft, ofTampering } from './intake.ts';
import * as store from './store-tampering.ts';

/** The number is bounded, because a Redis restored with old prices has thousands of such markets. */
export const tamperedMarketsMost = 10;

interface Tampered {
  readonly id: string;
  readonly at: Date;
  readonly data: Infer<typeof offerEvents.pricesTampered.data>;
}

export async function raiseTampered(tx: Tx, events: readonly Tampered[], at: Date): Promise<void> {
  const byHour = Map.groupBy(events, (event) => event.at.toISOString().slice(0, 13));
  for (const [hour, ofHour] of [...byHour].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const known = await store.marketsAlerted(tx, hour);
    const { single, others } = splitTampered(ofHour, known);
    const many = manyTamperedDraft(hour);
    await raiseAlerts(tx, [...single.map(ofTampering), ...(others.length > 0 ? [many] : [])], at);
    if (others.length > 0) await store.addMarkets(tx, many.cause, others);
  }
}

/** Splits the markets, each once, into those that get their own alert while the hour has room for them, and the others. */
export function splitTampered(
  events: readonly Tampered[],
  known: ReadonlySet<string>,
): { single: Tampered[]; others: Tampered[] } {
  const fresh = [...new Map(events.map((event) => [event.data.marketId, event])).values()].filter(
    ({ data }) => !known.has(data.marketId),
  );
  const left = Math.max(0, tamperedMarketsMost - known.size);
  return { single: fresh.slice(0, left), others: fresh.slice(left) };
}

export function manyTamperedDraft(hour: string): Draft {
  return {
    cause: `prices_tampered ${hour}`,
    type: 'prices_tampered',
    ...alertText('many_prices_tampered', { markets: tamperedMarketsMost }),
  };
}
