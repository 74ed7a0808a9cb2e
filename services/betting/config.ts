/** The environment of betting, read once at start, and the parts of the room that its use cases work with. */
import type { Batch } from '@fairline/chassis/batch';
import type { Bus } from '@fairline/chassis/bus';
import type { Clock } from '@fairline/chassis/clock';
import { type Env, jwk, readConfig } from '@fairline/chassis/config';
import type { Log } from '@fairline/chassis/log';
import type { Database } from '@fairline/chassis/postgres';
import type { Redis } from '@fairline/chassis/redis';
import { roomConfig } from '@fairline/chassis/service';
import { settlements } from '@fairline/proto/betting';
import { z } from 'zod';
import type { Placed, Placement, Taken } from './bet.ts';
import type { Catalogue } from './catalogue.ts';
import type { Signer } from './receipt.ts';

export const bettingConfig = {
  ...roomConfig,
  /** Signs the receipts of bets. */
  RECEIPT_PRIVATE_KEY: jwk.refine((key) => key.d !== undefined, 'must be a private key'),
  /** `instant` settles by a coin, for demonstrations and load tests; the start is refused outside demo mode. */
  BETTING_SETTLEMENT: z.enum(settlements).default('results'),
};

/** How bets are settled here. A coin outside demo mode ends the start before anything is opened. */
export function settlementIn(env: Env): Betting['settlement'] {
  const config = readConfig('betting', env, bettingConfig);
  if (config.BETTING_SETTLEMENT === 'instant' && !config.FAIRLINE_DEMO) {
    throw new Error('betting cannot start: BETTING_SETTLEMENT=instant is play money and needs demo mode (FAIRLINE_DEMO=1)');
  }
  return config.BETTING_SETTLEMENT;
}

export interface Betting {
  readonly db: Database;
  readonly redis: Redis;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly settlement: (typeof settlements)[number];
  readonly catalogue: Catalogue;
  readonly receipts: Signer;
  /** Bets of many players, inserted in few statements; and those whose stake was taken, said in few. */
  readonly placements: Batch<Placement, Placed>;
  readonly takings: Batch<Taken, boolean>;
}
