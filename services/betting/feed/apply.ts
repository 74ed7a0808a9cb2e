/**
 * Applies a batch of feed messages: the catalogue and results to the database in one transaction, prices to Redis.
 * Every write is keyed by the fixture's sequence, so applying a message twice changes nothing.
 */
import { isLockTimeout, type Tx } from '@fairline/chassis/storage/postgres';
import type { OfferContext } from '../offer/context.ts';
import { isOver } from '../offer/market.ts';
import { projectOwn } from '../offer/own-prices.ts';
import { endPrices, setPrices } from '../offer/prices.ts';
import { touchFixtures } from '../offer/store.ts';
import { endOwnOdds } from '../offer/store-own-prices.ts';
import { publishSuspended, suspendVolatileMarkets } from '../offer/suspensions.ts';
import type { Changes } from './changes.ts';
import * as store from './store.ts';

/** The number of tries to get locks. Each waits up to half a second. */
const lockTries = 6;

/** Writes the changes; returns the fixtures that are over. `isLive` is false during a replay, because replayed prices do not show how fast they moved. */
export async function applyChanges(
  context: OfferContext,
  changes: Changes,
  { isLive }: { isLive: boolean },
): Promise<string[]> {
  const ended = hasRows(changes)
    ? await retryLocked(() => context.db.tx((tx) => writeRows(tx, context.clock.now(), changes)))
    : [];
  await projectOwn(context, ended);
  // A volatile market is suspended before its new price is written.
  if (changes.volatile.size > 0 && isLive) await suspendVolatileMarkets(context, changes.volatile);
  await setPrices(context, changes.prices);
  const over = [...changes.fixtures.values()].filter(({ status }) => isOver(status)).map(({ fixtureId }) => fixtureId);
  await endPrices(context, over);
  return over;
}

/** Retries while markets are locked: decisions on bets lock them for a moment, which is no reason to replay the feed. */
async function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === lockTries || !isLockTimeout(error)) throw error;
    }
  }
}

/** Writes the rows; returns the markets whose own odds end, because the market was interrupted or play began. An own margin stays. */
async function writeRows(tx: Tx, at: Date, changes: Changes): Promise<string[]> {
  const fixtures = [...changes.fixtures.values()];
  const cancelled = fixtures.filter(({ status }) => status === 'cancelled').map(({ fixtureId }) => fixtureId);
  const markets = [...changes.markets.values()];
  const decided = [...changes.results.values(), ...changes.cancels];
  await store.lockForFeed(
    tx,
    [...new Set([...markets.map(({ id }) => id), ...decided.map(({ marketId }) => marketId)])],
    [...cancelled, ...changes.begun],
  );
  const gone = await store.cancelledOf(
    tx,
    fixtures.map(({ fixtureId }) => fixtureId),
  );
  await store.writeFixtures(tx, at, fixtures);
  const stillGone = new Set(await store.cancelledOf(tx, gone));
  await store.writeMoments(tx, changes.moments);
  await store.writeShapes(tx, [...changes.shapes.values()]);
  const suspended = await store.writeMarkets(tx, markets);
  await store.writeResults(tx, at, [...changes.results.values()]);
  await store.writeCancels(tx, at, changes.cancels);
  await store.writeUnread(tx, at, changes.unread);
  await store.dueByFixture(tx, at, [...new Set([...cancelled, ...gone.filter((id) => !stillGone.has(id))])]);
  const touched = [...changes.shapes.values(), ...markets, ...decided, ...changes.unread].map(
    ({ fixtureId }) => fixtureId,
  );
  await touchFixtures(tx, [...new Set(touched)].sort());
  await publishSuspended(tx, suspended, 'feed');
  const broken = markets.filter(({ breaks }) => breaks > 0).map(({ id }) => id);
  return endOwnOdds(tx, broken, [...changes.begun]);
}

function hasRows({ fixtures, shapes, markets, results, cancels, unread }: Changes): boolean {
  return fixtures.size + shapes.size + markets.size + results.size + cancels.length + unread.length > 0;
}
