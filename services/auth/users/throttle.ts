/**
 * Counts attempts in Redis, for all instances together.
 * Keys are hashes, so Redis has no personal address. While Redis is unreachable, each instance counts on its own.
 */
import { createHash } from 'node:crypto';
import type { Redis } from '@fairline/chassis/storage/redis';
import { common, Refusal } from '@fairline/proto/contract';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Admission, type KnownVisitor, type Limit, pointsOf, type Throttle, throttleLimits } from './limit.ts';

export class RedisThrottle implements Throttle {
  private readonly limiters: Record<Limit, RateLimiterRedis>;

  constructor(redis: Redis, demo: boolean) {
    const limiter = (limit: Limit) => {
      const options = {
        keyPrefix: `throttle:${limit}`,
        points: pointsOf(limit, demo),
        duration: throttleLimits[limit].seconds,
      };
      return new RateLimiterRedis({
        ...options,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
      });
    };
    this.limiters = Object.fromEntries(
      (Object.keys(throttleLimits) as Limit[]).map((limit) => [limit, limiter(limit)]),
    ) as Record<Limit, RateLimiterRedis>;
  }

  /** Counts an attempt and returns how many are left; refused if none was left. */
  async spend(limit: Limit, subject: string): Promise<number> {
    try {
      return (await this.limiters[limit].consume(keyOf(subject))).remainingPoints;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Refusal(common.rateLimited, { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) });
    }
  }

  async giveBack(limit: Limit, subject: string): Promise<void> {
    await this.limiters[limit].reward(keyOf(subject));
  }

  /**
   * Counts a sign-in attempt before it is checked, so that concurrent attempts count too. An attempt that the limit of account and address refuses counts in no
   * other limit. So one address alone cannot use up an account's attempts, and no stranger uses up those of a known browser or address.
   */
  async admit(account: string, address: string, known: KnownVisitor): Promise<Admission> {
    if (known) return this.charge([{ limit: 'signInKnown', subject: `${account} ${known.by} ${known.key}` }]);
    return this.charge([
      { limit: 'signInPair', subject: `${account} ${address}` },
      { limit: 'signInAddress', subject: address },
      { limit: 'signInAccount', subject: account },
    ]);
  }

  admitProof(account: string, sessionId: string): Promise<Admission> {
    return this.charge([
      { limit: 'proof', subject: `${account} ${sessionId}` },
      { limit: 'proofAccount', subject: account },
    ]);
  }

  private async charge(charges: Admission['charges']): Promise<Admission> {
    const left: number[] = [];
    for (const { limit, subject } of charges) left.push(await this.spend(limit, subject));
    return { charges, last: left[0] === 0 };
  }

  /** Takes back the attempt, because it was no failure. */
  async forgive({ charges }: Admission): Promise<void> {
    await Promise.all(charges.map(({ limit, subject }) => this.giveBack(limit, subject)));
  }

  /** Clears earlier failures on the narrowest limit after a successful sign-in. */
  async clear({ charges: [closest, ...others] }: Admission): Promise<void> {
    await Promise.all([
      closest && this.forget(closest.limit, closest.subject),
      ...others.map(({ limit, subject }) => this.giveBack(limit, subject)),
    ]);
  }

  async clearAccount(account: string): Promise<void> {
    await Promise.all([this.forget('signInAccount', account), this.forget('proofAccount', account)]);
  }

  private async forget(limit: Limit, subject: string): Promise<void> {
    await this.limiters[limit].delete(keyOf(subject));
  }
}

function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url');
}
