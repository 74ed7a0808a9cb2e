/** The query for one bet of the player, shared by every page that shows it. */
import { betRoutes } from '@fairline/proto/betting/bets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { betKey } from './bet-keys.ts';

export function betQuery(id: string) {
  return queryOptions({
    queryKey: betKey(id),
    queryFn: ({ signal }) => call(betRoutes.bet, { params: { id }, signal }),
  });
}
