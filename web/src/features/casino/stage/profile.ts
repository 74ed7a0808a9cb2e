/** The rules of the player's jurisdiction for casino games. */
import type { Jurisdiction } from '@fairline/proto/countries';
import type { GameCategory } from '@fairline/proto/games/catalogue';
import { casinoProfiles, mostStakeMinor, type StakeTraits } from '@fairline/proto/games/profiles';
import { useStakeTraits } from '../../../domain/people/jurisdiction.ts';

export type CasinoProfile = (typeof casinoProfiles)[Jurisdiction] & StakeTraits;

export function useProfile(): CasinoProfile {
  const traits = useStakeTraits();
  return { ...casinoProfiles[traits.jurisdiction], ...traits };
}

/** The largest stake of a round now, by the rules of the jurisdiction. */
export const mostNowMinor = (profile: CasinoProfile, category: GameCategory): number =>
  mostStakeMinor(profile, category, new Date());
