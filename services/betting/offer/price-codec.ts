/** Encodes prices as sealed text for Redis and decodes them. No other file knows the fields of a fixture's hash and their contents. Pure except for the seal. */
import type { MarginMethod } from '@fairline/proto/margin';
import {
  applyOwnPrices,
  type FeedStatus,
  type MarketPrices,
  type OwnPrices,
  type PriceTerms,
  withinRatio,
} from './market.ts';
import type { PriceSeal } from './price-seal.ts';

/** The price of a selection as the feed sets it. */
export interface SelectionPrice {
  id: string;
  oddsMilli: number;
  active: boolean;
}

/** Prices of one market, or a stop of one market or (null) of all markets of the fixture. */
export type PriceUpdate =
  | {
      kind: 'prices';
      fixtureId: string;
      sequence: number;
      marketId: string;
      status: FeedStatus;
      selections: readonly SelectionPrice[];
      terms: PriceTerms;
    }
  | { kind: 'stop'; fixtureId: string; sequence: number; marketId: string | null };

/** Own prices, with the version of their market in which they were set. Bets are decided only if it equals the version in the table. */
export type VersionedPrices = OwnPrices & { version: number };

/** States that the prices are complete: the recovery (replay) that wrote them, the instant up to which they are complete, and how long this is valid without renewal. */
export interface Watermark {
  readonly recovery: string;
  readonly until: Date;
  readonly livesMs: number;
}

/** A field of a fixture's hash; absent fields are null or undefined. */
export type FieldText = string | null | undefined;

export const ownField = (marketId: string) => `own:${marketId}`;
export const stopField = (marketId: string | null) => (marketId === null ? 'stop' : `stop:${marketId}`);

/** The text of a market, after its sequence and seal. */
type MarketText = [
  status: string,
  selections: [id: string, oddsMilli: number, active: 0 | 1][],
  refundShare: number,
  marginMethod: MarginMethod,
];

/** Field, sequence and text: the arguments of the compare-and-set script in Redis. */
export function encodeUpdate(seal: PriceSeal, update: PriceUpdate): [field: string, sequence: number, text: string] {
  if (update.kind === 'stop') return [stopField(update.marketId), update.sequence, ''];
  const { marketId, sequence, status, selections, terms } = update;
  const text: MarketText = [
    status,
    selections.map(({ id, oddsMilli, active }) => [id, oddsMilli, active ? 1 : 0]),
    terms.refundShare,
    terms.marginMethod,
  ];
  return [marketId, sequence, seal.seal(`${marketId}|${sequence}`, JSON.stringify(text))];
}

/** Deterministic: the same prices give the same text, which the script in Redis compares. */
export function encodeOwn(seal: PriceSeal, marketId: string, own: VersionedPrices | null): string {
  return own ? seal.seal(ownField(marketId), JSON.stringify(own)) : '';
}

/** The fields of one market, in the order that `decodeMarket` expects. A stop of all markets is another field. */
export const marketFields = (marketId: string) => [marketId, stopField(marketId), ownField(marketId)];

/** The prices of a market from its fields: closed by a later stop, and at our own prices if there are any. Undefined if a seal is broken. */
export function decodeMarket(
  seal: PriceSeal,
  marketId: string,
  stopOfAll: FieldText,
  [market, stop, own]: readonly FieldText[],
): MarketPrices | undefined {
  if (!market) return undefined;
  const sequence = sequenceOf(market);
  const text = seal.openNewest(marketId, sequence, market.slice(market.indexOf('|') + 1));
  if (text === undefined) return undefined;
  const [status, selections, refundShare, marginMethod] = JSON.parse(text) as MarketText;
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
  const ownText = seal.open(ownField(marketId), own);
  if (ownText === undefined) return undefined;
  const { version: ownVersion, ...set } = JSON.parse(ownText) as VersionedPrices;
  const ours = withinRatio(feeds, set);
  return {
    ...applyOwnPrices(feeds, ours),
    feeds,
    ownOdds: ours.odds !== null,
    ownBy: ours.odds && (ours.by ?? null),
    ownVersion,
  };
}

export function decodeHash(
  seal: PriceSeal,
  hash: Readonly<Record<string, string>>,
): { sequence: number; markets: Map<string, MarketPrices> } {
  const ofFeed = Object.keys(hash).filter((field) => !field.startsWith('own:'));
  const markets = ofFeed
    .filter((field) => !field.startsWith('stop'))
    .flatMap((id) => {
      const prices = decodeMarket(
        seal,
        id,
        hash[stopField(null)],
        marketFields(id).map((field) => hash[field]),
      );
      return prices ? [[id, prices] as const] : [];
    });
  return { sequence: Math.max(0, ...ofFeed.map((field) => sequenceOf(hash[field]))), markets: new Map(markets) };
}

const watermarkName = 'watermark';

/** The text begins with the recovery, which the scripts in Redis compare. */
export function encodeWatermark(seal: PriceSeal, { recovery, until }: Watermark): string {
  return `${recovery}|${seal.seal(watermarkName, `${recovery}|${until.getTime()}`)}`;
}

export function decodeWatermark(
  seal: PriceSeal,
  text: string | null,
): Pick<Watermark, 'recovery' | 'until'> | undefined {
  const opened = text === null ? undefined : seal.open(watermarkName, text.slice(text.indexOf('|') + 1));
  if (opened === undefined) return undefined;
  const [recovery = '', untilMs] = opened.split('|');
  return { recovery, until: new Date(Number(untilMs)) };
}

/** The markets that these fields belong to; a stop of the fixture belongs to all. */
export function marketsOfFields(fields: readonly string[]): 'all' | string[] {
  if (fields.includes(stopField(null))) return 'all';
  return [...new Set(fields.map((field) => field.slice(field.indexOf(':') + 1)))];
}

export function sequenceOf(text: FieldText): number {
  return text ? Number.parseInt(text, 10) : 0;
}
