/** The environment of risk, read once at start, and the parts of the service that its use cases work with. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { DeliveryMonitor } from '@fairline/chassis/messaging/deliveries';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import { serviceConfig } from '@fairline/chassis/service';
import type { Database } from '@fairline/chassis/storage/postgres';
import { z } from 'zod';

export const riskConfig = {
  ...serviceConfig,
  /** The file to which the heads of the audit chain are written, the same for all instances. No process of the database may be able to write it. */
  AUDIT_HEAD_FILE: z.string().min(1),
};

export interface Risk {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly auditHeadFile: string;
  /** The deliveries of this service itself. */
  readonly deliveries: DeliveryMonitor;
}
