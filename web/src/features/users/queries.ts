/** What the pages of players read. Keys begin with `admin` and the room, so a change that operators are told of reads them again. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { type UserRow, userRoutes, userStatuses } from '@fairline/proto/auth/users';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { historyRoutes, periods } from '@fairline/proto/wallet/history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { historyTypes } from '../../domain/money/payment-labels.ts';

export interface UserFilter {
  q: string;
  status: UserRow['status'] | 'all';
}

export function userFilterOf(search: URLSearchParams): UserFilter {
  return { q: search.get('q') ?? '', status: userStatuses.find((status) => status === search.get('status')) ?? 'all' };
}

const paged = { initialPageParam: '', getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor, placeholderData: keepPreviousData };
const from = (cursor: string) => (cursor ? { cursor } : {});

export function usersQuery({ q, status }: UserFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'auth', 'users', { q, status }],
    queryFn: ({ pageParam, signal }) => call(userRoutes.users, { query: { ...(q && { q }), ...(status !== 'all' && { status }), ...from(pageParam) }, signal }),
  });
}

export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['admin', 'auth', 'user', id], queryFn: ({ signal }) => call(userRoutes.user, { params: { id }, signal }) });

export const userWalletQuery = (id: string) =>
  queryOptions({ queryKey: ['admin', 'wallet', 'user', id], queryFn: ({ signal }) => call(historyRoutes.walletOfUser, { params: { id }, signal }) });

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
    ...paged,
    queryKey: ['admin', 'wallet', 'transactions', userId, filter],
    queryFn: ({ pageParam, signal }) => call(historyRoutes.operatorTransactions, { query: { userId, ...filter, ...from(pageParam) }, signal }),
  });

export const userPaymentsQuery = (userId: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'wallet', 'payments', userId],
    queryFn: ({ pageParam, signal }) => call(approvalRoutes.operatorPayments, { query: { userId, ...from(pageParam) }, signal }),
  });

export const userSessionsQuery = (id: string) =>
  queryOptions({ queryKey: ['admin', 'auth', 'user', id, 'sessions'], queryFn: ({ signal }) => call(staffRoutes.userSessions, { params: { id }, signal }) });

export const notesQuery = (id: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'auth', 'user', id, 'notes'],
    queryFn: ({ pageParam, signal }) => call(staffRoutes.notes, { params: { id }, query: from(pageParam), signal }),
  });

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'auth', 'user', id, 'timeline'],
    queryFn: ({ pageParam, signal }) => call(staffRoutes.timeline, { params: { id }, query: from(pageParam), signal }),
  });
