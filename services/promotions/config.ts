/** The environment of promotions, read once at start, and the parts of the service that its use cases work with. */
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
  /** From this worst cost on, of all promotions that an operator writes on a UTC day, a second operator decides. In the play currency of the players. */
  PROMOTION_COST_LIMIT_MINOR: minor.default(100_000_000),
};

export interface Promotions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly costLimitMinor: number;
}
