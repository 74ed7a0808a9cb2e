/** Who acts as an operator, and the audit record of it. */
import type { Operator } from '@fairline/chassis/identity';
import { hasCardNumber } from '@fairline/chassis/log';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { bettingEvents } from '@fairline/proto/betting';
import { Refusal } from '@fairline/proto/contract';
import { walletRefusals } from '@fairline/proto/wallet';

/** Who acts, from where, and why. */
export interface Act {
  operator: Operator;
  address: string;
  agent: string;
  reason: string;
}

export function refuseCardNumber(reason: string): void {
  if (hasCardNumber(reason)) throw new Refusal(walletRefusals.cardNumber);
}

export async function sayActed(
  tx: Tx,
  { operator, address, agent, reason }: Act,
  action: string,
  resourceType: string,
  resourceId: string,
  version: number,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const data = { operatorId: operator.id, action, resourceType, resourceId, reason, ...change, address, agent };
  await say(tx, bettingEvents.operatorActed, resourceId, version, data);
}
