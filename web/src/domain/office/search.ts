/** The operators' search over all services. */
import { searchAll, searchRules } from '@fairline/proto/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const isSearchable = (q: string) => q.length >= searchRules.minLength;

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'search', q],
    queryFn: ({ signal }) => call(searchAll, { query: { q }, signal }),
    enabled: isSearchable(q),
    placeholderData: keepPreviousData,
    // The same text may match other records later.
    staleTime: 5_000,
    retry: false,
  });
