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
    // The user of a service may run only the commands it needs, and these do not include naming the client library.
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
  });
  redis.on('error', (error: Error) => log.warn({ error: error.message }, 'redis'));
  return redis;
}
