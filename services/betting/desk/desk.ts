/** Fixtures and markets as the traders' desk shows them: our prices, the feed's prices, the fair chances, and the stakes and exposure. Pure. */
import type { Limit, TradingFixture, TradingMarket } from '@fairline/proto/betting/desk';
import { type FeedStatus, type MarketPrices, type OwnPrices, statusOf } from '../offer/market.ts';
import { changeOf, type FixtureRow } from '../offer/views.ts';
import { chancesOf } from '../offer/volatility.ts';
import type { SelectionResult } from '../outcome.ts';

/** A market with everything that the database has on it for the desk. */
export interface DeskMarket {
  id: string;
  fixtureId: string;
  type: TradingMarket['type'];
  name: string;
  lineQuarters: number | null;
  status: FeedStatus;
  held: boolean;
  settled: boolean;
  cancelled: boolean;
  stoppedBy:
    | 'market'
    | 'fixture'
    | 'sport'
    | 'all'
    | 'decision'
    | 'own_limit'
    | 'volatility'
    | 'window'
    | 'feed_gone'
    | null;
  /** Whether the feed's last message on the market could not be read. */
  unread: boolean;
  fixtureStatus: TradingFixture['status'];
  startsAt: Date;
  stopReason: string | null;
  volatileUntil: Date | null;
  marginBp: number;
  own: (OwnPrices & { by: string; flagged: boolean }) | null;
  awaitingRequest: NonNullable<TradingMarket['awaitingRequest']> | null;
  limitScope: Limit['scope'];
  maxLiabilityMinor: number;
  resultBy: TradingMarket['resultBy'];
  outcomes: Record<string, SelectionResult> | null;
  selections: { id: string; name: string; bets: number; stakeMinor: number; liabilityMinor: number }[];
}

export type RankedFixture = Omit<TradingFixture, 'score' | 'originalStartsAt' | 'reason'> &
  Pick<FixtureRow, 'score' | 'originalStartsAt' | 'reason'> & { over: number; weight: number };

/** `feedUp` is false while the feed sends no heartbeats. */
export function toDesk(
  market: DeskMarket,
  prices: MarketPrices | undefined,
  { feedUp, now }: { feedUp: boolean; now: Date },
): TradingMarket {
  const feeds = prices?.feeds ?? prices;
  const ids = feeds ? [...feeds.selections.keys()] : [];
  const fair = feeds
    ? chancesOf(
        [...feeds.selections.values()].map(({ oddsMilli }) => oddsMilli),
        feeds.marginMethod,
      )
    : [];
  const late = market.fixtureStatus === 'upcoming' && market.startsAt <= now;
  const status = statusOf(market, { feedUp, priced: (prices?.open ?? false) && !late });
  const offered = market.selections.map(({ id }) => prices?.selections.get(id)?.oddsMilli);
  const marginBp = offered.every((odds) => odds !== undefined)
    ? Math.round((offered.reduce((sum, odds) => sum + 1_000 / (odds as number), 0) - 1) * 10_000)
    : market.marginBp;
  return {
    id: market.id,
    type: market.type,
    name: market.name,
    ...(market.lineQuarters !== null && { line: market.lineQuarters / 4 }),
    status,
    stoppedBy: status === 'suspended' ? (market.stoppedBy ?? stoppedByFeed(market, feeds, { feedUp, late })) : null,
    stopReason: status === 'suspended' ? market.stopReason : null,
    volatileUntil: market.volatileUntil?.toISOString() ?? null,
    marginBp,
    own: market.own && ownOf(market.own, prices),
    ...(market.awaitingRequest && { awaitingRequest: market.awaitingRequest }),
    limit: { scope: market.limitScope, maxLiabilityMinor: market.maxLiabilityMinor },
    resultBy: market.resultBy,
    selections: market.selections.map(({ id, name, bets, stakeMinor, liabilityMinor }) => ({
      id,
      name,
      oddsMilli: prices?.selections.get(id)?.oddsMilli ?? null,
      feedOddsMilli: feeds?.selections.get(id)?.oddsMilli ?? null,
      chance: fair[ids.indexOf(id)] ?? null,
      active: prices?.selections.get(id)?.active ?? false,
      ...resultOf(market.outcomes?.[id]),
      bets,
      stakeMinor,
      liabilityMinor,
    })),
  };
}

function ownOf(
  { marginBp, odds, by, flagged }: NonNullable<DeskMarket['own']>,
  prices: MarketPrices | undefined,
): TradingMarket['own'] {
  if (!odds) return { marginBp, prices: false };
  return { marginBp, prices: true, by, beyondFair: prices?.ownOdds === false, flagged };
}

/** Why a market is suspended if no operator suspended it. */
function stoppedByFeed(
  { unread, fixtureStatus }: DeskMarket,
  prices: MarketPrices | undefined,
  { feedUp, late }: { feedUp: boolean; late: boolean },
): TradingMarket['stoppedBy'] {
  if (!feedUp) return 'feed_silent';
  if (unread) return 'unread';
  if (late) return 'kick_off';
  return prices?.stopped && fixtureStatus === 'live' ? 'danger' : 'feed';
}

function resultOf(
  selectionResult: SelectionResult | undefined,
): Pick<TradingMarket['selections'][number], 'result' | 'deadHeat'> {
  if (selectionResult === undefined) return { result: null };
  return typeof selectionResult === 'string' ? { result: selectionResult } : selectionResult;
}

export function toDeskFixture({
  over: _over,
  weight: _weight,
  score,
  originalStartsAt,
  reason,
  ...fixture
}: RankedFixture): TradingFixture {
  return { ...fixture, ...changeOf({ startsAt: fixture.startsAt, originalStartsAt, reason }), ...(score && { score }) };
}
