/** Markets as operators read them: one, or all of a fixture, with the current prices. */
import type { TradingFixtureWhole, TradingMarket } from '@fairline/proto/betting/desk';
import { betRules } from '@fairline/proto/betting/rules';
import type { BetContext } from '../bets/context.ts';
import { readLastPrices } from '../offer/prices.ts';
import { notFound } from '../refusals.ts';
import { toDesk, toDeskFixture } from './desk.ts';
import { deskMarkets, tradingFixture } from './store-markets.ts';

export async function deskMarket(context: BetContext, marketId: string): Promise<TradingMarket> {
  const [market] = await deskMarkets(
    context.db,
    { marketId },
    { defaultMinor: betRules.maxLiabilityMinor, twoOperatorsMinor: context.twoOperatorsMinor },
    context.clock.now(),
  );
  if (!market) return notFound();
  const { feedUp, markets } = await readLastPrices(context, market.fixtureId);
  return toDesk(market, markets.get(marketId), { feedUp, now: context.clock.now() });
}

/** A fixture with all its markets, over or not. Prices are included as long as Redis keeps them. */
export async function deskFixture(context: BetContext, id: string): Promise<TradingFixtureWhole> {
  const now = context.clock.now();
  const fixture = (await tradingFixture(context.db, now, id)) ?? notFound();
  const rows = await deskMarkets(
    context.db,
    { fixtureId: id },
    { defaultMinor: betRules.maxLiabilityMinor, twoOperatorsMinor: context.twoOperatorsMinor },
    now,
  );
  const { feedUp, markets } = await readLastPrices(context, id);
  return {
    ...toDeskFixture(fixture),
    markets: rows.map((market) => toDesk(market, markets.get(market.id), { feedUp, now })),
  };
}
