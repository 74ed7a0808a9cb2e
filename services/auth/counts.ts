/** What is counted as metrics: sign-ins with addresses that nobody has, which would fill a record at any stranger's will, and accounts that wait to be erased. */
import { Counter, type Registry } from 'prom-client';
import type { Count } from './config.ts';

export function countsOf(registry: Registry): Count {
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
