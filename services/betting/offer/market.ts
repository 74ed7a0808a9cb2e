/** Rules of a market on offer: the status that players see, and the price that a bet gets. Pure. */
import type { Market, Selection } from '@fairline/proto/betting/offer';
import type { FixtureChange, OddsChange } from '@fairline/proto/feed';
import { type MarginMethod, withMargin } from '@fairline/proto/margin';
import { maxOddsMilli, minOddsMilli, toLadder } from '@fairline/proto/odds';
import { operatorControl } from '@fairline/proto/operator-control';
import { chancesOf } from './volatility.ts';

export type FeedStatus = OddsChange['market']['status'];

/** Prices or a margin of our own in place of the feed's. */
export interface OwnPrices {
  marginBp: number | null;
  /** Odds in thousandths, by selection. */
  odds: Record<string, number> | null;
  /** The highest product of the odds and the fair chance of a selection. */
  maxRatio?: number;
  /** Who set the odds. */
  by?: string | null;
}

/** How the feed added its margin, and the share of a stake that is expected back on either side. */
export interface PriceTerms {
  marginMethod: MarginMethod;
  refundShare: number;
}

/** A fixture that has ended stays ended, unless a later message contradicts that. */
export function isOver(status: FixtureChange['status'] | undefined): boolean {
  return status === 'ended' || status === 'cancelled';
}

export interface MarketFlags {
  status: FeedStatus;
  held: boolean;
  settled: boolean;
  cancelled: boolean;
}

/** The status that players see. `feedUp` is false while the feed sends no heartbeats; `priced` is false while no price can be bet on. */
export function statusOf(
  { status, held, settled, cancelled }: MarketFlags,
  { feedUp, priced }: { feedUp: boolean; priced: boolean },
): Market['status'] {
  if (cancelled) return 'cancelled';
  if (settled) return 'settled';
  if (status === 'deactivated') return 'deactivated';
  return held || !feedUp || !priced || status === 'suspended' ? 'suspended' : 'active';
}

/** The prices of a market as Redis has them. `open`: its last message has active prices, and no stop came after it. */
export interface MarketPrices extends PriceTerms {
  sequence: number;
  open: boolean;
  /** Whether its last message is a stop. */
  stopped?: boolean;
  selections: Map<string, { oddsMilli: number; active: boolean }>;
  /** The feed's prices, if these are our own; and whether ours are odds rather than a margin on the feed's chances. */
  feeds?: MarketPrices;
  ownOdds?: boolean;
  /** Who set them. */
  ownBy?: string | null;
  /** The version of the market in which these of our own were set. */
  ownVersion?: number;
}

/**
 * Whether prices belong to the current state of a market: not from before it was last stopped or opened, and with our current own prices.
 * A market without prices passes.
 */
export function isPriceOf(
  prices: MarketPrices | undefined,
  { sequence, ownVersion }: { sequence: number; ownVersion: number | null },
): boolean {
  return !prices || (prices.sequence >= sequence && (prices.ownVersion ?? null) === ownVersion);
}

/** The highest odds that one operator may set alone, as a share above the fair price. */
export const aloneRatio = 1 + operatorControl.ownPriceShare;

/** The highest ratio of these odds to the fair price, 1 / the fair chance; null if the feed does not price the market now. */
export function ratioToFair(prices: MarketPrices | undefined, odds: Readonly<Record<string, number>>): number | null {
  const feeds = prices?.feeds ?? prices;
  if (!feeds?.open) return null;
  const fair = chancesOf(
    [...feeds.selections.values()].map(({ oddsMilli }) => oddsMilli),
    feeds.marginMethod,
  );
  return Math.max(0, ...[...feeds.selections.keys()].map((id, at) => ((odds[id] ?? 0) / 1_000) * (fair[at] ?? 1)));
}

/** Whether the ratio is too high. A rounding error does not count. */
export function exceedsRatio(ratio: number, maxRatio: number): boolean {
  return ratio > maxRatio + 1e-9;
}

/** The own prices that apply now: own odds too far above the fair price are left out. They are compared with the feed's price, never with earlier odds. */
export function withinRatio(feeds: MarketPrices, own: OwnPrices): OwnPrices {
  const ratio = own.odds && ratioToFair(feeds, own.odds);
  return ratio !== null && exceedsRatio(ratio, own.maxRatio ?? aloneRatio) ? { ...own, odds: null } : own;
}

/** The lowest step of the ladder. */
const shortestMilli = 1_005;

/** The prices that we offer: our own odds, or the feed's fair chances with our own margin, rounded down to the ladder. */
export function applyOwnPrices(prices: MarketPrices, own: OwnPrices | undefined): MarketPrices {
  if (!own) return prices;
  const ids = [...prices.selections.keys()];
  const fair = chancesOf(
    [...prices.selections.values()].map(({ oddsMilli }) => oddsMilli),
    prices.marginMethod,
  );
  const marginBp = own.marginBp ?? 0;
  const priced = withMargin(fair, { method: prices.marginMethod, marginBp });
  const oddsOf = (id: string, at: number, feeds: number) => {
    const odds = own.odds
      ? own.odds[id]
      : own.marginBp === null
        ? feeds
        : Math.max(toLadder(1_000 / (priced[at] ?? 1)), shortestMilli);
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

/** Computed once per set of prices, because many bets are valued by the same ones. */
const knownChances = new WeakMap<MarketPrices, number[]>();

/**
 * The fair chance of a selection: its price without the margin. If a trader has set own odds, `take` chooses the lower or the higher of both chances, whichever favours
 * the house: so own odds raise no cash-out value, and no bet is accepted after its delay because of them.
 */
export function fairChanceOf(
  prices: MarketPrices,
  selectionId: string,
  take: 'lower' | 'higher',
): { chance: number; refundShare: number } | null {
  const feeds = prices.feeds ?? prices;
  const chances = [feeds, ...(prices.ownOdds ? [prices] : [])].map(
    (asked) => knownChancesOf(asked)[[...asked.selections.keys()].indexOf(selectionId)],
  );
  const found = chances.filter((chance) => chance !== undefined);
  if (found.length < chances.length) return null;
  return { chance: take === 'lower' ? Math.min(...found) : Math.max(...found), refundShare: feeds.refundShare };
}

function knownChancesOf(asked: MarketPrices): number[] {
  const chances =
    knownChances.get(asked) ??
    chancesOf(
      [...asked.selections.values()].map(({ oddsMilli }) => oddsMilli),
      asked.marginMethod,
    );
  knownChances.set(asked, chances);
  return chances;
}

/** The price that a bet on the selection would get now, with the fair chance behind it. */
export interface PriceNow {
  oddsMilli: number;
  chance: number;
}

export function priceNowOf(prices: MarketPrices | undefined, selectionId: string): PriceNow | null {
  const oddsMilli = priceOf(prices, selectionId);
  const fair = prices && fairChanceOf(prices, selectionId, 'higher');
  return oddsMilli === null || !fair ? null : { oddsMilli, chance: fair.chance };
}

export function selectionStatus(market: Market['status'], active: boolean): Selection['status'] {
  return market === 'active' && active ? 'active' : 'suspended';
}

/** The place of a selection in the catalogue, with the names that a bet keeps. */
export interface Place {
  fixtureId: string;
  marketId: string;
  selectionId: string;
  fixture: string;
  market: string;
  selection: string;
}

/** The current price of a selection; null if it is not on offer. */
export interface Offer extends Place {
  oddsMilli: number | null;
  /** The sequence of the market's prices. */
  marketVersion: number;
  /** Who set the odds, if they are own odds. */
  ownBy?: string | null;
  /** The fair chance of the selection. */
  chance?: number;
}

/** The state of a market: whether it takes bets, and how often it was interrupted. */
export interface MarketNow {
  open: boolean;
  breaks: number;
}

/** The state of a market, with the data that prices are checked against. */
export interface MarketStand extends MarketNow {
  live: boolean;
  /** The pace of its match; 1,000 is real time. */
  paceMilli: number;
  /** The sequence that last stopped or opened the market, and the version in which own prices were set. Prices of an older sequence or another version do not apply. */
  sequence: number;
  ownVersion: number | null;
}
