/** The acting operator, the check of their reasons, and the audit record of each action. */
import { randomUUIDv7 } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { type OperatorAction, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { hasCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { casinoAuditEvents } from '@fairline/proto/casino/audit';
import { common, Refusal } from '@fairline/proto/contract';

/** Who acts, from where, and why. */
export interface Act {
  operator: Operator;
  address: string;
  agent: string;
  reason: string;
}

export function refuseCardNumber(reason: string): void {
  if (hasCardNumber(reason)) throw new Refusal(common.cardNumber);
}

type Change = Omit<OperatorAction, 'reason'>;

/** Records an action on a resource that counts its versions. */
export async function recordAction(tx: Tx, { operator, address, agent, reason }: Act, version: number, change: Change): Promise<void> {
  await recordOperatorAction(tx, casinoAuditEvents.operatorActed, { operatorId: operator.id, address, agent }, version, { ...change, reason });
}

/** Records an action on a game, which counts none and has no UUID: it is published under an id of its own. */
export async function recordActionOnGame(tx: Tx, { operator, address, agent, reason }: Act, change: Change): Promise<void> {
  const by = { operatorId: operator.id, address, agent };
  await recordOperatorAction(tx, casinoAuditEvents.operatorActed, by, 1, { ...change, reason }, randomUUIDv7());
}
