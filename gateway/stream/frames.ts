/**
 * The queue of one reader of the stream: the newest prices and viewers of every fixture, and the newest version of every change.
 * Pure, so every case is a test in frames.test.ts.
 */
import type { Change, FixtureViewers, Prices } from '@fairline/proto/live/stream';

/** The text of one message of the stream. */
export function frame(event: 'ready' | 'changes' | 'prices' | 'viewers', data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

export const readyFrame = frame('ready', '{}');
export const heartbeat = ':\n\n';

/** Tells the reader to reconnect after the delay. */
export function farewell(delayMs: number): string {
  return `retry: ${Math.round(delayMs)}\n\n`;
}

/** A frame with a single change, for changes that are sent at once. */
export const changeFrame = (change: Change) => frame('changes', `[${textOf(change)}]`);

export class Waiting {
  private readonly changes = new Map<string, Change>();
  private readonly prices = new Map<string, Prices>();
  private readonly viewers = new Map<string, FixtureViewers>();

  get isEmpty(): boolean {
    return this.changes.size === 0 && this.prices.size === 0 && this.viewers.size === 0;
  }

  change(change: Change): void {
    const key = `${change.type} ${change.id}`;
    if ((this.changes.get(key)?.version ?? 0) < change.version) this.changes.set(key, change);
  }

  price(prices: Prices): void {
    const before = this.prices.get(prices.fixtureId);
    this.prices.set(prices.fixtureId, before ? mergePrices(before, prices) : prices);
  }

  view(viewers: FixtureViewers): void {
    this.viewers.set(viewers.fixtureId, viewers);
  }

  /** Empties the queue. Returns its content as the text to send. */
  take(): string {
    const text = [
      this.changes.size > 0 ? frame('changes', `[${[...this.changes.values()].map(textOf).join(',')}]`) : '',
      this.prices.size > 0 ? frame('prices', `[${[...this.prices.values()].map(textOf).join(',')}]`) : '',
      this.viewers.size > 0 ? frame('viewers', `[${[...this.viewers.values()].map(textOf).join(',')}]`) : '',
    ];
    this.drop();
    this.viewers.clear();
    return text.join('');
  }

  /** Drops changes and prices, which a reader refetches after `ready`. Counts of viewers stay, because only the stream has them. */
  drop(): void {
    this.changes.clear();
    this.prices.clear();
  }
}

const merged = new WeakMap<Prices, WeakMap<Prices, Prices>>();

/** Merges two messages of prices. A market that the newer one lacks keeps its older prices. The result is cached, because many readers merge the same two messages. */
function mergePrices(before: Prices, after: Prices): Prices {
  const known = merged.get(before)?.get(after);
  if (known) return known;
  const [older, newer] = before.sequence > after.sequence ? [after, before] : [before, after];
  const markets = new Map([...older.markets, ...newer.markets].map((market) => [market.id, market]));
  const both = { ...older, ...newer, markets: [...markets.values()] };
  const of = merged.get(before) ?? new WeakMap<Prices, Prices>();
  merged.set(before, of.set(after, both));
  return both;
}

const texts = new WeakMap<object, string>();

/** The JSON of a value, cached because many readers get the same object. */
function textOf(value: Change | Prices | FixtureViewers): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}
