/** HTTP: the tickets of a player, and those of all players for operators. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { isShared, refuseShared } from '@fairline/chassis/http/identity';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { Refusal } from '@fairline/proto/contract';
import { ticketDeskRoutes, ticketRefusals, ticketRoutes } from '@fairline/proto/support/tickets';
import type { SupportContext } from '../context.ts';
import { actorOf } from '../operator.ts';
import { addAnswer, changeAnswer, listAnswers, removeAnswer } from './canned-answers.ts';
import { openTicket, type ReadFile, readOwnFile, readTicket, replyToTicket } from './commands.ts';
import { answerTicket, changeTicket, readTicketAsOperator, viewFile } from './desk.ts';
import * as store from './store.ts';
import { toOperatorTicketRow, toTicketRow } from './view.ts';

export function ticketHandlers(context: SupportContext): Handler[] {
  return [...playerHandlers(context), ...operatorHandlers(context), ...cannedHandlers(context)];
}

function playerHandlers(context: SupportContext): Handler[] {
  const { mongo } = context;
  return [
    handle(ticketRoutes.tickets, async ({ player, query }) => ({
      ...page(
        await store.ticketsOf(mongo, player.id, query, readCursor(store.PlayerCursor, query.cursor)),
        ({ updatedAt, _id }) => [updatedAt.toISOString(), _id],
        toTicketRow,
      ),
      unread: await store.unreadOf(mongo, player.id),
    })),
    handle(ticketRoutes.openTicket, ({ player, body, file: upload, idempotencyKey }) => {
      if (upload) refuseShared(player);
      return openTicket(context, player.id, body, upload, idempotencyKey);
    }),
    handle(ticketRoutes.ticket, ({ player, params, query }) =>
      readTicket(context, player.id, params.id, { keepUnread: query.unread === 'keep' }),
    ),
    handle(ticketRoutes.replyToTicket, ({ player, params, body, file: upload, idempotencyKey }) => {
      if (upload) refuseShared(player);
      return replyToTicket(context, player.id, params.id, body.message, upload, idempotencyKey);
    }),
    handle(ticketRoutes.attachment, async ({ player, params }) => {
      if (isShared(player)) throw new Refusal(ticketRefusals.unknown);
      return file(await readOwnFile(context, player.id, params.id));
    }),
  ];
}

function operatorHandlers(context: SupportContext): Handler[] {
  const { mongo } = context;
  return [
    handle(ticketDeskRoutes.operatorTickets, async ({ operator, query: { assignee, cursor, ...filter } }) => {
      const assigneeId = assignee === 'nobody' ? null : assignee && operator.id;
      const rows = await store.queueOfTickets(mongo, { ...filter, assigneeId }, readCursor(store.QueueCursor, cursor));
      return page(rows, ({ queue, queueMs, _id }) => [queue, queueMs, _id], toOperatorTicketRow);
    }),
    handle(ticketDeskRoutes.operatorTicket, ({ operator, params }) =>
      readTicketAsOperator(context, operator, params.id),
    ),
    handle(ticketDeskRoutes.answerTicket, async (call) => {
      await answerTicket(context, actorOf(call), call.params.id, call.body.message, call.file, call.idempotencyKey);
      return readTicketAsOperator(context, call.operator, call.params.id);
    }),
    handle(ticketDeskRoutes.changeTicket, async (call) => {
      await changeTicket(context, actorOf(call), call.params.id, call.body);
      return readTicketAsOperator(context, call.operator, call.params.id);
    }),
    handle(ticketDeskRoutes.operatorAttachment, async (call) =>
      file(await viewFile(context, actorOf(call), call.params.id)),
    ),
    handle(ticketDeskRoutes.supportSummaries, async ({ body }) => ({
      items: await store.summariesOf(mongo, body.playerIds),
    })),
  ];
}

function cannedHandlers(context: SupportContext): Handler[] {
  return [
    handle(ticketDeskRoutes.cannedAnswers, async () => ({ items: await listAnswers(context.mongo) })),
    handle(ticketDeskRoutes.addCannedAnswer, (call) => addAnswer(context, actorOf(call), call.body)),
    handle(ticketDeskRoutes.changeCannedAnswer, (call) =>
      changeAnswer(context, actorOf(call), call.params.id, call.body),
    ),
    handle(ticketDeskRoutes.removeCannedAnswer, (call) => removeAnswer(context, actorOf(call), call.params.id)),
  ];
}

function file({ bytes, type }: ReadFile): Reply {
  const headers = {
    'content-type': type,
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return new Reply({ body: bytes, headers });
}
