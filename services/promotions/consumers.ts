/** Events: one line per consumer. */
import type { Consumer } from '@fairline/chassis/messaging/inbox';
import type { Promotions } from './config.ts';

export function consumersOf(_context: Promotions): Consumer[] {
  return [];
}
