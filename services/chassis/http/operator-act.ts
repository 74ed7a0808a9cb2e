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

/** A whole id, or its last eight characters. */
const idPattern = /^\s*([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{8})\s*$/i;

/**
 * The filter of an export as its record keeps it. The audit log is never erased, so it must hold no name, address or number that was searched for:
 * a search text that is not an id becomes `[text]`.
 */
export function filterForAudit<Filter extends { q?: string | undefined }>(filter: Filter): Filter {
  return !filter.q || idPattern.test(filter.q) ? filter : { ...filter, q: '[text]' };
}

/**
 * The functions by which a service records actions: for a resource with versions; for one without versions or UUID, whose record gets a new id as its aggregate;
 * and for an export with its filter, because personal data leaves the platform with it.
 */
export function actRecords(event: Parameters<typeof recordOperatorAction>[1]) {
  const record = (
    unit: UnitOfWork,
    { operator, address, agent, reason }: RecordedAct,
    version: number,
    change: Change,
    aggregate?: string,
  ) =>
    recordOperatorAction(
      unit,
      event,
      { operatorId: operator.id, address, agent },
      version,
      { ...change, ...(reason !== undefined && { reason }) },
      aggregate,
    );
  const recordActionOnUnversioned = (unit: UnitOfWork, act: RecordedAct, change: Change): Promise<void> =>
    record(unit, act, 1, change, randomUUIDv7());
  return {
    recordAction: (unit: UnitOfWork, act: RecordedAct, version: number, change: Change): Promise<void> =>
      record(unit, act, version, change),
    recordActionOnUnversioned,
    recordExport: (
      unit: UnitOfWork,
      act: RecordedAct,
      exported: Omit<Change, 'before' | 'after'>,
      filter: { q?: string | undefined },
    ): Promise<void> => recordActionOnUnversioned(unit, act, { ...exported, after: filterForAudit(filter) }),
  };
}
