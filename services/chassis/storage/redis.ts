/** Redis for a service: one connection that fails fast, so that commands do not queue up while the server is unreachable. */
import { Redis } from 'ioredis';
import type { Log } from '../process/log.ts';

export type { Redis } from 'ioredis';

export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    enableOfflineQueue: true,
    // A service may run no more commands than it needs, and naming its client library is none of them.
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
  });
  redis.on('error', (error: Error) => log.warn({ error: error.message }, 'redis'));
  return redis;
}
