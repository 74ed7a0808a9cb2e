/** Queries of payments to approve. Keys begin with `admin`, so operators' events refetch them. */
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentStatuses, paymentTypes } from '@fairline/proto/wallet/payments';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../../client/cache/paged.ts';
import { call, download } from '../../../client/requests/call.ts';
import { playersNamed } from '../../../domain/people/player-search.ts';

/** Pending payments that wait for the payer or the provider, not for an operator. */
export const undecidedParties = ['payer', 'provider'] as const;

/** `pending` are the payments that operators decide. */
export interface ApprovalFilter {
  status: PaymentForOperator['status'] | (typeof undecidedParties)[number] | 'to_transfer' | 'all';
  type: PaymentForOperator['type'] | 'all';
  q: string;
}

/** By default the page lists waiting payments; others need a filter. */
export function filterOf(search: URLSearchParams): ApprovalFilter {
  return {
    status:
      (['all', 'to_transfer', ...undecidedParties, ...paymentStatuses] as const).find(
        (status) => status === search.get('status'),
      ) ?? 'pending',
    type: paymentTypes.find((type) => type === search.get('type')) ?? 'all',
    q: search.get('q') ?? '',
  };
}

function stateOf(status: ApprovalFilter['status']) {
  if (status === 'all') return {};
  if (status === 'to_transfer') return { payout: status };
  return status === 'payer' || status === 'provider' ? { waitsFor: status } : { status };
}

/**
 * The filter for the routes of the list and its export; operators who may read players can also search by player.
 * Payments waiting for a decision are in decision order; all others newest first.
 */
export async function askedBy(client: QueryClient, { status, type, q }: ApprovalFilter, byPlayer: boolean) {
  const order: 'queue' | 'newest' = status === 'pending' ? 'queue' : 'newest';
  return {
    ...stateOf(status),
    ...(type !== 'all' && { type }),
    ...(q && { q }),
    ...(q && byPlayer && (await playersNamed(client, q))),
    order,
  };
}

export function approvalsQuery(filter: ApprovalFilter, byPlayer = false) {
  return infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'wallet', 'payments', filter, byPlayer],
    queryFn: async ({ client, pageParam, signal }) =>
      call(approvalRoutes.operatorPayments, {
        query: { ...(await askedBy(client, filter, byPlayer)), ...cursorQuery(pageParam) },
        signal,
      }),
  });
}

export const pendingDepositsQuery = approvalsQuery({ status: 'pending', type: 'deposit', q: '' });

/** The whole destination of a withdrawal; each fetch is recorded in the audit log. */
export function destinationQuery(id: string) {
  return queryOptions({
    queryKey: ['destination', id],
    queryFn: () => call(approvalRoutes.destination, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Fetched once per opening, because each fetch is recorded in the audit log. */
export function proofQuery(id: string) {
  return queryOptions({
    queryKey: ['proof', id],
    queryFn: () => download(approvalRoutes.proof, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
