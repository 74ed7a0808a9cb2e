/** Events: one line per consumer. */
import { type Consumer, consume } from '@fairline/chassis/messaging/inbox';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { endSessionsOfExcluded } from './sessions/commands.ts';

export function consumersOf(): Consumer[] {
  return [consume(exclusionEvents.playerExcluded, endSessionsOfExcluded)];
}
