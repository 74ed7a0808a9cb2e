/** Keyed hashes that identify a person across accounts. A reader learns only whether two accounts share a trait. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { PersonKey } from '@fairline/proto/auth/users';
import { derivedToken, hashOf } from '../sessions/token.ts';
import { mailboxKey, type Player } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { readPersonTraits } from './store.ts';

/** Mailbox, name with date of birth, and the browsers the player was seen with; `device` is the one that calls. */
export async function personKeysOf({ keys }: AccountContext, tx: Tx, player: Player, device: string | undefined): Promise<PersonKey[]> {
  const { devices, personKey } = await readPersonTraits(tx, player.id);
  const seen = new Set([...devices, ...(device ? [hashOf(device)] : [])].map((hash) => hash.toString('base64url')));
  const traits: [PersonKey['kind'], string][] = [['mailbox', mailboxKey(player.email)], ...[...seen].map((hash) => ['device', hash] as ['device', string])];
  if (personKey) traits.push(['person', personKey]);
  return traits.map(([kind, trait]) => ({ kind, key: derivedToken(keys.person, `${kind} ${trait}`) }));
}
