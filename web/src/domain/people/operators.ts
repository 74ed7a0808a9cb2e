/** Shared by operators' pages: permissions, the staff, and the name of an operator's id. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { type Permission, receivedPermissions } from '@fairline/proto/permissions';
import { ruleOperatorId } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const hasPermission = ({ role, permissions }: Operator, permission: Permission) =>
  receivedPermissions(role, permissions).includes(permission);

export const staffQuery = queryOptions({
  queryKey: ['admin', 'auth', 'operators'],
  queryFn: ({ signal }) => call(staffRoutes.operators, { signal }),
});

/** Invitations, more access and resets that wait for another super admin. */
export const accessRequestsQuery = queryOptions({
  queryKey: ['admin', 'auth', 'access-requests'],
  queryFn: ({ signal }) => call(staffRoutes.accessRequests, { signal }),
  refetchInterval: refreshMs,
});

export const colleaguesQuery = queryOptions({
  queryKey: ['admin', 'auth', 'colleagues'],
  queryFn: ({ signal }) => call(staffRoutes.colleagues, { signal }),
  staleTime: 60_000,
});

/** The name of an operator id: the operator's own, a rule's, or another operator's; undefined if it is not an operator's or not loaded. */
export function useKnownOperator(operator: Operator): (id: string) => string | undefined {
  const { data } = useQuery(colleaguesQuery);
  return (id) => {
    if (id === operator.id) return i18n._({ id: 'office.you', message: 'you' });
    if (id === ruleOperatorId) return i18n._({ id: 'office.rule', message: 'automatic approval' });
    return data?.items.find((one) => one.id === id)?.name;
  };
}

/** As above; the end of the id if it is not an operator's. */
export function useOperatorName(operator: Operator): (id: string) => string {
  const { isPending } = useQuery(colleaguesQuery);
  const known = useKnownOperator(operator);
  return (id) =>
    known(id) ??
    (isPending ? '…' : i18n._({ id: 'office.operatorId', message: 'operator {end}', values: { end: id.slice(-8) } }));
}
