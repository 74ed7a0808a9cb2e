/** What a market on offer is: the status people see, and the price a bet on it gets. Pure. */
import type { Market, Selection } from '@fairline/proto/betting/offer';
import type { FixtureChange, OddsChange } from '@fairline/proto/feed';
import { type MarginMethod, withMargin } from '@fairline/proto/margin';
import { maxOddsMilli, minOddsMilli, toLadder } from '@fairline/proto/odds';
import { chancesOf } from './volatility.ts';

export type FeedStatus = OddsChange['market']['status'];

/** Prices or a margin of our own in place of the feed's. */
export interface OwnPrices {
  marginBp: number | null;
  /** By selection. */
  odds: Record<string, number> | null;
}

/** How the feed put its margin on, and the share of a stake that is expected back whatever side it is on. */
export interface PriceTerms {
  marginMethod: MarginMethod;
  refundShare: number;
}

/** A fixture that has ended stays ended, unless a later word says otherwise. */
export function isOver(status: FixtureChange['status'] | undefined): boolean {
  return status === 'ended' || status === 'cancelled';
}

export interface MarketFacts {
  status: FeedStatus;
  held: boolean;
  settled: boolean;
  cancelled: boolean;
}

/** The status people see. `heard` is false while the feed is silent; `priced` while there is no price that may be bet on. */
export function statusOf({ status, held, settled, cancelled }: MarketFacts, { heard, priced }: { heard: boolean; priced: boolean }): Market['status'] {
  if (cancelled) return 'cancelled';
  if (settled) return 'settled';
  if (status === 'deactivated') return 'deactivated';
  return held || !heard || !priced || status === 'suspended' ? 'suspended' : 'active';
}

/** The prices of a market as Redis has them. Open: its last word is that it is active, and no stop came after it. */
export interface MarketPrices extends PriceTerms {
  sequence: number;
  open: boolean;
  /** Whether its last word is a stop. */
  stopped?: boolean;
  selections: Map<string, { oddsMilli: number; active: boolean }>;
  /** What the feed asks, where these are prices of our own; and whether they are odds, not a margin on the feed's chances. */
  feeds?: MarketPrices;
  ownOdds?: boolean;
  /** The version of the market in which these of our own were set. */
  ownVersion?: number;
}

/**
 * Whether prices are those of a market on offer as it now stands: not from before it was last stopped or opened, and with what we ask ourselves now.
 * Where nobody prices it there is nothing to hold against it.
 */
export function isPriceOf(prices: MarketPrices | undefined, { sequence, ownVersion }: { sequence: number; ownVersion: number | null }): boolean {
  return !prices || (prices.sequence >= sequence && (prices.ownVersion ?? null) === ownVersion);
}

/** The shortest step of the ladder. */
const shortestMilli = 1_010;

/** The feed's prices as the house offers them: its own odds, or the feed's fair chances with a margin of its own, rounded down to the ladder. */
export function offered(prices: MarketPrices, own: OwnPrices | undefined): MarketPrices {
  if (!own) return prices;
  const ids = [...prices.selections.keys()];
  const fair = chancesOf(
    [...prices.selections.values()].map(({ oddsMilli }) => oddsMilli),
    prices.marginMethod,
  );
  const marginBp = own.marginBp ?? 0;
  const priced = withMargin(fair, { method: prices.marginMethod, marginBp });
  const oddsOf = (id: string, at: number, feeds: number) => {
    const odds = own.odds ? own.odds[id] : own.marginBp === null ? feeds : Math.max(toLadder(1_000 / (priced[at] ?? 1)), shortestMilli);
    return Math.min(Math.max(odds ?? feeds, minOddsMilli), maxOddsMilli);
  };
  const selections = ids.map((id, at) => {
    const { oddsMilli, active } = prices.selections.get(id) ?? { oddsMilli: minOddsMilli, active: false };
    return [id, { oddsMilli: oddsOf(id, at, oddsMilli), active }] as const;
  });
  return { ...prices, selections: new Map(selections) };
}

/** The price a bet on the selection would get now. */
export function priceOf(prices: MarketPrices | undefined, selectionId: string): number | null {
  const selection = prices?.open ? prices.selections.get(selectionId) : undefined;
  return selection?.active ? selection.oddsMilli : null;
}

/** Worked out once of prices that many bets are valued by. */
const knownChances = new WeakMap<MarketPrices, number[]>();

/** The fair chance of a selection: what the prices stand for once the margin is taken out, the feed's unless a trader has put odds of their own in their place. */
export function fairChanceOf(prices: MarketPrices, selectionId: string): { chance: number; refundShare: number } | null {
  const asked = prices.ownOdds ? prices : (prices.feeds ?? prices);
  const chances =
    knownChances.get(asked) ??
    chancesOf(
      [...asked.selections.values()].map(({ oddsMilli }) => oddsMilli),
      asked.marginMethod,
    );
  knownChances.set(asked, chances);
  const chance = chances[[...asked.selections.keys()].indexOf(selectionId)];
  return chance === undefined ? null : { chance, refundShare: asked.refundShare };
}

/** The price a bet on the selection would get now, with its fair chance; null where it is not on offer. */
export interface PriceNow {
  oddsMilli: number;
  chance: number;
}

export function priceNowOf(prices: MarketPrices | undefined, selectionId: string): PriceNow | null {
  const oddsMilli = priceOf(prices, selectionId);
  const fair = prices && fairChanceOf(prices, selectionId);
  return oddsMilli === null || !fair ? null : { oddsMilli, chance: fair.chance };
}

export function selectionStatus(market: Market['status'], active: boolean): Selection['status'] {
  return market === 'active' && active ? 'active' : 'suspended';
}

/** Where a selection stands in the catalogue, in the words a bet keeps. */
export interface Place {
  fixtureId: string;
  marketId: string;
  selectionId: string;
  fixture: string;
  market: string;
  selection: string;
}

/** What a selection costs now; null where it is not on offer. */
export interface Offer extends Place {
  oddsMilli: number | null;
  /** Of the market's prices. */
  marketVersion: number;
}

/** What a market is now: whether it takes bets, and how often it was off offer or out of sight. */
export interface MarketNow {
  open: boolean;
  breaks: number;
}

/** The same with what its prices are held against. */
export interface MarketStand extends MarketNow {
  live: boolean;
  /** How fast its match is played: 1,000 is real time. */
  paceMilli: number;
  /** The feed's word that last stopped or opened it, and the version in which prices of our own were set: older prices are not its own. */
  sequence: number;
  ownVersion: number | null;
}
