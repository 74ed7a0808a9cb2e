/** The players of bets, rounds and payments, for other services. */
import type { Infer } from '@fairline/proto/contract';
import type { ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { Wallet } from '../config.ts';
import * as store from './store.ts';

export async function ownerOf(
  { db }: Wallet,
  { type, id }: Infer<typeof ledgerRequests.ownerOf.input>,
): Promise<Infer<typeof ledgerRequests.ownerOf.output>> {
  return { playerId: await store.ownerOf(db, type, id) };
}
