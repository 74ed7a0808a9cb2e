/** Dependencies of the offer and of the folders above. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Database } from '@fairline/chassis/storage/postgres';
import type { Redis } from '@fairline/chassis/storage/redis';
import type { Catalogue } from './catalogue.ts';
import type { PriceSeal } from './price-seal.ts';

export interface OfferContext {
  readonly db: Database;
  readonly redis: Redis;
  readonly seal: PriceSeal;
  /** Markets with altered prices in Redis, until PricesTampered is published. */
  readonly tampered: Set<string>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalogue: Catalogue;
  /** From this total per UTC day on, a second operator must approve. */
  readonly twoOperatorsMinor: number;
}
