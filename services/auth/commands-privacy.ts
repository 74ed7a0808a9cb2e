/**
 * What becomes of what is known about a player: he takes it along, he closes the account, and years later it is erased.
 * An account closes when wallet says that no money is left in it, and a crash at any point leaves it either open or closed.
 */
import { say } from '@fairline/chassis/outbox';
import { authEvents, authRefusals } from '@fairline/proto/auth';
import { common, Refusal } from '@fairline/proto/contract';
import { preferences, profile } from './commands-account.ts';
import { provePassword, type Self } from './commands-security.ts';
import type { Auth } from './config.ts';
import { closeWallet, restrict } from './peers.ts';
import { deviceName } from './session.ts';
import { revokeAll } from './sessions.ts';
import * as store from './store.ts';
import * as accounts from './store-account.ts';
import { type Player, refuseCardNumbers, userView } from './user.ts';

/** More than a year brings anybody; the file is made in memory. */
const mostNotices = 5_000;

/** Everything auth keeps of a player that is his to read; hashes, secrets and operators' notes are not. */
export async function download(room: Auth, playerId: string): Promise<Uint8Array> {
  await room.throttle.spend('download', playerId);
  const player = await store.player(room.db, playerId);
  if (!player) throw new Refusal(authRefusals.sessionExpired);
  const [about, wishes, history, notices, sessions] = await Promise.all([
    profile(room, playerId),
    preferences(room, playerId),
    accounts.historyOf(room.db, playerId),
    store.noticesOf(room.db, playerId, undefined, mostNotices),
    accounts.openSessions(room.db, 'player', playerId, room.clock.now()),
  ]);
  const file = {
    takenAt: room.clock.now().toISOString(),
    account: userView(player),
    profile: about,
    preferences: wishes,
    devices: sessions.map(({ agent, address, createdAt, lastSeenAt }) => ({ device: deviceName(agent), agent, address, createdAt, lastSeenAt })),
    history,
    notices: notices.map(({ template, params, createdAt, readAt }) => ({ template, params, createdAt, readAt })),
  };
  return new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`);
}

// ---- Closing -----------------------------------------------------------------------------------

/** The intent is written first, then wallet is asked, then the account closes; the sweep repeats what was cut short. */
export async function closeAccount(room: Auth, self: Self, { password, reason = '' }: { password: string; reason?: string | undefined }): Promise<void> {
  refuseCardNumbers({ reason });
  const player = await provePassword(room, self, password);
  if (player.status === 'suspended') throw new Refusal(common.forbidden);
  await accounts.markClosing(room.db, player.id, room.clock.now());
  if ((await finishClosing(room, player.id, reason)) === 'silent') throw new Refusal(common.unavailable);
}

async function finishClosing(room: Auth, playerId: string, reason: string): Promise<'closed' | 'silent'> {
  const player = await store.player(room.db, playerId);
  if (!player || player.status === 'closed') return 'closed';
  const closed: Player = { ...player, status: 'closed', permitVersion: player.version + closingMargin };
  try {
    if (!(await closeWallet(room, closed))) return 'silent';
  } catch (error) {
    if (error instanceof Refusal) await accounts.clearClosing(room.db, playerId);
    throw error;
  }
  await room.db.tx(async (tx) => {
    const after = await accounts.markClosed(tx, playerId, closed.permitVersion, room.clock.now());
    if (after) await sayClosed(room, tx, after, reason);
  });
  return 'closed';
}

/** Wallet closes by a version of the permit above all that may be said meanwhile; the account then counts on from it. */
const closingMargin = 1_000;

async function sayClosed(room: Auth, tx: Parameters<typeof say>[0], player: Player, reason: string): Promise<void> {
  // After the lock, so that every session which began before the account was closed is older than this instant.
  const now = room.clock.now();
  const { id, status, level, jurisdiction } = player;
  await say(tx, authEvents.userStatusChanged, id, player.version, { playerId: id, status, level, jurisdiction, at: now.toISOString() });
  await revokeAll(tx, { kind: 'player', id, version: await store.nextPlayerVersion(tx, id) }, 'status', now);
  await accounts.remember(tx, id, { kind: 'closed', params: { reason } }, now);
}

const silenceMs = 10_000;
const sweptAtOnce = 20;

/** Asks wallet again about accounts whose closing was cut short; where money came in meanwhile, the account stays open and money with it. */
export async function finishClosings(room: Auth): Promise<void> {
  const since = new Date(room.clock.now().getTime() - silenceMs);
  for (const id of await accounts.closingSince(room.db, since, sweptAtOnce)) {
    try {
      await finishClosing(room, id, '');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const player = await store.player(room.db, id);
      if (player) await restrict(room, player);
    }
  }
}

// ---- Erasing -----------------------------------------------------------------------------------

const yearMs = 365.25 * 24 * 3_600_000;
const erasedAtOnce = 100;

/** Erases the personal fields of accounts that have been closed for the configured years. Money and the record keep ids only. */
export async function eraseOld(room: Auth): Promise<void> {
  const before = new Date(room.clock.now().getTime() - room.eraseAfterYears * yearMs);
  for (const id of await accounts.erasable(room.db, before, erasedAtOnce)) {
    await room.db.tx(async (tx) => {
      const now = room.clock.now();
      const player = await accounts.erase(tx, id, now);
      if (!player) return;
      await say(tx, authEvents.accountErased, id, player.version, { playerId: id });
      await accounts.remember(tx, id, { kind: 'erased' }, now);
    });
  }
}
