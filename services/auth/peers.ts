/** What auth asks wallet, and what it makes of silence: both requests are repeated until wallet answers, so no answer is only a delay. */

import { Silence } from '@fairline/chassis/bus';
import { walletRequests } from '@fairline/proto/wallet';
import type { Auth } from './config.ts';
import { bookOf, type Player } from './user.ts';

const deadlineMs = 2_000;

function accountPart({ id, permitVersion, status, level, jurisdiction }: Player) {
  return { playerId: id, version: permitVersion, status, level, jurisdiction };
}

/** Opens the wallet at once, for the first page. Without an answer the fact UserRegistered opens it a moment later. */
export async function openWallet(room: Auth, player: Player): Promise<void> {
  const { currency } = player;
  await answered(room, room.bus.ask(walletRequests.open, { ...accountPart(player), currency, book: bookOf(player) }, deadlineMs));
}

/** True once wallet binds money by the account as it now stands. */
export function restrict(room: Auth, player: Player): Promise<boolean> {
  return answered(room, room.bus.ask(walletRequests.restrict, { ...accountPart(player), part: 'account' }, deadlineMs));
}

async function answered(room: Auth, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (!(error instanceof Silence)) room.log.error({ error: (error as Error).message }, 'wallet refused what it must not refuse');
    return false;
  }
}
