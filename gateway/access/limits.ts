/**
 * Rate limits as data, counted in Redis for all gateways together.
 * During an outage of Redis each gateway counts for itself, so nobody is locked out and nobody is unlimited.
 */
import type { Redis } from '@fairline/chassis/storage/redis';
import { mailRoutes } from '@fairline/proto/auth/mail';
import { passkeyRoutes } from '@fairline/proto/auth/passkeys';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { common, Refusal, type RouteType } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

interface Limit {
  readonly calls: number;
  readonly seconds: number;
  /** Calls that a gateway takes from the common count at once; a busy route then seldom waits for Redis. */
  readonly block?: number;
}

/** Calls per window. A signed-in caller is counted by account, anyone else by address, where a whole household or office may be. */
export const limits = {
  read: { calls: 600, seconds: 60, block: 20 },
  /** Reads without a sign-in. */
  visit: { calls: 1_200, seconds: 60, block: 20 },
  write: { calls: 240, seconds: 60, block: 5 },
  upload: { calls: 20, seconds: 60 },
  register: { calls: 30, seconds: 600 },
  signIn: { calls: 30, seconds: 60 },
  /** Tabs that open together each renew their session. */
  renew: { calls: 120, seconds: 60 },
  stream: { calls: 60, seconds: 60 },
  /** The payment provider reports every player's payments from a few addresses; what is not signed by it is refused by wallet. */
  webhook: { calls: 12_000, seconds: 60, block: 50 },
  /** Only demo mode has them, where it is a hundred times as many. */
  testWin: { calls: 1, seconds: 600 },
  /** Tokens that were not good: guessing costs us a signature check each time. */
  stranger: { calls: 120, seconds: 60 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** Demo mode is for trying out and for load. */
export const demoFactor = 100;

const named = new Map<RouteType, LimitName>([
  [sessionRoutes.register, 'register'],
  [sessionRoutes.login, 'signIn'],
  [sessionRoutes.operatorLogin, 'signIn'],
  [passkeyRoutes.passkeyLogin, 'signIn'],
  [passkeyRoutes.operatorPasskeyLogin, 'signIn'],
  [staffRoutes.operatorActivate, 'signIn'],
  [mailRoutes.verifyEmail, 'signIn'],
  [sessionRoutes.refresh, 'renew'],
  [sessionRoutes.operatorRefresh, 'renew'],
  [sessionRoutes.logout, 'renew'],
  [sessionRoutes.operatorLogout, 'renew'],
  [gatewayRoutes.stream, 'stream'],
  [paymentRoutes.providerWebhook, 'webhook'],
  [playerRoutes.testWin, 'testWin'],
]);

export function limitOf(route: RouteType, signedIn: boolean): LimitName {
  const name = named.get(route);
  if (name) return name;
  if (route.method === 'GET') return signedIn ? 'read' : 'visit';
  return route.upload ? 'upload' : 'write';
}

interface Held {
  left: number;
  readonly untilMs: number;
}

export class Limits {
  private readonly counters: Redis;
  private readonly held = new Map<string, Held>();
  private readonly taking = new Map<string, Promise<void>>();
  private readonly limiters: Record<LimitName, RateLimiterRedis>;

  constructor(redis: Redis, factor: number) {
    // No call waits for a count: if Redis does not answer at once, the gateway counts for itself.
    this.counters = redis.duplicate({ commandTimeout: 150, enableOfflineQueue: false });
    // The first connection to the same server logs its faults.
    this.counters.on('error', () => undefined);
    const limiter = (name: LimitName) => {
      const options = { keyPrefix: `limit:${name}`, points: limits[name].calls * factor, duration: limits[name].seconds };
      return new RateLimiterRedis({
        ...options,
        storeClient: this.counters,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
        // Who is over the limit is refused from memory until the window ends.
        inMemoryBlockOnConsumed: options.points + 1,
      });
    };
    this.limiters = Object.fromEntries((Object.keys(limits) as LimitName[]).map((name) => [name, limiter(name)])) as Record<LimitName, RateLimiterRedis>;
  }

  close(): void {
    this.counters.disconnect();
  }

  /** Counts a call, or refuses it. */
  async spend(name: LimitName, caller: string): Promise<void> {
    const { block }: Limit = limits[name];
    if (!block) {
      await this.take(name, caller, 1);
      return;
    }
    const key = `${name} ${caller}`;
    for (let held = this.held.get(key); !held || held.left === 0 || held.untilMs <= Date.now(); held = this.held.get(key)) {
      // Calls that find nothing held wait for one block together.
      const taking = this.taking.get(key) ?? this.takeBlock(key, name, caller, block);
      await taking;
    }
    (this.held.get(key) as Held).left--;
  }

  /** Forgets what was taken in windows that are over. */
  sweep(nowMs: number): void {
    for (const [key, { untilMs }] of this.held) if (untilMs <= nowMs) this.held.delete(key);
  }

  private takeBlock(key: string, name: LimitName, caller: string, block: number): Promise<void> {
    const taking = this.take(name, caller, block)
      .then((lastsMs) => {
        this.held.set(key, { left: block, untilMs: Date.now() + lastsMs });
      })
      .finally(() => this.taking.delete(key));
    this.taking.set(key, taking);
    return taking;
  }

  /** Answers how long the window still lasts. */
  private async take(name: LimitName, caller: string, calls: number): Promise<number> {
    try {
      return (await this.limiters[name].consume(caller, calls)).msBeforeNext;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Refusal(common.rateLimited, { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) });
    }
  }
}
