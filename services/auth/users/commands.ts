/** Binding money: wallet confirms status, level and jurisdiction of each player, and a sweep repeats what it has not confirmed. */
import { isInfrastructure } from '@fairline/chassis/storage/postgres';
import type { UsersContext } from './context.ts';
import { restrict } from './peers.ts';
import { markBound, raisePermit, readUnboundPlayers } from './store.ts';
import type { Player } from './user.ts';

/** True once wallet binds money by the account as it now stands. Where wallet obeys a higher version and nothing here has changed since, the permit is raised above that and requested again. */
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

/** Asks wallet again for every decision it has not confirmed. */
export async function bindPermits(ctx: UsersContext): Promise<void> {
  const players = await readUnboundPlayers(ctx.db, permitsAtOnce);
  await Promise.all(players.map((player) => bindPermit(ctx, player)));
}

/** Does the work of a sweep for each player apart: one it fails for is logged and retried in the next sweep, and delays nobody. */
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
