/** The checks of the last 24 hours, and how many found everything up. They are counted by the hour in Redis, so that they survive a restart; those during an outage of Redis are added after it. */

import type { Redis } from '@fairline/chassis/storage/redis';
import type { SystemHealth } from '@fairline/proto/gateway';
import { hourMs } from '@fairline/proto/time';

const hours = 24;
const keptSeconds = 25 * 60 * 60;

const keyOf = (what: 'all' | 'up' | 'first', hour: number) => `uptime:${what}:${hour}`;

interface Checks {
  readonly first: Date;
  all: number;
  up: number;
}

/** Counts checks. Those that Redis could not store are kept in memory and added once it answers, because its outages count too. */
export class UptimeCounter {
  private uncounted = new Map<number, Checks>();
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  async count(isUp: boolean, now: Date): Promise<void> {
    const hour = Math.floor(now.getTime() / hourMs);
    this.remember(hour, { first: now, all: 1, up: isUp ? 1 : 0 });
    const pending = [...this.uncounted].filter(([at]) => at > hour - hours);
    this.uncounted = new Map();
    const writes = await Promise.allSettled(pending.map(([at, checks]) => addChecks(this.redis, at, checks)));
    for (const [at, { status }] of writes.entries()) {
      const [ofHour, checks] = pending[at] as [number, Checks];
      if (status === 'rejected') this.remember(ofHour, checks);
    }
    const failed = writes.find((write) => write.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private remember(hour: number, { first, all, up }: Checks): void {
    const known = this.uncounted.get(hour) ?? { first, all: 0, up: 0 };
    this.uncounted.set(hour, {
      first: first < known.first ? first : known.first,
      all: known.all + all,
      up: known.up + up,
    });
  }
}

async function addChecks(redis: Redis, hour: number, { first, all, up }: Checks): Promise<void> {
  const counting = redis.multi().set(keyOf('first', hour), first.toISOString(), 'EX', keptSeconds, 'NX');
  for (const [what, by] of [
    ['all', all],
    ['up', up],
  ] as const)
    counting.incrby(keyOf(what, hour), by).expire(keyOf(what, hour), keptSeconds);
  await counting.exec();
}

/** Reads the uptime; undefined before the first check. */
export async function readUptime(redis: Redis, now: Date): Promise<SystemHealth['uptime']> {
  const last = Math.floor(now.getTime() / hourMs);
  const counted = await Promise.all(
    Array.from({ length: hours }, async (_, at) => {
      const hour = last - hours + 1 + at;
      const [all, up, first] = await Promise.all([
        redis.get(keyOf('all', hour)),
        redis.get(keyOf('up', hour)),
        redis.get(keyOf('first', hour)),
      ]);
      return { all: Number(all ?? 0), up: Number(up ?? 0), first };
    }),
  );
  const since = counted.find(({ first }) => first)?.first;
  const all = counted.reduce((sum, one) => sum + one.all, 0);
  const up = counted.reduce((sum, one) => sum + one.up, 0);
  return since && all > 0 ? { percent: Math.round((10_000 * up) / all) / 100, since } : undefined;
}
