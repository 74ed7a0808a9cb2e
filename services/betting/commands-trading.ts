/**
 * What operators do to what is on offer beyond a single market: stops of a fixture, a sport or everything, prices and margins of our own, limits;
 * and what the house does by itself where prices move too fast. Each act is one transaction with the facts that tell of it, then every browser is shown.
 */
import { sayAll } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { bettingEvents, bettingRefusals, bettingRules } from '@fairline/proto/betting';
import { type Limit, type Stop, type TradingMarket, tradingRefusals, tradingRules } from '@fairline/proto/betting/trading';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { refresh } from './commands-catalogue.ts';
import { type Act, refuseCardNumber, sayActed } from './commands-operator.ts';
import type { Betting } from './config.ts';
import { toDesk } from './desk.ts';
import type { OwnPrices } from './market.ts';
import { marketPricesOf, setOwn } from './prices.ts';
import { lockMarket, type Suspended, touchFixtures } from './store-catalogue.ts';
import * as store from './store-trading.ts';

type SuspendedReason = Infer<typeof bettingEvents.marketSuspended.data>['reason'];

export async function saySuspended(tx: Tx, suspended: readonly Suspended[], reason: SuspendedReason): Promise<void> {
  const facts = suspended.map(({ marketId, fixtureId, version }) => ({ aggregate: marketId, version, data: { marketId, fixtureId, reason } }));
  await sayAll(tx, bettingEvents.marketSuspended, facts);
}

/** Sends fixtures whole to whoever looks at them, as they are from now on. */
async function show(room: Betting, fixtureIds: readonly string[]): Promise<void> {
  await refresh(room);
  for (const id of fixtureIds) {
    const frame = room.catalogue.frame(id);
    if (frame) room.bus.hint(`live.fixture.${id}`, frame);
  }
}

// ---- Stops -------------------------------------------------------------------------------------

/** Takes all of a scope off offer, also what is announced later; it stays off until it is resumed. */
export async function stop(room: Betting, scope: store.Scope, id: string, act: Act): Promise<Stop> {
  refuseCardNumber(act.reason);
  const at = room.clock.now();
  const { name, fixtureIds } = await room.db.tx(async (tx) => {
    const name = (await store.nameOfScope(tx, scope, id)) ?? notFound();
    const suspended = await store.insertStop(tx, scope, id, { operatorId: act.operator.id, reason: act.reason, at });
    if (!suspended) throw new Refusal(tradingRefusals.alreadyStopped);
    const fixtureIds = await store.fixturesIn(tx, scope, id);
    await touchFixtures(tx, fixtureIds);
    await saySuspended(tx, suspended, 'operator');
    await acted(tx, act, `${scope}.suspend`, scope, id, { markets: 0 }, { markets: suspended.length });
    return { name, fixtureIds };
  });
  await show(room, fixtureIds);
  return { scope, id, name, reason: act.reason, by: act.operator.id, at: at.toISOString() };
}

export async function resume(room: Betting, scope: store.Scope, id: string, act: Act): Promise<void> {
  refuseCardNumber(act.reason);
  const fixtureIds = await room.db.tx(async (tx) => {
    if ((await store.nameOfScope(tx, scope, id)) === undefined) notFound();
    if (!(await store.deleteStop(tx, scope, id))) throw new Refusal(tradingRefusals.notStopped);
    const ids = await store.fixturesIn(tx, scope, id);
    await touchFixtures(tx, ids);
    await acted(tx, act, `${scope}.resume`, scope, id, { stopped: true }, { stopped: false });
    return ids;
  });
  await show(room, fixtureIds);
}

/** An act on what has no version of its own counts by the clock. */
function acted(tx: Tx, act: Act, action: string, type: string, id: string, before: Record<string, unknown>, after: Record<string, unknown>): Promise<void> {
  return sayActed(tx, act, action, type, id, Date.now(), { before, after });
}

// ---- Moving too fast ---------------------------------------------------------------------------

export async function calmMarkets(room: Betting, marketIds: readonly string[]): Promise<void> {
  const until = new Date(room.clock.now().getTime() + tradingRules.volatility.suspendMs);
  const fixtureIds = await room.db.tx(async (tx) => {
    const suspended = await store.calm(tx, marketIds, until);
    const ids = [...new Set(suspended.map(({ fixtureId }) => fixtureId))].sort();
    await touchFixtures(tx, ids);
    await saySuspended(tx, suspended, 'volatility');
    return ids;
  });
  if (fixtureIds.length > 0) await show(room, fixtureIds);
}

/** Gives back what was off offer for moving too fast. */
export async function releaseCalmed(room: Betting): Promise<void> {
  const fixtureIds = await room.db.tx(async (tx) => {
    const ids = await store.calmed(tx, room.clock.now());
    await touchFixtures(tx, ids);
    return ids;
  });
  if (fixtureIds.length > 0) await show(room, fixtureIds);
}

// ---- Prices and margins of our own -------------------------------------------------------------

/** Offers a market at these prices. The feed still stops and settles it. */
export async function setPrices(room: Betting, marketId: string, prices: readonly { selectionId: string; oddsMilli: number }[], act: Act): Promise<TradingMarket> {
  return changeOwn(room, marketId, 'market.prices', act, (market, before) => {
    const odds = Object.fromEntries(prices.map(({ selectionId, oddsMilli }) => [selectionId, oddsMilli]));
    const named = market.selections.map(({ id }) => id);
    if (prices.length !== named.length || !named.every((id) => id in odds)) throw new Refusal(tradingRefusals.pricesIncomplete);
    if (prices.reduce((sum, { oddsMilli }) => sum + 1_000 / oddsMilli, 0) < 1) throw new Refusal(tradingRefusals.marginNegative);
    return { marginBp: before?.marginBp ?? null, odds };
  });
}

export function releasePrices(room: Betting, marketId: string, act: Act): Promise<TradingMarket> {
  return changeOwn(room, marketId, 'market.prices.release', act, (_market, before) => ({ marginBp: before?.marginBp ?? null, odds: null }), { whateverState: true });
}

export function setMargin(room: Betting, marketId: string, marginBp: number | null, act: Act): Promise<TradingMarket> {
  return changeOwn(room, marketId, 'market.margin', act, (_market, before) => ({ marginBp, odds: before?.odds ?? null }), { whateverState: marginBp === null });
}

async function changeOwn(
  room: Betting,
  marketId: string,
  action: string,
  act: Act,
  change: (market: store.DeskMarket, before: OwnPrices | undefined) => OwnPrices,
  { whateverState = false } = {},
): Promise<TradingMarket> {
  refuseCardNumber(act.reason);
  const { fixtureId, own } = await room.db.tx(async (tx) => {
    const locked = (await lockMarket(tx, marketId)) ?? notFound();
    const [market] = await store.deskMarkets(tx, { marketId }, bettingRules.maxLiabilityMinor);
    if (!market) return notFound();
    const status = locked.cancelled ? 'cancelled' : locked.settled ? 'settled' : locked.status;
    if (!whateverState && status !== 'active' && status !== 'suspended') throw new Refusal(bettingRefusals.marketState, { status });
    const before = await store.ownPrices(tx, marketId);
    const after = change(market, before);
    const own = after.marginBp === null && after.odds === null ? null : after;
    await store.setOwnPrices(tx, marketId, own, { operatorId: act.operator.id, at: room.clock.now() });
    await touchFixtures(tx, [market.fixtureId]);
    await acted(tx, act, action, 'market', marketId, { own: before ?? null }, { own });
    return { fixtureId: market.fixtureId, own };
  });
  // The table is the truth: where this is lost, the next reading of the feed puts it there again.
  await setOwn(room.redis, [{ fixtureId, marketId, own }]);
  await show(room, [fixtureId]);
  return deskMarket(room, marketId);
}

export async function deskMarket(room: Betting, marketId: string): Promise<TradingMarket> {
  const [market] = await store.deskMarkets(room.db, { marketId }, bettingRules.maxLiabilityMinor);
  if (!market) return notFound();
  const prices = await marketPricesOf(room.redis, [{ fixtureId: market.fixtureId, marketId }]);
  return toDesk(market, prices.get(marketId), prices.size > 0);
}

// ---- Limits ------------------------------------------------------------------------------------

export async function setLimit(
  room: Betting,
  { scope, id, maxLiabilityMinor }: { scope: Limit['scope']; id: string; maxLiabilityMinor: number | null },
  act: Act,
): Promise<Limit[]> {
  refuseCardNumber(act.reason);
  return room.db.tx(async (tx) => {
    if (!(await store.isScope(tx, scope, id))) notFound();
    const was = await store.setLimit(tx, scope, id, maxLiabilityMinor, { operatorId: act.operator.id, at: room.clock.now() });
    await acted(tx, act, 'limit.set', `limit_${scope}`, id, { maxLiabilityMinor: was }, { maxLiabilityMinor });
    return limits(tx);
  });
}

/** The default is there also where nobody ever said one. */
export async function limits(db: Parameters<typeof store.limits>[0]): Promise<Limit[]> {
  const rows = await store.limits(db);
  const said = rows.some(({ scope }) => scope === 'default');
  return said ? rows : [{ scope: 'default', id: 'default', name: 'default', maxLiabilityMinor: bettingRules.maxLiabilityMinor, by: null, at: null }, ...rows];
}

function notFound(): never {
  throw new Refusal(common.notFound);
}
