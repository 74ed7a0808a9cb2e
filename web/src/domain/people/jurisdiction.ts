/** The player's jurisdiction, read from the token that the servers enforce its rules with. The strictest applies until it is known. */
import { jurisdictions } from '@fairline/proto/countries';
import type { StakeTraits } from '@fairline/proto/games/profiles';
import { type JurisdictionRules, jurisdictionRules } from '@fairline/proto/jurisdictions';
import { useQuery } from '@tanstack/react-query';
import { playerHere, playerSession } from '../../client/session/session.ts';

/** The claims before a token is known, or if it cannot be read. */
const strictest: StakeTraits = { jurisdiction: 'gb', under25Until: '9999-12-31' };

export function useStakeTraits(): StakeTraits {
  const { data } = useQuery({
    queryKey: ['auth', 'jurisdiction', playerHere()],
    queryFn: async () => stakeTraitsOf(await playerSession.token()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? strictest;
}

export const useJurisdictionRules = (): JurisdictionRules => jurisdictionRules[useStakeTraits().jurisdiction];

/** The claims in the token's payload that decide the rules of play; the strictest if it cannot be read. */
export function stakeTraitsOf(token: string | null): StakeTraits {
  try {
    const middle = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { under25Until, ...claims } = JSON.parse(atob(middle)) as Partial<StakeTraits>;
    const jurisdiction = jurisdictions.find((one) => one === claims.jurisdiction);
    return jurisdiction ? { jurisdiction, ...(under25Until !== undefined && { under25Until }) } : strictest;
  } catch {
    return strictest;
  }
}
