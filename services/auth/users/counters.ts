/** What is counted as metrics: sign-ins with addresses that nobody has, which would fill a record at any stranger's will, and accounts that wait to be erased. */
import { Counter, type Registry } from 'prom-client';
import type { AccountKind } from './user.ts';

/** What is worth counting and is on no record. */
export interface Counters {
  /** A sign-in with an address that nobody has. */
  stranger(kind: AccountKind): void;
  /** A closed account that wallet has money of, so that its owner stays known. */
  unerased(): void;
}

export function createCounters(registry: Registry): Counters {
  const strangers = new Counter({
    name: 'fairline_auth_unknown_sign_ins_total',
    help: 'Sign-ins that failed because nobody has the address',
    labelNames: ['kind'],
    registers: [registry],
  });
  const unerased = new Counter({
    name: 'fairline_auth_unerased_total',
    help: 'Closed accounts that were due to be erased and were not, because wallet has not closed them',
    registers: [registry],
  });
  return { stranger: (kind) => strangers.inc({ kind }), unerased: () => unerased.inc() };
}
