/** Queries of the list of all transactions, by the filter in the URL. Keys begin with `admin`, so operators' events refetch them. */
import { type CurrencyCode, currencies } from '@fairline/proto/money';
import { historyRoutes, TransactionStatus } from '@fairline/proto/wallet/history';
import { paymentMethodIds } from '@fairline/proto/wallet/methods';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { cursorQuery, logPaged } from '../../../client/cache/paged.ts';
import { call } from '../../../client/requests/call.ts';
import { historyTypes } from '../../../domain/money/payment-labels.ts';
import { playersNamed } from '../../../domain/people/player-search.ts';
import { startOf } from '../../../ui/forms/days.ts';

export interface TransactionsFilter {
  q: string;
  type: (typeof historyTypes)[number] | '';
  status: (typeof TransactionStatus.options)[number] | '';
  method: (typeof paymentMethodIds)[number] | '';
  currency: CurrencyCode | '';
  /** Days in the operator's own time; both are included. */
  from: string;
  until: string;
  /** Minor units of the currency; without a currency the filter has no amount. */
  min: number | null;
  max: number | null;
}

export function transactionsFilterOf(search: URLSearchParams): TransactionsFilter {
  const of = (name: string) => search.get(name) ?? '';
  const currency = currencies.find((code) => code === of('currency')) ?? '';
  const amount = (name: string) => (currency && /^\d{1,15}$/.test(of(name)) ? Number(of(name)) : null);
  return {
    q: of('q').slice(0, 100),
    type: historyTypes.find((type) => type === of('type')) ?? '',
    status: TransactionStatus.options.find((status) => status === of('status')) ?? '',
    method: paymentMethodIds.find((method) => method === of('method')) ?? '',
    currency,
    from: startOf(of('from')) ? of('from') : '',
    until: startOf(of('until')) ? of('until') : '',
    min: amount('min'),
    max: amount('max'),
  };
}

export const noTransactionsFilter = {
  q: null,
  type: null,
  status: null,
  method: null,
  currency: null,
  from: null,
  until: null,
  min: null,
  max: null,
} as const;

export const isTransactionsFilter = (filter: TransactionsFilter) =>
  Object.values(filter).some((value) => value !== '' && value !== null);

/** The filter as the routes take it; operators who may read players can also search by name and address. */
export async function askedTransactions(client: QueryClient, filter: TransactionsFilter, byPlayer: boolean) {
  const { type, status, method, currency, min, max } = filter;
  const [q, from, until] = [filter.q.trim(), startOf(filter.from), startOf(filter.until, 1)];
  return {
    ...(q && { q }),
    ...(q && byPlayer && (await playersNamed(client, q))),
    ...(type && { type }),
    ...(status && { status }),
    ...(method && { method }),
    ...(currency && { currency }),
    ...(from && { from }),
    ...(until && { until }),
    ...(min !== null && { minMinor: min }),
    ...(max !== null && { maxMinor: max }),
  };
}

export const transactionsQuery = (filter: TransactionsFilter, byPlayer: boolean) =>
  infiniteQueryOptions({
    ...logPaged,
    queryKey: ['admin', 'wallet', 'transactions', 'all', filter, byPlayer],
    queryFn: async ({ client, pageParam, signal }) =>
      call(historyRoutes.operatorTransactions, {
        query: { ...(await askedTransactions(client, filter, byPlayer)), ...cursorQuery(pageParam) },
        signal,
      }),
  });
