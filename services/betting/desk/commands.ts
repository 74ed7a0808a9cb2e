/** Operators suspend and resume a market, a fixture, a sport or everything. Each action is one transaction, OperatorActed included; then browsers get the new state. */

import type { Act } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { deskRefusals } from '@fairline/proto/betting/desk';
import { type Market, offerEvents, offerRefusals } from '@fairline/proto/betting/offer';
import type { Stop } from '@fairline/proto/betting/stops';
import { common, Refusal } from '@fairline/proto/contract';
import type { BetContext } from '../bets/context.ts';
import { showNow } from '../offer/commands.ts';
import { statusOf } from '../offer/market.ts';
import { type LockedMarket, lockMarket, touchFixtures, unpricedMarket } from '../offer/store.ts';
import { publishSuspended } from '../offer/suspensions.ts';
import { recordAction, recordActionOnUnversioned } from '../operator.ts';
import { notFound } from '../refusals.ts';
import * as store from './store.ts';

/** Takes a market off offer. It stays off, whatever the feed sends, until it is resumed. */
export async function suspendMarket(context: BetContext, id: string, act: Act): Promise<Market> {
  await context.db.tx(async (tx) => {
    const market = await marketFor(tx, id, act);
    const status = unpricedStatus(market);
    if (market.heldHere || status === 'cancelled' || status === 'settled' || status === 'deactivated')
      refuseState(status);
    const { fixtureId, open } = market;
    const version = await store.holdMarket(tx, id, {
      at: context.clock.now(),
      operatorId: act.operator.id,
      reason: act.reason,
    });
    await touchFixtures(tx, [fixtureId]);
    if (open)
      await publish(tx, offerEvents.marketSuspended, id, version, { marketId: id, fixtureId, reason: 'operator' });
    await recordAction(tx, act, version, {
      action: 'market.suspend',
      resourceType: 'market',
      resourceId: id,
      before: { status },
      after: { status: 'suspended' },
    });
  });
  return readShownMarket(context, id);
}

/** Resumes a market: it is on offer again as soon as the feed offers it. */
export async function resumeMarket(context: BetContext, id: string, act: Act): Promise<Market> {
  await context.db.tx(async (tx) => {
    const market = await marketFor(tx, id, act);
    if (!market.heldHere) refuseState(unpricedStatus(market));
    const version = await store.holdMarket(tx, id, null);
    await touchFixtures(tx, [market.fixtureId]);
    await recordAction(tx, act, version, {
      action: 'market.resume',
      resourceType: 'market',
      resourceId: id,
      before: { status: 'suspended' },
      after: { status: unpricedStatus({ ...market, held: market.heldElsewhere }) },
    });
  });
  return readShownMarket(context, id);
}

async function marketFor(tx: Tx, id: string, { reason }: Act): Promise<LockedMarket> {
  refuseCardNumber(reason);
  const market = await lockMarket(tx, id);
  if (!market) throw new Refusal(common.notFound);
  return market;
}

/** The status of the market, as if it had prices and the feed were up. */
function unpricedStatus(market: LockedMarket): Market['status'] {
  return statusOf(market, { feedUp: true, priced: true });
}

function refuseState(status: Market['status']): never {
  throw new Refusal(offerRefusals.marketState, { status });
}

/** Sends the market to browsers at once, and returns it as players see it now. A market that was never priced is returned without selections; players do not see it. */
async function readShownMarket(context: BetContext, id: string): Promise<Market> {
  const fixtureId = context.catalogue.fixtureOf(id);
  await showNow(context, fixtureId ? [fixtureId] : []);
  const market = fixtureId ? context.catalogue.fixture(fixtureId)?.markets.find((one) => one.id === id) : undefined;
  if (market) return market;
  const unpriced = await unpricedMarket(context.db, id);
  if (!unpriced) throw new Refusal(common.notFound);
  return { ...unpriced, selections: [] };
}

/** Suspends a whole scope, including fixtures that come later, until it is resumed. */
export async function stop(context: BetContext, scope: store.Scope, id: string, act: Act): Promise<Stop> {
  refuseCardNumber(act.reason);
  const at = context.clock.now();
  const { name, fixtureIds } = await context.db.tx(async (tx) => {
    const name = (await store.nameOfScope(tx, scope, id)) ?? notFound();
    const suspended = await store.insertStop(tx, scope, id, { operatorId: act.operator.id, reason: act.reason, at });
    if (!suspended) throw new Refusal(deskRefusals.alreadyStopped);
    const fixtureIds = await store.fixturesIn(tx, scope, id);
    await touchFixtures(tx, fixtureIds);
    await publishSuspended(tx, suspended, 'operator');
    await recordActionOnUnversioned(tx, act, {
      action: `${scope}.suspend`,
      resourceType: scope,
      resourceId: id,
      before: { stopped: false },
      after: { stopped: true, markets: suspended.length },
    });
    return { name, fixtureIds };
  });
  await showNow(context, fixtureIds);
  return { scope, id, name, reason: act.reason, by: act.operator.id, at: at.toISOString() };
}

/** Sets the reason for suspending everything, which takes effect before a reason is given. */
export async function explainStop(context: BetContext, act: Act): Promise<Stop> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    const before = (await store.readStops(tx)).find(({ scope }) => scope === 'all');
    if (!before) throw new Refusal(deskRefusals.notStopped);
    await store.explainStop(tx, act.reason);
    await recordActionOnUnversioned(tx, act, {
      action: 'all.explain',
      resourceType: 'all',
      resourceId: 'all',
      before: { reason: before.reason },
      after: { reason: act.reason },
    });
    return { ...before, reason: act.reason };
  });
}

export async function resume(context: BetContext, scope: store.Scope, id: string, act: Act): Promise<void> {
  refuseCardNumber(act.reason);
  const fixtureIds = await context.db.tx(async (tx) => {
    if ((await store.nameOfScope(tx, scope, id)) === undefined) notFound();
    if (!(await store.deleteStop(tx, scope, id))) throw new Refusal(deskRefusals.notStopped);
    const ids = await store.fixturesIn(tx, scope, id);
    await touchFixtures(tx, ids);
    await recordActionOnUnversioned(tx, act, {
      action: `${scope}.resume`,
      resourceType: scope,
      resourceId: id,
      before: { stopped: true },
      after: { stopped: false },
    });
    return ids;
  });
  await showNow(context, fixtureIds);
}
