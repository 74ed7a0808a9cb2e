/** Players by what was typed: a name, an address or an id. */
import { userRoutes } from '@fairline/proto/auth/users';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export function playerSearchQuery(q: string) {
  return queryOptions({ queryKey: ['admin', 'auth', 'search', q], queryFn: ({ signal }) => call(userRoutes.users, { query: { q }, signal }), retry: false });
}

/** Whose names or addresses are like what was typed: the newest of them, and whether there are more. */
export function namedPlayersQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'auth', 'named', q],
    queryFn: ({ signal }) => call(userRoutes.users, { query: { q }, signal }),
    staleTime: refreshMs,
    retry: false,
  });
}

/** Wallet knows payments by their player's id alone. Where nobody answers for names, payments are found by what wallet knows itself. */
export async function playersNamed(client: QueryClient, q: string): Promise<{ players?: string }> {
  const { items } = await client.fetchQuery(namedPlayersQuery(q)).catch(() => ({ items: [] }));
  return items.length > 0 ? { players: items.map(({ id }) => id).join() } : {};
}
