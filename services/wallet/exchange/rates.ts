/**
 * The use cases of rates: shown, set by one operator, or asked for by one and decided by another.
 * A table of rates by which converting there and back would gain is refused, when a change is asked for and when it is approved.
 */
import { checkSecondOperator, mayApprove, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { exchangeEvents, exchangeRefusals, type Rate, type RateChange, type RateRow } from '@fairline/proto/wallet/exchange';
import type { Wallet } from '../config.ts';
import { refuseCardNumber } from '../free-text.ts';
import * as rules from './exchange.ts';
import * as store from './store-rates.ts';

/** A day of changes adds up. */
const controlMs = 24 * 60 * 60 * 1_000;

export async function customerRates(wallet: Wallet): Promise<{ spreadBp: number; at: string; items: Rate[] }> {
  const at = wallet.clock.now();
  const items = (await store.rates(wallet.db, at)).map(({ from, to, rate, changedAt, available }) => {
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
  return { spreadBp: wallet.spreadBp, items: (await store.rates(wallet.db, wallet.clock.now())).map(toRateRow) };
}

/** At start: the rates that come with the project are for demo mode; elsewhere a pair is off until operators have set it, and again when its rate is too old. */
export function prepareRates(wallet: Wallet): Promise<void> {
  return wallet.db.tx(async (tx) => {
    await store.lockRates(tx);
    await store.writeTerms(tx, { maxAgeHours: wallet.demo ? null : wallet.rateMaxAgeHours, withSeeded: wallet.demo });
  });
}

export interface RateSetting {
  from: CurrencyCode;
  to: CurrencyCode;
  rate: number;
  reason: string;
}

/** Who acts, and how they got their access. */
export interface RateOperator {
  actor: Actor;
  operator: Operator;
}

/** Sets one rate, which ends the open quotes of its pair, or keeps the change for another operator. Two operators at once are compared one after the other. */
export async function setRate(wallet: Wallet, { from, to, rate, reason }: RateSetting, { actor, operator }: RateOperator): Promise<RateRow | RateChange> {
  if (from === to) throw new Refusal(exchangeRefusals.sameCurrency);
  refuseCardNumber(reason);
  const wanted = rules.scaledRate(rate);
  if (!wanted) throw new Refusal(common.invalidRequest, undefined, { rate: 'This rate is too small or too large' });
  const setting = { from, to, rate: rules.rateText(wanted), reason };
  return wallet.db.tx(async (tx) => {
    await store.lockRates(tx);
    const at = wallet.clock.now();
    const before = await checkFair(wallet, tx, at, setting);
    const inForce = await store.ratesInForce(tx, new Date(at.getTime() - controlMs), from, to, wallet.demo);
    if (!rules.needsSecondOperator(inForce.map(rules.writtenRate), wanted)) return applyRate(tx, at, setting, before, actor);
    const change = await store.insertChange(tx, at, setting, before?.rate ?? null, requesterOf(operator));
    await recordChange(tx, change, actor, { action: 'rate.request', reason });
    return toRateChange(change);
  });
}

export function approveRateChange(wallet: Wallet, id: string, { actor, operator }: RateOperator): Promise<RateChange> {
  return wallet.db.tx(async (tx) => {
    await store.lockRates(tx);
    const at = wallet.clock.now();
    const waiting = await lockWaiting(tx, id, 'approved');
    if (waiting.status === 'approved') return toRateChange(waiting);
    checkSecondOperator(operator, waiting.requester, waiting.createdAt, at);
    const before = await checkFair(wallet, tx, at, waiting);
    const change = await store.decideChange(tx, at, id, { status: 'approved', by: operator.id });
    await recordChange(tx, change, actor, { action: 'rate.approve', reason: change.reason });
    await applyRate(tx, at, change, before, actor);
    return toRateChange(change);
  });
}

export function rejectRateChange(wallet: Wallet, id: string, reason: string, { actor, operator }: RateOperator): Promise<RateChange> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const waiting = await lockWaiting(tx, id, 'rejected');
    if (waiting.status === 'rejected') return toRateChange(waiting);
    const change = await store.decideChange(tx, wallet.clock.now(), id, { status: 'rejected', by: operator.id, rejectionReason: reason });
    await recordChange(tx, change, actor, { action: 'rate.reject', reason });
    return toRateChange(change);
  });
}

/** A repeat finds the same decision; the opposite one is refused. */
async function lockWaiting(tx: Tx, id: string, decision: 'approved' | 'rejected'): Promise<store.ChangeRow> {
  const change = await store.lockChange(tx, id);
  if (!change) throw new Refusal(exchangeRefusals.rateChangeUnknown);
  if (change.status !== 'pending' && change.status !== decision) throw new Refusal(exchangeRefusals.rateChangeDecided, { status: change.status });
  return change;
}

/** Refuses a rate by which some way there and back would gain at this moment. Answers the rate in force. */
async function checkFair(
  wallet: Wallet,
  tx: Tx,
  at: Date,
  { from, to, rate }: Pick<store.NewRate, 'from' | 'to' | 'rate'>,
): Promise<store.RateRow | undefined> {
  const known = new Map((await store.rates(tx, at)).map((row) => [`${row.from} ${row.to}`, row]));
  const table: rules.RateTable = (a, b) => {
    const row = known.get(`${a} ${b}`);
    if (a === from && b === to) return rules.writtenRate(rate);
    return row?.available ? rules.writtenRate(row.rate) : undefined;
  };
  if (rules.gainThrough(table, wallet.spreadBp, from, to)) throw new Refusal(exchangeRefusals.rateUnfair);
  return known.get(`${from} ${to}`);
}

async function applyRate(tx: Tx, at: Date, setting: store.NewRate, before: store.RateRow | undefined, actor: Actor): Promise<RateRow> {
  const { from, to, reason } = setting;
  const row = await store.setRate(tx, at, setting, actor.operatorId);
  await publish(tx, exchangeEvents.ratesChanged, row.id, row.version, { from, to });
  const action = {
    action: 'rate.set',
    resourceType: 'rate',
    resourceId: `${from}-${to}`,
    reason,
    ...(before && { before: { rate: rules.rateNumber(rules.writtenRate(before.rate)) } }),
    after: { rate: rules.rateNumber(rules.writtenRate(row.rate)) },
  };
  await recordOperatorAction(tx, walletAuditEvents.operatorActed, actor, row.version, action, row.id);
  return toRateRow(row);
}

async function recordChange(tx: Tx, change: store.ChangeRow, actor: Actor, { action, reason }: { action: string; reason: string }): Promise<void> {
  const { id, version, from, to, status } = change;
  await publish(tx, exchangeEvents.rateChangeUpdated, id, version, { changeId: id, from, to, status });
  const { rate, before, requestedBy } = toRateChange(change);
  const after = { from, to, rate, before, status, requestedBy };
  await recordOperatorAction(tx, walletAuditEvents.operatorActed, actor, version, { action, resourceType: 'rate_change', resourceId: id, reason, after });
}

function toRateRow({ from, to, rate, changedAt, changedBy, available }: store.RateRow): RateRow {
  return { from, to, rate: rules.rateNumber(rules.writtenRate(rate)), changedAt: changedAt.toISOString(), changedBy, available };
}

/** A change as one operator reads it. */
export function toListedChange(wallet: Wallet, row: store.ChangeRow, reader: Operator): RateChange {
  const change = toRateChange(row);
  if (row.status !== 'pending') return change;
  return { ...change, mayApprove: reader.permissions.includes('rates') && mayApprove(reader, row.requester, row.createdAt, wallet.clock.now()) };
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
