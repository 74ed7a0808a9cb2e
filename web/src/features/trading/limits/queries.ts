/** The limits in force. */
import { tradingRoutes } from '@fairline/proto/betting/trading';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const limitsQuery = queryOptions({ queryKey: ['admin', 'betting', 'limits'], queryFn: ({ signal }) => call(tradingRoutes.limits, { signal }) });
