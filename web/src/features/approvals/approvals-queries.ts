/** What the approvals page reads and decides. Keys begin with `admin`, so a change that operators are told of reads them again. */
import { type PaymentForOperator, paymentStatuses, paymentTypes } from '@fairline/proto/wallet';
import { officeRoutes } from '@fairline/proto/wallet/office';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, download } from '../../client/call.ts';

export interface ApprovalFilter {
  status: PaymentForOperator['status'] | 'all';
  type: PaymentForOperator['type'] | 'all';
  q: string;
}

/** The page is for what waits; everything else is asked for. */
export function filterOf(search: URLSearchParams): ApprovalFilter {
  return {
    status: search.get('status') === 'all' ? 'all' : (paymentStatuses.find((status) => status === search.get('status')) ?? 'pending'),
    type: paymentTypes.find((type) => type === search.get('type')) ?? 'all',
    q: search.get('q') ?? '',
  };
}

export function approvalsQuery({ status, type, q }: ApprovalFilter) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'wallet', 'payments', { status, type, q }],
    queryFn: ({ pageParam, signal }) =>
      call(officeRoutes.operatorPayments, {
        query: { ...(status !== 'all' && { status }), ...(type !== 'all' && { type }), ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The rows stay until the answer to the next question is here: nothing jumps, and an open drawer stays open.
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

export const operatorStatsQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'stats'],
  queryFn: ({ signal }) => call(officeRoutes.operatorStats, { signal }),
  refetchInterval: 10_000,
});

/** The whole destination of a withdrawal; each look is on the record. */
export function destinationQuery(id: string) {
  return queryOptions({
    queryKey: ['destination', id],
    queryFn: () => call(officeRoutes.destination, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Looked at once per opening: each look is on the record. */
export function proofQuery(id: string) {
  return queryOptions({
    queryKey: ['proof', id],
    queryFn: () => download(officeRoutes.proof, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
