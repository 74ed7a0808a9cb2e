/** The player's preferences at auth, read once for every page that shows or changes one. They are always sent whole. */
import { accountRoutes, type Preferences } from '@fairline/proto/auth/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['auth', 'preferences'],
  queryFn: ({ signal }) => call(accountRoutes.preferences, { signal }),
});

export function savePreferences(body: Preferences): Promise<Preferences> {
  return call(accountRoutes.setPreferences, { body });
}
