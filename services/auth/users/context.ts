/** What every subject of auth works with. */
import type { Bus } from '@fairline/chassis/bus';
import type { Clock } from '@fairline/chassis/clock';
import type { Log } from '@fairline/chassis/log';
import type { Database } from '@fairline/chassis/postgres';

export interface UsersContext {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
}
