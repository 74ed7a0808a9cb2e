/** Closing an account. It closes once wallet confirms that no money is left. After a crash at any point the sweep brings it to open or closed. */

import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import { common, Refusal } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import { revokeAll } from '../sessions/commands.ts';
import { bindPermit, forEachPlayer } from '../users/commands.ts';
import { closeWallet } from '../users/peers.ts';
import { incrementPlayerVersion, readPlayer, recordHistory } from '../users/store.ts';
import { type Player, refuseCardNumbers } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { type PlayerSelf, provePassword } from './security.ts';
import {
  markClosed,
  markClosing,
  markEnding,
  raiseClosingVersion,
  readUnconfirmed,
  readUnfinishedClosings,
  reopenAccount,
} from './store-closing.ts';

/** Closes the player's account: stores the intent, requests wallet to close, then closes the account. The sweep continues an interrupted closing. */
export async function closeAccount(
  ctx: AccountContext,
  self: PlayerSelf,
  { password, reason = '' }: { password: string; reason?: string | undefined },
): Promise<void> {
  refuseCardNumbers({ reason });
  const player = await provePassword(ctx, self, password);
  if (player.status === 'suspended') throw new Refusal(common.forbidden);
  if (!(await markClosing(ctx.db, player, reason, ctx.clock.now()))) throw new Refusal(sessionRefusals.sessionExpired);
  const outcome = await finishClosing(ctx, player.id);
  if (outcome instanceof Refusal) throw outcome;
  if (outcome === 'open') throw new Refusal(common.unavailable);
}

/**
 * Requests wallet to close, under a new version for each attempt, above every earlier one. So a lost reply or a late request is always
 * older than the next attempt. If wallet refuses, the closing is undone under a higher version, so both services agree that the account is open.
 */
async function finishClosing(ctx: AccountContext, playerId: string): Promise<'closed' | 'open' | Refusal> {
  const asking = await raiseClosingVersion(ctx.db, playerId);
  if (!asking) return abandonClosing(ctx, playerId);
  const permitVersion = asking.version;
  const answer = await closeWallet(ctx, { ...asking, status: 'closed', permitVersion });
  if (answer instanceof Refusal) return (await abandonClosing(ctx, playerId)) === 'closed' ? 'closed' : answer;
  const isDone =
    answer === 'closed' &&
    (await ctx.db.tx(async (tx) => {
      const closed = await markClosed(tx, playerId, permitVersion, ctx.clock.now());
      if (closed) await publishClosed(ctx, tx, closed.player, closed.reason);
      return closed !== undefined;
    }));
  // An operator may have closed it while the request ran.
  return isDone || (await readPlayer(ctx.db, playerId))?.status === 'closed' ? 'closed' : 'open';
}

/** Ends a closing: requests wallet to bind the permit of the open account, under a version above every request to close. */
async function abandonClosing(ctx: AccountContext, playerId: string): Promise<'closed' | 'open'> {
  const open = await reopenAccount(ctx.db, playerId);
  if (open) await bindPermit(ctx, open);
  return open ? 'open' : 'closed';
}

async function publishClosed(ctx: AccountContext, tx: Tx, player: Player, reason: string): Promise<void> {
  // Taken after the lock, so that every session from before the closing is older than this instant.
  const now = ctx.clock.now();
  const { id, status, level, jurisdiction } = player;
  await publish(tx, userEvents.userStatusChanged, id, player.version, {
    playerId: id,
    status,
    level,
    jurisdiction,
    at: now.toISOString(),
  });
  await revokeAll(tx, { kind: 'player', id, version: await incrementPlayerVersion(tx, id) }, 'status', now);
  await recordHistory(tx, id, { kind: 'closed', params: { reason } }, now);
}

const unansweredMs = 10_000;

const closingsAtOnce = 20;

/** Continues interrupted closings. If money has arrived in an account meanwhile, it stays open. */
export async function finishClosings(ctx: AccountContext): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - unansweredMs);
  await forEachPlayer(ctx, 'close', await readUnfinishedClosings(ctx.db, since, closingsAtOnce), ({ id }) =>
    finishClosing(ctx, id),
  );
}

/** An account with an unconfirmed address is closed after this many days without use. */
export const unconfirmedDays = 30;

const endingsAtOnce = 100;

/**
 * Closes unused accounts with an unconfirmed address if they have nothing in wallet, and frees the address for its owner.
 * The data is kept like that of any closed account. If wallet refuses, the job retries a day later.
 */
export async function endUnconfirmedAccounts(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - unconfirmedDays * dayMs);
  const players = await readUnconfirmed(ctx.db, before, new Date(now.getTime() - dayMs), endingsAtOnce);
  await forEachPlayer(ctx, 'end', players, async ({ id }) => {
    if (await markEnding(ctx.db, id, ctx.clock.now())) await finishClosing(ctx, id);
  });
}
