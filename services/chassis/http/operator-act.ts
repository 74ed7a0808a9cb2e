/** An act of an operator, as it arrives with a call, and its audit record. */
import { randomUUIDv7 } from 'node:crypto';
import { type OperatorAction, recordOperatorAction } from '../messaging/operator-action.ts';
import type { UnitOfWork } from '../messaging/outbox.ts';
import type { Operator } from './identity.ts';

/** Who acts, from where, and why. */
export interface Act {
  operator: Operator;
  address: string;
  agent: string;
  reason: string;
}

/** An act as it is recorded; routes that ask for no reason have none. */
export type RecordedAct = Omit<Act, 'reason'> & { reason?: string };

type Change = Omit<OperatorAction, 'reason'>;

/** The two ways a service records acts: on a resource that counts its versions, and on one without versions or UUID, published under an id of its own. */
export function actRecords(event: Parameters<typeof recordOperatorAction>[1]) {
  const record = (unit: UnitOfWork, { operator, address, agent, reason }: RecordedAct, version: number, change: Change, aggregate?: string) =>
    recordOperatorAction(unit, event, { operatorId: operator.id, address, agent }, version, { ...change, ...(reason !== undefined && { reason }) }, aggregate);
  return {
    recordAction: (unit: UnitOfWork, act: RecordedAct, version: number, change: Change): Promise<void> => record(unit, act, version, change),
    recordActionOnUnversioned: (unit: UnitOfWork, act: RecordedAct, change: Change): Promise<void> => record(unit, act, 1, change, randomUUIDv7()),
  };
}
