/** How prices are written as text in Redis and read back: the only place that knows the fields of a fixture's hash and what is in them. Pure. */
import type { MarginMethod } from '@fairline/proto/margin';
import { type FeedStatus, type MarketPrices, type OwnPrices, offered, type PriceTerms, withinRatio } from './market.ts';

/** The price of a selection as the feed sets it. */
export interface SelectionPrice {
  id: string;
  oddsMilli: number;
  active: boolean;
}

/** Prices of one market, or a stop of one or (null) of all markets of the fixture. */
export type PriceUpdate =
  | { kind: 'prices'; fixtureId: string; sequence: number; marketId: string; status: FeedStatus; selections: readonly SelectionPrice[]; terms: PriceTerms }
  | { kind: 'stop'; fixtureId: string; sequence: number; marketId: string | null };

/** Prices of our own, and the version of their market in which they were set: bets are held against the version in the table. */
export type VersionedPrices = OwnPrices & { version: number };

/** States that prices are complete: which recovery wrote them, up to which instant of the feed, and for how long that holds unless it is renewed. */
export interface Watermark {
  readonly recovery: string;
  readonly until: Date;
  readonly livesMs: number;
}

/** A field of a fixture's hash; absent fields are null or undefined. */
export type FieldText = string | null | undefined;

export const ownField = (marketId: string) => `own:${marketId}`;
export const stopField = (marketId: string | null) => (marketId === null ? 'stop' : `stop:${marketId}`);

/** The text of a market, after its sequence. Entries stored by an earlier version have no terms. */
type MarketText = [status: string, selections: [id: string, oddsMilli: number, active: 0 | 1][], refundShare?: number, marginMethod?: MarginMethod];

/** Field, sequence and text, as the compare-and-set in Redis takes them. */
export function encodeUpdate(update: PriceUpdate): [field: string, sequence: number, text: string] {
  if (update.kind === 'stop') return [stopField(update.marketId), update.sequence, ''];
  const { marketId, sequence, status, selections, terms } = update;
  const text: MarketText = [status, selections.map(({ id, oddsMilli, active }) => [id, oddsMilli, active ? 1 : 0]), terms.refundShare, terms.marginMethod];
  return [marketId, sequence, JSON.stringify(text)];
}

export function encodeOwn(own: VersionedPrices | null): string {
  return own ? JSON.stringify(own) : '';
}

/** The fields of one market, in the order of decodeMarket; a stop of all markets is a field beside them. */
export const marketFields = (marketId: string) => [marketId, stopField(marketId), ownField(marketId)];

/** What a market's fields come to: closed by a later stop, and at our own prices where there are any. */
export function decodeMarket(stopOfAll: FieldText, [market, stop, own]: readonly FieldText[]): MarketPrices | undefined {
  if (!market) return undefined;
  const sequence = sequenceOf(market);
  const [status, selections, refundShare = 0, marginMethod = 'power'] = JSON.parse(market.slice(market.indexOf('|') + 1)) as MarketText;
  const stopped = sequence <= Math.max(sequenceOf(stopOfAll), sequenceOf(stop));
  const feeds = {
    sequence,
    open: status === 'active' && !stopped,
    stopped,
    selections: new Map(selections.map(([id, oddsMilli, active]) => [id, { oddsMilli, active: active === 1 }])),
    refundShare,
    marginMethod,
  };
  if (!own) return feeds;
  // Entries stored by an earlier version have no version of their market.
  const { version: ownVersion = 0, ...set } = JSON.parse(own) as OwnPrices & Partial<VersionedPrices>;
  const ours = withinRatio(feeds, set);
  return { ...offered(feeds, ours), feeds, ownOdds: ours.odds !== null, ownBy: ours.odds && (ours.by ?? null), ownVersion };
}

export function decodeHash(hash: Readonly<Record<string, string>>): { sequence: number; markets: Map<string, MarketPrices> } {
  const ofFeed = Object.keys(hash).filter((field) => !field.startsWith('own:'));
  const markets = ofFeed
    .filter((field) => !field.startsWith('stop'))
    .flatMap((id) => {
      const prices = decodeMarket(
        hash[stopField(null)],
        marketFields(id).map((field) => hash[field]),
      );
      return prices ? [[id, prices] as const] : [];
    });
  return { sequence: Math.max(0, ...ofFeed.map((field) => sequenceOf(hash[field]))), markets: new Map(markets) };
}

export function encodeWatermark({ recovery, until }: Watermark): string {
  return `${recovery}|${until.getTime()}`;
}

export function decodeWatermark(text: string): Pick<Watermark, 'recovery' | 'until'> {
  const [recovery = '', untilMs] = text.split('|');
  return { recovery, until: new Date(Number(untilMs)) };
}

/** The markets that fields are about; a stop of the fixture is about all of them. */
export function marketsOfFields(fields: readonly string[]): 'all' | string[] {
  if (fields.includes(stopField(null))) return 'all';
  return [...new Set(fields.map((field) => field.slice(field.indexOf(':') + 1)))];
}

export function sequenceOf(text: FieldText): number {
  return text ? Number.parseInt(text, 10) : 0;
}
