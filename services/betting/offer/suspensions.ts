/** Suspends markets whose prices move too fast, resumes them, and publishes MarketSuspended for every suspension. */
import { publishAll } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { offerEvents } from '@fairline/proto/betting/offer';
import type { Infer } from '@fairline/proto/contract';
import { showNow } from './commands.ts';
import type { OfferContext } from './context.ts';
import * as store from './store.ts';
import { type Suspended, touchFixtures } from './store.ts';

type SuspendedReason = Infer<typeof offerEvents.marketSuspended.data>['reason'];

export async function publishSuspended(
  tx: Tx,
  suspended: readonly Suspended[],
  reason: SuspendedReason,
): Promise<void> {
  const events = suspended.map(({ marketId, fixtureId, version }) => ({
    aggregate: marketId,
    version,
    data: { marketId, fixtureId, reason },
  }));
  await publishAll(tx, offerEvents.marketSuspended, events);
}

/** Suspends volatile markets, each for its own time. */
export async function suspendVolatileMarkets(
  context: OfferContext,
  suspendMs: ReadonlyMap<string, number>,
): Promise<void> {
  const nowMs = context.clock.now().getTime();
  const until = new Map([...suspendMs].map(([id, ms]) => [id, new Date(nowMs + ms)]));
  const fixtureIds = await context.db.tx(async (tx) => {
    const suspended = await store.closeVolatile(tx, until);
    const ids = [...new Set(suspended.map(({ fixtureId }) => fixtureId))].sort();
    await touchFixtures(tx, ids);
    await publishSuspended(tx, suspended, 'volatility');
    return ids;
  });
  if (fixtureIds.length > 0) await showNow(context, fixtureIds);
}

/** Resumes volatile markets whose suspension is over. */
export async function resumeVolatileMarkets(context: OfferContext): Promise<void> {
  const fixtureIds = await context.db.tx(async (tx) => {
    const ids = await store.reopenVolatile(tx, context.clock.now());
    await touchFixtures(tx, ids);
    return ids;
  });
  if (fixtureIds.length > 0) await showNow(context, fixtureIds);
}

/** Publishes PricesTampered for markets with altered prices, once per market and minute for all instances together. */
export async function publishTampered({ db, clock, tampered }: OfferContext): Promise<void> {
  if (tampered.size === 0) return;
  const found = [...tampered];
  await db.tx(async (tx) => {
    const fresh = await store.noteTampered(tx, found, clock.now());
    const events = fresh.map(({ marketId, version }) => ({ aggregate: marketId, version, data: { marketId } }));
    await publishAll(tx, offerEvents.pricesTampered, events);
  });
  for (const marketId of found) tampered.delete(marketId);
}
