/** The parts of the service that its use cases work with. */
import type { Mongo } from '@fairline/chassis/documents/mongo';
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Blobs } from '@fairline/chassis/storage/blob';
import type { Turns } from './turns.ts';

export interface SupportContext {
  readonly mongo: Mongo;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly blobs: Blobs;
  /** Changes of one chat or ticket in this process wait for each other. */
  readonly turns: Turns;
  /** The limits of what a player may do per minute, hour or day are multiplied by it. */
  readonly limitFactor: number;
  /** How support is reached outside the app, where it is configured. */
  readonly contact: { readonly phone?: string | undefined; readonly email?: string | undefined };
}
