/** HTTP for operators: the number of pending items that they may decide now. */
import type { Operator } from '@fairline/chassis/http/identity';
import { type Handler, handle } from '@fairline/chassis/http/server';
import type { Infer } from '@fairline/proto/contract';
import type { Permission } from '@fairline/proto/permissions';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import type { Wallet } from '../config.ts';
import { mayDecide } from '../operator.ts';
import * as store from './store.ts';

export function approvalHandlers(wallet: Wallet): Handler[] {
  return [handle(approvalRoutes.waiting, ({ operator }) => countWaiting(wallet, operator))];
}

const permissionOf = {
  payments: 'payments',
  adjustments: 'adjustments',
  ruleChanges: 'payments',
  rateChanges: 'rates',
  welcomeBonuses: 'adjustments',
} as const satisfies Record<string, Permission>;

async function countWaiting(
  wallet: Wallet,
  operator: Operator,
): Promise<Infer<(typeof approvalRoutes.waiting)['reply']>> {
  const counts = { payments: 0, adjustments: 0, ruleChanges: 0, rateChanges: 0, welcomeBonuses: 0 };
  if (operator.permissions.includes(permissionOf.payments)) counts.payments = await store.untouchedPayments(wallet.db);
  if (operator.permissions.includes(permissionOf.welcomeBonuses))
    counts.welcomeBonuses = await store.waitingBonuses(wallet.db);
  for (const waiting of await store.waitingForSecond(wallet.db)) {
    if (operator.permissions.includes(permissionOf[waiting.kind]) && mayDecide(wallet, operator, waiting))
      counts[waiting.kind]++;
  }
  return counts;
}
