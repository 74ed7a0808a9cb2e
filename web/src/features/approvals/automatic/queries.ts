/** The rules of automatic approval. */
import { officeRoutes } from '@fairline/proto/wallet/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const rulesQuery = queryOptions({ queryKey: ['admin', 'wallet', 'rules'], queryFn: ({ signal }) => call(officeRoutes.autoApproval, { signal }) });
