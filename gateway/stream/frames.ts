/**
 * The queue of one reader of the stream: the newest prices and viewers of every fixture, and the newest version of everything else.
 * Pure, so that what a burst becomes is a row in frames.test.ts.
 */
import type { Change, FixtureViewers, Prices } from '@fairline/proto/live/stream';

/** One message of the stream as it travels. */
export function frame(event: 'ready' | 'changes' | 'prices' | 'viewers', data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

export const readyFrame = frame('ready', '{}');
export const heartbeat = ':\n\n';

/** Asks the reader to end here and to come back after the delay. */
export function farewell(delayMs: number): string {
  return `retry: ${Math.round(delayMs)}\n\n`;
}

/** A change by itself, for those that do not wait. */
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
    this.prices.set(prices.fixtureId, before ? together(before, prices) : prices);
  }

  view(viewers: FixtureViewers): void {
    this.viewers.set(viewers.fixtureId, viewers);
  }

  /** Takes everything, as the text to send. */
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

  /** Drops what a reader refetches after `ready`; counts of viewers come by the stream alone. */
  drop(): void {
    this.changes.clear();
    this.prices.clear();
  }
}

const made = new WeakMap<Prices, WeakMap<Prices, Prices>>();

/** The two as one; a market that the newer does not name keeps its prices of the older. Many readers wait with the same, which is put together once. */
function together(before: Prices, after: Prices): Prices {
  const known = made.get(before)?.get(after);
  if (known) return known;
  const [older, newer] = before.sequence > after.sequence ? [after, before] : [before, after];
  const markets = new Map([...older.markets, ...newer.markets].map((market) => [market.id, market]));
  const both = { ...older, ...newer, markets: [...markets.values()] };
  const of = made.get(before) ?? new WeakMap<Prices, Prices>();
  made.set(before, of.set(after, both));
  return both;
}

const texts = new WeakMap<object, string>();

/** Many readers get the same object, which is serialized once. */
function textOf(value: Change | Prices | FixtureViewers): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}
