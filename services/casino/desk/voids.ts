/**
 * Voids under control: what an operator's voids move adds up over the UTC day, and from the two-operator threshold on a void waits until another operator voids
 * the same round. What waits leaves the round as it is.
 */

import { checkSecondOperator, controlOf, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { holdOperator } from '@fairline/chassis/storage/hold';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { casinoDeskRefusals } from '@fairline/proto/casino/desk';
import { common, Refusal } from '@fairline/proto/contract';
import { worthOf } from '../lobby/peers.ts';
import { recordAction } from '../operator.ts';
import type { RoundContext } from '../rounds/context.ts';
import type { StoredRound } from '../rounds/store.ts';
import { roundById } from '../rounds/store-reads.ts';
import { lockVoidable, movedByVoid, takeVoid, type VoidableRound, voidHere } from '../rounds/voiding.ts';
import * as store from './store-voids.ts';

export interface VoidContext extends RoundContext {
  /** Two-operator threshold of an operator's voids of a UTC day, in the reporting currency. */
  readonly twoOperatorsMinor: number;
}

/** What a round's void was worth when it was asked for. */
interface Worth {
  movedMinor: number;
  worthMinor: number;
}

/** Voids a round, or keeps the request until a second operator voids it as well; returns whether it waits. */
export async function voidRound(context: VoidContext, roundId: string, act: Act): Promise<{ round: StoredRound; waits: boolean }> {
  refuseCardNumber(act.reason);
  const worth = await worthOfVoid(context, roundId);
  const { row, waits } = await context.db.tx(async (tx) => {
    await holdOperator(tx, 'void', act.operator.id);
    const row = await lockVoidable(tx, roundId);
    // A hand that was played on meanwhile is worth something else.
    if (movedByVoid(row) !== worth.movedMinor) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
    return { row, waits: await decide(context, tx, row, worth.worthMinor, act) };
  });
  return { round: waits ? row : await takeVoid(context, row), waits };
}

/** Of play money nothing counts. */
async function worthOfVoid({ db, bus }: VoidContext, roundId: string): Promise<Worth> {
  const row = await roundById(db, roundId);
  if (!row || row.status === 'refused') throw new Refusal(common.notFound);
  const { book, currency } = row;
  const movedMinor = movedByVoid(row);
  if (book !== 'real' || currency === null || movedMinor === 0) return { movedMinor, worthMinor: 0 };
  const { amountsMinor } = await worthOf(bus, [{ currency, amountMinor: movedMinor }]);
  // Wallet values what has no rate at nothing; here it counts by its number instead, so that nobody voids freely while a rate is missing.
  return { movedMinor, worthMinor: amountsMinor[0] || movedMinor };
}

/** True where it waits for another operator. */
async function decide(context: VoidContext, tx: Tx, row: VoidableRound, worthMinor: number, act: Act): Promise<boolean> {
  const at = context.clock.now();
  const { operator } = act;
  const asked = await store.requestOf(tx, row.id);
  if (asked) {
    // Its own operator may not apply it, also on another day.
    checkSecondOperator(operator, asked.requester, asked.requestedAt, at);
    await store.dropRequest(tx, row.id);
    await voidHere(context, tx, row, act, { requestedBy: asked.requester.operatorId, requestReason: asked.reason });
    return false;
  }
  const control = controlOf(worthMinor, await store.movedByOperator(tx, operator.id, at), context.twoOperatorsMinor);
  if (control === 'second') {
    await store.keepRequest(tx, { roundId: row.id, reason: act.reason, requester: requesterOf(operator), requestedAt: at });
    await recordRequest(tx, row, act, 'round.void.request');
    return true;
  }
  const flagged = control === 'flagged';
  if (worthMinor > 0) await store.keepMove(tx, { roundId: row.id, operatorId: operator.id, at, movedMinor: worthMinor, flagged });
  await voidHere(context, tx, row, act, { flagged });
  return false;
}

/** Withdraws a void that waits, by who asked for it or by another who declines it. */
export async function withdrawVoid(context: VoidContext, roundId: string, act: Act): Promise<StoredRound> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    const row = await lockVoidable(tx, roundId);
    if (!(await store.dropRequest(tx, roundId))) throw new Refusal(casinoDeskRefusals.nothingWaits);
    await recordRequest(tx, row, act, 'round.void.withdraw');
    return row;
  });
}

/** Who asked for a void or withdrew it. The round stays as it is. */
async function recordRequest(tx: Tx, { id, status, stakeMinor, payoutMinor }: StoredRound, act: Act, action: string): Promise<void> {
  const stands = { status, stakeMinor, payoutMinor };
  await recordAction(tx, act, await store.countEvent(tx, id), { action, resourceType: 'round', resourceId: id, before: stands, after: stands });
}
