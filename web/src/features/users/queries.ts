/** Queries of the players' pages. Keys begin with `admin` and the service, so operators' events refetch them. */

import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { type UserRow, userRoutes, userStatuses, VerificationLevel } from '@fairline/proto/auth/users';
import { type CountryCode, countryCodes } from '@fairline/proto/countries';
import { kycDeskRoutes } from '@fairline/proto/kyc/desk';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { historyRoutes, periods } from '@fairline/proto/wallet/history';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, logPaged } from '../../client/cache/paged.ts';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { historyTypes } from '../../domain/money/payment-labels.ts';
import { startOf } from '../../ui/forms/days.ts';

export const levels = VerificationLevel.options;

/** Empty: any. */
export interface UserFilter {
  q: string;
  status: UserRow['status'] | '';
  level: (typeof levels)[number] | '';
  risk: RiskLevelName | '';
  country: CountryCode | '';
  /** Days of registration in the operator's own time; both are included. */
  from: string;
  until: string;
}

export function userFilterOf(search: URLSearchParams): UserFilter {
  const of = (name: keyof UserFilter) => search.get(name) ?? '';
  return {
    q: of('q'),
    status: userStatuses.find((status) => status === of('status')) ?? '',
    level: levels.find((level) => level === of('level')) ?? '',
    risk: riskLevels.find((level) => level === of('risk')) ?? '',
    country: countryCodes.find((code) => code === of('country')) ?? '',
    from: startOf(of('from')) ? of('from') : '',
    until: startOf(of('until')) ? of('until') : '',
  };
}

export const noUserFilter = {
  q: null,
  status: null,
  level: null,
  risk: null,
  country: null,
  from: null,
  until: null,
} as const;

export const isUserFilter = (filter: UserFilter) => Object.values(filter).some((value) => value !== '');

/** The filter as the routes take it. */
export function askedUsers({ q, status, level, risk, country, ...days }: UserFilter) {
  const [from, until] = [startOf(days.from), startOf(days.until, 1)];
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(level && { level }),
    ...(risk && { risk }),
    ...(country && { country }),
    ...(from && { from }),
    ...(until && { until }),
  };
}

export function usersQuery(filter: UserFilter) {
  return infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'auth', 'users', filter],
    queryFn: ({ pageParam, signal }) =>
      call(userRoutes.users, { query: { ...askedUsers(filter), ...cursorQuery(pageParam) }, signal }),
  });
}

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'auth', 'user', id],
    queryFn: ({ signal }) => call(userRoutes.user, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

/** The latest verification; null if none was started. */
export const userVerificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'kyc', 'user', id],
    queryFn: async ({ signal }) =>
      (await call(kycDeskRoutes.verifications, { query: { q: id }, signal })).items[0] ?? null,
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
    queryFn: ({ pageParam, signal }) =>
      call(historyRoutes.operatorTransactions, { query: { userId, ...filter, ...cursorQuery(pageParam) }, signal }),
  });

export const userPaymentsQuery = (userId: string) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'wallet', 'payments', userId],
    queryFn: ({ pageParam, signal }) =>
      call(approvalRoutes.operatorPayments, { query: { userId, ...cursorQuery(pageParam) }, signal }),
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
    queryFn: ({ pageParam, signal }) =>
      call(staffRoutes.notes, { params: { id }, query: cursorQuery(pageParam), signal }),
  });

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'auth', 'user', id, 'timeline'],
    queryFn: ({ pageParam, signal }) =>
      call(staffRoutes.timeline, { params: { id }, query: cursorQuery(pageParam), signal }),
  });
