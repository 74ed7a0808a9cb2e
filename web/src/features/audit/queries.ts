/** Queries of the audit log, by the filter in the URL. */
import { Id } from '@fairline/proto/contract';
import { type AuditRecord, auditLogRoutes } from '@fairline/proto/risk/audit';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, logPaged } from '../../client/cache/paged.ts';
import { call } from '../../client/requests/call.ts';
import { startOf } from '../../ui/forms/days.ts';

/** The services that record actions of operators. */
export const auditServices = ['auth', 'wallet', 'betting', 'casino', 'promotions', 'kyc', 'support', 'risk'] as const;

export interface AuditFilter {
  q: string;
  operator: string;
  service: (typeof auditServices)[number] | '';
  /** Days in the operator's own time, as `2026-11-23`; both are included. */
  from: string;
  until: string;
}

export function auditFilterOf(search: URLSearchParams): AuditFilter {
  const operator = search.get('operator') ?? '';
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    operator: Id.safeParse(operator).success ? operator : '',
    service: auditServices.find((service) => service === search.get('service')) ?? '',
    from: startOf(search.get('from')) ? (search.get('from') ?? '') : '',
    until: startOf(search.get('until')) ? (search.get('until') ?? '') : '',
  };
}

/** The filter as the route expects it, for the list and the export. */
export function askedOf({ q, operator, service, from, until }: AuditFilter) {
  const [text, start, end] = [q.trim(), startOf(from), startOf(until, 1)];
  return {
    ...(text && { q: text }),
    ...(operator && { operator }),
    ...(service && { service }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(auditLogRoutes.auditLogs, { query: { ...askedOf(filter), ...cursorQuery(pageParam) }, signal }),
  });

/** One record by its id, even if the loaded list does not contain it. Each response has searched a part of the log. */
export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'audit', 'record', id],
    queryFn: async ({ signal }) => {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { items, nextCursor }: { items: AuditRecord[]; nextCursor: string | null } = await call(
          auditLogRoutes.auditLogs,
          {
            query: { q: id, ...(cursor && { cursor }) },
            signal,
          },
        );
        const found = items.find((record) => record.id === id);
        if (found) return found;
        cursor = nextCursor;
      }
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
