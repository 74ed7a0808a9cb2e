/**
 * The number of players' streams that carry each fixture, over all gateways. Every few seconds each gateway writes its own counts to Redis and reads those of all.
 * Counts expire, so those of a killed gateway disappear. Without Redis a gateway uses its own counts only.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from '@fairline/chassis/storage/redis';
import { type FixtureViewers, streamRules } from '@fairline/proto/live/stream';
import { z } from 'zod';

export type Counts = ReadonlyMap<string, number>;
/** Stores the counts of this gateway. Returns the counts of each gateway. */
export type ShareCounts = (own: Counts) => Promise<Counts[]>;

const expireMs = 3 * streamRules.viewersEveryMs;
/** The names of gateways are kept longer than their counts, to tolerate clocks that differ. */
const forgetMs = 10 * expireMs;
const gatewaysKey = 'viewers:gateways';
const countsKey = (gateway: string) => `viewers:of:${gateway}`;
const Stored = z.record(z.string(), z.int().min(0));

export function shareInRedis(redis: Redis, gateway: string = randomUUID()): ShareCounts {
  return async (own) => {
    const now = Date.now();
    const [, , , gateways] = await Promise.all([
      redis.set(countsKey(gateway), JSON.stringify(Object.fromEntries(own)), 'PX', expireMs),
      redis.zadd(gatewaysKey, now, gateway),
      redis.zremrangebyscore(gatewaysKey, 0, now - forgetMs),
      redis.zrangebyscore(gatewaysKey, now - forgetMs, '+inf'),
    ]);
    const stored = gateways.length > 0 ? await redis.mget(gateways.map(countsKey)) : [];
    return stored.flatMap((text) => (text === null ? [] : [new Map(Object.entries(Stored.parse(JSON.parse(text))))]));
  };
}

type Receive = (viewers: FixtureViewers) => void;

export class Viewers {
  private readonly watching = new Map<string, Set<Receive>>();
  private totals = new Map<string, number>();
  private readonly share: ShareCounts;
  private readonly timer: NodeJS.Timeout;

  constructor(share: ShareCounts) {
    this.share = share;
    this.timer = setInterval(() => void this.count(), streamRules.viewersEveryMs);
  }

  /** Counts a stream for these fixtures until the returned function is called, and sends it their counts. */
  watch(fixtures: readonly string[], receive: Receive): () => void {
    for (const id of fixtures) {
      const receivers = this.watching.get(id) ?? new Set();
      this.watching.set(id, receivers.add(receive));
      const viewers = this.totals.get(id);
      if (viewers !== undefined) receive({ fixtureId: id, viewers });
    }
    return () => {
      for (const id of fixtures) {
        const receivers = this.watching.get(id);
        receivers?.delete(receive);
        if (receivers?.size === 0) this.watching.delete(id);
      }
    };
  }

  async count(): Promise<void> {
    const own = new Map([...this.watching].map(([id, receivers]) => [id, receivers.size]));
    const all = await this.share(own).catch(() => [own]);
    const totals = new Map<string, number>();
    for (const counts of all) for (const [id, viewers] of counts) totals.set(id, (totals.get(id) ?? 0) + viewers);
    const before = this.totals;
    this.totals = totals;
    for (const [fixtureId, receivers] of this.watching) {
      const viewers = totals.get(fixtureId) ?? 0;
      // The same object to all, so that it is serialized once.
      const news = { fixtureId, viewers };
      if (viewers !== (before.get(fixtureId) ?? 0)) for (const receive of receivers) receive(news);
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
