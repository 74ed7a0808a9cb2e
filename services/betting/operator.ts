/** Who acts as an operator, what their reasons may not hold, and the audit record of what they do. */
import { randomUUIDv7 } from 'node:crypto';
import type { Operator } from '@fairline/chassis/identity';
import { hasCardNumber } from '@fairline/chassis/log';
import { type OperatorAction, recordOperatorAction } from '@fairline/chassis/operator-action';
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

type Change = Omit<OperatorAction, 'reason'>;

/** Records an action on a resource that counts its versions. */
export async function recordAction(tx: Tx, { operator, address, agent, reason }: Act, version: number, change: Change): Promise<void> {
  await recordOperatorAction(tx, bettingEvents.operatorActed, { operatorId: operator.id, address, agent }, version, { ...change, reason });
}

/** Records an action on a resource that counts none and has no UUID, such as a sport: it is published under an id of its own. */
export async function recordActionOnUnversioned(tx: Tx, { operator, address, agent, reason }: Act, change: Change): Promise<void> {
  await say(tx, bettingEvents.operatorActed, randomUUIDv7(), 1, { operatorId: operator.id, address, agent, ...change, reason });
}
