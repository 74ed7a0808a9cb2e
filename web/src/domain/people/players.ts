/** Players and their wallets by id, for lists that another service owns: fetched together, at most a hundred per request. */
import { staffRoutes, type UserSummary } from '@fairline/proto/auth/staff';
import { historyRoutes, type WalletSummary } from '@fairline/proto/wallet/history';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

/** The most ids in one request. */
const most = 100;

/** Distinct ids, in groups of as many as one request may name. */
export function batchIds(ids: readonly string[]): string[][] {
  const known = [...new Set(ids)].sort();
  return Array.from({ length: Math.ceil(known.length / most) }, (_, part) =>
    known.slice(part * most, (part + 1) * most),
  );
}

export interface Found<T> {
  of: (id: string) => T | undefined;
  /** The request is still loading. */
  waiting: boolean;
  /** The request failed. */
  error: Error | null;
}

export function usePlayers(ids: readonly string[], allowed: boolean): Found<UserSummary> {
  const parts = batchIds(ids);
  const { data, isPending, error } = useQuery({
    queryKey: ['admin', 'auth', 'summaries', parts],
    queryFn: async () => {
      const found = await Promise.all(parts.map((playerIds) => call(staffRoutes.summaries, { body: { playerIds } })));
      return new Map(found.flatMap(({ items }) => items).map((player) => [player.id, player]));
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled: allowed && parts.length > 0,
  });
  return { of: (id) => data?.get(id), waiting: allowed && parts.length > 0 && isPending, error };
}

export function useWallets(ids: readonly string[], allowed: boolean): Found<WalletSummary> {
  const parts = batchIds(ids);
  const { data, isPending, error } = useQuery({
    queryKey: ['admin', 'wallet', 'summaries', parts],
    queryFn: async () => {
      const found = await Promise.all(parts.map((playerIds) => call(historyRoutes.summaries, { body: { playerIds } })));
      return new Map(found.flatMap(({ items }) => items).map((wallet) => [wallet.playerId, wallet]));
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled: allowed && parts.length > 0,
  });
  return { of: (id) => data?.get(id), waiting: allowed && parts.length > 0 && isPending, error };
}
