/** Payments, their proofs and the saved payment methods. */
import { type Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { queryOptions } from '@tanstack/react-query';
import { call, download } from '../../../client/requests/call.ts';

export const pendingPaymentsQuery = queryOptions({
  queryKey: ['wallet', 'payments', 'pending'],
  queryFn: ({ signal }) => call(paymentRoutes.payments, { query: { status: 'pending' }, signal }),
});

/** The polling interval while a payment waits for its provider, beside the stream. */
const followMs = 2_000;

const isUnderWay = (payment: Payment | undefined) =>
  payment?.status === 'pending' || payment?.payout?.stage === 'waiting' || payment?.payout?.stage === 'sent';

export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['wallet', 'payment', id],
    queryFn: ({ signal }) => call(paymentRoutes.payment, { params: { id }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? followMs : false),
  });
}

export function proofQuery(id: string) {
  return queryOptions({
    // Not under the `wallet` key: the picture does not change with the money, and is removed from memory with its view.
    queryKey: ['wallet-proof', id],
    queryFn: () => download(paymentRoutes.ownProof, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export const savedMethodsQuery = queryOptions({
  queryKey: ['wallet', 'saved-methods'],
  queryFn: ({ signal }) => call(paymentRoutes.savedMethods, { signal }),
});
