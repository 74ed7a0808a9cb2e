/** Metrics of auth: sign-ins with unknown addresses (not stored as rows, since anyone could create any number), and accounts that wait to be erased. */
import { Counter, type Registry } from 'prom-client';
import type { AccountKind } from './user.ts';

/** Counters of events that are not stored as rows. */
export interface Counters {
  /** A sign-in with an unknown address. */
  stranger(kind: AccountKind): void;
  /** A closed account that is not erased because it still holds money. */
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
