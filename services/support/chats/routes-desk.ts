/** HTTP: presence of agents, their chats, and the counters of support. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { chatDeskRoutes } from '@fairline/proto/support/chats';
import { ticketDeskRoutes } from '@fairline/proto/support/tickets';
import { setPresence, toAgent } from '../agents/commands.ts';
import { countOnline } from '../agents/store.ts';
import type { SupportContext } from '../context.ts';
import { actorOf } from '../operator.ts';
import { countTickets } from '../tickets/store.ts';
import { handOver, returnChatsOf, takeChat } from './assignment.ts';
import { endAsAgent, sendAnswer } from './commands.ts';
import type { TypingHints } from './hints.ts';
import { countChats, requireChat } from './store.ts';
import { listOperatorChats, viewOperatorChat } from './view.ts';

export function chatDeskHandlers(context: SupportContext, typing: TypingHints): Handler[] {
  return [...presenceHandlers(context), ...readHandlers(context), ...writeHandlers(context, typing)];
}

function presenceHandlers(context: SupportContext): Handler[] {
  return [
    handle(chatDeskRoutes.presence, async ({ operator, body }) => {
      const agent = await setPresence(context, operator, body);
      if (body.status === 'away') await returnChatsOf(context, agent);
      return toAgent(body.status === 'away' ? { ...agent, slots: [] } : agent, context.clock.now());
    }),
    handle(ticketDeskRoutes.ticketStats, async () => {
      const now = context.clock.now();
      const [tickets, chats, agentsOnline] = await Promise.all([
        countTickets(context.mongo, now),
        countChats(context.mongo),
        countOnline(context.mongo, now),
      ]);
      return { ...tickets, ...chats, agentsOnline };
    }),
  ];
}

function readHandlers(context: SupportContext): Handler[] {
  return [
    handle(chatDeskRoutes.operatorChats, async ({ operator, query }) => ({
      items: await listOperatorChats(context, operator.id, query.of),
    })),
    handle(chatDeskRoutes.operatorChat, async ({ params, query }) =>
      viewOperatorChat(context, await requireChat(context.mongo, params.id), query.after),
    ),
  ];
}

function writeHandlers(context: SupportContext, typing: TypingHints): Handler[] {
  return [
    handle(chatDeskRoutes.takeChat, async (call) =>
      viewOperatorChat(context, await takeChat(context, actorOf(call), call.params.id)),
    ),
    handle(chatDeskRoutes.answerChat, ({ operator, params, body, idempotencyKey }) =>
      sendAnswer(context, { chatId: params.id, senderId: operator.id, text: body.message }, idempotencyKey),
    ),
    handle(chatDeskRoutes.agentTyping, async ({ operator, params }) => {
      if (typing.isRecent(params.id, operator.id)) return;
      const chat = await requireChat(context.mongo, params.id);
      if (chat.status === 'active' && chat.agent?.id === operator.id) typing.send(chat, operator.id);
    }),
    handle(chatDeskRoutes.agentEndChat, async (call) =>
      viewOperatorChat(context, await endAsAgent(context, call.params.id, actorOf(call))),
    ),
    handle(chatDeskRoutes.handOver, async (call) =>
      viewOperatorChat(context, await handOver(context, actorOf(call), call.params.id, call.body.agentId)),
    ),
  ];
}
