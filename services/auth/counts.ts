/** What is counted as metrics because no record may hold it: sign-ins with addresses that nobody has would fill one at any stranger's will. */
import { Counter, type Registry } from 'prom-client';
import type { Count } from './config.ts';

export function countsOf(registry: Registry): Count {
  const strangers = new Counter({
    name: 'fairline_auth_unknown_sign_ins_total',
    help: 'Sign-ins that failed because nobody has the address',
    labelNames: ['kind'],
    registers: [registry],
  });
  return { stranger: (kind) => strangers.inc({ kind }) };
}
