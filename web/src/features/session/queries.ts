/** What the sign-in pages read. */
import { authRoutes } from '@fairline/proto/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['auth', 'settings'],
  queryFn: ({ signal }) => call(authRoutes.settings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
