/** Keyed hashes that identify a person across accounts. A reader learns only whether two accounts share a trait. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import type { PersonKey, userRequests } from '@fairline/proto/auth/users';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { derivedToken, hashOf } from '../sessions/token.ts';
import { readPlayer } from '../users/store.ts';
import { mailboxKey, type Player } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { readDetails, readPersonTraits } from './store.ts';

/** The keys of a player: mailbox, name with date of birth, and the browsers they used; `device` is the calling browser. */
export async function personKeysOf(
  { keys }: AccountContext,
  on: Queries,
  player: Player,
  device: string | undefined,
): Promise<PersonKey[]> {
  const { devices, personKey } = await readPersonTraits(on, player.id);
  const seen = new Set([...devices, ...(device ? [hashOf(device)] : [])].map((hash) => hash.toString('base64url')));
  const traits: [PersonKey['kind'], string][] = [
    ['mailbox', mailboxKey(player.email)],
    ...[...seen].map((hash) => ['device', hash] as ['device', string]),
  ];
  if (personKey) traits.push(['person', personKey]);
  return traits.map(([kind, trait]) => ({ kind, key: derivedToken(keys.person, `${kind} ${trait}`) }));
}

/** A player as other services may read them: without name, address and date of birth. */
export async function readPerson(
  ctx: AccountContext,
  playerId: string,
): Promise<Infer<typeof userRequests.person.output>> {
  const player = await readPlayer(ctx.db, playerId);
  if (!player) throw new Refusal(common.notFound);
  const { country, jurisdiction, currency, level, status, demo, createdAt } = player;
  const personKeys = await personKeysOf(ctx, ctx.db, player, undefined);
  return {
    playerId,
    country,
    jurisdiction,
    currency,
    level,
    status,
    registeredAt: createdAt.toISOString(),
    demo,
    personKeys,
  };
}

/** The identity that a player claims. */
export async function readIdentity(
  ctx: AccountContext,
  playerId: string,
): Promise<Infer<typeof userRequests.identity.output>> {
  const [player, details] = [await readPlayer(ctx.db, playerId), await readDetails(ctx.db, playerId)];
  if (!player || !details || player.erased) throw new Refusal(common.notFound);
  const { firstName, lastName, country } = player;
  return { firstName, lastName, country, ...(details.dateOfBirth && { dateOfBirth: details.dateOfBirth }) };
}
