/** The feed reader's read model, in memory, to recognise messages that change nothing. It is changed in place; ended fixtures are removed, so its size is bounded. */
import type { FixtureChange } from '@fairline/proto/feed';
import { type FeedStatus, isOver } from '../offer/market.ts';
import type { Seen } from '../offer/volatility.ts';

export class FeedModel {
  readonly fixtures = new Map<string, { sequence: number; status: FixtureChange['status']; paceMilli: number }>();
  /** Since when fixtures are known to be over, the longest first. */
  private readonly over = new Map<string, number>();
  readonly markets = new Map<string, MarketModel>();
  private readonly marketsOf = new Map<string, Set<string>>();
  /** The sequence at which an unreadable message was treated as a stop, by fixture and dead letter. */
  private readonly unread = new Map<string, Map<string, number>>();
  /** The last stop of a market, or of all markets of a fixture; it may come before the market does. */
  private readonly stops = new Map<string, number>();

  stop(id: string, sequence: number): void {
    this.stops.set(id, Math.max(sequence, this.stops.get(id) ?? 0));
  }

  lastStop(marketId: string, fixtureId: string): number {
    return Math.max(this.stops.get(marketId) ?? 0, this.stops.get(fixtureId) ?? 0);
  }

  addMarket(id: string, market: MarketModel): MarketModel {
    this.markets.set(id, market);
    const ofFixture = this.marketsOf.get(market.fixtureId);
    if (ofFixture) ofFixture.add(id);
    else this.marketsOf.set(market.fixtureId, new Set([id]));
    return market;
  }

  /** The highest sequence received for the fixture. */
  lastSequence(fixtureId: string): number {
    const ofMarkets = [...this.marketsIn(fixtureId)].flatMap((id) => {
      const market = this.markets.get(id);
      return [market?.sequence ?? 0, market?.priceSequence ?? 0, this.stops.get(id) ?? 0];
    });
    return Math.max(this.fixtures.get(fixtureId)?.sequence ?? 0, this.stops.get(fixtureId) ?? 0, ...ofMarkets);
  }

  /** The sequence of the last message on the fixture before this one that could not be read. */
  lastUnreadableBefore(fixtureId: string, sequence: number): number {
    let last = 0;
    for (const unread of this.unread.get(fixtureId)?.values() ?? []) if (unread < sequence) last = Math.max(last, unread);
    return last;
  }

  addUnreadable({ deadLetterId, fixtureId, sequence }: Omit<UnreadableUpdate, 'marketId'>): void {
    const ofFixture = this.unread.get(fixtureId);
    if (ofFixture) ofFixture.set(deadLetterId, sequence);
    else this.unread.set(fixtureId, new Map([[deadLetterId, sequence]]));
  }

  /** The sequence that a message was given when it could not be read before. */
  unreadableSequence(deadLetterId: string, fixtureId: string): number | undefined {
    return this.unread.get(fixtureId)?.get(deadLetterId);
  }

  marketsIn(fixtureId: string): Iterable<string> {
    return this.marketsOf.get(fixtureId) ?? [];
  }

  /** Drops the markets of a fixture that is over; that it is over is remembered for as long as the stream may mention it. */
  forget(fixtureId: string, atMs: number): void {
    this.over.delete(fixtureId);
    this.over.set(fixtureId, atMs);
    this.unread.delete(fixtureId);
    for (const id of [...this.marketsIn(fixtureId), fixtureId]) {
      this.markets.delete(id);
      this.stops.delete(id);
    }
    this.marketsOf.delete(fixtureId);
  }

  /** Forgets fixtures altogether that were over before that instant, unless they are played after all. */
  forgetBefore(beforeMs: number): void {
    for (const [id, atMs] of this.over) {
      if (atMs >= beforeMs) return;
      this.over.delete(id);
      if (!isOver(this.fixtures.get(id)?.status)) continue;
      this.fixtures.delete(id);
      this.stops.delete(id);
    }
  }
}

export interface MarketModel {
  fixtureId: string;
  /** Of its last prices; after a restart, of its last change. */
  sequence: number;
  quotedStatus: FeedStatus;
  /** As in its last prices, unless a stop came after them. */
  status: FeedStatus;
  /** Of the last prices received since this reader began. */
  priceSequence: number;
  prices: string;
  /** Everything but status and prices, to see whether it changed. */
  shape: string;
  /** Its chances since it came on offer, within the window of the volatility rule. */
  seen: readonly Seen[];
  /** The sequence of the last unreadable message for which a later, readable one on this market was recorded. */
  pastUnread: number;
}

export function newMarketModel(fixtureId: string, sequence: number, status: FeedStatus): MarketModel {
  return { fixtureId, sequence, quotedStatus: status, status, priceSequence: 0, prices: '', shape: '', seen: [], pastUnread: 0 };
}

/** An unreadable message: its subject, and its sequence if that can be read. */
export interface Unreadable {
  kind: 'unread';
  /** The same in every replay. */
  deadLetterId: string;
  fixtureId: string;
  /** Null where it was about all of the fixture. */
  marketId: string | null;
  sequence: number | null;
}

export type UnreadableUpdate = Omit<Unreadable, 'kind' | 'sequence'> & { sequence: number };
