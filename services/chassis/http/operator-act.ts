/** An action of an operator as it arrives with a call, and its audit record. */
import { randomUUIDv7 } from 'node:crypto';
import { type OperatorAction, recordOperatorAction } from '../messaging/operator-action.ts';
import type { UnitOfWork } from '../messaging/outbox.ts';
import type { Operator } from './identity.ts';

/** The operator, their address and browser, and the reason. */
export interface Act {
  operator: Operator;
  address: string;
  agent: string;
  reason: string;
}

/** An action as recorded; without a reason for routes that require none. */
export type RecordedAct = Omit<Act, 'reason'> & { reason?: string };

type Change = Omit<OperatorAction, 'reason'>;

/** The two functions by which a service records actions: for a resource with versions, and for one without versions or UUID, whose record gets a new id as its aggregate. */
export function actRecords(event: Parameters<typeof recordOperatorAction>[1]) {
  const record = (unit: UnitOfWork, { operator, address, agent, reason }: RecordedAct, version: number, change: Change, aggregate?: string) =>
    recordOperatorAction(unit, event, { operatorId: operator.id, address, agent }, version, { ...change, ...(reason !== undefined && { reason }) }, aggregate);
  return {
    recordAction: (unit: UnitOfWork, act: RecordedAct, version: number, change: Change): Promise<void> => record(unit, act, version, change),
    recordActionOnUnversioned: (unit: UnitOfWork, act: RecordedAct, change: Change): Promise<void> => record(unit, act, 1, change, randomUUIDv7()),
  };
}
