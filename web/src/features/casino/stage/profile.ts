/** The rules of the player's jurisdiction, read from the token that the server enforces them with. The strictest apply until it is known. */
import { type Jurisdiction, jurisdictions } from '@fairline/proto/countries';
import { casinoProfiles } from '@fairline/proto/games/profiles';
import { useQuery } from '@tanstack/react-query';
import { playerHere, playerSession } from '../../../client/session/session.ts';

export type CasinoProfile = (typeof casinoProfiles)[Jurisdiction] & { readonly jurisdiction: Jurisdiction };

export function useProfile(): CasinoProfile {
  const { data } = useQuery({
    queryKey: ['auth', 'jurisdiction', playerHere()],
    queryFn: async () => jurisdictionOfToken(await playerSession.token()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const jurisdiction = data ?? 'gb';
  return { ...casinoProfiles[jurisdiction], jurisdiction };
}

/** The jurisdiction claim in the token's payload; the strictest one if it cannot be read. */
export function jurisdictionOfToken(token: string | null): Jurisdiction {
  try {
    const middle = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(middle)) as { jurisdiction?: string };
    return jurisdictions.find((one) => one === claims.jurisdiction) ?? 'gb';
  } catch {
    return 'gb';
  }
}
