/** The download of a player's own data in auth, as one file. */
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import { readNoticesOf } from '../mail/store.ts';
import { deviceName } from '../sessions/device.ts';
import { readOpenSessions } from '../sessions/store.ts';
import { readPlayer } from '../users/store.ts';
import { userView } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { readPreferences } from './preferences.ts';
import { readProfile } from './profile.ts';
import { readEmailChanges, readHistory, readPasskeyNames } from './store.ts';

/** The most entries, more than anybody has in a year. The file is built in memory. */
const mostNotices = 5_000;

/** Builds the file: everything that auth stores on the player, except hashes, secrets and operators' notes. */
export async function downloadAccount(ctx: AccountContext, playerId: string): Promise<Uint8Array> {
  await ctx.throttle.spend('download', playerId);
  const player = await readPlayer(ctx.db, playerId);
  if (!player) throw new Refusal(sessionRefusals.sessionExpired);
  const [about, wishes, history, notices, sessions, emailChanges, passkeys] = await Promise.all([
    readProfile(ctx, playerId),
    readPreferences(ctx, playerId),
    readHistory(ctx.db, playerId),
    readNoticesOf(ctx.db, playerId, undefined, mostNotices),
    readOpenSessions(ctx.db, 'player', playerId, ctx.clock.now()),
    readEmailChanges(ctx.db, playerId),
    readPasskeyNames(ctx.db, playerId),
  ]);
  const file = {
    takenAt: ctx.clock.now().toISOString(),
    account: userView(player),
    profile: about,
    preferences: wishes,
    devices: sessions.map(({ agent, address, createdAt, lastSeenAt }) => ({
      device: deviceName(agent),
      agent,
      address,
      createdAt,
      lastSeenAt,
    })),
    passkeys,
    history,
    emailChanges,
    notices: notices.map(({ template, params, createdAt, readAt }) => ({ template, params, createdAt, readAt })),
  };
  return new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`);
}
