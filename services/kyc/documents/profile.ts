/**
 * What kyc knows of changes to a player's profile: when they happened, no values. Apart from the dossier, which instances of the previous release read strictly.
 * Pure: times are arguments.
 */
import { type Collection, collection } from '@fairline/chassis/documents/collection';
import { z } from 'zod';

const Profile = z.strictObject({
  /** The player's id. */
  _id: z.uuid(),
  version: z.int(),
  /** When the name, date of birth or country last changed: earlier screenings were about somebody else. */
  identityChangedAt: z.date(),
  /** The last change of country. `needsProof`: the earlier country's rules apply until a newer proof of address is approved. */
  move: z.strictObject({ at: z.date(), needsProof: z.boolean() }).optional(),
});
export type Profile = z.infer<typeof Profile>;

export const profiles: Collection<Profile> = collection('profiles', Profile);

/** Records a change of identity, which may arrive before an earlier one. */
export function recordIdentityChange(profile: Profile, at: Date, move: Profile['move']): void {
  if (profile.identityChangedAt < at) profile.identityChangedAt = at;
  if (move && (!profile.move || profile.move.at < move.at)) profile.move = move;
}

/** Since when a move asks for a new proof of address; undefined if none does. */
export const movedAtOf = (profile: Profile | undefined): Date | undefined =>
  profile?.move?.needsProof ? profile.move.at : undefined;
