/** The environment of promotions, read once at start, and the context that its use cases receive. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import { serviceConfig } from '@fairline/chassis/service';
import type { Database } from '@fairline/chassis/storage/postgres';
import { maxMinor } from '@fairline/proto/money';
import { z } from 'zod';

const minor = z.coerce.number().int().min(0).max(maxMinor);

export const promotionsConfig = {
  ...serviceConfig,
  /** A second operator decides once the promotions that one operator writes on a UTC day have this worst cost in total. Minor units; play currencies count at par. */
  PROMOTION_COST_LIMIT_MINOR: minor.default(100_000_000),
};

export interface Promotions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly costLimitMinor: number;
}
