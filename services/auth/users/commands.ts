/** Permits: wallet confirms status, level and jurisdiction of each player, and a sweep repeats unconfirmed requests. */
import { isInfrastructure } from '@fairline/chassis/storage/postgres';
import type { UsersContext } from './context.ts';
import { restrict } from './peers.ts';
import { markBound, raisePermit, readUnboundPlayers } from './store.ts';
import type { Player } from './user.ts';

/** Requests wallet to apply the player's current permit; true once confirmed. If wallet has a higher version and the account has not changed, the request is repeated with a version above it. */
export async function bindPermit(ctx: UsersContext, player: Player): Promise<boolean> {
  if (player.boundVersion >= player.permitVersion) return true;
  const inForce = await restrict(ctx, player);
  if (inForce === undefined) return false;
  const raised = inForce > player.permitVersion ? await raisePermit(ctx.db, player, inForce) : undefined;
  if (raised) return bindPermit(ctx, raised);
  await markBound(ctx.db, player.id, player.permitVersion);
  return true;
}

const permitsAtOnce = 100;

/** Repeats the request for every permit that wallet has not confirmed. */
export async function bindPermits(ctx: UsersContext): Promise<void> {
  const players = await readUnboundPlayers(ctx.db, permitsAtOnce);
  await Promise.all(players.map((player) => bindPermit(ctx, player)));
}

/** Runs the work of a sweep for each player separately. A failure is logged and retried in the next sweep, and does not delay other players. */
export async function forEachPlayer<P extends { id: string }>(
  ctx: UsersContext,
  sweep: string,
  players: readonly P[],
  work: (player: P) => Promise<unknown>,
): Promise<void> {
  for (const player of players) {
    try {
      await work(player);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      const { message, stack } = error as Error;
      ctx.log.error({ sweep, playerId: player.id, error: message, stack }, 'the sweep goes on without this player');
    }
  }
}
