/** How the traders' desk reads: a market with its prices, what the feed asks, the fair chances behind it, and what is at stake. Pure. */
import type { OperatorBet, TradingFixture, TradingMarket } from '@fairline/proto/betting/trading';
import { withoutMargin } from '@fairline/proto/margin';
import { toBet } from './bet.ts';
import { type MarketPrices, statusOf } from './market.ts';
import type { DeskMarket, OperatorBetRow, RankedFixture } from './store-trading.ts';

/** `heard` is false while the feed is silent. */
export function toDesk(market: DeskMarket, prices: MarketPrices | undefined, heard: boolean): TradingMarket {
  const feeds = prices?.feeds ?? prices;
  const ids = feeds ? [...feeds.selections.keys()] : [];
  const fair = feeds ? withoutMargin([...feeds.selections.values()].map(({ oddsMilli }) => 1_000 / oddsMilli), feeds.marginMethod) : [];
  const status = statusOf(market, { heard, priced: prices?.open ?? false });
  const offered = market.selections.map(({ id }) => prices?.selections.get(id)?.oddsMilli);
  const marginBp = offered.every((odds) => odds !== undefined) ? Math.round((offered.reduce((sum, odds) => sum + 1_000 / (odds as number), 0) - 1) * 10_000) : market.marginBp;
  return {
    id: market.id,
    type: market.type,
    name: market.name,
    ...(market.lineQuarters !== null && { line: market.lineQuarters / 4 }),
    status,
    stoppedBy: status === 'suspended' ? (market.stoppedBy ?? (heard ? 'feed' : 'feed_silent')) : null,
    stopReason: market.stopReason,
    volatileUntil: market.volatileUntil?.toISOString() ?? null,
    marginBp,
    own: market.own && { marginBp: market.own.marginBp, prices: market.own.odds !== null },
    limit: { scope: market.limitScope, maxLiabilityMinor: market.maxLiabilityMinor },
    resultBy: market.resultBy,
    selections: market.selections.map(({ id, name, bets, stakeMinor, liabilityMinor }) => ({
      id,
      name,
      oddsMilli: prices?.selections.get(id)?.oddsMilli ?? null,
      feedOddsMilli: feeds?.selections.get(id)?.oddsMilli ?? null,
      chance: fair[ids.indexOf(id)] ?? null,
      active: prices?.selections.get(id)?.active ?? false,
      result: market.outcomes?.[id] ?? null,
      bets,
      stakeMinor,
      liabilityMinor,
    })),
  };
}

export function toDeskFixture({ over: _over, weight: _weight, score, ...fixture }: RankedFixture): TradingFixture {
  return { ...fixture, ...(score && { score }) };
}

export function toOperatorBet(row: OperatorBetRow): OperatorBet {
  return { ...toBet(row), playerId: row.playerId, book: row.book };
}
