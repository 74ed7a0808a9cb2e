/**
 * What operators do to what is on offer beyond a single market: stops of a fixture, a sport or everything, prices and margins of our own, limits;
 * and what the house does by itself where prices move too fast. Each act is one transaction with the facts that tell of it, then every browser is shown.
 */
import { randomUUIDv7 } from 'node:crypto';
import { say, sayAll } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { bettingEvents, bettingRefusals, bettingRules } from '@fairline/proto/betting';
import { type Limit, type Stop, type TradingFixtureWhole, type TradingMarket, tradingRefusals, tradingRules } from '@fairline/proto/betting/trading';
import { common, Id, type Infer, Refusal } from '@fairline/proto/contract';
import { MarketType } from '@fairline/proto/feed';
import { current, showNow } from './commands-catalogue.ts';
import { type Act, refuseCardNumber, sayActed } from './commands-operator.ts';
import type { Betting } from './config.ts';
import { type DeskMarket, toDesk, toDeskFixture } from './desk.ts';
import { type OwnPrices, statusOf } from './market.ts';
import { lastPrices, setOwn } from './prices.ts';
import { lockMarket, type Suspended, touchFixtures } from './store-catalogue.ts';
import * as store from './store-trading.ts';

type SuspendedReason = Infer<typeof bettingEvents.marketSuspended.data>['reason'];

export async function saySuspended(tx: Tx, suspended: readonly Suspended[], reason: SuspendedReason): Promise<void> {
  const facts = suspended.map(({ marketId, fixtureId, version }) => ({ aggregate: marketId, version, data: { marketId, fixtureId, reason } }));
  await sayAll(tx, bettingEvents.marketSuspended, facts);
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
    await sayActedOn(tx, act, `${scope}.suspend`, scope, id, { before: { stopped: false }, after: { stopped: true, markets: suspended.length } });
    return { name, fixtureIds };
  });
  await showNow(room, fixtureIds);
  return { scope, id, name, reason: act.reason, by: act.operator.id, at: at.toISOString() };
}

export async function resume(room: Betting, scope: store.Scope, id: string, act: Act): Promise<void> {
  refuseCardNumber(act.reason);
  const fixtureIds = await room.db.tx(async (tx) => {
    if ((await store.nameOfScope(tx, scope, id)) === undefined) notFound();
    if (!(await store.deleteStop(tx, scope, id))) throw new Refusal(tradingRefusals.notStopped);
    const ids = await store.fixturesIn(tx, scope, id);
    await touchFixtures(tx, ids);
    await sayActedOn(tx, act, `${scope}.resume`, scope, id, { before: { stopped: true }, after: { stopped: false } });
    return ids;
  });
  await showNow(room, fixtureIds);
}

/** An act on what has no versions is told under an id of its own. */
async function sayActedOn(
  tx: Tx,
  { operator, address, agent, reason }: Act,
  action: string,
  resourceType: string,
  resourceId: string,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const data = { operatorId: operator.id, action, resourceType, resourceId, reason, ...change, address, agent };
  await say(tx, bettingEvents.operatorActed, randomUUIDv7(), 1, data);
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
  if (fixtureIds.length > 0) await showNow(room, fixtureIds);
}

/** Gives back what was off offer for moving too fast. */
export async function releaseCalmed(room: Betting): Promise<void> {
  const fixtureIds = await room.db.tx(async (tx) => {
    const ids = await store.calmed(tx, room.clock.now());
    await touchFixtures(tx, ids);
    return ids;
  });
  if (fixtureIds.length > 0) await showNow(room, fixtureIds);
}

// ---- Prices and margins of our own -------------------------------------------------------------

/** Offers a market at these prices. The feed still stops and settles it. */
export async function setPrices(
  room: Betting,
  marketId: string,
  prices: readonly { selectionId: string; oddsMilli: number }[],
  act: Act,
): Promise<TradingMarket> {
  return changeOwn(room, marketId, 'market.prices', act, (market, before) => {
    const odds = Object.fromEntries(prices.map(({ selectionId, oddsMilli }) => [selectionId, oddsMilli]));
    const named = market.selections.map(({ id }) => id);
    if (prices.length !== named.length || !named.every((id) => id in odds)) throw new Refusal(tradingRefusals.pricesIncomplete);
    if (prices.reduce((sum, { oddsMilli }) => sum + 1_000 / oddsMilli, 0) < 1) throw new Refusal(tradingRefusals.marginNegative);
    return { marginBp: before?.marginBp ?? null, odds };
  });
}

export function releasePrices(room: Betting, marketId: string, act: Act): Promise<TradingMarket> {
  return changeOwn(room, marketId, 'market.prices.release', act, (_market, before) => ({ marginBp: before?.marginBp ?? null, odds: null }), {
    whateverState: true,
  });
}

export function setMargin(room: Betting, marketId: string, marginBp: number | null, act: Act): Promise<TradingMarket> {
  return changeOwn(room, marketId, 'market.margin', act, (_market, before) => ({ marginBp, odds: before?.odds ?? null }), { whateverState: marginBp === null });
}

/**
 * No break is counted: a bet that waits for its decision is decided against the new prices by its player's policy, as after any price of the feed.
 * They change under the market's lock and get another version by it, so a decision comes before them or waits for them; Redis is told after the commit.
 */
async function changeOwn(
  room: Betting,
  marketId: string,
  action: string,
  act: Act,
  change: (market: DeskMarket, before: OwnPrices | undefined) => OwnPrices,
  { whateverState = false } = {},
): Promise<TradingMarket> {
  refuseCardNumber(act.reason);
  const fixtureId = await room.db.tx(async (tx) => {
    const locked = (await lockMarket(tx, marketId)) ?? notFound();
    const [market] = await store.deskMarkets(tx, { marketId }, bettingRules.maxLiabilityMinor);
    if (!market) return notFound();
    const status = statusOf(locked, { heard: true, priced: true });
    if (!whateverState && status !== 'active' && status !== 'suspended') throw new Refusal(bettingRefusals.marketState, { status });
    const before = await store.ownPrices(tx, marketId);
    const given = change(market, before);
    const wanted = given.marginBp === null && given.odds === null ? null : given;
    if (!before && !wanted) return market.fixtureId;
    const version = await store.nextVersion(tx, marketId);
    await store.setOwnPrices(tx, marketId, wanted, { version, operatorId: act.operator.id, at: room.clock.now() });
    await touchFixtures(tx, [market.fixtureId]);
    const own = (await store.ownPrices(tx, marketId)) ?? null;
    await sayActed(tx, act, action, 'market', marketId, version, { before: { own: before ?? null }, after: { own } });
    return market.fixtureId;
  });
  await projectOwn(room, [marketId]);
  await showNow(room, [fixtureId]);
  return deskMarket(room, marketId);
}

/** Puts beside the feed's prices what the table says of our own for these markets; again where it says another thing by then, so that the last word is the table's, whoever else writes. */
export async function projectOwn({ db, redis }: Betting, marketIds: readonly string[], { all } = { all: false }): Promise<void> {
  if (marketIds.length === 0 && !all) return;
  for (let told = ''; ; ) {
    const words = await store.ownWords(db, marketIds, { all });
    const text = JSON.stringify(words);
    if (text === told) return;
    await setOwn(redis, words);
    told = text;
  }
}

/** The same for all that there are, and for all that are shown: after prices were lost, and where whoever changed them could not say so. */
export async function projectAllOwn(room: Betting): Promise<void> {
  await projectOwn(room, (await current(room)).ownMarkets(), { all: true });
}

export async function deskMarket(room: Betting, marketId: string): Promise<TradingMarket> {
  const [market] = await store.deskMarkets(room.db, { marketId }, bettingRules.maxLiabilityMinor);
  if (!market) return notFound();
  const { heard, markets } = await lastPrices(room.redis, market.fixtureId);
  return toDesk(market, markets.get(marketId), { heard, now: room.clock.now() });
}

/** A fixture with all its markets, whether it is over or not; prices are there as long as they are kept. */
export async function deskFixture(room: Betting, id: string): Promise<TradingFixtureWhole> {
  const now = room.clock.now();
  const fixture = (await store.tradingFixture(room.db, now, id)) ?? notFound();
  const rows = await store.deskMarkets(room.db, { fixtureId: id }, bettingRules.maxLiabilityMinor);
  const { heard, markets } = await lastPrices(room.redis, id);
  return { ...toDeskFixture(fixture), markets: rows.map((market) => toDesk(market, markets.get(market.id), { heard, now })) };
}

// ---- Limits ------------------------------------------------------------------------------------

export async function setLimit(
  room: Betting,
  { scope, id, maxLiabilityMinor }: { scope: Limit['scope']; id: string; maxLiabilityMinor: number | null },
  act: Act,
): Promise<Limit[]> {
  refuseCardNumber(act.reason);
  return room.db.tx(async (tx) => {
    if (!(await isThere(tx, scope, id))) notFound();
    const was = await store.setLimit(tx, scope, id, maxLiabilityMinor, { operatorId: act.operator.id, at: room.clock.now() });
    await sayActedOn(tx, act, 'limit.set', `limit.${scope}`, id, { before: { maxLiabilityMinor: was }, after: { maxLiabilityMinor } });
    return limits(tx);
  });
}

async function isThere(tx: Tx, scope: Limit['scope'], id: string): Promise<boolean> {
  if (scope === 'default') return id === 'default';
  if (scope === 'type') return MarketType.safeParse(id).success;
  return (scope !== 'market' || Id.safeParse(id).success) && store.isScope(tx, scope, id);
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
