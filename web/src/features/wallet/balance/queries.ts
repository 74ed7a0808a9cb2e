/** The balance and the free bets that a player can stake. Every key begins with the service, so that its events refetch them. */
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => call(ledgerRoutes.balance, { signal }),
});

export const freeBetsQuery = queryOptions({
  queryKey: ['wallet', 'free-bets'],
  queryFn: ({ signal }) => call(grantRoutes.freeBets, { signal }),
});
