/** Whether the account has an authenticator. */
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['auth', '2fa'],
  queryFn: ({ signal }) => call(sessionRoutes.twoFactor, { signal }),
});
