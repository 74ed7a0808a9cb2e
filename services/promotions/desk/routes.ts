/** HTTP for operators: promotions, changes that wait for a second operator, and figures. Claims have their own handlers. */
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import type { Promotions } from '../config.ts';
import { toPromotionChange } from './change.ts';
import { type By, changePromotion, createPromotion, type Written } from './commands.ts';
import { approveChange, rejectChange } from './decisions.ts';
import { listChanges, listPromotions, previewPromotion, readPromotion, readStats, readSummaries } from './reading.ts';

export function deskHandlers(context: Promotions): Handler[] {
  return [...promotionHandlers(context), ...changeHandlers(context)];
}

function promotionHandlers(context: Promotions): Handler[] {
  return [
    handle(promotionDeskRoutes.operatorPromotions, ({ query }) => listPromotions(context, query)),
    handle(promotionDeskRoutes.promotionStats, () => readStats(context)),
    handle(promotionDeskRoutes.createPromotion, async (call) =>
      replyOf(context, await createPromotion(context, call.body, { by: byOf(call), key: call.idempotencyKey }), 201),
    ),
    handle(promotionDeskRoutes.changePromotion, async (call) =>
      replyOf(context, await changePromotion(context, call.params.id, call.body, byOf(call)), 200),
    ),
    handle(promotionDeskRoutes.previewPromotion, ({ operator, body }) => previewPromotion(context, operator, body)),
    handle(promotionDeskRoutes.promotionSummaries, ({ body }) => readSummaries(context, body.playerIds)),
  ];
}

function changeHandlers(context: Promotions): Handler[] {
  return [
    handle(promotionDeskRoutes.promotionChanges, ({ operator, query }) => listChanges(context, operator, query)),
    handle(promotionDeskRoutes.approvePromotionChange, async (call) =>
      readPromotion(context, await approveChange(context, call.params.id, byOf(call))),
    ),
    handle(promotionDeskRoutes.rejectPromotionChange, async (call) => {
      const change = await rejectChange(context, call.params.id, { ...byOf(call), reason: call.body.reason });
      return toPromotionChange(change, call.operator, context.clock.now());
    }),
  ];
}

async function replyOf(context: Promotions, written: Written, status: number): Promise<Reply> {
  if ('changeId' in written) return new Reply({ status: 202, body: written });
  return new Reply({ status, body: await readPromotion(context, written.promotionId) });
}

function byOf({ operator, address, agent }: Pick<Call, 'operator' | 'address' | 'agent'>): By {
  return { operator, address, agent };
}
