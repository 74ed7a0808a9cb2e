/** Queries of the limits in force. */
import { deskRoutes } from '@fairline/proto/betting/desk';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const limitsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'limits'],
  queryFn: ({ signal }) => call(deskRoutes.limits, { signal }),
});
