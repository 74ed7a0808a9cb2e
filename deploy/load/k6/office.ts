/** An operator reads the lists of the back office, one after the other. */
import exec from 'k6/execution';
import { call } from './calls.ts';
import { type Ground, operator } from './people.ts';

const lists = [
  'wallet/payments?status=pending',
  'wallet/transactions',
  'auth/users',
  'betting/bets',
  'betting/exposure',
  'casino/rounds',
  'promotions/claims',
  'kyc',
  'support/tickets',
  'risk/alerts',
] as const;

export function readList(ground: Ground): void {
  call('GET', `/api/admin/${lists[exec.scenario.iterationInTest % lists.length]}`, {
    token: operator(ground, 'super_admin'),
  });
}
