/** Dependencies of every folder of auth. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Database } from '@fairline/chassis/storage/postgres';

export interface UsersContext {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
}
