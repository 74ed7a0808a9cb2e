/** Prices and margins of our own on a market. Each act is one transaction with its OperatorActed; Redis is told after the commit. */
import { deskRefusals, type TradingMarket } from '@fairline/proto/betting/desk';
import { offerRefusals } from '@fairline/proto/betting/offer';
import { betRules } from '@fairline/proto/betting/rules';
import { Refusal } from '@fairline/proto/contract';
import type { BetContext } from '../bets/context.ts';
import { showNow } from '../offer/commands.ts';
import { type OwnPrices, statusOf } from '../offer/market.ts';
import { projectOwn } from '../offer/own-prices.ts';
import { lockMarket, nextVersion, touchFixtures } from '../offer/store.ts';
import { ownPrices, setOwnPrices } from '../offer/store-own-prices.ts';
import { type Act, recordAction, refuseCardNumber } from '../operator.ts';
import { notFound } from '../refusals.ts';
import type { DeskMarket } from './desk.ts';
import { deskMarket } from './markets.ts';
import { deskMarkets } from './store-markets.ts';

/** Offers a market at these prices. The feed still stops and settles it. */
export async function setPrices(
  context: BetContext,
  marketId: string,
  prices: readonly { selectionId: string; oddsMilli: number }[],
  act: Act,
): Promise<TradingMarket> {
  return changeOwn(context, marketId, 'market.prices', act, (market, before) => {
    const odds = Object.fromEntries(prices.map(({ selectionId, oddsMilli }) => [selectionId, oddsMilli]));
    const named = market.selections.map(({ id }) => id);
    if (prices.length !== named.length || !named.every((id) => id in odds)) throw new Refusal(deskRefusals.pricesIncomplete);
    if (prices.reduce((sum, { oddsMilli }) => sum + 1_000 / oddsMilli, 0) < 1) throw new Refusal(deskRefusals.marginNegative);
    return { marginBp: before?.marginBp ?? null, odds };
  });
}

export function releasePrices(context: BetContext, marketId: string, act: Act): Promise<TradingMarket> {
  return changeOwn(context, marketId, 'market.prices.release', act, (_market, before) => ({ marginBp: before?.marginBp ?? null, odds: null }), {
    whateverState: true,
  });
}

export function setMargin(context: BetContext, marketId: string, marginBp: number | null, act: Act): Promise<TradingMarket> {
  return changeOwn(context, marketId, 'market.margin', act, (_market, before) => ({ marginBp, odds: before?.odds ?? null }), {
    whateverState: marginBp === null,
  });
}

/**
 * No break is counted: a bet that waits for its decision is decided against the new prices by its player's policy, as after any price of the feed.
 * They change under the market's lock and get another version by it, so a decision comes before them or waits for them; Redis is told after the commit.
 */
async function changeOwn(
  context: BetContext,
  marketId: string,
  action: string,
  act: Act,
  change: (market: DeskMarket, before: OwnPrices | undefined) => OwnPrices,
  { whateverState = false } = {},
): Promise<TradingMarket> {
  refuseCardNumber(act.reason);
  const fixtureId = await context.db.tx(async (tx) => {
    const locked = (await lockMarket(tx, marketId)) ?? notFound();
    const [market] = await deskMarkets(tx, { marketId }, betRules.maxLiabilityMinor);
    if (!market) return notFound();
    const status = statusOf(locked, { heard: true, priced: true });
    if (!whateverState && status !== 'active' && status !== 'suspended') throw new Refusal(offerRefusals.marketState, { status });
    const before = await ownPrices(tx, marketId);
    const given = change(market, before);
    const wanted = given.marginBp === null && given.odds === null ? null : given;
    if (!before && !wanted) return market.fixtureId;
    const version = await nextVersion(tx, marketId);
    await setOwnPrices(tx, marketId, wanted, { version, operatorId: act.operator.id, at: context.clock.now() });
    await touchFixtures(tx, [market.fixtureId]);
    const own = (await ownPrices(tx, marketId)) ?? null;
    await recordAction(tx, act, version, { action: action, resourceType: 'market', resourceId: marketId, before: { own: before ?? null }, after: { own } });
    return market.fixtureId;
  });
  await projectOwn(context, [marketId]);
  await showNow(context, [fixtureId]);
  return deskMarket(context, marketId);
}
