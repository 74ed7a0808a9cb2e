/** How much of what waits in wallet this operator may decide now: what they asked for or approved first is not counted. */
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const waitingMoneyQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'waiting'],
  queryFn: ({ signal }) => call(approvalRoutes.waiting, { signal }),
  refetchInterval: refreshMs,
});
