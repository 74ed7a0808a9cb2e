/** Queries that only the safe play pages use: the monthly statement and the settings. */
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const statementQuery = (month: string | null) =>
  queryOptions({
    queryKey: ['risk', 'statement', month],
    queryFn: ({ signal }) => call(sessionRoutes.statement, { query: month ? { month } : {}, signal }),
    placeholderData: keepPreviousData,
  });

export const playSettingsQuery = queryOptions({
  queryKey: ['risk', 'settings'],
  queryFn: ({ signal }) => call(sessionRoutes.playSettings, { signal }),
});
