/** The bets behind movements of money: which bet it was, and how a line of the history names it. */
import { type Bet, betRoutes } from '@fairline/proto/betting/bets';
import type { Transaction } from '@fairline/proto/wallet/history';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { betKeys } from './bet-keys.ts';
import { betText, betTypeName } from './bet-labels.ts';

const betKinds: ReadonlySet<Transaction['kind']> = new Set(['stake', 'win', 'cash_out', 'refund', 'correction']);

/** Undefined for a movement of anything but a bet. */
export function betIdOf({ kind, reference }: Pick<Transaction, 'kind' | 'reference'>): string | undefined {
  return betKinds.has(kind) ? reference : undefined;
}

/** The match of a single; of any other bet its type and selections. */
export function betTitle(bet: Bet): string {
  const [leg, ...others] = bet.legs;
  return leg && others.length === 0 ? leg.fixture : `${betTypeName(bet)}, ${betText(bet)}`;
}

/** One page of the player's latest bets. */
export const latestBetsQuery = queryOptions({
  queryKey: [...betKeys, 'page'],
  queryFn: async ({ signal }) => (await call(betRoutes.bets, { query: {}, signal })).items,
});
