/** Players in the database: one document each, created when it is first needed. */
import { collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import type { Tier } from '@fairline/proto/promotions/offers';
import type { SupportContext } from '../context.ts';
import { limits, newPlayer, type PlayerLimit, playerShape, spend } from './player.ts';

export const players = collection('players', playerShape);

export async function tierOf(mongo: Mongo, playerId: string): Promise<Tier> {
  return (await mongo.get(players, playerId))?.tier ?? 'bronze';
}

/** Counts one use of a limit, once per command. Refuses `rate_limited` above it. */
export async function spendLimit(
  { mongo, clock, limitFactor }: SupportContext,
  playerId: string,
  limit: PlayerLimit,
  commandId: string,
): Promise<void> {
  await mongo.change(
    players,
    playerId,
    (player) => {
      player[limit] = spend(player[limit], limits[limit], limitFactor, clock.now());
    },
    { once: commandId, initial: () => newPlayer(playerId) },
  );
}

/** Stores the tier unless a newer one is stored already. Returns the tier that is stored then. */
export async function storeTier(mongo: Mongo, playerId: string, tier: Tier, version: number): Promise<Tier> {
  const player = await mongo.change(
    players,
    playerId,
    (current) => {
      if (current.tierVersion >= version) return;
      current.tier = tier;
      current.tierVersion = version;
    },
    { initial: () => newPlayer(playerId) },
  );
  return player?.tier ?? tier;
}
