/** What the reader of the feed remembers of it, so that a message which changes nothing costs nothing. Bounded: what is over is forgotten. */
import type { FixtureChange } from '@fairline/proto/feed';
import { type FeedStatus, isOver } from '../offer/market.ts';
import type { Seen } from '../offer/volatility.ts';

/** What the reader of the feed remembers of it, so that a message which changes nothing costs nothing. */
export class Known {
  readonly fixtures = new Map<string, { sequence: number; status: FixtureChange['status']; paceMilli: number }>();
  /** Since when fixtures are known to be over, the longest first. */
  private readonly over = new Map<string, number>();
  readonly markets = new Map<string, KnownMarket>();
  private readonly marketsOf = new Map<string, Set<string>>();
  /** At which sequence a message that could not be read was taken for a stop, by fixture and letter. */
  private readonly unread = new Map<string, Map<string, number>>();
  /** The last stop of a market, or of all markets of a fixture; it may come before the market does. */
  private readonly stops = new Map<string, number>();

  stop(id: string, sequence: number): void {
    this.stops.set(id, Math.max(sequence, this.stops.get(id) ?? 0));
  }

  stopped(marketId: string, fixtureId: string): number {
    return Math.max(this.stops.get(marketId) ?? 0, this.stops.get(fixtureId) ?? 0);
  }

  addMarket(id: string, market: KnownMarket): KnownMarket {
    this.markets.set(id, market);
    const siblings = this.marketsOf.get(market.fixtureId);
    if (siblings) siblings.add(id);
    else this.marketsOf.set(market.fixtureId, new Set([id]));
    return market;
  }

  /** The highest sequence that was heard of the fixture. */
  lastOf(fixtureId: string): number {
    const ofMarkets = [...this.siblings(fixtureId)].flatMap((id) => {
      const market = this.markets.get(id);
      return [market?.sequence ?? 0, market?.priceSequence ?? 0, this.stops.get(id) ?? 0];
    });
    return Math.max(this.fixtures.get(fixtureId)?.sequence ?? 0, this.stops.get(fixtureId) ?? 0, ...ofMarkets);
  }

  /** The sequence of the last message on the fixture before this one that could not be read. */
  unreadBefore(fixtureId: string, sequence: number): number {
    let last = 0;
    for (const unread of this.unread.get(fixtureId)?.values() ?? []) if (unread < sequence) last = Math.max(last, unread);
    return last;
  }

  addUnread({ letter, fixtureId, sequence }: Omit<UnreadWord, 'marketId'>): void {
    const ofFixture = this.unread.get(fixtureId);
    if (ofFixture) ofFixture.set(letter, sequence);
    else this.unread.set(fixtureId, new Map([[letter, sequence]]));
  }

  /** The sequence that a message was given when it could not be read before. */
  sequenceOf(letter: string, fixtureId: string): number | undefined {
    return this.unread.get(fixtureId)?.get(letter);
  }

  siblings(fixtureId: string): Iterable<string> {
    return this.marketsOf.get(fixtureId) ?? [];
  }

  /** A fixture that is over is not asked about any more; that it is over is known for as long as the feed may still speak of it. */
  forget(fixtureId: string, atMs: number): void {
    this.over.delete(fixtureId);
    this.over.set(fixtureId, atMs);
    this.unread.delete(fixtureId);
    for (const id of [...this.siblings(fixtureId), fixtureId]) {
      this.markets.delete(id);
      this.stops.delete(id);
    }
    this.marketsOf.delete(fixtureId);
  }

  /** Forgets fixtures altogether that were over before that instant, unless they are played after all. */
  drop(beforeMs: number): void {
    for (const [id, atMs] of this.over) {
      if (atMs >= beforeMs) return;
      this.over.delete(id);
      if (!isOver(this.fixtures.get(id)?.status)) continue;
      this.fixtures.delete(id);
      this.stops.delete(id);
    }
  }
}

export interface KnownMarket {
  fixtureId: string;
  /** What its prices last said of it, and when; after a restart, when it last changed. */
  sequence: number;
  said: FeedStatus;
  /** The same, unless a stop came after it. */
  status: FeedStatus;
  /** Of the last prices heard since this reader began. */
  priceSequence: number;
  prices: string;
  /** Everything but status and prices, to see whether it changed. */
  shape: string;
  /** How its chances went since it came on offer, as far as anybody asks. */
  seen: readonly Seen[];
  /** The last message that could not be read, by its sequence, of which it is on record that a later word on this market could. */
  pastUnread: number;
}

export function knownMarket(fixtureId: string, sequence: number, status: FeedStatus): KnownMarket {
  return { fixtureId, sequence, said: status, status, priceSequence: 0, prices: '', shape: '', seen: [], pastUnread: 0 };
}

/** A message that cannot be read: what it was about, and its place among the words on its fixture where that can be told. */
export interface Unread {
  kind: 'unread';
  /** Names the message, so that it is the same whenever the feed is read again. */
  letter: string;
  fixtureId: string;
  /** Null where it was about all of the fixture. */
  marketId: string | null;
  sequence: number | null;
}

export type UnreadWord = Omit<Unread, 'kind' | 'sequence'> & { sequence: number };
