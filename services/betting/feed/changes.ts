/**
 * What a batch of the feed's messages changes. Messages overtake each other and come twice, so the last on each thing
 * is the one with the highest sequence of its fixture; what is older changes nothing, and any order ends in the same place.
 */
import { tradingRules } from '@fairline/proto/betting/trading';
import type { FeedMessage, FixtureChange, OddsChange } from '@fairline/proto/feed';
import { type FeedStatus, isOver } from '../offer/market.ts';
import type { PriceUpdate } from '../offer/price-codec.ts';
import { chancesOf, follow, type Seen, windowAt } from '../offer/volatility.ts';
import { resultsOf, type SelectionResult } from '../outcome.ts';
import { type Known, type KnownMarket, knownMarket, type Unread, type UnreadWord } from './known.ts';

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

/** What a batch of messages changes. */
export interface Changes {
  fixtures: Map<string, FixtureChange>;
  /** Fixtures that went live in this batch. */
  begun: Set<string>;
  /** Every word on how a fixture goes, not the last alone. */
  moments: FixtureChange[];
  shapes: Map<string, MarketShape>;
  markets: Map<string, MarketWord>;
  prices: PriceUpdate[];
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
  const priced = selections.map(({ id, oddsMilli, active }) => ({ id, oddsMilli, active }));
  const terms = { marginMethod: market.marginMethod ?? 'power', refundShare: market.refundShare ?? 0 };
  changes.prices.push({ kind: 'prices', fixtureId, sequence, marketId: market.id, status, selections: priced, terms });
  const prices = priced.map(({ id, oddsMilli, active }) => `${id} ${oddsMilli} ${active}`).join();
  if (entry.prices !== prices) for (const { id, oddsMilli } of priced) changes.moved.set(id, oddsMilli);
  entry.prices = prices;
  if (sequence >= entry.sequence) {
    entry.sequence = sequence;
    entry.said = status;
    move(known, changes, market.id, entry);
  }
  const chances = chancesOf(
    priced.map(({ oddsMilli }) => oddsMilli),
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
  changes.prices.push({ kind: 'stop', fixtureId, sequence, marketId });
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
