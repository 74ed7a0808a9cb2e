/** The dependencies of every folder of casino. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Database } from '@fairline/chassis/storage/postgres';
import type { Catalogue } from './catalogue.ts';

export interface CasinoContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Log;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  /** The most that one round may win, without the jackpot. */
  readonly maxWinMinor: number;
}
