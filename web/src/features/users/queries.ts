/** Queries of the players' pages. Keys begin with `admin` and the service, so operators' events refetch them. */

import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { type UserRow, userRoutes, userStatuses } from '@fairline/proto/auth/users';
import { kycDeskRoutes } from '@fairline/proto/kyc/desk';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { historyRoutes, periods } from '@fairline/proto/wallet/history';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, logPaged } from '../../client/cache/paged.ts';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { historyTypes } from '../../domain/money/payment-labels.ts';

export interface UserFilter {
  q: string;
  status: UserRow['status'] | 'all';
  risk: RiskLevelName | 'all';
}

export function userFilterOf(search: URLSearchParams): UserFilter {
  return {
    q: search.get('q') ?? '',
    status: userStatuses.find((status) => status === search.get('status')) ?? 'all',
    risk: riskLevels.find((level) => level === search.get('risk')) ?? 'all',
  };
}

export function usersQuery({ q, status, risk }: UserFilter) {
  return infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'auth', 'users', { q, status, risk }],
    queryFn: ({ pageParam, signal }) =>
      call(userRoutes.users, {
        query: { ...(q && { q }), ...(status !== 'all' && { status }), ...(risk !== 'all' && { risk }), ...cursorQuery(pageParam) },
        signal,
      }),
  });
}

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'auth', 'user', id],
    queryFn: ({ signal }) => call(userRoutes.user, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

/** The latest verification; null while none was begun. */
export const userVerificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'kyc', 'user', id],
    queryFn: async ({ signal }) => (await call(kycDeskRoutes.verifications, { query: { q: id }, signal })).items[0] ?? null,
    refetchInterval: refreshMs,
  });

export const userWalletQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'wallet', 'user', id],
    queryFn: ({ signal }) => call(historyRoutes.walletOfUser, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

export interface TransactionFilter {
  type: (typeof historyTypes)[number] | 'all';
  period: (typeof periods)[number];
}

export function transactionFilterOf(search: URLSearchParams): TransactionFilter {
  return {
    type: historyTypes.find((type) => type === search.get('type')) ?? 'all',
    period: periods.find((period) => period === search.get('period')) ?? 'all',
  };
}

export const userTransactionsQuery = (userId: string, filter: TransactionFilter) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'wallet', 'transactions', userId, filter],
    queryFn: ({ pageParam, signal }) => call(historyRoutes.operatorTransactions, { query: { userId, ...filter, ...cursorQuery(pageParam) }, signal }),
  });

export const userPaymentsQuery = (userId: string) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'wallet', 'payments', userId],
    queryFn: ({ pageParam, signal }) => call(approvalRoutes.operatorPayments, { query: { userId, ...cursorQuery(pageParam) }, signal }),
  });

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'auth', 'user', id, 'sessions'],
    queryFn: ({ signal }) => call(staffRoutes.userSessions, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

export const notesQuery = (id: string) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'auth', 'user', id, 'notes'],
    queryFn: ({ pageParam, signal }) => call(staffRoutes.notes, { params: { id }, query: cursorQuery(pageParam), signal }),
  });

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'auth', 'user', id, 'timeline'],
    queryFn: ({ pageParam, signal }) => call(staffRoutes.timeline, { params: { id }, query: cursorQuery(pageParam), signal }),
  });
