/** The door for operators who trade: one entry per route of the contract. What is read here goes to nobody but them. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Call, checkFresh, type Handler, handle, Reply } from '@fairline/chassis/http';
import { tradingRoutes } from '@fairline/proto/betting/trading';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import { approve, decide, preview, withdraw } from './commands-decisions.ts';
import { type Act, previewSettlement, settleBet, withdrawHandRequest } from './commands-operator.ts';
import { deskFixture, limits, releasePrices, resume, setLimit, setMargin, setPrices, stop } from './commands-trading.ts';
import type { Betting } from './config.ts';
import { toDecision, toDeskFixture, toOperatorBet } from './desk.ts';
import { momentsOf, operatorBet, operatorBets } from './store-bets.ts';
import * as store from './store-trading.ts';

const RankCursor = z.tuple([z.int(), z.number(), Id]);

export function tradingHandlers(room: Betting): Handler[] {
  const { db } = room;
  return [
    handle(tradingRoutes.tradingFixtures, async ({ query }) => {
      const after = readCursor(RankCursor, query.cursor);
      return page(await store.tradingFixtures(db, room.clock.now(), query, after), ({ over, weight, id }) => [over, weight, id], toDeskFixture);
    }),
    handle(tradingRoutes.tradingFixture, ({ params }) => deskFixture(room, params.id)),
    handle(tradingRoutes.stops, async () => ({ items: await store.stops(db) })),
    handle(tradingRoutes.suspendFixture, (call) => stop(room, 'fixture', call.params.id, actOf(call, call.body.reason))),
    handle(tradingRoutes.resumeFixture, async (call) => void (await resume(room, 'fixture', call.params.id, actOf(call, call.body.reason)))),
    handle(tradingRoutes.suspendSport, (call) => stop(room, 'sport', call.params.id, actOf(call, call.body.reason))),
    handle(tradingRoutes.resumeSport, async (call) => void (await resume(room, 'sport', call.params.id, actOf(call, call.body.reason)))),
    handle(tradingRoutes.suspendAll, (call) => stop(room, 'all', 'all', actOf(call, call.body.reason))),
    handle(tradingRoutes.resumeAll, async (call) => void (await resume(room, 'all', 'all', actOf(call, call.body.reason)))),
    handle(tradingRoutes.setPrices, (call) => setPrices(room, call.params.id, call.body.prices, actOf(call, call.body.reason))),
    handle(tradingRoutes.releasePrices, (call) => releasePrices(room, call.params.id, actOf(call, call.body.reason))),
    handle(tradingRoutes.setMargin, (call) => setMargin(room, call.params.id, call.body.marginBp, actOf(call, call.body.reason))),
    handle(tradingRoutes.limits, async () => ({ items: await limits(db) })),
    handle(tradingRoutes.setLimit, async (call) => ({ items: await setLimit(room, call.body, actOf(call, call.body.reason)) })),
    handle(tradingRoutes.previewDecision, ({ params, body }) => preview(room, params.id, body.decision)),
    handle(tradingRoutes.decide, async (call) => {
      checkFresh(call.operator, room.clock.now());
      const decision = await decide(room, call.params.id, call.body, actOf(call, call.body.reason), call.keyed);
      return answer(decision, decision.status === 'pending');
    }),
    handle(tradingRoutes.decisions, async ({ query }) => page(await store.decisions(db, query, readCursor(Id, query.cursor)), ({ id }) => id, toDecision)),
    handle(tradingRoutes.approveDecision, (call) => {
      checkFresh(call.operator, room.clock.now());
      return approve(room, call.params.id, by(call));
    }),
    handle(tradingRoutes.withdrawDecision, (call) => withdraw(room, call.params.id, actOf(call, call.body.reason))),
    handle(tradingRoutes.operatorBets, async ({ query }) => {
      const { rows, stoppedAt } = await operatorBets(db, query, readCursor(Id, query.cursor));
      return page(rows, ({ id }) => id, toOperatorBet, stoppedAt);
    }),
    handle(tradingRoutes.operatorBet, async ({ params }) => {
      const row = await operatorBet(db, params.id);
      if (!row) throw new Refusal(common.notFound);
      return { ...toOperatorBet(row), timeline: await momentsOf(db, row.playerId, row.id) };
    }),
    handle(tradingRoutes.previewSettlement, ({ operator, params, body }) => previewSettlement(room, params.id, body.result, operator)),
    handle(tradingRoutes.settleBet, async (call) => {
      checkFresh(call.operator, room.clock.now());
      const bet = toOperatorBet(await settleBet(room, call.params.id, call.body, actOf(call, call.body.reason)));
      return answer(bet, bet.handRequest !== undefined);
    }),
    handle(tradingRoutes.withdrawHandRequest, async (call) => toOperatorBet(await withdrawHandRequest(room, call.params.id, actOf(call, call.body.reason)))),
  ];
}

type By = Pick<Call, 'operator' | 'address' | 'agent'>;

function by({ operator, address, agent }: By): Omit<Act, 'reason'> {
  return { operator, address, agent };
}

function actOf(call: By, reason: string): Act {
  return { ...by(call), reason };
}

/** 202 where a second operator is waited for. */
function answer<T>(body: T, waits: boolean): Reply | T {
  return waits ? new Reply({ status: 202, body }) : body;
}
