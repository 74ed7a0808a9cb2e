/**
 * Use cases of saved destinations: players save, list and forget them, and save one together with a withdrawal.
 * Saving only spares the player from typing: each withdrawal to a saved destination has the same checks as any other.
 */
import { randomUUIDv7 } from 'node:crypto';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { seal, unseal } from '@fairline/chassis/storage/blob';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { DestinationToSave, Withdrawal } from '@fairline/proto/wallet/forms';
import { paymentEvents, paymentRefusals, type SavedDestination } from '@fairline/proto/wallet/payments';
import { maxSavedDestinations } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { searchKeyOf } from '../keys.ts';
import { checkPin } from '../players/settings.ts';
import { checkDestination, destinationEnd, plainDestination, savedAs } from './destination.ts';
import * as store from './store.ts';

type Typed = Pick<DestinationToSave, 'method' | 'destination' | 'label'>;

export async function listDestinations(wallet: Wallet, playerId: string): Promise<{ items: SavedDestination[] }> {
  const rows = await store.savedDestinations(wallet.db, playerId);
  return { items: rows.map((row) => toSavedDestination(wallet, row)) };
}

/** Saves a destination from the player's settings. If they never withdrew to it, they get a notice. */
export async function saveDestination(
  wallet: Wallet,
  playerId: string,
  { pin, ...typed }: DestinationToSave,
): Promise<SavedDestination> {
  // Accepts the addresses of either chain. The withdrawal names the coin, and checks the address again.
  checkDestination(typed, 'USD');
  await checkPin(wallet, playerId, pin);
  return wallet.db.tx(async (tx) => {
    await store.lockSaver(tx, playerId);
    const { row, isNew } = await keepDestination(wallet, tx, playerId, typed);
    if (isNew && !(await store.isDestinationKnown(tx, playerId, destinationKeyOf(wallet, playerId, typed)))) {
      const data = {
        playerId,
        destinationId: row.id,
        method: row.method,
        destinationEnd: destinationEnd(typed.destination),
      };
      await publish(tx, paymentEvents.destinationSaved, row.id, 1, data);
    }
    return toSavedDestination(wallet, row);
  });
}

/** Marks a destination as used by a withdrawal, and saves it if the player asked for that. The caller has locked the player and publishes `DestinationAdded`. */
export async function recordUse(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
  { method, destination, save }: Withdrawal,
): Promise<void> {
  if (method === 'credit_card') return;
  const typed = { method, destination, label: save?.label };
  if (save) await keepDestination(wallet, tx, playerId, typed);
  await store.markUsed(tx, wallet.clock.now(), playerId, method, savedKeyOf(wallet, playerId, typed));
}

/** Saves a destination once: a repeat returns the existing row, with the new label if one is given. The caller has locked the player. */
async function keepDestination(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
  typed: Typed,
): Promise<{ row: store.SavedDestinationRow; isNew: boolean }> {
  if (typed.label) refuseCardNumber(typed.label);
  const id = randomUUIDv7();
  const sealed = seal(wallet.sealKey, id, new TextEncoder().encode(typed.destination));
  const saving = {
    id,
    playerId,
    method: typed.method,
    destination: sealed,
    key: savedKeyOf(wallet, playerId, typed),
    label: typed.label,
  };
  const known = await store.relabelDestination(tx, saving);
  if (known) return { row: known, isNew: false };
  const row = await store.insertDestination(tx, wallet.clock.now(), saving, maxSavedDestinations);
  if (!row) throw new Refusal(paymentRefusals.destinationsFull, { maximum: maxSavedDestinations });
  return { row, isNew: true };
}

/** Deletes a saved destination; one of another player is refused as unknown. */
export async function forgetDestination(wallet: Wallet, playerId: string, id: string): Promise<void> {
  if (!(await store.forgetDestination(wallet.db, playerId, id))) throw new Refusal(common.notFound);
}

/** The keyed hash by which a player's withdrawals to a destination are found. */
export function destinationKeyOf(
  { sealKey }: Wallet,
  playerId: string,
  { method, destination }: Pick<Withdrawal, 'method' | 'destination'>,
): Buffer {
  return searchKeyOf(sealKey, `${playerId} ${method} ${plainDestination(destination)}`);
}

function savedKeyOf({ sealKey }: Wallet, playerId: string, typed: Typed): Buffer {
  return searchKeyOf(sealKey, `saved ${playerId} ${typed.method} ${savedAs(typed)}`);
}

function toSavedDestination(
  { sealKey }: Wallet,
  { id, method, destination, label, savedAt, lastUsedAt }: store.SavedDestinationRow,
): SavedDestination {
  return {
    id,
    method,
    destination: new TextDecoder().decode(unseal(sealKey, id, destination)),
    ...(label && { label }),
    savedAt: savedAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
