/** Requests to wallet, which knows the player of every bet, round and payment. */
import { type Bus, orUnavailable } from '@fairline/chassis/messaging/bus';
import type { Infer } from '@fairline/proto/contract';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';

const deadlineMs = 2_000;

/** Whether the bet, round or payment is the player's. */
export async function isOwn(
  bus: Bus,
  playerId: string,
  about: Infer<typeof ledgerRequests.ownerOf.input>,
): Promise<boolean> {
  const owner = await orUnavailable(bus.request(ledgerRequests.ownerOf, about, deadlineMs));
  return owner.playerId === playerId;
}
