/** Queries of the alerts page. Keys begin with `admin` and `risk`, so operators' events refetch them. */
import { Id } from '@fairline/proto/contract';
import {
  type AlertStatus,
  AlertTypeName,
  alertRoutes,
  alertStatuses,
  type Severity,
  severities,
} from '@fairline/proto/risk/alerts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../client/cache/paged.ts';
import { call } from '../../client/requests/call.ts';

export interface AlertFilter {
  severity: Severity | 'all';
  status: AlertStatus | 'all';
  /** Any text: a rule may raise types that this page does not know. */
  type: string;
  /** The id of the rule that raised them. */
  rule: string;
  /** The id of the resource, such as a shared device. */
  about: string;
  playerId: string;
  /** A single alert, from a link. */
  alertId: string;
}

export function alertFilterOf(search: URLSearchParams): AlertFilter {
  const idOf = (name: string) => Id.safeParse(search.get(name)).data ?? '';
  return {
    severity: severities.find((severity) => severity === search.get('severity')) ?? 'all',
    status: alertStatuses.find((status) => status === search.get('status')) ?? 'all',
    type: AlertTypeName.safeParse(search.get('type')).data ?? 'all',
    rule: search.get('rule')?.slice(0, 60) ?? '',
    about: search.get('about')?.slice(0, 200) ?? '',
    playerId: idOf('player'),
    alertId: idOf('alert'),
  };
}

export const alertsQuery = ({ severity, status, type, rule, about, playerId, alertId }: AlertFilter) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'risk', 'alerts', { severity, status, type, rule, about, playerId, alertId }],
    queryFn: ({ pageParam, signal }) =>
      call(alertRoutes.alerts, {
        query: {
          ...(severity !== 'all' && { severity }),
          ...(status !== 'all' && { status }),
          ...(type !== 'all' && { type }),
          ...(rule && { rule }),
          ...(about && { about }),
          ...(playerId && { userId: playerId }),
          ...(alertId && { id: alertId }),
          ...cursorQuery(pageParam),
        },
        signal,
      }),
  });

/** The events never change, but more may be added for a while. */
export const alertEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'risk', 'alerts', id, 'events'],
    queryFn: async ({ signal }) => (await call(alertRoutes.alertEvents, { params: { id }, signal })).items,
  });
