/**
 * What operators decide about money beside payments: adjustments, and the rules by which payments are approved without a person.
 * Each is one transaction with its facts; a decision is made once and its repeat answers the first.
 */
import { randomUUIDv7 } from 'node:crypto';
import { say } from '@fairline/chassis/outbox';
import { isInfrastructure, type Tx } from '@fairline/chassis/postgres';
import { type Infer, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { walletEvents, walletRefusals } from '@fairline/proto/wallet';
import { type Adjustment, type AutoApproval, type AutoApprovalRule, type officeRoutes, ruleOperatorId } from '@fairline/proto/wallet/office';
import type { z } from 'zod';
import type { Wallet } from '../config.ts';
import { forfeit, sayGranted, stakeLimits } from '../ledger/stakes.ts';
import { stopReason } from '../ledger/store.ts';
import { mayApproveAlone } from '../payments/approval.ts';
import * as cashier from '../payments/manual-deposits.ts';
import { refuseCardNumber } from '../payments/payment.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';

// ---- Adjustments -------------------------------------------------------------------------------

type Asked = Infer<(typeof officeRoutes.adjust)['body']>;

export interface Decided {
  adjustment: Adjustment;
  /** False while another operator has to approve it too. */
  complete: boolean;
}

type AskedFreeBet = Infer<(typeof officeRoutes.giveFreeBet)['body']>;

/** Adds money to a player or takes it, or gives him a free bet; from the two-operator amount on it waits for another operator. */
export async function adjust(wallet: Wallet, tx: Tx, asking: Asked | AskedFreeBet, by: cashier.By): Promise<Decided> {
  const { userId, amountMinor, currency, reason } = asking;
  refuseCardNumber(reason);
  const asked: store.AskedAdjustment = {
    id: randomUUIDv7(),
    player_id: userId,
    amount_minor: amountMinor,
    currency,
    ...('expiresAt' in asking && { free_bet_until: asking.expiresAt, limits: stakeLimits }),
    reason,
    two_operators_minor: wallet.twoOperatorsMinor,
  };
  const { code, adjustment } = await store.requestAdjustment(tx, wallet.clock.now(), asked, by.operatorId);
  if (!adjustment) throw refusalOf(code, { currency }, { currency, at: wallet.clock.now() });
  return told(wallet, tx, { code, adjustment }, by, 'adjustment.request');
}

export function approveAdjustment(wallet: Wallet, id: string, by: cashier.By): Promise<Decided> {
  return wallet.db.tx(async (tx) => told(wallet, tx, await store.approveAdjustment(tx, wallet.clock.now(), id, by.operatorId), by, 'adjustment.approve'));
}

export function rejectAdjustment(wallet: Wallet, id: string, reason: string, by: cashier.By): Promise<Decided> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const outcome = await store.rejectAdjustment(tx, wallet.clock.now(), id, reason, by.operatorId);
    return told(wallet, tx, outcome, by, 'adjustment.reject', reason);
  });
}

/** Takes an unused free bet back from its player. */
export function takeBackFreeBet(wallet: Wallet, claimId: string, reason: string, by: cashier.By): Promise<{ claimId: string; forfeitedMinor: number }> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const { forfeitedMinor, now, playerId } = await forfeit(wallet, tx, claimId);
    const after = { userId: playerId, forfeitedMinor };
    // The adjustment that gave it has versions of its own under the same id.
    const version = wallet.clock.now().getTime();
    if (now)
      await say(tx, walletEvents.operatorActed, claimId, version, {
        ...by,
        action: 'free_bet.forfeit',
        resourceType: 'grant',
        resourceId: claimId,
        reason,
        after,
      });
    return { claimId, forfeitedMinor };
  });
}

/** Says what an outcome changed and answers it; what changed nothing is only answered. */
async function told(wallet: Wallet, tx: Tx, { code, adjustment }: store.AdjustmentOutcome, by: cashier.By, action: string, reason?: string): Promise<Decided> {
  if (!adjustment) throw new Refusal(walletRefusals.adjustmentNotFound);
  if (code === 'already_decided') throw new Refusal(walletRefusals.alreadyDecided, { status: adjustment.status });
  if (!['approved', 'requested', 'rejected', 'known'].includes(code)) {
    throw refusalOf(code, { currency: adjustment.currency }, { currency: adjustment.currency, at: wallet.clock.now() });
  }
  if (code !== 'known') {
    const { id, playerId, amountMinor, currency, book, status, version } = adjustment;
    await say(tx, walletEvents.adjustmentChanged, id, version, { adjustmentId: id, playerId, status });
    if (code === 'approved' && adjustment.freeBetUntil) {
      const given = { claimId: id, kind: 'free_bet', expiresAt: adjustment.freeBetUntil } as const;
      await sayGranted(tx, { ...given, playerId, currency: currency as PlayCurrencyCode, amountMinor, book });
    } else if (code === 'approved') {
      await say(tx, walletEvents.balanceAdjusted, id, version, { adjustmentId: id, playerId, amountMinor, currency, book, reason: adjustment.reason });
    }
    await say(tx, walletEvents.operatorActed, id, version, {
      ...by,
      action,
      resourceType: 'adjustment',
      resourceId: id,
      reason: reason ?? adjustment.reason,
      after: {
        userId: playerId,
        amountMinor,
        currency,
        status,
        approvals: adjustment.approvals,
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
    ...(row.rejectionReason !== null && { rejectionReason: row.rejectionReason }),
    ...(row.rejectedBy !== null && { rejectedBy: row.rejectedBy }),
    createdAt: row.createdAt.toISOString(),
    ...(row.decidedAt && { decidedAt: row.decidedAt.toISOString() }),
  };
}

// ---- Automatic approval ------------------------------------------------------------------------

export async function autoApproval(wallet: Wallet): Promise<z.infer<typeof AutoApproval>> {
  return { rules: await store.autoApprovalRules(wallet.db) };
}

/** Rules for what one operator may approve alone; a rule above that amount would never be asked. */
export async function setAutoApproval(
  wallet: Wallet,
  { rules, reason }: { rules: AutoApprovalRule[]; reason: string },
  by: cashier.By,
): Promise<z.infer<typeof AutoApproval>> {
  refuseCardNumber(reason);
  const last = new Map(rules.map((rule) => [rule.type, rule]));
  await wallet.db.tx(async (tx) => {
    // Of two who save at once the second replaces what the first left, and says so.
    await store.lockAutoApproval(tx);
    const before = await store.autoApprovalRules(tx);
    await store.setAutoApprovalRules(tx, [...last.values()]);
    const id = ruleOperatorId;
    const version = wallet.clock.now().getTime();
    const act = { ...by, action: 'auto_approval.set', resourceType: 'auto_approval', resourceId: id, reason, before: { rules: before }, after: { rules } };
    await say(tx, walletEvents.operatorActed, id, version, act);
  });
  return autoApproval(wallet);
}

const lookedAtOnce = 200;
const rule = { operatorId: ruleOperatorId, address: '', agent: 'auto-approval rule' };

/**
 * Approves what the rules leave no doubt about, of all that is due to be looked at, each payment by itself; one that fails is left to people
 * and looked at again later and later, or once the rules or its player's permit change. While withdrawals are stopped none is looked at.
 */
export async function approveByRule(wallet: Wallet): Promise<void> {
  const rules = (await store.autoApprovalRules(wallet.db)).filter(({ enabled }) => enabled);
  if (rules.length === 0) return;
  const stopped = (await stopReason(wallet.db)) !== null;
  const types = rules.map(({ type }) => type).filter((type) => type !== 'withdrawal' || !stopped);
  if (types.length === 0) return;
  const now = wallet.clock.now();
  let after: string | undefined;
  do {
    const ids = await store.waitingAfter(wallet.db, now, types, after, lookedAtOnce);
    const waiting = ids.length > 0 ? await store.undecided(wallet.db, now, ids) : [];
    for (const { id } of waiting.filter((payment) => mayApproveAlone(payment, rules, now))) await approveAlone(wallet, id);
    if (ids.length > 0) await store.lookLater(wallet.db, now, ids);
    after = ids.length === lookedAtOnce ? ids.at(-1) : undefined;
  } while (after);
}

/** Looks at the payment again with its player locked, by the rules of this moment, and approves it in the same transaction. */
async function approveAlone(wallet: Wallet, id: string): Promise<void> {
  try {
    await wallet.db.tx(async (tx) => {
      await store.lockPayment(tx, id);
      const [rules, [payment]] = [await store.autoApprovalRules(tx), await store.undecided(tx, wallet.clock.now(), [id])];
      if (payment && mayApproveAlone(payment, rules, wallet.clock.now())) await cashier.approveIn(wallet, tx, id, rule);
    });
  } catch (error) {
    const said = { paymentId: id, error: (error as Error).message };
    if (isInfrastructure(error)) wallet.log.warn(said, 'a payment waits for its rule');
    else if (!(error instanceof Refusal)) wallet.log.error(said, 'a rule could not approve a payment');
  }
}
