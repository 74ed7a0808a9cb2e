/** Queries of the player's notices; the bell and its list share the same pages. */
import { mailRoutes } from '@fairline/proto/auth/mail';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const noticesQuery = infiniteQueryOptions({
  queryKey: ['auth', 'notices'],
  queryFn: ({ pageParam, signal }) =>
    call(mailRoutes.notices, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
