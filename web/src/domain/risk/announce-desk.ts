/** Toasts to operators about new critical and high alerts. */
import type { Change } from '@fairline/proto/live/stream';
import { alertRoutes } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';
import { alertTypeName } from './alert-type-labels.ts';

export async function announceAlert({ id }: Change): Promise<void> {
  const { items } = await call(alertRoutes.alerts, { query: { id } });
  const [alert] = items;
  if (!alert) return;
  const values = { name: alertTypeName(alert.type) };
  if (alert.severity === 'critical')
    notify.error(i18n._({ id: 'alertTold.critical', message: 'Critical alert: {name}', values }));
  if (alert.severity === 'high')
    notify.info(i18n._({ id: 'alertTold.high', message: 'High-severity alert: {name}', values }));
}
