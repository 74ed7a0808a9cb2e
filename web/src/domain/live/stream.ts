/**
 * The live stream of one session. One tab leads: it holds the lock and the connection, and shares every frame with the others; it reconnects with jitter.
 * Prices are stale five seconds after the last message of the stream. Prices of a fixture that the stream does not carry are stale five seconds after they were
 * last fetched or published.
 */
import { streamRoutes, streamRules } from '@fairline/proto/live/stream';
import { createParser } from 'eventsource-parser';
import { address } from '../../client/http/http.ts';
import { randomKey } from '../../client/http/intent.ts';
import type { Session } from '../../client/session/session.ts';
import { createStore, type Store } from '../../store.ts';
import { readAt } from '../betting/fixture-prices.ts';
import { chooseFixtures, type Frame, frameOf, type Wish } from './frames.ts';

export type LiveState = 'waiting' | 'up' | 'stale';

type Message =
  | { kind: 'lead' }
  | { kind: 'wish'; tab: string; wish: Wish }
  | { kind: 'gone'; tab: string }
  /** The stream started and carries these fixtures. */
  | { kind: 'begun'; carries: string[] }
  | { kind: 'link'; up: boolean; carries: string[] }
  | { kind: 'alive' }
  | { kind: 'frame'; frame: Frame };

const { staleAfterMs } = streamRules;
/** A stream without data for this long is aborted, even if the connection looks alive. Data within this time means that nothing was missed. */
const timeoutMs = 2 * staleAfterMs;
/** Other tabs need a heartbeat only once a second. */
const aliveEveryMs = 1_000;
const regroupMs = 400;
const firstRetryMs = 500;
const longestRetryMs = 10_000;

export class Live {
  readonly #session: Session<{ id: string }>;
  readonly #tab = randomKey();
  readonly #wishes = new Map<string, Wish>();
  readonly #own = new Map<object, { fixtures: readonly string[]; first: boolean }>();
  readonly #frameListeners = new Set<(frame: Frame) => void>();
  #channel: BroadcastChannel | null = null;
  #life: AbortController | null = null;
  #connection: AbortController | null = null;
  /** The wait before the next attempt; a network that comes back cuts it short. */
  #retryPause: AbortController | null = null;
  #requested: string[] = [];
  /** The fixtures of the stream, its start, and which of them had prices since; also until when fixtures of an earlier stream were fresh. */
  #carries: ReadonlySet<string> = new Set();
  #startedAt = 0;
  readonly #changedFixtures = new Set<string>();
  readonly #leftAt = new Map<string, number>();
  #lastSignAt = 0;
  #sentAliveAt = 0;
  #leads = false;
  #up = false;
  readonly #store = createStore<LiveState>('waiting');
  #staleTimer: ReturnType<typeof setTimeout> | undefined;
  #regroupTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session<{ id: string }>) {
    this.#session = session;
  }

  get state(): LiveState {
    return this.#store.get();
  }

  /** When the prices of a fixture stop counting as live, unless more are published or fetched. */
  staleAt(fixtureId: string): number {
    if (this.state === 'stale') return 0;
    if (this.#isFresh(fixtureId)) return this.#up ? Number.POSITIVE_INFINITY : this.#lastSignAt + staleAfterMs;
    return Math.max(readAt(fixtureId), this.#leftAt.get(fixtureId) ?? 0) + staleAfterMs;
  }

  /** Whether the stream carries it, and its prices were fetched or published since the stream started. */
  #isFresh(fixtureId: string): boolean {
    return (
      this.#carries.has(fixtureId) && (this.#changedFixtures.has(fixtureId) || readAt(fixtureId) >= this.#startedAt)
    );
  }

  /** Listeners are also notified of a new stream. */
  get store(): Omit<Store<LiveState>, 'set'> {
    return this.#store;
  }

  onFrame(listener: (frame: Frame) => void): () => void {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  }

  /** Requests the fixtures of one part of the page, those of `first` before the others. Returns the function that cancels the request. */
  watchFixtures(fixtures: readonly string[], first = false): () => void {
    const owner = {};
    this.#own.set(owner, { fixtures, first });
    this.#announce();
    return () => {
      this.#own.delete(owner);
      this.#announce();
    };
  }

  start(): void {
    if (this.#life) return;
    this.#life = new AbortController();
    const { signal } = this.#life;
    this.#channel = new BroadcastChannel(`fairline.live.${this.#session.name}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
    this.#recordSign();
    this.#announce();
    document.addEventListener('visibilitychange', () => this.#announce(), { signal });
    addEventListener('pagehide', () => this.#channel?.postMessage({ kind: 'gone', tab: this.#tab } satisfies Message), {
      signal,
    });
    addEventListener('online', () => this.#reconnect(), { signal });
    addEventListener('offline', () => this.#connection?.abort(), { signal });
    if (!('locks' in navigator)) void this.#lead(signal);
    else
      navigator.locks
        .request(`fairline.live.${this.#session.name}`, { signal }, () => this.#lead(signal))
        .catch(() => undefined);
  }

  stop(): void {
    this.#life?.abort();
    this.#life = null;
    this.#channel?.postMessage({ kind: 'gone', tab: this.#tab } satisfies Message);
    this.#channel?.close();
    this.#channel = null;
    this.#leads = false;
    this.#wishes.clear();
    this.#requested = [];
    this.#up = false;
    this.#carries = new Set();
    this.#changedFixtures.clear();
    this.#leftAt.clear();
    clearTimeout(this.#staleTimer);
    this.#setState('waiting');
  }

  #receive(message: Message): void {
    if (message.kind === 'lead') this.#announce();
    else if (message.kind === 'begun') this.#startStream(message.carries);
    else if (message.kind === 'link') this.#followLeader(message.up, message.carries);
    else if (message.kind === 'alive') this.#recordSign();
    else if (message.kind === 'frame') {
      this.#recordSign();
      this.#dispatch(message.frame);
    } else if (this.#leads && message.kind === 'gone') this.#wishes.delete(message.tab);
    else if (this.#leads && message.kind === 'wish') {
      this.#wishes.set(message.tab, message.wish);
      this.#post({ kind: 'link', up: this.#up, carries: [...this.#carries] });
      this.#regroup();
    }
  }

  #announce(): void {
    const wishes = [...this.#own.values()].sort((one, other) => Number(other.first) - Number(one.first));
    const fixtures = [...new Set(wishes.flatMap((wish) => wish.fixtures))];
    const wish: Wish = { fixtures, hidden: document.visibilityState === 'hidden' };
    this.#wishes.set(this.#tab, wish);
    if (this.#leads) this.#regroup();
    else this.#post({ kind: 'wish', tab: this.#tab, wish });
  }

  /** Another list of fixtures needs a new connection, so requests in quick succession are collected first. */
  #regroup(): void {
    clearTimeout(this.#regroupTimer);
    this.#regroupTimer = setTimeout(() => {
      const next = chooseFixtures(this.#requested, this.#wishes.values());
      const grown = next.some((id) => !this.#requested.includes(id));
      this.#requested = next;
      if (grown) this.#connection?.abort('regroup');
    }, regroupMs);
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#leads = true;
    this.#post({ kind: 'lead' });
    this.#requested = chooseFixtures([], this.#wishes.values());
    let failures = 0;
    while (!signal.aborted) {
      const connection = new AbortController();
      this.#connection = connection;
      const began = Date.now();
      const serverDelayMs = await this.#read(AbortSignal.any([signal, connection.signal])).catch(() => null);
      if (signal.aborted) break;
      if (connection.signal.reason === 'regroup') continue;
      this.#markDown();
      this.#post({ kind: 'link', up: false, carries: [] });
      failures = Date.now() - began > longestRetryMs ? 0 : failures + 1;
      const ceiling = Math.min(longestRetryMs, (serverDelayMs ?? firstRetryMs) * 2 ** failures);
      this.#retryPause = new AbortController();
      await pause(ceiling / 2 + Math.random() * (ceiling / 2), AbortSignal.any([signal, this.#retryPause.signal]));
    }
    this.#leads = false;
  }

  /** Reads one connection to its end; returns the delay that the server asked for, if any. */
  async #read(signal: AbortSignal): Promise<number | null> {
    const token = await this.#session.token();
    if (!token) return null;
    const timeout = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimeout = () => {
      clearTimeout(timer);
      timer = setTimeout(() => timeout.abort(), timeoutMs);
    };
    restartTimeout();
    const carries = this.#requested;
    let retry: number | null = null;
    try {
      const response = await fetch(address(streamRoutes.stream.path, {}, { fixtures: carries.join() }), {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        cache: 'no-store',
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      if (response.status === 401) await this.#session.afterRefusal(token);
      if (!response.ok || !response.body) return null;
      const parser = createParser({
        onEvent: ({ event, data }) => {
          const frame = frameOf(event, data);
          if (frame?.event === 'ready') {
            this.#startStream(carries);
            this.#post({ kind: 'begun', carries });
          } else if (frame) {
            this.#dispatch(frame);
            this.#post({ kind: 'frame', frame });
          }
        },
        onRetry: (delayMs) => {
          retry = delayMs;
        },
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        restartTimeout();
        this.#reportAlive();
        parser.feed(part.value);
      }
      return retry;
    } finally {
      clearTimeout(timer);
    }
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message);
  }

  /** From now on all prices of these fixtures are streamed; earlier ones must be fetched. */
  #startStream(carries: readonly string[]): void {
    if (this.#up) this.#rememberFresh();
    this.#carries = new Set(carries);
    this.#startedAt = Date.now();
    this.#changedFixtures.clear();
    this.#up = true;
    this.#store.set('up');
    this.#recordSign();
    this.#dispatch({ event: 'ready' });
  }

  /** Fresh fixtures stay fresh until the stream's last message. */
  #rememberFresh(): void {
    for (const id of this.#carries) if (this.#isFresh(id)) this.#leftAt.set(id, this.#lastSignAt);
  }

  #markDown(): void {
    if (this.#up) this.#rememberFresh();
    this.#up = false;
  }

  /** A tab that joins a running stream missed its earlier frames: for it the stream begins now. */
  #followLeader(up: boolean, carries: readonly string[]): void {
    if (up && !this.#up) this.#startStream(carries);
    else if (!up) this.#markDown();
  }

  #dispatch(frame: Frame): void {
    if (frame.event === 'prices') for (const { fixtureId } of frame.prices) this.#changedFixtures.add(fixtureId);
    for (const listener of this.#frameListeners) listener(frame);
  }

  #reportAlive(): void {
    this.#recordSign();
    if (this.#lastSignAt - this.#sentAliveAt < aliveEveryMs) return;
    this.#sentAliveAt = this.#lastSignAt;
    this.#post({ kind: 'alive' });
  }

  /** The network is back: aborts the old connection and reconnects without waiting. */
  #reconnect(): void {
    this.#connection?.abort();
    this.#retryPause?.abort();
  }

  /** Data arrived: prices count as live for a while from now. */
  #recordSign(): void {
    this.#lastSignAt = Date.now();
    clearTimeout(this.#staleTimer);
    this.#staleTimer = setTimeout(() => this.#setState('stale'), staleAfterMs);
    if (this.#up && this.state === 'stale') this.#setState('up');
  }

  #setState(state: LiveState): void {
    if (this.state !== state) this.#store.set(state);
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
