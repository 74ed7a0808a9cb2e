/** HTTP: chats of a player. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { chatRoutes } from '@fairline/proto/support/chats';
import type { SupportContext } from '../context.ts';
import { endAsPlayer, requireOwnChat, sendMessage, startChat } from './commands.ts';
import type { TypingHints } from './hints.ts';
import { requireChat } from './store.ts';
import { keepChat } from './transcript.ts';
import { listChats, viewChat } from './view.ts';

export function chatHandlers(context: SupportContext, typing: TypingHints): Handler[] {
  return [
    handle(chatRoutes.startChat, async ({ player, body, idempotencyKey }) => {
      const chatId = await startChat(context, player.id, body?.message, idempotencyKey);
      return viewChat(context, await requireChat(context.mongo, chatId));
    }),
    handle(chatRoutes.chats, async ({ player }) => ({ items: await listChats(context, player.id) })),
    handle(chatRoutes.chat, async ({ player, params, query }) =>
      viewChat(context, await requireOwnChat(context, params.id, player.id), query.after),
    ),
    handle(chatRoutes.sendMessage, ({ player, params, body, idempotencyKey }) =>
      sendMessage(context, { chatId: params.id, senderId: player.id, text: body.message }, idempotencyKey),
    ),
    handle(chatRoutes.endChat, async ({ player, params }) =>
      viewChat(context, await endAsPlayer(context, params.id, player.id)),
    ),
    handle(chatRoutes.typing, async ({ player, params }) => {
      if (typing.isRecent(params.id, player.id)) return;
      const chat = await requireOwnChat(context, params.id, player.id);
      if (chat.status === 'active') typing.send(chat, player.id);
    }),
    handle(chatRoutes.keepAsTicket, async ({ player, params }) => ({
      ticketId: await keepChat(context, await requireOwnChat(context, params.id, player.id)),
    })),
  ];
}
