/**
 * Control of voids: the amounts that an operator's voids move add up over the UTC day. From the two-operator threshold on, a void waits until another operator
 * voids the same round. While it waits the round does not change.
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

/** The amount a void moves, and its value in the reporting currency at the time of the request. */
interface Worth {
  movedMinor: number;
  worthMinor: number;
}

/** Voids a round, or keeps the request until a second operator voids it as well; returns whether it waits. */
export async function voidRound(
  context: VoidContext,
  roundId: string,
  act: Act,
): Promise<{ round: StoredRound; waits: boolean }> {
  refuseCardNumber(act.reason);
  const worth = await worthOfVoid(context, roundId);
  const { row, waits } = await context.db.tx(async (tx) => {
    await holdOperator(tx, 'void', act.operator.id);
    const row = await lockVoidable(tx, roundId);
    // The amount changed because the hand was played on since it was valued.
    if (movedByVoid(row) !== worth.movedMinor) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
    return { row, waits: await decide(context, tx, row, worth.worthMinor, act) };
  });
  return { round: waits ? row : await takeVoid(context, row), waits };
}

/** Values the void of a round. Play money has no value. */
async function worthOfVoid({ db, bus }: VoidContext, roundId: string): Promise<Worth> {
  const row = await roundById(db, roundId);
  if (!row || row.status === 'refused') throw new Refusal(common.notFound);
  const { book, currency } = row;
  const movedMinor = movedByVoid(row);
  if (book !== 'real' || currency === null || movedMinor === 0) return { movedMinor, worthMinor: 0 };
  const { amountsMinor } = await worthOf(bus, [{ currency, amountMinor: movedMinor }]);
  // Wallet returns 0 for a currency without a rate. The amount itself counts then, so that a missing rate does not disable the threshold.
  return { movedMinor, worthMinor: amountsMinor[0] || movedMinor };
}

/** Voids the round or stores a request. Returns true if the void waits for another operator. */
async function decide(
  context: VoidContext,
  tx: Tx,
  row: VoidableRound,
  worthMinor: number,
  act: Act,
): Promise<boolean> {
  const at = context.clock.now();
  const { operator } = act;
  const asked = await store.requestOf(tx, row.id);
  if (asked) {
    // The operator who requested it may not apply it, not even on a later day.
    checkSecondOperator(operator, asked.requester, asked.requestedAt, at);
    await store.dropRequest(tx, row.id);
    await voidHere(context, tx, row, act, { requestedBy: asked.requester.operatorId, requestReason: asked.reason });
    return false;
  }
  const control = controlOf(worthMinor, await store.movedByOperator(tx, operator.id, at), context.twoOperatorsMinor);
  if (control === 'second') {
    await store.keepRequest(tx, {
      roundId: row.id,
      reason: act.reason,
      requester: requesterOf(operator),
      requestedAt: at,
    });
    await recordRequest(tx, row, act, 'round.void.request');
    return true;
  }
  const flagged = control === 'flagged';
  if (worthMinor > 0)
    await store.keepMove(tx, { roundId: row.id, operatorId: operator.id, at, movedMinor: worthMinor, flagged });
  await voidHere(context, tx, row, act, { flagged });
  return false;
}

/** Withdraws a void that waits: by the operator who requested it, or by another who declines it. */
export async function withdrawVoid(context: VoidContext, roundId: string, act: Act): Promise<StoredRound> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    const row = await lockVoidable(tx, roundId);
    if (!(await store.dropRequest(tx, roundId))) throw new Refusal(casinoDeskRefusals.nothingWaits);
    await recordRequest(tx, row, act, 'round.void.withdraw');
    return row;
  });
}

/** Records who requested or withdrew a void. The round does not change. */
async function recordRequest(
  tx: Tx,
  { id, playerId, status, stakeMinor, payoutMinor }: StoredRound,
  act: Act,
  action: string,
): Promise<void> {
  const stands = { status, stakeMinor, payoutMinor };
  await recordAction(tx, act, await store.countEvent(tx, id), {
    action,
    resourceType: 'round',
    resourceId: id,
    before: stands,
    after: { ...stands, playerId },
  });
}
