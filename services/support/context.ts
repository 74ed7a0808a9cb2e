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
  /** Runs the changes of one chat or ticket in this process one after the other. */
  readonly turns: Turns;
  /** Multiplies the limits of how often a player may act per minute, hour or day. */
  readonly limitFactor: number;
  /** How players reach support outside the app; fields are missing unless configured. */
  readonly contact: { readonly phone?: string | undefined; readonly email?: string | undefined };
}
