/** The number of waiting alerts, for the alerts page, the sidebar and the banner. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type AlertCounts, type AlertStatus, alertRoutes } from '@fairline/proto/risk/alerts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../people/operators.ts';

/** The counts are over all alerts; the filter keeps the list beside them short. */
export const alertCountsQuery = queryOptions({
  queryKey: ['admin', 'risk', 'counts'],
  queryFn: async ({ signal }) =>
    (await call(alertRoutes.alerts, { query: { severity: 'critical', status: 'open' }, signal })).counts,
  refetchInterval: refreshMs,
});

/** Alerts of the two highest severities that are neither resolved nor false. */
export function useUrgentAlerts(operator: Operator): Pick<AlertCounts, 'critical' | 'high'> {
  const { data } = useQuery({ ...alertCountsQuery, enabled: hasPermission(operator, 'risk.read') });
  return { critical: data?.critical ?? 0, high: data?.high ?? 0 };
}

/** The specification shows five. */
const criticalShown = 5;

/** The newest critical alerts that are neither resolved nor false. */
export const criticalAlertsQuery = queryOptions({
  queryKey: ['admin', 'risk', 'critical'],
  queryFn: async ({ signal }) => {
    const waiting = async (status: AlertStatus) =>
      (await call(alertRoutes.alerts, { query: { severity: 'critical', status }, signal })).items;
    const items = (await Promise.all([waiting('open'), waiting('investigating')])).flat();
    return items.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, criticalShown);
  },
  refetchInterval: refreshMs,
});
