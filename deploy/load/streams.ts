/**
 * Live streams as browsers hold them open: twenty fixtures each, closed and reopened after a while, as tabs are.
 * It counts frames, the time until each stream sent `ready`, and streams that did not or that ended too early.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fixture } from '@fairline/proto/betting/offer';
import { register } from './players.ts';
import { percentile } from './report.ts';
import type { Measured } from './summary.ts';

const watched = 20;
const heldMs = 10_000;
const readyWithinMs = 10_000;
const openedWithinMs = 5_000;
/** Renewed after this time; an access token is valid for 15 minutes. */
const tokenLastsMs = 10 * 60_000;
const streamsPerPlayer = 10;

export class Streams {
  private readonly url: string;
  private readonly ending = new AbortController();
  private readonly tokens = new Map<number, { atMs: number; token: Promise<string> }>();
  private readonly readyMs: number[] = [];
  private failed = 0;
  private frames = 0;
  private startedAtMs = 0;
  private running: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.url = url;
  }

  async begin(count: number): Promise<void> {
    const { items } = (await (await fetch(`${this.url}/api/betting/fixtures`)).json()) as { items: Fixture[] };
    const query = items
      .slice(0, watched)
      .map(({ id }) => id)
      .join(',');
    this.startedAtMs = Date.now();
    this.running = Promise.all(Array.from({ length: count }, (_, place) => this.hold(place, query)));
  }

  /** Closes every stream and returns the figures. */
  async end(): Promise<Measured> {
    const seconds = (Date.now() - this.startedAtMs) / 1_000;
    this.ending.abort();
    await this.running;
    const sorted = this.readyMs.toSorted((one, other) => one - other);
    const opened = sorted.length + this.failed;
    return {
      name: 'live',
      rate: this.frames / seconds,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      failedShare: opened === 0 ? 1 : this.failed / opened,
      refusedShare: 0,
    };
  }

  private async hold(place: number, query: string): Promise<void> {
    // Opening is spread over `openedWithinMs`, because real tabs do not open at one instant.
    await pause((place * 997) % openedWithinMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
    while (!this.ending.signal.aborted) {
      try {
        await this.readOnce(await this.token(Math.floor(place / streamsPerPlayer)), query);
      } catch {
        if (this.ending.signal.aborted) return;
        this.failed++;
        await pause(1_000);
      }
    }
  }

  private token(owner: number): Promise<string> {
    const held = this.tokens.get(owner);
    if (held && Date.now() - held.atMs < tokenLastsMs) return held.token;
    const fresh = { atMs: Date.now(), token: register(this.url) };
    this.tokens.set(owner, fresh);
    // If the sign-up failed, the next stream tries again.
    fresh.token.catch(() => this.tokens.delete(owner));
    return fresh.token;
  }

  private async readOnce(token: string, query: string): Promise<void> {
    const openedAtMs = performance.now();
    const closing = new AbortController();
    let isReady = false;
    const late = setTimeout(() => closing.abort(new Error('not ready in time')), readyWithinMs);
    const held = setTimeout(() => isReady && closing.abort(), heldMs);
    try {
      const response = await fetch(`${this.url}/api/stream?fixtures=${query}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.any([closing.signal, this.ending.signal]),
      });
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        if (!isReady && text.includes('event: ready')) {
          isReady = true;
          clearTimeout(late);
          this.readyMs.push(performance.now() - openedAtMs);
        }
        this.frames += text.split('\n\nevent: ').length - 1 + (text.startsWith('event: ') ? 1 : 0);
      }
      throw new Error('ended by the gateway');
    } catch (error) {
      if (!(isReady && closing.signal.aborted)) throw error;
    } finally {
      clearTimeout(late);
      clearTimeout(held);
    }
  }
}
