/** Routes for traders, one entry per route of the contract. Only traders may read these answers. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Act } from '@fairline/chassis/http/operator-act';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { deskRoutes } from '@fairline/proto/betting/desk';
import { deskRequestRoutes } from '@fairline/proto/betting/desk-requests';
import { settlementRoutes } from '@fairline/proto/betting/settlement';
import { stopRoutes } from '@fairline/proto/betting/stops';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import type { BetContext } from '../bets/context.ts';
import { operatorBet, operatorBets, toOperatorBet } from '../bets/search.ts';
import { originOf } from '../bets/store-reads.ts';
import { readCatalogue } from '../offer/commands.ts';
import { previewSettlement, settleBet, withdrawHandRequest } from '../settlement/by-hand.ts';
import { awaitsEnd } from '../settlement/store-by-hand.ts';
import { toDeskRequest } from './asking.ts';
import { explainStop, resume, stop } from './commands.ts';
import { approve, decide, preview, withdraw } from './decisions.ts';
import { toDeskFixture } from './desk.ts';
import { listLimits, setLimit } from './limits.ts';
import { deskFixture } from './markets.ts';
import { releasePrices, setMargin, setPrices } from './own-prices.ts';
import { toDecision } from './preview.ts';
import { approveRequest, releaseSale, withdrawRequest } from './second-operators.ts';
import * as store from './store.ts';
import * as deskStoreDecisions from './store-decisions.ts';
import { tradingFixtures } from './store-markets.ts';
import { listRequests } from './store-requests.ts';
import { operatorTimeline } from './store-timeline.ts';

const RankCursor = z.tuple([z.int(), z.number(), Id]);

export function tradingHandlers(context: BetContext): Handler[] {
  const { db } = context;
  return [
    handle(deskRoutes.tradingFixtures, async ({ query }) => {
      const after = readCursor(RankCursor, query.cursor);
      return page(
        await tradingFixtures(db, context.clock.now(), query, after),
        ({ over, weight, id }) => [over, weight, id],
        toDeskFixture,
      );
    }),
    handle(deskRoutes.tradingFixture, ({ params }) => deskFixture(context, params.id)),
    handle(stopRoutes.stops, async () => ({
      items: await store.readStops(db),
      onOffer: (await readCatalogue(context)).openCounts(),
    })),
    handle(stopRoutes.suspendFixture, (call) =>
      stop(context, 'fixture', call.params.id, actOf(call, call.body.reason)),
    ),
    handle(
      stopRoutes.resumeFixture,
      async (call) => void (await resume(context, 'fixture', call.params.id, actOf(call, call.body.reason))),
    ),
    handle(stopRoutes.suspendSport, (call) => stop(context, 'sport', call.params.id, actOf(call, call.body.reason))),
    handle(
      stopRoutes.resumeSport,
      async (call) => void (await resume(context, 'sport', call.params.id, actOf(call, call.body.reason))),
    ),
    handle(stopRoutes.suspendAll, (call) => stop(context, 'all', 'all', actOf(call, call.body.reason ?? ''))),
    handle(stopRoutes.explainStop, (call) => explainStop(context, actOf(call, call.body.reason))),
    handle(
      stopRoutes.resumeAll,
      async (call) => void (await resume(context, 'all', 'all', actOf(call, call.body.reason))),
    ),
    handle(deskRoutes.setPrices, async (call) => {
      const { market, waits } = await setPrices(
        context,
        call.params.id,
        call.body.prices,
        actOf(call, call.body.reason),
      );
      return answer(market, waits);
    }),
    handle(deskRoutes.releasePrices, (call) => releasePrices(context, call.params.id, actOf(call, call.body.reason))),
    handle(deskRoutes.setMargin, (call) =>
      setMargin(context, call.params.id, call.body.marginBp, actOf(call, call.body.reason)),
    ),
    handle(deskRoutes.limits, async () => ({ items: await listLimits(db) })),
    handle(deskRoutes.setLimit, async (call) => {
      const set = await setLimit(context, call.body, actOf(call, call.body.reason));
      return answer(set, set.awaitsSecond === true);
    }),
    handle(deskRoutes.previewDecision, ({ operator, params, body }) =>
      preview(context, operator.id, params.id, body.decision),
    ),
    handle(deskRoutes.decide, async (call) => {
      const decision = await decide(
        context,
        call.params.id,
        call.body,
        actOf(call, call.body.reason),
        call.idempotencyKey,
      );
      return answer(decision, decision.status === 'pending');
    }),
    handle(deskRoutes.decisions, async ({ query, operator }) => {
      const reader = { operator, at: context.clock.now() };
      return page(
        await deskStoreDecisions.listDecisions(db, query, readCursor(Id, query.cursor)),
        ({ id }) => id,
        (row) => toDecision(row, reader),
      );
    }),
    handle(deskRoutes.approveDecision, (call) => approve(context, call.params.id, by(call))),
    handle(deskRoutes.withdrawDecision, (call) => withdraw(context, call.params.id, actOf(call, call.body.reason))),
    handle(deskRequestRoutes.deskRequests, async ({ query, operator }) => {
      const reader = { operator, at: context.clock.now() };
      return page(
        await listRequests(db, query.status, readCursor(Id, query.cursor)),
        ({ id }) => id,
        (row) => toDeskRequest(row, reader),
      );
    }),
    handle(deskRequestRoutes.approveDeskRequest, (call) => approveRequest(context, call.params.id, by(call))),
    handle(deskRequestRoutes.withdrawDeskRequest, (call) =>
      withdrawRequest(context, call.params.id, actOf(call, call.body.reason)),
    ),
    handle(deskRequestRoutes.releaseSale, async (call) => {
      const row = await releaseSale(context, call.params.id, actOf(call, call.body.reason));
      return toOperatorBet(row, { operator: call.operator, at: context.clock.now() });
    }),
    handle(settlementRoutes.operatorBets, async ({ query, operator }) => {
      const reader = { operator, at: context.clock.now() };
      const { rows, stoppedAt } = await operatorBets(db, query, readCursor(Id, query.cursor));
      return page(
        rows,
        ({ id }) => id,
        (row) => toOperatorBet(row, reader),
        stoppedAt,
      );
    }),
    handle(settlementRoutes.operatorBet, async ({ params, operator }) => {
      const row = await operatorBet(db, params.id);
      if (!row) throw new Refusal(common.notFound);
      const [origin, timeline, voidOnly] = await Promise.all([
        originOf(db, row.playerId, row.id),
        operatorTimeline(db, row),
        awaitsEnd(db, row),
      ]);
      return {
        ...toOperatorBet(row, { operator, at: context.clock.now() }),
        timeline,
        ...(origin && { origin }),
        ...(voidOnly && { voidOnly }),
      };
    }),
    handle(settlementRoutes.previewSettlement, ({ operator, params, body }) =>
      previewSettlement(context, params.id, body.result, operator),
    ),
    handle(settlementRoutes.settleBet, async (call) => {
      const row = await settleBet(context, call.params.id, call.body, actOf(call, call.body.reason));
      const bet = toOperatorBet(row, { operator: call.operator, at: context.clock.now() });
      return answer(bet, bet.handRequest !== undefined);
    }),
    handle(settlementRoutes.withdrawHandRequest, async (call) => {
      const row = await withdrawHandRequest(context, call.params.id, actOf(call, call.body.reason));
      return toOperatorBet(row, { operator: call.operator, at: context.clock.now() });
    }),
  ];
}

type By = Pick<Call, 'operator' | 'address' | 'agent'>;

function by({ operator, address, agent }: By): Omit<Act, 'reason'> {
  return { operator, address, agent };
}

function actOf(call: By, reason: string): Act {
  return { ...by(call), reason };
}

/** Status 202 if the action waits for a second operator. */
function answer<T>(body: T, waits: boolean): Reply | T {
  return waits ? new Reply({ status: 202, body }) : body;
}
