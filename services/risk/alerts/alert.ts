/** Rules of an alert: transitions between statuses, and the operators who may be assigned. */
import { Refusal } from '@fairline/proto/contract';
import { type AlertStatus, alertRefusals, alertTransitions } from '@fairline/proto/risk/alerts';

export interface AlertState {
  readonly status: AlertStatus;
  readonly assigneeId: string | null;
  readonly version: number;
}

export interface AlertChange {
  readonly status?: AlertStatus | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly version?: number | undefined;
}

export const isClosing = ({ status }: AlertChange): boolean =>
  status !== undefined && alertTransitions[status].length === 0;

/** The alert after an operator's change, or a Refusal. Operators can assign only themselves, and can unassign anybody. */
export function applyChange(
  alert: AlertState,
  { status, assigneeId, version }: AlertChange,
  operatorId: string,
): AlertState {
  if (version !== undefined && version !== alert.version)
    throw new Refusal(alertRefusals.changed, { version: alert.version });
  if (status && !alertTransitions[alert.status].includes(status))
    throw new Refusal(alertRefusals.transition, { from: alert.status, to: status });
  if (assigneeId && assigneeId !== operatorId) throw new Refusal(alertRefusals.assignee);
  return {
    status: status ?? alert.status,
    assigneeId: assigneeId === undefined ? alert.assigneeId : assigneeId,
    version: alert.version + 1,
  };
}
