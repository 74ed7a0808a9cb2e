/**
 * Rate limits as data, counted in Redis for all gateways together.
 * During an outage of Redis each gateway counts for itself, so callers are neither locked out nor unlimited.
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
  /** Calls that a gateway reserves from the common count at once, so that most calls of a busy route do not wait for Redis. */
  readonly block?: number;
}

/** Calls per window. Signed-in callers are counted by account, all others by network address, which a whole household or office may share. */
export const limits = {
  read: { calls: 600, seconds: 60, block: 20 },
  /** Reads without a sign-in. */
  visit: { calls: 1_200, seconds: 60, block: 20 },
  write: { calls: 240, seconds: 60, block: 5 },
  upload: { calls: 20, seconds: 60 },
  register: { calls: 30, seconds: 600 },
  signIn: { calls: 30, seconds: 60 },
  /** Renewing a session: tabs that open together each renew it. */
  renew: { calls: 120, seconds: 60 },
  stream: { calls: 60, seconds: 60 },
  /** The payment provider reports the payments of all players from a few addresses. Wallet refuses reports without its signature. */
  webhook: { calls: 12_000, seconds: 60, block: 50 },
  /** Exists only in demo mode, where the limit is multiplied by `demoFactor`. */
  testWin: { calls: 1, seconds: 600 },
  /** Calls with an invalid token: each costs a signature check, so guessing is limited. */
  stranger: { calls: 120, seconds: 60 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** Demo mode multiplies all limits, because many people and load tests may share an address. */
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
    // If Redis does not answer within 150 ms, the gateway counts for itself, so that no call waits for long.
    this.counters = redis.duplicate({ commandTimeout: 150, enableOfflineQueue: false });
    // The connection that this one duplicates logs the errors.
    this.counters.on('error', () => undefined);
    const limiter = (name: LimitName) => {
      const options = {
        keyPrefix: `limit:${name}`,
        points: limits[name].calls * factor,
        duration: limits[name].seconds,
      };
      return new RateLimiterRedis({
        ...options,
        storeClient: this.counters,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
        // Callers over the limit are refused from memory until the window ends.
        inMemoryBlockOnConsumed: options.points + 1,
      });
    };
    this.limiters = Object.fromEntries(
      (Object.keys(limits) as LimitName[]).map((name) => [name, limiter(name)]),
    ) as Record<LimitName, RateLimiterRedis>;
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
    for (
      let held = this.held.get(key);
      !held || held.left === 0 || held.untilMs <= Date.now();
      held = this.held.get(key)
    ) {
      // Calls that find no reserved calls left wait for one block together.
      const taking = this.taking.get(key) ?? this.takeBlock(key, name, caller, block);
      await taking;
    }
    (this.held.get(key) as Held).left--;
  }

  /** Drops reserved calls of windows that are over. */
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

  /** Counts calls in Redis. Returns the time until the window ends, in milliseconds. */
  private async take(name: LimitName, caller: string, calls: number): Promise<number> {
    try {
      return (await this.limiters[name].consume(caller, calls)).msBeforeNext;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Refusal(common.rateLimited, { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) });
    }
  }
}
