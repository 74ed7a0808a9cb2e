/**
 * The changes of a batch of feed messages. Messages may arrive twice and in any order, so of several on one subject the one
 * with the highest sequence of its fixture counts. Older ones change nothing, so every order ends in the same state.
 */
import { deskRules } from '@fairline/proto/betting/rules';
import type { FeedMessage, FixtureChange, OddsChange } from '@fairline/proto/feed';
import { type FeedStatus, isOver } from '../offer/market.ts';
import type { PriceUpdate } from '../offer/price-codec.ts';
import { chancesOf, follow, type Seen, suspensionAt, windowAt } from '../offer/volatility.ts';
import { resultsOf, type SelectionResult } from '../outcome.ts';
import {
  type FeedModel,
  type MarketModel,
  newMarketModel,
  type Unreadable,
  type UnreadableUpdate,
} from './read-model.ts';

export interface MarketUpdate {
  id: string;
  fixtureId: string;
  sequence: number;
  status: FeedStatus;
  /** The number of interruptions in this batch. */
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

export interface ResultUpdate {
  marketId: string;
  fixtureId: string;
  sequence: number;
  certainty: 'provisional' | 'confirmed' | null;
  outcomes: Record<string, SelectionResult> | null;
}

export interface CancellationUpdate {
  marketId: string;
  fixtureId: string;
  sequence: number;
  fromAt: string | null;
  untilAt: string | null;
  reason: string;
}

/** The changes of a batch of messages. */
export interface Changes {
  fixtures: Map<string, FixtureChange>;
  /** Fixtures that went live in this batch. */
  begun: Set<string>;
  /** Every change of a fixture in this batch, not only the last. */
  moments: FixtureChange[];
  shapes: Map<string, MarketShape>;
  markets: Map<string, MarketUpdate>;
  prices: PriceUpdate[];
  moved: Map<string, number>;
  results: Map<string, ResultUpdate>;
  cancels: CancellationUpdate[];
  unread: UnreadableUpdate[];
  /** Volatile markets, with the time in ms for which each is suspended. */
  volatile: Map<string, number>;
  /** Every fixture with a message in this batch. */
  touched: Set<string>;
}

export function collectChanges(model: FeedModel, messages: readonly (FeedMessage | Unreadable)[]): Changes {
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
    volatile: new Map(),
    touched: new Set(),
  };
  for (const message of messages) {
    changes.touched.add(message.fixtureId);
    switch (message.kind) {
      case 'fixture_change':
        collectFixture(model, changes, message);
        break;
      case 'odds_change':
        collectOdds(model, changes, message);
        break;
      case 'bet_stop':
        collectStop(model, changes, message);
        break;
      case 'unread':
        collectUnreadable(model, changes, message);
        break;
      case 'bet_settlement':
        collectResult(model, changes, message, message.certainty, resultsOf(message.outcomes));
        break;
      case 'rollback_bet_settlement':
        collectResult(model, changes, message, null, null);
        break;
      case 'bet_cancel': {
        const { marketId, fixtureId, sequence, from, until, reason } = message;
        changes.cancels.push({ marketId, fixtureId, sequence, fromAt: from, untilAt: until, reason });
        countBreak(model, changes, marketId);
        break;
      }
    }
  }
  return changes;
}

function collectFixture(model: FeedModel, changes: Changes, message: FixtureChange): void {
  const before = model.fixtures.get(message.fixtureId);
  if (before && before.sequence >= message.sequence) return;
  model.fixtures.set(message.fixtureId, {
    sequence: message.sequence,
    status: message.status,
    paceMilli: message.paceMilli,
  });
  changes.fixtures.set(message.fixtureId, message);
  changes.moments.push(message);
  if (message.status === 'live' && before?.status !== 'live') changes.begun.add(message.fixtureId);
  if (isOver(message.status)) for (const id of model.marketsIn(message.fixtureId)) countBreak(model, changes, id);
}

function collectOdds(model: FeedModel, changes: Changes, { fixtureId, sequence, market, at }: OddsChange): void {
  if (isOver(model.fixtures.get(fixtureId)?.status)) return;
  const entry = model.markets.get(market.id) ?? model.addMarket(market.id, newMarketModel(fixtureId, 0, 'suspended'));
  if (entry.priceSequence >= sequence) return;
  entry.priceSequence = sequence;
  // Values that move with the prices are left out of the comparison. So the stored margin is that of the last change of shape.
  const { selections, status, refundShare: _moves, marginBp, ...rest } = market;
  const priced = selections.map(({ id, oddsMilli, active }) => ({ id, oddsMilli, active }));
  const terms = { marginMethod: market.marginMethod ?? 'power', refundShare: market.refundShare ?? 0 };
  changes.prices.push({ kind: 'prices', fixtureId, sequence, marketId: market.id, status, selections: priced, terms });
  const prices = priced.map(({ id, oddsMilli, active }) => `${id} ${oddsMilli} ${active}`).join();
  if (entry.prices !== prices) for (const { id, oddsMilli } of priced) changes.moved.set(id, oddsMilli);
  entry.prices = prices;
  if (sequence >= entry.sequence) {
    entry.sequence = sequence;
    entry.quotedStatus = status;
    updateStatus(model, changes, market.id, entry);
  }
  const chances = chancesOf(
    priced.map(({ oddsMilli }) => oddsMilli),
    terms.marginMethod,
  );
  trackVolatility(model, changes, market.id, entry, { atMs: Date.parse(at), chances });
  const shape = JSON.stringify([rest, selections.map(({ id, name, outcome }) => [id, name, outcome])]);
  if (entry.shape === shape) return;
  entry.shape = shape;
  const named = selections.map(({ id, name, outcome }, place) => ({ id, name, outcome, place }));
  changes.shapes.set(market.id, {
    ...rest,
    marginBp,
    fixtureId,
    sequence: entry.sequence,
    status: entry.status,
    selections: named,
  });
}

function collectStop(
  model: FeedModel,
  changes: Changes,
  { fixtureId, sequence, marketId }: Pick<BetStop, 'fixtureId' | 'sequence' | 'marketId'>,
): void {
  changes.prices.push({ kind: 'stop', fixtureId, sequence, marketId });
  model.stop(marketId ?? fixtureId, sequence);
  for (const id of marketId === null ? model.marketsIn(fixtureId) : [marketId]) {
    const entry = model.markets.get(id);
    if (entry) updateStatus(model, changes, id, entry);
  }
}

/** An unreadable message may have been a stop, so it counts as one until the feed's next message on the market. Without a plausible sequence it counts as the newest message. */
function collectUnreadable(
  model: FeedModel,
  changes: Changes,
  { deadLetterId, fixtureId, marketId, sequence: given }: Unreadable,
): void {
  const last = model.lastSequence(fixtureId);
  const sequence =
    model.unreadableSequence(deadLetterId, fixtureId) ??
    (given !== null && given <= last + farAhead ? given : last + 1);
  model.addUnreadable({ deadLetterId, fixtureId, sequence });
  changes.unread.push({ deadLetterId, fixtureId, marketId, sequence });
  collectStop(model, changes, { fixtureId, sequence, marketId });
}

/** The largest plausible gap between two received sequences. A stop with a higher sequence would suspend the fixture for good. */
const farAhead = 10_000;

type BetStop = Extract<FeedMessage, { kind: 'bet_stop' }>;

function collectResult(
  model: FeedModel,
  changes: Changes,
  { marketId, fixtureId, sequence }: { marketId: string; fixtureId: string; sequence: number },
  certainty: ResultUpdate['certainty'],
  outcomes: ResultUpdate['outcomes'],
): void {
  const before = changes.results.get(marketId);
  if (before && before.sequence >= sequence) return;
  changes.results.set(marketId, { marketId, fixtureId, sequence, certainty, outcomes });
  countBreak(model, changes, marketId);
}

/** Adds the chances of a market on offer to its window, and marks the market as volatile if they moved too fast. */
function trackVolatility(model: FeedModel, changes: Changes, id: string, entry: MarketModel, now: Seen): void {
  if (entry.status !== 'active') return;
  const fixture = model.fixtures.get(entry.fixtureId);
  const { volatility: rule } = deskRules;
  const paceMilli = fixture?.status === 'live' ? fixture.paceMilli : 1_000;
  const next = follow(entry.seen, now, { ...rule, windowMs: windowAt(rule, paceMilli) });
  entry.seen = next.seen;
  if (next.volatile) changes.volatile.set(id, suspensionAt(rule, paceMilli));
}

/** Updates a market's status by its latest message. After an unreadable message even the same status is written, because the suspension then has its own reason again. */
function updateStatus(model: FeedModel, changes: Changes, id: string, entry: MarketModel): void {
  const lastStop = model.lastStop(id, entry.fixtureId);
  const sequence = Math.max(entry.sequence, lastStop);
  const status = entry.quotedStatus === 'active' && lastStop > entry.sequence ? 'suspended' : entry.quotedStatus;
  if (status !== 'active') entry.seen = [];
  const pastUnread = model.lastUnreadableBefore(entry.fixtureId, sequence);
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

/** Counts an interruption that is no change of the market's status: a result, a cancellation or the end of the fixture. */
function countBreak(model: FeedModel, changes: Changes, id: string): void {
  const entry = model.markets.get(id);
  const before = changes.markets.get(id);
  if (before) before.breaks++;
  else if (entry) {
    const { fixtureId, status } = entry;
    const sequence = Math.max(entry.sequence, model.lastStop(id, fixtureId));
    changes.markets.set(id, { id, fixtureId, sequence, status, breaks: 1, wasActive: status === 'active' });
  }
}
