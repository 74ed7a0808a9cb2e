/** The feed reader's read model, in memory, to recognise messages that change nothing. It is changed in place; ended fixtures are removed, so its size is bounded. */
import type { FixtureChange } from '@fairline/proto/feed';
import { type FeedStatus, isOver } from '../offer/market.ts';
import type { Seen } from '../offer/volatility.ts';

export class FeedModel {
  readonly fixtures = new Map<string, { sequence: number; status: FixtureChange['status']; paceMilli: number }>();
  /** The time at which each fixture that is over was found to be over, the earliest first. */
  private readonly over = new Map<string, number>();
  readonly markets = new Map<string, MarketModel>();
  private readonly marketsOf = new Map<string, Set<string>>();
  /** The sequence at which an unreadable message was treated as a stop, by fixture and dead letter. */
  private readonly unread = new Map<string, Map<string, number>>();
  /** The sequence of the last stop, by market or by fixture (all its markets). A stop may arrive before its market. */
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

  /** The sequence of the last unreadable message on the fixture before this sequence; 0 if there is none. */
  lastUnreadableBefore(fixtureId: string, sequence: number): number {
    let last = 0;
    for (const unread of this.unread.get(fixtureId)?.values() ?? [])
      if (unread < sequence) last = Math.max(last, unread);
    return last;
  }

  addUnreadable({ deadLetterId, fixtureId, sequence }: Omit<UnreadableUpdate, 'marketId'>): void {
    const ofFixture = this.unread.get(fixtureId);
    if (ofFixture) ofFixture.set(deadLetterId, sequence);
    else this.unread.set(fixtureId, new Map([[deadLetterId, sequence]]));
  }

  /** The sequence that this unreadable message got in an earlier replay. */
  unreadableSequence(deadLetterId: string, fixtureId: string): number | undefined {
    return this.unread.get(fixtureId)?.get(deadLetterId);
  }

  marketsIn(fixtureId: string): Iterable<string> {
    return this.marketsOf.get(fixtureId) ?? [];
  }

  /** Removes the markets of a fixture that is over. Its status stays known for as long as the stream may contain messages on it. */
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

  /** Removes fixtures completely that were over before that instant, unless they are played after all. */
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
  /** The sequence of its last prices; after a restart, of its last change. */
  sequence: number;
  quotedStatus: FeedStatus;
  /** The status of its last prices, or suspended if a stop came after them. */
  status: FeedStatus;
  /** The sequence of the last prices that this reader has received. */
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
  return {
    fixtureId,
    sequence,
    quotedStatus: status,
    status,
    priceSequence: 0,
    prices: '',
    shape: '',
    seen: [],
    pastUnread: 0,
  };
}

/** An unreadable message: its subject, and its sequence if that can be read. */
export interface Unreadable {
  kind: 'unread';
  /** Identical in every replay. */
  deadLetterId: string;
  fixtureId: string;
  /** Null if the message was about the whole fixture. */
  marketId: string | null;
  sequence: number | null;
}

export type UnreadableUpdate = Omit<Unreadable, 'kind' | 'sequence'> & { sequence: number };
