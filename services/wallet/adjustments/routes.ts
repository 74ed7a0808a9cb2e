/** HTTP for operators: adjustments and free bets, requested, decided and listed. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { runOnce } from '@fairline/chassis/storage/idempotency';
import { Id } from '@fairline/proto/contract';
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import type { Wallet } from '../config.ts';
import { deciderOf } from '../operator.ts';
import {
  type AdjustmentDecision,
  approveAdjustment,
  rejectAdjustment,
  requestAdjustment,
  takeBackFreeBet,
  toAdjustment,
} from './commands.ts';
import { adjustments } from './store.ts';

export function adjustmentHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(adjustmentRoutes.adjustments, async ({ query }) => {
      const { status, userId, cursor } = query;
      return page(
        await adjustments(db, { status, userId, before: readCursor(Id, cursor) }),
        ({ id }) => id,
        toAdjustment,
      );
    }),
    handle(adjustmentRoutes.adjust, async (call) =>
      decisionReply(
        await runOnce(db, call.idempotencyKey, (tx) => requestAdjustment(wallet, tx, call.body, deciderOf(call))),
        201,
      ),
    ),
    handle(adjustmentRoutes.giveFreeBet, async (call) =>
      decisionReply(
        await runOnce(db, call.idempotencyKey, (tx) => requestAdjustment(wallet, tx, call.body, deciderOf(call))),
        201,
      ),
    ),
    handle(grantRoutes.takeBackFreeBet, (call) =>
      takeBackFreeBet(wallet, call.params.id, call.body.reason, deciderOf(call)),
    ),
    handle(adjustmentRoutes.approveAdjustment, async (call) =>
      decisionReply(await approveAdjustment(wallet, call.params.id, deciderOf(call)), 200),
    ),
    handle(
      adjustmentRoutes.rejectAdjustment,
      async (call) => (await rejectAdjustment(wallet, call.params.id, call.body.reason, deciderOf(call))).adjustment,
    ),
  ];
}

/** 202 while another operator has to approve it too. */
function decisionReply({ adjustment, complete }: AdjustmentDecision, status: number): Reply {
  return new Reply({ status: complete ? status : 202, body: adjustment });
}
