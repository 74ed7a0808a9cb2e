/** Dependencies of sessions, in addition to those of users. */
import type { UsersContext } from '../users/context.ts';
import type { Passwords } from '../users/credential.ts';
import type { Throttle } from '../users/limit.ts';
import type { Counters } from '../users/metrics.ts';
import type { Keys } from './token.ts';

export interface SessionsContext extends UsersContext {
  demo: boolean;
  publicUrl: string;
  keys: Keys;
  passwords: Passwords;
  throttle: Throttle;
  count: Counters;
}
