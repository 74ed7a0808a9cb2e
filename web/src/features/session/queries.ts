/** Queries of the sign-in pages. */
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['auth', 'settings'],
  queryFn: ({ signal }) => call(sessionRoutes.settings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
