/** Players by search text: a name, an address or an id. */
import { userRoutes } from '@fairline/proto/auth/users';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export function playerSearchQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'auth', 'search', q],
    queryFn: ({ signal }) => call(userRoutes.users, { query: { q }, signal }),
    retry: false,
  });
}

/** Players with a name or address like the typed text: the newest of them, and whether there are more. */
export function namedPlayersQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'auth', 'named', q],
    queryFn: ({ signal }) => call(userRoutes.users, { query: { q }, signal }),
    staleTime: refreshMs,
    retry: false,
  });
}

/** Wallet knows payments by player id only. If the name search fails, payments are found by wallet's own data. */
export async function playersNamed(client: QueryClient, q: string): Promise<{ players?: string }> {
  const { items } = await client.fetchQuery(namedPlayersQuery(q)).catch(() => ({ items: [] }));
  return items.length > 0 ? { players: items.map(({ id }) => id).join() } : {};
}
