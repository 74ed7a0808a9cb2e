/** A player's limits and wallet settings. */
import { playerRoutes } from '@fairline/proto/wallet/players';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const limitsQuery = queryOptions({
  queryKey: ['wallet', 'limits'],
  queryFn: ({ signal }) => call(playerRoutes.limits, { signal }),
});

export const settingsQuery = queryOptions({
  queryKey: ['wallet', 'settings'],
  queryFn: ({ signal }) => call(playerRoutes.settings, { signal }),
});
