/** Operators settle single bets by hand. Each action is one transaction, OperatorActed included; a large one waits for a second operator. */

import { checkSecondOperator, controlOf, mayApprove, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import {
  type ByHandResult,
  type HandRequest,
  settlementRefusals,
  type settlementRoutes,
} from '@fairline/proto/betting/settlement';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { alreadyDecided } from '../bets/bet.ts';
import type { BetContext } from '../bets/context.ts';
import { handRequestOf, type KeptHandRequest, type OperatorBetRow, operatorBet } from '../bets/search.ts';
import type { OpenBet } from '../columns.ts';
import { recordAction } from '../operator.ts';
import { holdOperator, movedByOperator } from '../operator-sums.ts';
import type { Outcome } from '../outcome.ts';
import { outcomeByHand, settleByHand } from './commands.ts';
import {
  awaitsEnd,
  dropHandRequests,
  type HandMove,
  keepHandMove,
  keepHandRequest,
  lockBet,
  movedOfBet,
} from './store-by-hand.ts';

/**
 * The amount that settling one bet by hand moves: the largest of its new payout, its old payout and its open stake, which its player may lose.
 * The whole amount counts, not the difference, so splitting a change into two steps does not avoid the second operator.
 */
export function movedByHand(
  bet: Pick<OpenBet, 'dueMinor' | 'stakeMinor' | 'closedStakeMinor'>,
  after: Outcome,
): number {
  return Math.max(bet.dueMinor, after.dueMinor, bet.stakeMinor - bet.closedStakeMinor);
}

/** Previews the status and payout of the bet if the operator settles it by hand. */
export function previewSettlement(
  context: BetContext,
  id: string,
  result: ByHandResult,
  operator: Operator,
): Promise<Infer<typeof settlementRoutes.previewSettlement.reply>> {
  return context.db.tx(async (tx) => {
    const { bet, after, needsSecond } = await byHand(context, tx, context.clock.now(), id, result, operator);
    return {
      status: after.status,
      payoutMinor: after.dueMinor,
      paidMinor: bet.dueMinor,
      ...(needsSecond && { needsSecond }),
    };
  });
}

/**
 * Settles the open legs of a bet by hand, or gives legs that were settled by hand another result. The feed no longer changes the bet.
 * If the amount needs a second operator, alone or with everything the operator moved alone that day, only a request is stored. The bet stays unchanged until another operator settles it the same way.
 */
export function settleBet(
  context: BetContext,
  id: string,
  { result, payoutMinor }: { result: ByHandResult; payoutMinor?: number | undefined },
  act: Act,
): Promise<OperatorBetRow> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    await holdOperator(tx, act.operator.id);
    const at = context.clock.now();
    const { bet, after, needsSecond, flagged, asked, agreed, alone } = await byHand(
      context,
      tx,
      at,
      id,
      result,
      act.operator,
    );
    if (payoutMinor !== undefined && payoutMinor !== after.dueMinor)
      throw new Refusal(settlementRefusals.payoutChanged, { payoutMinor: after.dueMinor });
    const before = { status: bet.status, dueMinor: bet.dueMinor };
    if (agreed && asked) checkSecondOperator(act.operator, asked.requester, new Date(asked.requestedAt), at);
    if (needsSecond) {
      if (asked && isSame(asked, result, after)) throw new Refusal(common.secondOperatorNeeded);
      const request = {
        result,
        payoutMinor: after.dueMinor,
        requestedBy: act.operator.id,
        reason: act.reason,
        requestedAt: at.toISOString(),
      };
      await keepHandRequest(tx, id, request, requesterOf(act.operator));
      await recordAction(tx, act, bet.version, {
        action: 'bet.settle.request',
        resourceType: 'bet',
        resourceId: id,
        before: { ...before, request: asked ? withoutRequester(asked) : null },
        after: { ...before, playerId: bet.playerId, request },
      });
      return (await operatorBet(tx, id)) as OperatorBetRow;
    }
    // The call of the second operator applies the request of the first.
    const [requestedBy, approvedBy] = agreed && asked ? [asked.requestedBy, act.operator.id] : [act.operator.id, null];
    await settleByHand(tx, at, bet, result, { kind: 'by_hand', requestedBy, approvedBy, reason: act.reason });
    if (alone) await keepHandMove(tx, alone, flagged);
    const settled = (await operatorBet(tx, id)) as OperatorBetRow;
    await recordAction(tx, act, bet.version + 1, {
      action: 'bet.settle',
      resourceType: 'bet',
      resourceId: id,
      before: { ...before, ...(asked && { request: withoutRequester(asked) }) },
      after: {
        status: settled.status,
        dueMinor: settled.dueMinor,
        playerId: bet.playerId,
        ...(settled.book === 'real' && {
          returnedMinor: settled.dueMinor - (bet.status === 'accepted' ? bet.stakeMinor : bet.dueMinor),
          currency: settled.currency,
        }),
        ...(alone && { flagged }),
        ...(approvedBy && { requestedBy }),
      },
    });
    return settled;
  });
}

/** Withdraws a pending request: its requester takes it back, or another operator declines it. The bet continues as before the request. */
export function withdrawHandRequest(context: BetContext, id: string, act: Act): Promise<OperatorBetRow> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    const bet = await lockBet(tx, id);
    if (!bet) throw new Refusal(common.notFound);
    const request = await handRequestOf(tx, id);
    if (!request) throw new Refusal(settlementRefusals.nothingWaits);
    await dropHandRequests(tx, [id]);
    const stands = { status: bet.status, dueMinor: bet.dueMinor };
    await recordAction(tx, act, bet.version, {
      action: 'bet.settle.withdraw',
      resourceType: 'bet',
      resourceId: id,
      before: { ...stands, request: withoutRequester(request) },
      after: { ...stands, playerId: bet.playerId, request: null },
    });
    return (await operatorBet(tx, id)) as OperatorBetRow;
  });
}

interface ByHand {
  bet: NonNullable<Awaited<ReturnType<typeof lockBet>>>;
  after: Outcome;
  /** Whether this operator cannot settle the bet without a second one. */
  needsSecond: boolean;
  /** Whether it is settled alone, near the two-operator threshold. */
  flagged: boolean;
  /** The pending request, for this or another result. */
  asked: KeptHandRequest | undefined;
  /** Whether another operator requested the same result and payout. */
  agreed: boolean;
  /** The amount that counts as moved by this operator alone. Undefined if another operator requested the same, and always for play money. */
  alone: HandMove | undefined;
}

/** Locks the bet and computes its outcome by hand. Refused if nothing would change, if results have settled the bet already, or if it would win or lose before its matches end. */
async function byHand(
  context: BetContext,
  tx: Tx,
  at: Date,
  id: string,
  result: ByHandResult,
  operator: Operator,
): Promise<ByHand> {
  const bet = await lockBet(tx, id);
  if (!bet) throw new Refusal(common.notFound);
  const after = bet.status === 'accepted' || bet.byHand ? await outcomeByHand(tx, bet, result) : null;
  if (!after || (after.status === bet.status && after.dueMinor === bet.dueMinor)) throw alreadyDecided(bet);
  if (result !== 'void' && (await awaitsEnd(tx, bet))) throw new Refusal(settlementRefusals.fixtureNotOver);
  const asked = await handRequestOf(tx, id);
  const same = asked !== undefined && isSame(asked, result, after);
  const own = same && asked.requestedBy === operator.id;
  const agreed = same && !own;
  const counts = !agreed && (await operatorBet(tx, id))?.book === 'real';
  const alone = counts ? { operatorId: operator.id, at, betId: id, movedMinor: movedByHand(bet, after) } : undefined;
  // A request that waits for another operator stays pending, even on a day on which its requester could settle the bet alone.
  const control = alone ? await controlOfMove(tx, alone, context.twoOperatorsMinor) : 'alone';
  const mayAgree = agreed && mayApprove(operator, asked.requester, new Date(asked.requestedAt), at);
  const needsSecond = agreed ? !mayAgree : own || control === 'second';
  return { bet, after, needsSecond, flagged: control === 'flagged', asked, agreed, alone };
}

async function controlOfMove(tx: Tx, move: HandMove, twoOperatorsMinor: number): Promise<ReturnType<typeof controlOf>> {
  const decidedMinor = await movedByOperator(tx, move.operatorId, move.at, move.betId);
  return controlOf(Math.max(move.movedMinor, await movedOfBet(tx, move)), decidedMinor, twoOperatorsMinor);
}

function withoutRequester({ requester: _requester, ...request }: KeptHandRequest): HandRequest {
  return request;
}

function isSame(asked: HandRequest, result: ByHandResult, { dueMinor }: Outcome): boolean {
  return asked.result === result && asked.payoutMinor === dueMinor;
}
