/**
 * What becomes of what is known about a player: he takes it along, he closes the account, and years later it is erased.
 * An account closes when wallet says that no money is left in it, and a crash at any point leaves it either open or closed.
 */
import { say } from '@fairline/chassis/outbox';
import { authEvents, authRefusals } from '@fairline/proto/auth';
import { common, Refusal } from '@fairline/proto/contract';
import { eachAlone, preferences, profile } from './commands-account.ts';
import { provePassword, type Self } from './commands-security.ts';
import { bind } from './commands-users.ts';
import type { Auth } from './config.ts';
import { closeWallet } from './peers.ts';
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
  if (!(await accounts.markClosing(room.db, player, reason, room.clock.now()))) throw new Refusal(authRefusals.sessionExpired);
  const outcome = await finishClosing(room, player.id);
  if (outcome instanceof Refusal) throw outcome;
  if (outcome === 'open') throw new Refusal(common.unavailable);
}

/**
 * Asks wallet under a version that is above all that was said before, each time anew. So an answer that was lost, or a question that arrives late, is
 * older than what is said next: a closing that wallet refuses after all is taken back under a higher version, and both agree that the account is open.
 */
async function finishClosing(room: Auth, playerId: string): Promise<'closed' | 'open' | Refusal> {
  const asking = await accounts.askClosing(room.db, playerId);
  if (!asking) return giveUpClosing(room, playerId);
  const permitVersion = asking.version;
  const answer = await closeWallet(room, { ...asking, status: 'closed', permitVersion });
  if (answer instanceof Refusal) return (await giveUpClosing(room, playerId)) === 'closed' ? 'closed' : answer;
  const isDone =
    answer === 'closed' &&
    (await room.db.tx(async (tx) => {
      const closed = await accounts.markClosed(tx, playerId, permitVersion, room.clock.now());
      if (closed) await sayClosed(room, tx, closed.player, closed.reason);
      return closed !== undefined;
    }));
  // Another may have closed it while wallet was asked.
  return isDone || (await store.player(room.db, playerId))?.status === 'closed' ? 'closed' : 'open';
}

/** Binds money by the account as it stands, above every word that may have closed it. */
async function giveUpClosing(room: Auth, playerId: string): Promise<'closed' | 'open'> {
  const open = await accounts.giveUpClosing(room.db, playerId);
  if (open) await bind(room, open);
  return open ? 'open' : 'closed';
}

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
  await eachAlone(room, 'close', await accounts.closingSince(room.db, since, sweptAtOnce), ({ id }) => finishClosing(room, id));
}

// ---- Erasing -----------------------------------------------------------------------------------

const yearMs = 365.25 * 24 * 3_600_000;
const erasedAtOnce = 100;
const askedAgainMs = 24 * 3_600_000;

/** Erases the personal fields of accounts that have been closed for the configured years. Money and the record keep ids only. */
export async function eraseOld(room: Auth): Promise<void> {
  const now = room.clock.now().getTime();
  const [before, askedBefore] = [new Date(now - room.eraseAfterYears * yearMs), new Date(now - askedAgainMs)];
  await eachAlone(room, 'erase', await accounts.erasable(room.db, before, askedBefore, erasedAtOnce), ({ id }) => eraseOne(room, id));
}

/** An account that somebody else closed may have money in it: its owner stays known until wallet has closed it too, and wallet is asked again a day later. */
async function eraseOne(room: Auth, id: string): Promise<void> {
  const asking = await accounts.askErasing(room.db, id, room.clock.now());
  if (!asking) return;
  const answer = await closeWallet(room, { ...asking, permitVersion: asking.version });
  if (answer !== 'closed') {
    room.count.unerased();
    room.log.warn({ playerId: id, why: answer instanceof Refusal ? answer.code : answer }, 'a closed account is not erased: wallet has not closed it');
    return;
  }
  await room.db.tx(async (tx) => {
    const now = room.clock.now();
    const player = await accounts.erase(tx, id, now);
    if (!player) return;
    await say(tx, authEvents.accountErased, id, player.version, { playerId: id });
    await accounts.remember(tx, id, { kind: 'erased' }, now);
  });
}
