/** Use cases of automatic approval: operators set its rules, and a job approves what they leave no doubt about. */
import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { isInfrastructure } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import type { AutoApproval, AutoApprovalRule } from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { ruleOperatorId } from '@fairline/proto/wallet/rules';
import type { z } from 'zod';
import { stopReason } from '../books/store.ts';
import type { Wallet } from '../config.ts';
import { refuseCardNumber } from '../free-text.ts';
import { mayApproveAlone } from './approval.ts';
import { approveInTransaction } from './decisions.ts';
import * as store from './store.ts';

export async function readAutoApproval(wallet: Wallet): Promise<z.infer<typeof AutoApproval>> {
  return { rules: await store.autoApprovalRules(wallet.db) };
}

/** Rules for what one operator may approve alone; a rule above that amount would never be asked. */
export async function setAutoApproval(
  wallet: Wallet,
  { rules, reason }: { rules: AutoApprovalRule[]; reason: string },
  by: Actor,
): Promise<z.infer<typeof AutoApproval>> {
  refuseCardNumber(reason);
  const last = new Map(rules.map((rule) => [rule.type, rule]));
  await wallet.db.tx(async (tx) => {
    // Of two who save at once the second replaces what the first left, and records that.
    await store.lockAutoApproval(tx);
    const before = await store.autoApprovalRules(tx);
    await store.setAutoApprovalRules(tx, [...last.values()]);
    const version = wallet.clock.now().getTime();
    const change = { reason, before: { rules: before }, after: { rules } };
    await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, version, {
      action: 'auto_approval.set',
      resourceType: 'auto_approval',
      resourceId: ruleOperatorId,
      ...change,
    });
  });
  return readAutoApproval(wallet);
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
      if (payment && mayApproveAlone(payment, rules, wallet.clock.now())) await approveInTransaction(wallet, tx, id, rule);
    });
  } catch (error) {
    const context = { paymentId: id, error: (error as Error).message };
    if (isInfrastructure(error)) wallet.log.warn(context, 'a payment waits for its rule');
    else if (!(error instanceof Refusal)) wallet.log.error(context, 'a rule could not approve a payment');
  }
}
