/**
 * Use cases of rates: list them, set one, or request a change that a second operator decides.
 * Rates that would make a round trip yield a gain are refused, both at the request and at the approval.
 */

import { requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { fieldMessages } from '@fairline/proto/texts';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import {
  exchangeEvents,
  exchangeRefusals,
  type Rate,
  type RateChange,
  type RateRow,
} from '@fairline/proto/wallet/exchange';
import type { Wallet } from '../config.ts';
import { checkSecond, type Decider, mayDecide, type Waiting } from '../operator.ts';
import * as rules from './exchange.ts';
import * as store from './store-rates.ts';

/** All changes of a pair within this time are added up. */
const controlMs = 24 * 60 * 60 * 1_000;

export async function customerRates(wallet: Wallet): Promise<{ spreadBp: number; at: string; items: Rate[] }> {
  const at = wallet.clock.now();
  const items = (await store.readRates(wallet.db, at)).map(({ from, to, rate, changedAt, available }) => {
    const mid = rules.writtenRate(rate);
    return {
      from,
      to,
      rate: rules.rateNumber(rules.customerRate(mid, wallet.spreadBp)),
      midRate: rules.rateNumber(mid),
      changedAt: changedAt.toISOString(),
      available,
    };
  });
  return { spreadBp: wallet.spreadBp, at: at.toISOString(), items };
}

export async function operatorRates(wallet: Wallet): Promise<{ spreadBp: number; items: RateRow[] }> {
  return { spreadBp: wallet.spreadBp, items: (await store.readRates(wallet.db, wallet.clock.now())).map(toRateRow) };
}

/**
 * Writes at start whether money converts at the seeded rates: in demo mode only. Otherwise a pair converts once operators have set its rate, until that rate is too old.
 * For limits and withdrawals every rate counts, seeded and old ones too.
 */
export function prepareRates(wallet: Wallet): Promise<void> {
  return wallet.db.tx((tx) =>
    store.writeTerms(tx, { maxAgeHours: wallet.demo ? null : wallet.rateMaxAgeHours, dealsSeeded: wallet.demo }),
  );
}

export interface RateSetting {
  from: CurrencyCode;
  to: CurrencyCode;
  rate: number;
  reason: string;
}

/**
 * Sets one rate, which ends the open quotes of its pair. If the rate needs a second operator, stores the change as pending, in place of the pair's pending one.
 * Two operators at once are handled one after the other.
 */
export async function setRate(
  wallet: Wallet,
  { from, to, rate, reason }: RateSetting,
  by: Decider,
): Promise<RateRow | RateChange> {
  if (from === to) throw new Refusal(exchangeRefusals.sameCurrency);
  refuseCardNumber(reason);
  const wanted = rules.scaledRate(rate);
  if (!wanted) throw new Refusal(common.invalidRequest, undefined, { rate: fieldMessages.rateOutOfRange });
  const setting = { from, to, rate: rules.rateText(wanted), reason };
  return wallet.db.tx(async (tx) => {
    await store.lockRates(tx);
    const at = wallet.clock.now();
    const before = await checkFair(wallet, tx, at, setting);
    const inForce = await store.ratesInForce(tx, new Date(at.getTime() - controlMs), from, to);
    if (!rules.needsSecondOperator(inForce.map(rules.writtenRate), wanted))
      return applyRate(tx, at, setting, before, by);
    await replaceWaiting(tx, at, setting, by);
    const change = await store.insertChange(tx, at, setting, before?.rate ?? null, requesterOf(by.operator));
    await recordChange(tx, change, by, { action: 'rate.request', reason });
    return toRateChange(change);
  });
}

async function replaceWaiting(
  tx: Tx,
  at: Date,
  { from, to }: Pick<store.NewRate, 'from' | 'to'>,
  by: Decider,
): Promise<void> {
  const replaced = await store.lockWaitingChange(tx, from, to);
  if (!replaced) return;
  const reason = 'Replaced by a later change';
  const change = await store.decideChange(tx, at, replaced.id, {
    status: 'rejected',
    by: by.operatorId,
    rejectionReason: reason,
  });
  await recordChange(tx, change, by, { action: 'rate.reject', reason });
}

/** Approves a pending change. If the rate in force has changed since the request, it is refused, and the requester must request it again. */
export function approveRateChange(wallet: Wallet, id: string, by: Decider): Promise<RateChange> {
  return wallet.db.tx(async (tx) => {
    await store.lockRates(tx);
    const at = wallet.clock.now();
    const waiting = await lockWaiting(tx, id, 'approved');
    if (waiting.status === 'approved') return toRateChange(waiting);
    checkSecond(wallet, by, waitingOf(waiting));
    const before = await checkFair(wallet, tx, at, waiting);
    if ((before?.rate ?? null) !== waiting.before) throw new Refusal(exchangeRefusals.rateMoved);
    const change = await store.decideChange(tx, at, id, { status: 'approved', by: by.operatorId });
    await recordChange(tx, change, by, { action: 'rate.approve', reason: change.reason });
    await applyRate(tx, at, change, before, by, { changeId: id, requestedBy: change.requester.operatorId });
    return toRateChange(change);
  });
}

export function rejectRateChange(wallet: Wallet, id: string, reason: string, by: Decider): Promise<RateChange> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const waiting = await lockWaiting(tx, id, 'rejected');
    if (waiting.status === 'rejected') return toRateChange(waiting);
    const change = await store.decideChange(tx, wallet.clock.now(), id, {
      status: 'rejected',
      by: by.operatorId,
      rejectionReason: reason,
    });
    await recordChange(tx, change, by, { action: 'rate.reject', reason });
    return toRateChange(change);
  });
}

function waitingOf({ requester, createdAt }: store.ChangeRow): Waiting {
  return { requester, requestedBy: requester.operatorId, requestedAt: createdAt };
}

/** Locks a change for a decision. A repeat of the same decision is allowed; the opposite one is refused. */
async function lockWaiting(tx: Tx, id: string, decision: 'approved' | 'rejected'): Promise<store.ChangeRow> {
  const change = await store.lockChange(tx, id);
  if (!change) throw new Refusal(exchangeRefusals.rateChangeUnknown);
  if (change.status !== 'pending' && change.status !== decision)
    throw new Refusal(exchangeRefusals.rateChangeDecided, { status: change.status });
  return change;
}

/** Refuses a rate that would make a round trip yield a gain now. Returns the rate in force. */
async function checkFair(
  wallet: Wallet,
  tx: Tx,
  at: Date,
  { from, to, rate }: Pick<store.NewRate, 'from' | 'to' | 'rate'>,
): Promise<store.RateRow | undefined> {
  const known = new Map((await store.readRates(tx, at)).map((row) => [`${row.from} ${row.to}`, row]));
  const table: rules.RateTable = (a, b) => {
    const row = known.get(`${a} ${b}`);
    if (a === from && b === to) return rules.writtenRate(rate);
    return row?.available ? rules.writtenRate(row.rate) : undefined;
  };
  if (rules.gainThrough(table, wallet.spreadBp, from, to)) throw new Refusal(exchangeRefusals.rateUnfair);
  return known.get(`${from} ${to}`);
}

/** Writes a rate with its event and its record. `approved` is the change that a second operator approved. */
async function applyRate(
  tx: Tx,
  at: Date,
  setting: store.NewRate,
  before: store.RateRow | undefined,
  actor: Actor,
  approved?: { changeId: string; requestedBy: string },
): Promise<RateRow> {
  const { from, to, reason } = setting;
  const row = await store.setRate(tx, at, setting, actor.operatorId);
  await publish(tx, exchangeEvents.ratesChanged, row.id, row.version, { from, to });
  const action = {
    action: 'rate.set',
    resourceType: 'rate',
    resourceId: `${from}-${to}`,
    reason,
    ...(before && { before: { rate: rules.rateNumber(rules.writtenRate(before.rate)) } }),
    after: { rate: rules.rateNumber(rules.writtenRate(row.rate)), ...approved },
  };
  await recordOperatorAction(tx, walletAuditEvents.operatorActed, actor, row.version, action, row.id);
  return toRateRow(row);
}

async function recordChange(
  tx: Tx,
  change: store.ChangeRow,
  actor: Actor,
  { action, reason }: { action: string; reason: string },
): Promise<void> {
  const { id, version, from, to, status } = change;
  await publish(tx, exchangeEvents.rateChangeUpdated, id, version, { changeId: id, from, to, status });
  const { rate, before, requestedBy } = toRateChange(change);
  const after = { from, to, rate, before, status, requestedBy };
  await recordOperatorAction(tx, walletAuditEvents.operatorActed, actor, version, {
    action,
    resourceType: 'rate_change',
    resourceId: id,
    reason,
    after,
  });
}

function toRateRow({ from, to, rate, changedAt, changedBy, available }: store.RateRow): RateRow {
  return {
    from,
    to,
    rate: rules.rateNumber(rules.writtenRate(rate)),
    changedAt: changedAt.toISOString(),
    changedBy,
    available,
  };
}

/** A change as one operator sees it: with whether they may approve it. */
export function toListedChange(wallet: Wallet, row: store.ChangeRow, reader: Operator): RateChange {
  const change = toRateChange(row);
  if (row.status !== 'pending') return change;
  return { ...change, mayApprove: reader.permissions.includes('rates') && mayDecide(wallet, reader, waitingOf(row)) };
}

export function toRateChange(row: store.ChangeRow): RateChange {
  const { id, from, to, reason, status, requester, decidedBy, rejectionReason, decidedAt } = row;
  return {
    id,
    from,
    to,
    rate: rules.rateNumber(rules.writtenRate(row.rate)),
    before: row.before === null ? null : rules.rateNumber(rules.writtenRate(row.before)),
    reason,
    status,
    requestedBy: requester.operatorId,
    createdAt: row.createdAt.toISOString(),
    ...(decidedBy !== null && { decidedBy }),
    ...(rejectionReason !== null && { rejectionReason }),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
  };
}
