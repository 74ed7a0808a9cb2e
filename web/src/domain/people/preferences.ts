/** The player's preferences from auth, fetched once for every page that shows or changes them. They are always sent as a whole. */
import { accountRoutes, type Preferences } from '@fairline/proto/auth/account';
import type { OddsFormat } from '@fairline/proto/odds';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../client/cache/query.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { applyPreferences, oddsFormatStore, whenLanguageLoaded } from './display-settings.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['auth', 'preferences'],
  queryFn: ({ signal }) => call(accountRoutes.preferences, { signal }),
});

/** Loads the preferences of the player who just signed in and applies their language first. If loading fails, the page stays as it is. */
export async function loadPreferences(): Promise<void> {
  await queryClient.fetchQuery(preferencesQuery).then(applyPreferences, () => undefined);
  await whenLanguageLoaded();
}

export function savePreferences(body: Preferences): Promise<Preferences> {
  return call(accountRoutes.setPreferences, { body });
}

/** Applies the odds format at once and saves it for a signed-in player. If saving fails, `failed` is called and this browser keeps the choice. */
export function chooseOddsFormat(oddsFormat: OddsFormat, failed: (error: unknown) => void): void {
  oddsFormatStore.set(oddsFormat);
  if (playerSession.state.status !== 'signed-in') return;
  queryClient.setQueryData(preferencesQuery.queryKey, (known) => known && { ...known, oddsFormat });
  // The latest preferences are sent whole with one change: another tab may have changed the rest.
  const remember = async () => {
    const now = await call(accountRoutes.preferences);
    queryClient.setQueryData(preferencesQuery.queryKey, await savePreferences({ ...now, oddsFormat }));
  };
  remember().catch(failed);
}
