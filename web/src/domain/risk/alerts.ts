/** The number of waiting alerts, for the alerts page, the sidebar and the banner. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type AlertCounts, alertRoutes, alertTransitions, type Severity } from '@fairline/proto/risk/alerts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../people/operators.ts';

/** The counts are over all alerts; the filter keeps the list beside them short. */
export const alertCountsQuery = queryOptions({
  queryKey: ['admin', 'risk', 'counts'],
  queryFn: async ({ signal }) => (await call(alertRoutes.alerts, { query: { severity: 'critical', status: 'open' }, signal })).counts,
  refetchInterval: refreshMs,
});

/** Alerts of the two highest severities that are neither resolved nor false. */
export function useUrgentAlerts(operator: Operator): Pick<AlertCounts, 'critical' | 'high'> {
  const { data } = useQuery({ ...alertCountsQuery, enabled: hasPermission(operator, 'risk.read') });
  return { critical: data?.critical ?? 0, high: data?.high ?? 0 };
}

/** The specification shows five. */
const urgentShown = 5;

/** The newest urgent alerts, critical before high. */
export const urgentAlertsQuery = queryOptions({
  queryKey: ['admin', 'risk', 'critical'],
  queryFn: async ({ signal }) => {
    const countAlerts = async (severity: Severity) =>
      (await call(alertRoutes.alerts, { query: { severity }, signal })).items.filter(({ status }) => alertTransitions[status].length > 0);
    return (await Promise.all([countAlerts('critical'), countAlerts('high')])).flat().slice(0, urgentShown);
  },
  refetchInterval: refreshMs,
});
