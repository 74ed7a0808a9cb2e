/** Queries of the rules of automatic approval. */
import { automaticRoutes } from '@fairline/proto/wallet/approvals';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const rulesQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'rules'],
  queryFn: ({ signal }) => call(automaticRoutes.autoApproval, { signal }),
});
