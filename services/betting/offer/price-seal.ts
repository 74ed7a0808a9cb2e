/**
 * Seals prices in Redis with a MAC, so that Redis alone cannot change a price: a text that was altered, moved to another market or put back
 * after a newer one does not open, and its market has no prices. Only betting has the key.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Log } from '@fairline/chassis/process/log';
import type { Metrics } from '@fairline/chassis/process/metrics';
import { Counter } from 'prom-client';

/** A bound against growth: some 250 fixtures with all their markets. */
const mostRemembered = 100_000;

export class PriceSeal {
  /** Part of every Redis key, so that after a change of the secret key all prices are written again. */
  readonly keyId: string;
  private readonly key: KeyObject;
  private readonly onBroken: (name: string) => void;
  /** The highest sequence opened so far, by field. */
  private readonly newest = new Map<string, number>();

  /** `onBroken` is called for each text that does not open. */
  constructor(key: Uint8Array, onBroken: (name: string) => void) {
    // Made once: from the bytes, each MAC would make it anew, at six times the cost.
    this.key = createSecretKey(key);
    this.onBroken = onBroken;
    this.keyId = this.macOf('key id').slice(0, 8);
  }

  /** The text with its MAC in front. The MAC covers `name`, the place in Redis, so the text is valid nowhere else. */
  seal(name: string, text: string): string {
    return `${this.macOf(`${name}|${text}`)}|${text}`;
  }

  /** The text; undefined if it was not sealed under this name. */
  open(name: string, sealed: string): string | undefined {
    const at = sealed.indexOf('|');
    const text = sealed.slice(at + 1);
    const expected = Buffer.from(this.macOf(`${name}|${text}`));
    const given = Buffer.from(sealed.slice(0, Math.max(at, 0)));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return text;
    this.onBroken(name);
    return undefined;
  }

  /** Like `open`, for a text with a sequence. A text older than one opened before was replayed, and is not opened. */
  openNewest(name: string, sequence: number, sealed: string): string | undefined {
    const text = this.open(`${name}|${sequence}`, sealed);
    if (text === undefined) return undefined;
    if (sequence < (this.newest.get(name) ?? 0)) {
      this.onBroken(name);
      return undefined;
    }
    if (!this.newest.has(name) && this.newest.size >= mostRemembered)
      this.newest.delete(this.newest.keys().next().value as string);
    this.newest.set(name, sequence);
    return text;
  }

  private macOf(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

interface Process {
  readonly config: { readonly PRICE_KEY: string };
  readonly log: Log;
  readonly metrics: Metrics;
}

const mostLogged = 1_000;

/** The most markets with altered prices that wait for a job to publish them. Bounded, because a restored Redis may have old prices of all markets. */
const mostTampered = 100;
const marketIn = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Opens the seal of this process. A text that does not open means that somebody else wrote to Redis: it is counted, logged once per name, and its market is added to `tampered`. */
export function openPriceSeal({ config, log, metrics }: Process, tampered: Set<string>): PriceSeal {
  const broken = new Counter({
    name: 'fairline_broken_price_seals_total',
    help: 'Prices read from Redis that betting had not written',
    registers: [metrics.registry],
  });
  const logged = new Set<string>();
  return new PriceSeal(Buffer.from(config.PRICE_KEY, 'base64url'), (name) => {
    broken.inc();
    const marketId = marketIn.exec(name)?.[0];
    if (marketId && tampered.size < mostTampered) tampered.add(marketId);
    if (logged.has(name) || logged.size >= mostLogged) return;
    logged.add(name);
    log.error({ name }, 'a price in Redis was altered');
  });
}
