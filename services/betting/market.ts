/**
 * How the feed's messages become what stands on offer. Messages overtake each other and come twice, so the last word on each thing
 * is the one with the highest sequence of its fixture; what is older changes nothing, and any order ends in the same place.
 */
import type { Market, Selection } from '@fairline/proto/betting';
import { tradingRules } from '@fairline/proto/betting/trading';
import type { FeedMessage, FixtureChange, OddsChange } from '@fairline/proto/feed';
import { type MarginMethod, withMargin } from '@fairline/proto/margin';
import { maxOddsMilli, minOddsMilli, toLadder } from '@fairline/proto/odds';
import { resultsOf, type SelectionResult } from './settlement.ts';
import { chancesOf, follow, type Seen, windowAt } from './volatility.ts';

export type FeedStatus = OddsChange['market']['status'];

/** Prices or a margin of our own in place of the feed's. */
export interface OwnPrices {
  marginBp: number | null;
  /** By selection. */
  odds: Record<string, number> | null;
}

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

/** One selection's price as it travels to Redis. */
export type PricedSelection = [selectionId: string, oddsMilli: number, active: 0 | 1];

export interface PriceWord {
  fixtureId: string;
  /** A market, or what stops one or all. */
  field: string;
  sequence: number;
  status?: FeedStatus;
  selections?: PricedSelection[];
  /** By which the margin is taken out again. */
  terms?: PriceTerms;
}

/** How the feed put its margin on, and the share of a stake that is expected back whatever side it is on. */
export interface PriceTerms {
  marginMethod: MarginMethod;
  refundShare: number;
}

/** Where prices of our own lie, beside the feed's. */
export const ownOf = (marketId: string) => `own:${marketId}`;
export const stopOf = (marketId: string | null) => (marketId === null ? 'stop' : `stop:${marketId}`);

export interface MarketWord {
  id: string;
  fixtureId: string;
  sequence: number;
  status: FeedStatus;
  /** How often it went off offer in this batch. */
  breaks: number;
  /** Whether it was on offer before this batch. */
  wasActive: boolean;
}

export type MarketShape = Omit<OddsChange['market'], 'selections' | 'status'> & {
  fixtureId: string;
  sequence: number;
  status: FeedStatus;
  selections: { id: string; name: string; outcome: string; place: number }[];
};

export interface ResultWord {
  marketId: string;
  fixtureId: string;
  sequence: number;
  certainty: 'provisional' | 'confirmed' | null;
  outcomes: Record<string, SelectionResult> | null;
}

export interface CancelWord {
  marketId: string;
  fixtureId: string;
  sequence: number;
  fromAt: string | null;
  untilAt: string | null;
  reason: string;
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

/** What a batch of messages changes. */
export interface Changes {
  fixtures: Map<string, FixtureChange>;
  /** Fixtures that went live in this batch. */
  begun: Set<string>;
  /** Every word on how a fixture goes, not the last alone. */
  moments: FixtureChange[];
  shapes: Map<string, MarketShape>;
  markets: Map<string, MarketWord>;
  prices: PriceWord[];
  moved: Map<string, number>;
  results: Map<string, ResultWord>;
  cancels: CancelWord[];
  unread: UnreadWord[];
  /** Markets whose prices moved too fast. */
  volatile: Set<string>;
  /** Every fixture a message was about. */
  touched: Set<string>;
}

export function fold(known: Known, messages: readonly (FeedMessage | Unread)[]): Changes {
  const changes: Changes = {
    fixtures: new Map(),
    begun: new Set(),
    moments: [],
    shapes: new Map(),
    markets: new Map(),
    prices: [],
    moved: new Map(),
    results: new Map(),
    cancels: [],
    unread: [],
    volatile: new Set(),
    touched: new Set(),
  };
  for (const message of messages) {
    changes.touched.add(message.fixtureId);
    switch (message.kind) {
      case 'fixture_change':
        takeFixture(known, changes, message);
        break;
      case 'odds_change':
        takeOdds(known, changes, message);
        break;
      case 'bet_stop':
        takeStop(known, changes, message);
        break;
      case 'unread':
        takeUnread(known, changes, message);
        break;
      case 'bet_settlement':
        takeResult(known, changes, message, message.certainty, resultsOf(message.outcomes));
        break;
      case 'rollback_bet_settlement':
        takeResult(known, changes, message, null, null);
        break;
      case 'bet_cancel': {
        const { marketId, fixtureId, sequence, from, until, reason } = message;
        changes.cancels.push({ marketId, fixtureId, sequence, fromAt: from, untilAt: until, reason });
        countBreak(known, changes, marketId);
        break;
      }
    }
  }
  return changes;
}

/** A fixture that has ended stays ended, unless a later word says otherwise. */
export function isOver(status: FixtureChange['status'] | undefined): boolean {
  return status === 'ended' || status === 'cancelled';
}

function takeFixture(known: Known, changes: Changes, message: FixtureChange): void {
  const before = known.fixtures.get(message.fixtureId);
  if (before && before.sequence >= message.sequence) return;
  known.fixtures.set(message.fixtureId, { sequence: message.sequence, status: message.status, paceMilli: message.paceMilli });
  changes.fixtures.set(message.fixtureId, message);
  changes.moments.push(message);
  if (message.status === 'live' && before?.status !== 'live') changes.begun.add(message.fixtureId);
  if (isOver(message.status)) for (const id of known.siblings(message.fixtureId)) countBreak(known, changes, id);
}

function takeOdds(known: Known, changes: Changes, { fixtureId, sequence, market, at }: OddsChange): void {
  if (isOver(known.fixtures.get(fixtureId)?.status)) return;
  const entry = known.markets.get(market.id) ?? known.addMarket(market.id, knownMarket(fixtureId, 0, 'suspended'));
  if (entry.priceSequence >= sequence) return;
  entry.priceSequence = sequence;
  // What moves with the prices is theirs to say; the margin is kept as it was when the market took shape.
  const { selections, status, refundShare: _moves, marginBp, ...rest } = market;
  const priced = selections.map(({ id, oddsMilli, active }): PricedSelection => [id, oddsMilli, active ? 1 : 0]);
  const terms = { marginMethod: market.marginMethod ?? 'power', refundShare: market.refundShare ?? 0 };
  changes.prices.push({ fixtureId, field: market.id, sequence, status, selections: priced, terms });
  const prices = JSON.stringify(priced);
  if (entry.prices !== prices) for (const [id, oddsMilli] of priced) changes.moved.set(id, oddsMilli);
  entry.prices = prices;
  if (sequence >= entry.sequence) {
    entry.sequence = sequence;
    entry.said = status;
    move(known, changes, market.id, entry);
  }
  const chances = chancesOf(
    priced.map(([, oddsMilli]) => oddsMilli),
    terms.marginMethod,
  );
  watch(known, changes, market.id, entry, { atMs: Date.parse(at), chances });
  const shape = JSON.stringify([rest, selections.map(({ id, name, outcome }) => [id, name, outcome])]);
  if (entry.shape === shape) return;
  entry.shape = shape;
  const named = selections.map(({ id, name, outcome }, place) => ({ id, name, outcome, place }));
  changes.shapes.set(market.id, { ...rest, marginBp, fixtureId, sequence: entry.sequence, status: entry.status, selections: named });
}

function takeStop(known: Known, changes: Changes, { fixtureId, sequence, marketId }: Pick<BetStop, 'fixtureId' | 'sequence' | 'marketId'>): void {
  changes.prices.push({ fixtureId, field: stopOf(marketId), sequence });
  known.stop(marketId ?? fixtureId, sequence);
  for (const id of marketId === null ? known.siblings(fixtureId) : [marketId]) {
    const entry = known.markets.get(id);
    if (entry) move(known, changes, id, entry);
  }
}

/** It may have been a stop, so it is taken for one, which ends with the feed's next word on the market. One that tells no sequence, or none to be believed, comes after all that was heard. */
function takeUnread(known: Known, changes: Changes, { letter, fixtureId, marketId, sequence: said }: Unread): void {
  const last = known.lastOf(fixtureId);
  const sequence = known.sequenceOf(letter, fixtureId) ?? (said !== null && said <= last + farAhead ? said : last + 1);
  known.addUnread({ letter, fixtureId, sequence });
  changes.unread.push({ letter, fixtureId, marketId, sequence });
  takeStop(known, changes, { fixtureId, sequence, marketId });
}

/** No fixture has so many words between two that are heard: a sequence beyond that would close it for good. */
const farAhead = 10_000;

type BetStop = Extract<FeedMessage, { kind: 'bet_stop' }>;

function takeResult(
  known: Known,
  changes: Changes,
  { marketId, fixtureId, sequence }: { marketId: string; fixtureId: string; sequence: number },
  certainty: ResultWord['certainty'],
  outcomes: ResultWord['outcomes'],
): void {
  const before = changes.results.get(marketId);
  if (before && before.sequence >= sequence) return;
  changes.results.set(marketId, { marketId, fixtureId, sequence, certainty, outcomes });
  countBreak(known, changes, marketId);
}

/** Remembers the chances of a market on offer, and says where they moved too fast. */
function watch(known: Known, changes: Changes, id: string, entry: KnownMarket, now: Seen): void {
  if (entry.status !== 'active') return;
  const fixture = known.fixtures.get(entry.fixtureId);
  const { volatility: rule } = tradingRules;
  const next = follow(entry.seen, now, { ...rule, windowMs: windowAt(rule, fixture?.status === 'live' ? fixture.paceMilli : 1_000) });
  entry.seen = next.seen;
  if (next.volatile) changes.volatile.add(id);
}

/** Brings a market's status in line with the last that was said of it. After something that could not be read the same again is news as well: it is why it stands still from then on. */
function move(known: Known, changes: Changes, id: string, entry: KnownMarket): void {
  const stopped = known.stopped(id, entry.fixtureId);
  const sequence = Math.max(entry.sequence, stopped);
  const status = entry.said === 'active' && stopped > entry.sequence ? 'suspended' : entry.said;
  if (status !== 'active') entry.seen = [];
  const pastUnread = known.unreadBefore(entry.fixtureId, sequence);
  if (entry.status === status && pastUnread <= entry.pastUnread) return;
  entry.pastUnread = Math.max(pastUnread, entry.pastUnread);
  const wasActive = entry.status === 'active';
  entry.status = status;
  const before = changes.markets.get(id);
  changes.markets.set(id, {
    id,
    fixtureId: entry.fixtureId,
    sequence,
    status,
    breaks: (before?.breaks ?? 0) + (wasActive && status !== 'active' ? 1 : 0),
    wasActive: before?.wasActive ?? wasActive,
  });
}

/** Something other than its status took a market off offer. */
function countBreak(known: Known, changes: Changes, id: string): void {
  const entry = known.markets.get(id);
  const before = changes.markets.get(id);
  if (before) before.breaks++;
  else if (entry) {
    const { fixtureId, status } = entry;
    const sequence = Math.max(entry.sequence, known.stopped(id, fixtureId));
    changes.markets.set(id, { id, fixtureId, sequence, status, breaks: 1, wasActive: status === 'active' });
  }
}

// ---- What a market is --------------------------------------------------------------------------

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

export function selectionStatus(market: Market['status'], active: boolean): Selection['status'] {
  return market === 'active' && active ? 'active' : 'suspended';
}
