/** Use cases of withdrawals: a player requests one, an operator views its destination. */
import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { seal, unseal } from '@fairline/chassis/storage/blob';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Id, Refusal } from '@fairline/proto/contract';
import type { Withdrawal } from '@fairline/proto/wallet/forms';
import { type Payment, paymentEvents, paymentRefusals } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import { destinationKeyOf, recordUse } from '../destinations/commands.ts';
import { comparableDestination, destinationEnd } from '../destinations/destination.ts';
import { isDestinationKnown } from '../destinations/store.ts';
import { searchKeyOf } from '../keys.ts';
import { recordPaymentAction } from './decisions.ts';
import { checkWithdrawal, eventDataOf, paymentOrRefusal, referenceOf, toPayment } from './payment.ts';
import * as store from './store.ts';
import { type SavedRow, savedMethod } from './store-provider.ts';

/** Requests a withdrawal. Its amount is held from the commit on. */
export async function requestWithdrawal(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
  withdrawal: Withdrawal,
): Promise<Payment> {
  checkWithdrawal(withdrawal);
  const card = await cardOf(wallet, tx, playerId, withdrawal);
  const id = randomUUIDv7();
  const key = destinationKeyOf(wallet, playerId, withdrawal);
  const isKnown = await isDestinationKnown(tx, playerId, key);
  const sealed = seal(wallet.sealKey, id, new TextEncoder().encode(withdrawal.destination));
  const asked = {
    id,
    player_id: playerId,
    amount_minor: withdrawal.amountMinor,
    currency: withdrawal.currency,
    method: withdrawal.method,
    reference: referenceOf('withdrawal', id),
    destination: `\\x${Buffer.from(sealed).toString('hex')}`,
    destination_end: destinationEnd(card?.label ?? withdrawal.destination),
    destination_key: `\\x${key.toString('hex')}`,
    saved_method: card?.id,
  };
  const { twoOperatorsMinor } = wallet;
  const outcome = await store.askWithdrawal(tx, wallet.clock.now(), asked, {
    twoOperatorsMinor,
    hasProvider: wallet.provider !== undefined,
  });
  const payment = paymentOrRefusal(outcome, withdrawal, wallet.clock.now());
  const trait = {
    destinationKey: card ? card.instrumentKey?.toString('base64url') : destinationTrait(wallet, withdrawal),
  };
  await publish(tx, paymentEvents.withdrawalRequested, payment.id, payment.version, {
    ...eventDataOf(payment),
    ...trait,
  });
  if (!isKnown) {
    const added = {
      playerId,
      paymentId: payment.id,
      method: payment.method,
      destinationEnd: payment.destinationEnd ?? '',
      ...trait,
    };
    await publish(tx, paymentEvents.destinationAdded, payment.id, payment.version, added);
  }
  await recordUse(wallet, tx, playerId, withdrawal);
  return toPayment(payment);
}

/** A keyed hash of a destination, the same for all players and spellings. */
function destinationTrait({ sealKey }: Wallet, withdrawal: Withdrawal): string {
  return searchKeyOf(sealKey, `shared ${withdrawal.method} ${comparableDestination(withdrawal)}`).toString('base64url');
}

/** The saved card of a withdrawal by card; a withdrawal can only go to a card that the player has saved. */
async function cardOf(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
  { method, destination }: Withdrawal,
): Promise<SavedRow | undefined> {
  if (method !== 'credit_card') return undefined;
  if (!wallet.provider) throw new Refusal(paymentRefusals.methodUnavailable);
  const saved = Id.safeParse(destination).success ? await savedMethod(tx, playerId, destination) : undefined;
  if (saved?.method !== method) throw new Refusal(paymentRefusals.destinationUnknown);
  return saved;
}

/** Shows the destination of a withdrawal to an operator. The view is recorded in the audit log before the reply. */
export async function viewDestination(wallet: Wallet, paymentId: string, by: Actor): Promise<{ destination: string }> {
  const payment = await store.requirePayment(wallet.db, paymentId);
  const sealed = await store.destinationOf(wallet.db, paymentId);
  if (!sealed) throw new Refusal(common.notFound);
  await wallet.db.tx((tx) => recordPaymentAction(tx, by, payment, 'payment.view_destination'));
  return { destination: new TextDecoder().decode(unseal(wallet.sealKey, paymentId, sealed)) };
}
