/** Events: one line per consumer. */
import type { Consumer } from '@fairline/chassis/messaging/inbox';
import type { Risk } from './config.ts';

export function consumersOf(_risk: Risk): Consumer[] {
  return [];
}
