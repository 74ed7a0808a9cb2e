/** HTTP for operators: adjustments and free bets, requested, decided and listed. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Handler, handle, Reply } from '@fairline/chassis/http';
import { once } from '@fairline/chassis/keyed';
import { Id } from '@fairline/proto/contract';
import { officeRoutes } from '@fairline/proto/wallet/office';
import type { Wallet } from '../config.ts';
import { actorOf, requireFreshProof } from '../operator.ts';
import { type AdjustmentDecision, approveAdjustment, rejectAdjustment, requestAdjustment, takeBackFreeBet, toAdjustment } from './commands.ts';
import { adjustments } from './store.ts';

export function adjustmentHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(officeRoutes.adjustments, async ({ query }) => {
      const { status, userId, cursor } = query;
      return page(await adjustments(db, { status, userId, before: readCursor(Id, cursor) }), ({ id }) => id, toAdjustment);
    }),
    handle(officeRoutes.adjust, async (call) => {
      requireFreshProof(wallet, call);
      return decisionReply(await once(db, call.keyed, (tx) => requestAdjustment(wallet, tx, call.body, actorOf(call))), 201);
    }),
    handle(officeRoutes.giveFreeBet, async (call) => {
      requireFreshProof(wallet, call);
      return decisionReply(await once(db, call.keyed, (tx) => requestAdjustment(wallet, tx, call.body, actorOf(call))), 201);
    }),
    handle(officeRoutes.takeBackFreeBet, (call) => {
      requireFreshProof(wallet, call);
      return takeBackFreeBet(wallet, call.params.id, call.body.reason, actorOf(call));
    }),
    handle(officeRoutes.approveAdjustment, async (call) => {
      requireFreshProof(wallet, call);
      return decisionReply(await approveAdjustment(wallet, call.params.id, actorOf(call)), 200);
    }),
    handle(officeRoutes.rejectAdjustment, async (call) => (await rejectAdjustment(wallet, call.params.id, call.body.reason, actorOf(call))).adjustment),
  ];
}

/** 202 while another operator has to approve it too. */
function decisionReply({ adjustment, complete }: AdjustmentDecision, status: number): Reply {
  return new Reply({ status: complete ? status : 202, body: adjustment });
}
