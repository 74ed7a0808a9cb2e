/** Use cases of automatic approval: operators set its rules, a second operator approves wider ones, and a job approves payments that meet them. */

import { randomUUIDv7 } from 'node:crypto';
import { requesterOf } from '@fairline/chassis/http/four-eyes';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { isInfrastructure, type Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import {
  type AutoApproval,
  type AutoApprovalRule,
  automaticEvents,
  automaticRefusals,
} from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { ruleOperatorId } from '@fairline/proto/wallet/rules';
import { stopReason } from '../books/store.ts';
import type { Wallet } from '../config.ts';
import { checkSecond, type Decider } from '../operator.ts';
import { approveByRule } from '../payments/decisions.ts';
import { lockPayment } from '../payments/store.ts';
import { mayApproveAlone, widens } from './approval.ts';
import * as store from './store.ts';

export async function readAutoApproval(wallet: Wallet): Promise<AutoApproval> {
  return wallet.db.tx(async (tx) => {
    const [rules, waiting] = [await store.autoApprovalRules(tx), await store.waitingChange(tx)];
    if (!waiting) return { rules };
    const { id, reason, requester, createdAt } = waiting;
    return {
      rules,
      waiting: {
        id,
        rules: waiting.rules,
        reason,
        requestedBy: requester.operatorId,
        createdAt: createdAt.toISOString(),
      },
    };
  }, 'repeatable read');
}

export interface RulesDecision {
  rules: AutoApproval;
  /** False while the change waits for another operator. */
  complete: boolean;
}

/** Sets the rules. Wider rules wait for a second operator; a change that only narrows or ends them applies at once. Either replaces a pending change. */
export async function setAutoApproval(
  wallet: Wallet,
  asked: { rules: AutoApprovalRule[]; reason: string },
  by: Decider,
): Promise<RulesDecision> {
  const { reason } = asked;
  refuseCardNumber(reason);
  const rules = [...new Map(asked.rules.map((rule) => [rule.type, rule])).values()];
  const now = wallet.clock.now();
  const complete = await wallet.db.tx(async (tx) => {
    // If two operators save at once, the second change replaces the first and records that.
    await store.lockAutoApproval(tx);
    const [before, replaced] = [await store.autoApprovalRules(tx), await store.waitingChange(tx)];
    if (replaced)
      await rejectWaiting(tx, replaced.id, { why: 'Replaced by a later change', at: now, rules: before }, by);
    const isWider = widens(before, rules);
    const id = randomUUIDv7();
    if (isWider)
      await store.insertChange(tx, { id, rules, reason, requester: requesterOf(by.operator), createdAt: now });
    else await store.setAutoApprovalRules(tx, rules);
    await recordChange(tx, by, { id, version: 1, action: isWider ? 'request' : 'set', reason, before, after: rules });
    return !isWider;
  });
  return { rules: await readAutoApproval(wallet), complete };
}

/** Approves rules requested by another operator. */
export async function approveChange(wallet: Wallet, id: string, by: Decider): Promise<AutoApproval> {
  await wallet.db.tx(async (tx) => {
    const change = await requireChange(tx, id, 'approved');
    if (change.status === 'approved') return;
    const { rules, reason, requester, createdAt } = change;
    checkSecond(wallet, by, { requester, requestedBy: requester.operatorId, requestedAt: createdAt });
    const before = await store.autoApprovalRules(tx);
    await store.setAutoApprovalRules(tx, rules);
    await store.decideChange(tx, { id, status: 'approved', by: by.operatorId, at: wallet.clock.now() });
    await recordChange(tx, by, { id, version: 2, action: 'approve', reason, before, after: rules });
  });
  return readAutoApproval(wallet);
}

export async function rejectChange(wallet: Wallet, id: string, reason: string, by: Decider): Promise<AutoApproval> {
  refuseCardNumber(reason);
  await wallet.db.tx(async (tx) => {
    const change = await requireChange(tx, id, 'rejected');
    if (change.status === 'rejected') return;
    await rejectWaiting(tx, id, { why: reason, at: wallet.clock.now(), rules: await store.autoApprovalRules(tx) }, by);
  });
  return readAutoApproval(wallet);
}

/** Locks the rules and returns the change, which is either pending or already decided in this way. */
async function requireChange(tx: Tx, id: string, as: 'approved' | 'rejected'): Promise<store.ChangeRow> {
  await store.lockAutoApproval(tx);
  const change = await store.changeById(tx, id);
  if (!change) throw new Refusal(automaticRefusals.changeNotFound);
  const { status } = change;
  if (status !== 'pending' && status !== as) throw new Refusal(automaticRefusals.changeDecided, { status });
  return change;
}

/** Rejects a pending change; the rules in force stay. */
async function rejectWaiting(
  tx: Tx,
  id: string,
  { why, at, rules }: { why: string; at: Date; rules: AutoApprovalRule[] },
  by: Decider,
): Promise<void> {
  await store.decideChange(tx, { id, status: 'rejected', by: by.operatorId, at, why });
  await recordChange(tx, by, { id, version: 2, action: 'reject', reason: why, before: rules, after: rules });
}

interface RecordedChange {
  id: string;
  version: number;
  action: 'set' | 'request' | 'approve' | 'reject';
  reason: string;
  before: AutoApprovalRule[];
  after: AutoApprovalRule[];
}

const statusOf = { set: 'set', request: 'pending', approve: 'approved', reject: 'rejected' } as const;

async function recordChange(
  tx: Tx,
  by: Decider,
  { id, version, action, reason, before, after }: RecordedChange,
): Promise<void> {
  await publish(tx, automaticEvents.autoApprovalChanged, id, version, { status: statusOf[action] });
  await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, version, {
    action: `auto_approval.${action}`,
    resourceType: 'auto_approval',
    resourceId: id,
    reason,
    before: { rules: before },
    after: { rules: after },
  });
}

const lookedAtOnce = 200;
const rule = { operatorId: ruleOperatorId, address: '', agent: 'auto-approval rule' };

/**
 * Approves due payments that meet the rules, each in its own transaction. One that does not is left to operators and checked again at growing intervals,
 * or as soon as the rules or its player's permit change. While withdrawals are stopped, none of them is checked.
 */
export async function applyRules(wallet: Wallet): Promise<void> {
  const rules = (await store.autoApprovalRules(wallet.db)).filter(({ enabled }) => enabled);
  if (rules.length === 0) return;
  const stopped = (await stopReason(wallet.db)) !== null;
  const types = rules.map(({ type }) => type).filter((type) => type !== 'withdrawal' || !stopped);
  if (types.length === 0) return;
  const now = wallet.clock.now();
  let after: string | undefined;
  do {
    const ids = await store.listWaitingIds(wallet.db, now, types, after, lookedAtOnce);
    const waiting = ids.length > 0 ? await store.listUndecided(wallet.db, now, ids) : [];
    for (const { id } of waiting.filter((payment) => mayApproveAlone(payment, rules, now)))
      await approveAlone(wallet, id);
    if (ids.length > 0) await store.lookLater(wallet.db, now, ids);
    after = ids.length === lookedAtOnce ? ids.at(-1) : undefined;
  } while (after);
}

/** Locks the player, checks the payment again by the current rules and approves it, in one transaction. */
async function approveAlone(wallet: Wallet, id: string): Promise<void> {
  try {
    await wallet.db.tx(async (tx) => {
      await lockPayment(tx, id);
      const [rules, [payment]] = [
        await store.autoApprovalRules(tx),
        await store.listUndecided(tx, wallet.clock.now(), [id]),
      ];
      if (payment && mayApproveAlone(payment, rules, wallet.clock.now())) await approveByRule(wallet, tx, id, rule);
    });
  } catch (error) {
    const context = { paymentId: id, error: (error as Error).message };
    if (isInfrastructure(error)) wallet.log.warn(context, 'a payment waits for its rule');
    else if (!(error instanceof Refusal)) wallet.log.error(context, 'a rule could not approve a payment');
  }
}
