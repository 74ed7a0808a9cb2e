/**
 * The live stream of one session. One tab leads: it holds the lock and the connection, and shares every frame with the others.
 * A lost stream is taken up again with jitter; prices count as stale once it has been gone for five seconds.
 */
import { gatewayRoutes, streamRules } from '@fairline/proto/gateway';
import { createParser } from 'eventsource-parser';
import { type Frame, frameOf, wanted } from './frames.ts';
import { address } from './http.ts';
import { randomKey } from './intent.ts';
import type { Session } from './session.ts';

export type LiveState = 'waiting' | 'up' | 'stale';

type Message =
  | { kind: 'lead' }
  | { kind: 'wish'; tab: string; fixtures: string[] }
  | { kind: 'gone'; tab: string }
  | { kind: 'link'; up: boolean }
  | { kind: 'frame'; frame: Frame };

const staleAfterMs = 5_000;
/** A stream that misses its heartbeat is dead, whatever the connection says. */
const silentAfterMs = streamRules.heartbeatMs + 5_000;
const regroupMs = 400;
const firstRetryMs = 500;
const longestRetryMs = 10_000;

export class Live {
  readonly #session: Session<{ id: string }>;
  readonly #tab = randomKey();
  readonly #wishes = new Map<string, readonly string[]>();
  readonly #own = new Map<object, { fixtures: readonly string[]; first: boolean }>();
  readonly #listeners = new Set<() => void>();
  readonly #hearers = new Set<(frame: Frame) => void>();
  #channel: BroadcastChannel | null = null;
  #life: AbortController | null = null;
  #connection: AbortController | null = null;
  #asked: string[] = [];
  #leads = false;
  #up = false;
  #state: LiveState = 'waiting';
  #staleTimer: ReturnType<typeof setTimeout> | undefined;
  #regroupTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session<{ id: string }>) {
    this.#session = session;
  }

  get state(): LiveState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  hear(hearer: (frame: Frame) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Says which fixtures this part of the page shows; those of `first` come before the others. The answer takes the wish back. */
  wish(fixtures: readonly string[], first = false): () => void {
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
    this.#link(false);
    this.#announce();
    addEventListener('pagehide', () => this.#channel?.postMessage({ kind: 'gone', tab: this.#tab } satisfies Message), { signal });
    addEventListener('online', () => this.#connection?.abort(), { signal });
    addEventListener('offline', () => this.#connection?.abort(), { signal });
    if (!('locks' in navigator)) void this.#lead(signal);
    else navigator.locks.request(`fairline.live.${this.#session.name}`, { signal }, () => this.#lead(signal)).catch(() => undefined);
  }

  stop(): void {
    this.#life?.abort();
    this.#life = null;
    this.#channel?.postMessage({ kind: 'gone', tab: this.#tab } satisfies Message);
    this.#channel?.close();
    this.#channel = null;
    this.#leads = false;
    this.#wishes.clear();
    this.#asked = [];
    clearTimeout(this.#staleTimer);
    this.#become('waiting');
  }

  #receive(message: Message): void {
    if (message.kind === 'lead') this.#announce();
    else if (message.kind === 'link') this.#join(message.up);
    else if (message.kind === 'frame') this.#tell(message.frame);
    else if (this.#leads && message.kind === 'gone') this.#wishes.delete(message.tab);
    else if (this.#leads && message.kind === 'wish') {
      this.#wishes.set(message.tab, message.fixtures);
      this.#post({ kind: 'link', up: this.#up });
      this.#regroup();
    }
  }

  #announce(): void {
    const wishes = [...this.#own.values()].sort((one, other) => Number(other.first) - Number(one.first));
    const fixtures = [...new Set(wishes.flatMap((wish) => wish.fixtures))];
    this.#wishes.set(this.#tab, fixtures);
    if (this.#leads) this.#regroup();
    else this.#post({ kind: 'wish', tab: this.#tab, fixtures });
  }

  /** Another list is a new connection, so a burst of wishes is gathered first. */
  #regroup(): void {
    clearTimeout(this.#regroupTimer);
    this.#regroupTimer = setTimeout(() => {
      const next = wanted(this.#asked, this.#wishes.values());
      const grown = next.some((id) => !this.#asked.includes(id));
      this.#asked = next;
      if (grown) this.#connection?.abort('regroup');
    }, regroupMs);
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#leads = true;
    this.#post({ kind: 'lead' });
    this.#asked = wanted([], this.#wishes.values());
    let failures = 0;
    while (!signal.aborted) {
      const connection = new AbortController();
      this.#connection = connection;
      const began = Date.now();
      const told = await this.#read(AbortSignal.any([signal, connection.signal])).catch(() => null);
      if (signal.aborted) break;
      if (connection.signal.reason === 'regroup') continue;
      this.#link(false);
      this.#post({ kind: 'link', up: false });
      failures = Date.now() - began > longestRetryMs ? 0 : failures + 1;
      const ceiling = Math.min(longestRetryMs, (told ?? firstRetryMs) * 2 ** failures);
      await pause(ceiling / 2 + Math.random() * (ceiling / 2), signal);
    }
    this.#leads = false;
  }

  /** Reads one connection to its end; answers the delay the server asked for, if it did. */
  async #read(signal: AbortSignal): Promise<number | null> {
    const token = await this.#session.token();
    if (!token) return null;
    const silence = new AbortController();
    let silent: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(() => silence.abort(), silentAfterMs);
    };
    heard();
    let retry: number | null = null;
    try {
      const response = await fetch(address(gatewayRoutes.stream.path, {}, { fixtures: this.#asked.join() }), {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (response.status === 401) await this.#session.afterRefusal(token);
      if (!response.ok || !response.body) return null;
      const parser = createParser({
        onEvent: ({ event, data }) => {
          const frame = frameOf(event, data);
          if (!frame) return;
          this.#tell(frame);
          this.#post({ kind: 'frame', frame });
        },
        onRetry: (delayMs) => {
          retry = delayMs;
        },
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        heard();
        parser.feed(part.value);
      }
      return retry;
    } finally {
      clearTimeout(silent);
    }
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message);
  }

  /** A tab that joins a running stream missed what was told before: for it the stream begins now. */
  #join(up: boolean): void {
    if (up && !this.#up) this.#tell({ event: 'ready' });
    else this.#link(up);
  }

  #tell(frame: Frame): void {
    if (frame.event === 'ready') this.#link(true);
    for (const hearer of this.#hearers) hearer(frame);
  }

  #link(up: boolean): void {
    this.#up = up;
    if (up) {
      clearTimeout(this.#staleTimer);
      this.#staleTimer = undefined;
      this.#become('up');
    } else if (this.#staleTimer === undefined && this.#state !== 'stale') {
      this.#staleTimer = setTimeout(() => {
        this.#staleTimer = undefined;
        this.#become('stale');
      }, staleAfterMs);
    }
  }

  #become(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
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
