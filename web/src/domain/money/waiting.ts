/** The number of wallet items that this operator may decide now, without their own requests and first approvals. */
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const waitingMoneyQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'waiting'],
  queryFn: ({ signal }) => call(approvalRoutes.waiting, { signal }),
  refetchInterval: refreshMs,
});
