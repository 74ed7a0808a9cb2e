/** One bet of the player, as every page that shows it reads it. */
import { betRoutes } from '@fairline/proto/betting/bets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { betKey } from './bet-keys.ts';

export function betQuery(id: string) {
  return queryOptions({ queryKey: betKey(id), queryFn: ({ signal }) => call(betRoutes.bet, { params: { id }, signal }) });
}
