/** Changes the status, assignee or notes of one alert. The server refuses the change if another operator changed the alert since it was loaded. */
import { type Infer, Refusal } from '@fairline/proto/contract';
import {
  type Alert,
  type AlertStatus,
  alertRefusals,
  alertRoutes,
  alertTransitions,
} from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { alertStatusName } from '../../domain/risk/labels.ts';
import { notify } from '../../ui/notices/notify.ts';

export type Change = Pick<Infer<typeof alertRoutes.changeAlert.body>, 'status' | 'assigneeId' | 'note'>;

export function useChangeAlert({ id, version }: Pick<Alert, 'id' | 'version'>, onDone?: () => void) {
  return useAction<Change, Alert>({
    run: (change) => call(alertRoutes.changeAlert, { params: { id }, body: { ...change, version } }),
    onDone: (_alert, change) => {
      notify.success(doneText(change));
      onDone?.();
    },
    touches: [['admin', 'risk']],
  });
}

export const failedTitle = (error: Error): string =>
  error instanceof Refusal && error.is(alertRefusals.changed)
    ? i18n._({ id: 'alert.other', message: 'Another operator changed this alert' })
    : i18n._({ id: 'alert.failed', message: 'The alert was not changed' });

function doneText({ status, assigneeId, note }: Change): string {
  switch (status) {
    case 'investigating':
      return i18n._({ id: 'alert.nowInvestigating', message: 'Investigation started' });
    case 'resolved':
      return i18n._({ id: 'alert.nowResolved', message: 'Alert resolved' });
    case 'false_positive':
      return i18n._({ id: 'alert.nowFalse', message: 'Alert closed as a false positive' });
  }
  if (note) return i18n._({ id: 'alert.noted', message: 'Note added' });
  return assigneeId
    ? i18n._({ id: 'alert.assigned', message: 'Assigned to you' })
    : i18n._({ id: 'alert.unassigned', message: 'Alert unassigned' });
}

/** The button label of a change to a status. */
export function moveName(status: AlertStatus): string {
  switch (status) {
    case 'open':
      return alertStatusName(status)[0];
    case 'investigating':
      return i18n._({ id: 'alert.investigate', message: 'Investigate' });
    case 'resolved':
      return i18n._({ id: 'alert.resolve', message: 'Resolve' });
    case 'false_positive':
      return i18n._({ id: 'alert.falsePositive', message: 'False positive' });
  }
}

/** Final statuses: an alert in one of them cannot change any more. */
export const isClosed = (status: AlertStatus): boolean => alertTransitions[status].length === 0;
