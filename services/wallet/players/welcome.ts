/**
 * Use cases of the welcome bonus outside demo mode: paid when the address is confirmed, once per player and once per person.
 * If another player has the same mailbox, device or personal data, an operator decides.
 */

import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { PersonKey } from '@fairline/proto/auth/users';
import { common, Refusal } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import {
  grantEvents,
  grantRefusals,
  type WelcomeBonus,
  welcomeEvents,
  welcomeRefusals,
} from '@fairline/proto/wallet/grants';
import type { Wallet } from '../config.ts';
import { controlJson } from '../operator.ts';
import * as store from './store-welcome.ts';

export interface Confirmation {
  playerId: string;
  personKeys?: PersonKey[] | undefined;
}

/** Handles confirmed addresses: stores the keys of each player and pays or holds back their bonus. In demo mode the bonus was paid at registration, so only the keys are stored. */
export async function settleConfirmed(wallet: Wallet, tx: Tx, confirmations: readonly Confirmation[]): Promise<void> {
  await store.lockWelcome(tx);
  for (const { playerId, personKeys = [] } of confirmations) {
    await store.recordKeys(tx, playerId, personKeys);
    if (paysOnConfirmation(wallet)) await settle(wallet, tx, playerId);
  }
}

/** Whether the bonus is paid when an address is confirmed, and not at registration. */
export function paysOnConfirmation({ demo, welcomeBonusMinor }: Wallet): boolean {
  return !demo && welcomeBonusMinor > 0;
}

/** Pays the bonus of a player whose address was confirmed before their accounts were opened. */
export async function settleOpened(wallet: Wallet, tx: Tx, playerId: string): Promise<void> {
  if (await store.hasUnopenedBonus(tx, playerId)) await settle(wallet, tx, playerId);
}

async function settle(wallet: Wallet, tx: Tx, playerId: string): Promise<void> {
  const { code, bonus } = await store.settleWelcome(tx, wallet.clock.now(), playerId, wallet.welcomeBonusMinor);
  if (bonus && (code === 'paid' || code === 'waiting')) await publishBonus(tx, bonus);
}

/** Pays a waiting bonus. One operator decides, so it counts with their adjustments of the UTC day. If these reach the two-operator threshold, another operator must decide. */
export function approveBonus(wallet: Wallet, id: string, by: Actor): Promise<WelcomeBonus> {
  return decide(wallet, id, { wanted: 'paid', by: by.operatorId }, by);
}

export function rejectBonus(wallet: Wallet, id: string, reason: string, by: Actor): Promise<WelcomeBonus> {
  refuseCardNumber(reason);
  return decide(wallet, id, { wanted: 'rejected', reason, by: by.operatorId }, by);
}

async function decide(
  wallet: Wallet,
  id: string,
  decision: { wanted: 'paid' | 'rejected'; reason?: string; by: string },
  by: Actor,
): Promise<WelcomeBonus> {
  return wallet.db.tx(async (tx) => {
    await store.lockWelcome(tx);
    const { code, bonus } = await store.decideWelcome(tx, wallet.clock.now(), id, decision, controlJson(wallet));
    if (!bonus) throw new Refusal(welcomeRefusals.bonusUnknown);
    if (code === 'already_decided') throw new Refusal(welcomeRefusals.bonusDecided, { status: bonus.status });
    if (code === 'player_not_playing') throw new Refusal(grantRefusals.notPlaying);
    if (code === common.secondOperatorNeeded.code) throw new Refusal(common.secondOperatorNeeded);
    const [listed] = await store.bonuses(tx, { id });
    if (!listed) throw new Refusal(welcomeRefusals.bonusUnknown);
    const answer = toWelcomeBonus(listed);
    if (code !== 'known') {
      await publishBonus(tx, bonus);
      const { userId, amountMinor, currency, status } = answer;
      await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, bonus.version, {
        action: decision.wanted === 'paid' ? 'welcome_bonus.approve' : 'welcome_bonus.reject',
        resourceType: 'welcome_bonus',
        resourceId: id,
        ...(decision.reason !== undefined && { reason: decision.reason }),
        after: { userId, amountMinor, currency, status, ...(code === 'flagged' && { flagged: true }) },
      });
    }
    return answer;
  });
}

async function publishBonus(
  tx: Tx,
  { id, playerId, amountMinor, currency, status, version }: store.BonusRow,
): Promise<void> {
  if (status === 'unopened') return;
  await publish(tx, welcomeEvents.welcomeBonusUpdated, id, version, { bonusId: id, playerId, status });
  if (status === 'paid' && currency)
    await publish(tx, grantEvents.bonusGranted, playerId, 1, { playerId, currency, amountMinor, book: 'real' });
  tx.wakeRelay();
}

export function toWelcomeBonus(row: store.ListedBonus): WelcomeBonus {
  const {
    id,
    playerId,
    amountMinor,
    currency,
    playCurrency,
    status,
    shared,
    decidedBy,
    rejectionReason,
    createdAt,
    decidedAt,
  } = row;
  if (status === 'unopened') throw new Error(`bonus ${id} is not open to decide`);
  return {
    id,
    userId: playerId,
    amountMinor,
    currency: currency ?? playCurrency,
    status,
    shared,
    ...(decidedBy !== null && { decidedBy }),
    ...(rejectionReason !== null && { rejectionReason }),
    createdAt: createdAt.toISOString(),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
  };
}
