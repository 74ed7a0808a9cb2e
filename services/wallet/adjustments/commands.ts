/**
 * Use cases of adjustments: an operator adds or removes money, or grants a free bet; a second operator approves above the threshold.
 * Each is one transaction with its events. A decision is made once; a repeat returns the first result.
 */

import { randomUUIDv7 } from 'node:crypto';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type Infer, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import {
  type Adjustment,
  adjustmentEvents,
  adjustmentRefusals,
  type adjustmentRoutes,
} from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import { forfeitFreeBet, publishGranted, stakeLimits } from '../grants/commands.ts';
import { checkSecond, controlJson, type Decider, requesterJson } from '../operator.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';

type Asked = Infer<(typeof adjustmentRoutes.adjust)['body']>;

export interface AdjustmentDecision {
  adjustment: Adjustment;
  /** False while another operator has to approve it too. */
  complete: boolean;
}

type AskedFreeBet = Infer<(typeof adjustmentRoutes.giveFreeBet)['body']>;

/** Adds or removes a player's money, or grants a free bet. It waits for a second operator if it would lift the requester's decisions of the UTC day to the two-operator threshold. */
export async function requestAdjustment(
  wallet: Wallet,
  tx: Tx,
  asking: Asked | AskedFreeBet,
  by: Decider,
): Promise<AdjustmentDecision> {
  const { userId, amountMinor, currency, reason } = asking;
  refuseCardNumber(reason);
  const asked: store.AskedAdjustment = {
    id: randomUUIDv7(),
    player_id: userId,
    amount_minor: amountMinor,
    currency,
    ...('expiresAt' in asking && { free_bet_until: asking.expiresAt, limits: stakeLimits }),
    reason,
  };
  const outcome = await store.requestAdjustment(tx, wallet.clock.now(), asked, requesterJson(by), controlJson(wallet));
  if (!outcome.adjustment)
    throw refusalOf(outcome.code, outcome.params ?? { currency }, { currency, at: wallet.clock.now() });
  return recordDecision(wallet, tx, outcome, by, 'adjustment.request');
}

export function approveAdjustment(wallet: Wallet, id: string, by: Decider): Promise<AdjustmentDecision> {
  return wallet.db.tx(async (tx) => {
    const waiting = await store.lockAdjustment(tx, id);
    if (waiting?.status === 'pending') checkSecond(wallet, by, { ...waiting, requestedAt: waiting.createdAt });
    return recordDecision(
      wallet,
      tx,
      await store.approveAdjustment(tx, wallet.clock.now(), id, by.operatorId, controlJson(wallet)),
      by,
      'adjustment.approve',
    );
  });
}

export function rejectAdjustment(wallet: Wallet, id: string, reason: string, by: Decider): Promise<AdjustmentDecision> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const outcome = await store.rejectAdjustment(tx, wallet.clock.now(), id, reason, by.operatorId);
    return recordDecision(wallet, tx, outcome, by, 'adjustment.reject', reason);
  });
}

/** Takes an unused free bet back from its player. */
export function takeBackFreeBet(
  wallet: Wallet,
  claimId: string,
  reason: string,
  by: Decider,
): Promise<{ claimId: string; forfeitedMinor: number }> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const { forfeitedMinor, now, playerId } = await forfeitFreeBet(wallet, tx, claimId);
    const after = { userId: playerId, forfeitedMinor };
    // The adjustment has the same id and counts its own versions; the time keeps the version of this action apart from them.
    const version = wallet.clock.now().getTime();
    if (now)
      await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, version, {
        action: 'free_bet.forfeit',
        resourceType: 'grant',
        resourceId: claimId,
        reason,
        after,
      });
    return { claimId, forfeitedMinor };
  });
}

/** Publishes and records a changed adjustment, then returns it. A repeat is only returned. */
async function recordDecision(
  wallet: Wallet,
  tx: Tx,
  { code, params, adjustment }: store.AdjustmentOutcome,
  by: Decider,
  action: string,
  reason?: string,
): Promise<AdjustmentDecision> {
  if (!adjustment) throw new Refusal(adjustmentRefusals.adjustmentNotFound);
  if (code === 'already_decided') throw new Refusal(paymentRefusals.alreadyDecided, { status: adjustment.status });
  if (!['approved', 'requested', 'rejected', 'known'].includes(code)) {
    throw refusalOf(code, params ?? { currency: adjustment.currency }, {
      currency: adjustment.currency,
      at: wallet.clock.now(),
    });
  }
  if (code !== 'known') {
    const { id, playerId, amountMinor, currency, book, status, version } = adjustment;
    await publish(tx, adjustmentEvents.adjustmentChanged, id, version, { adjustmentId: id, playerId, status });
    if (code === 'approved' && adjustment.freeBetUntil) {
      const given = { claimId: id, kind: 'free_bet', expiresAt: adjustment.freeBetUntil } as const;
      await publishGranted(tx, { ...given, playerId, currency: currency as PlayCurrencyCode, amountMinor, book });
    } else if (code === 'approved') {
      await publish(tx, adjustmentEvents.balanceAdjusted, id, version, {
        adjustmentId: id,
        playerId,
        amountMinor,
        currency,
        book,
        reason: adjustment.reason,
      });
    }
    await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, version, {
      action,
      resourceType: 'adjustment',
      resourceId: id,
      reason: reason ?? adjustment.reason,
      ...(action !== 'adjustment.request' && { before: { status: 'pending' } }),
      after: {
        userId: playerId,
        amountMinor,
        currency,
        book,
        status,
        approvals: adjustment.approvals,
        ...(adjustment.flagged && { flagged: true }),
        ...(adjustment.freeBetUntil && { freeBetUntil: adjustment.freeBetUntil.toISOString() }),
      },
    });
  }
  return { adjustment: toAdjustment(adjustment), complete: adjustment.status !== 'pending' };
}

export function toAdjustment(row: store.AdjustmentRow): Adjustment {
  return {
    id: row.id,
    userId: row.playerId,
    amountMinor: row.amountMinor,
    currency: row.currency,
    ...(row.freeBetUntil && { freeBetUntil: row.freeBetUntil.toISOString() }),
    reason: row.reason,
    status: row.status,
    approvals: row.approvals,
    approvalsNeeded: row.approvalsNeeded,
    requestedBy: row.requestedBy,
    approvedBy: row.approvedBy,
    ...(row.flagged && { flagged: true }),
    ...(row.rejectionReason !== null && { rejectionReason: row.rejectionReason }),
    ...(row.rejectedBy !== null && { rejectedBy: row.rejectedBy }),
    createdAt: row.createdAt.toISOString(),
    ...(row.decidedAt && { decidedAt: row.decidedAt.toISOString() }),
  };
}
