/** Chats as the routes send them. */
import type { Chat, ChatMessage, OperatorChat } from '@fairline/proto/support/chats';
import { countOnline } from '../agents/store.ts';
import type { SupportContext } from '../context.ts';
import { readMessages, type StoredMessage } from '../conversation.ts';
import type { StoredChat } from './chat.ts';
import * as store from './store.ts';

export function toChatMessage({ id, sequence, senderType, text, code, params, sentAt }: StoredMessage): ChatMessage {
  return {
    id,
    sequence,
    senderType,
    message: text,
    ...(code && { code }),
    ...(params && { params }),
    sentAt: sentAt.toISOString(),
  };
}

interface Surroundings {
  agentsOnline: number;
  position?: number | undefined;
}

function toChat(
  chat: store.ListedChat,
  { agentsOnline, position }: Surroundings,
  messages: readonly StoredMessage[],
): Chat {
  const { _id, status, startedAt, endedAt, agent, ticketId, lastSequence, version } = chat;
  return {
    id: _id,
    status,
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(position !== undefined && { position }),
    ...(agent && { agent }),
    agentsOnline,
    ...(ticketId && { ticketId }),
    lastSequence,
    version,
    messages: messages.map(toChatMessage),
  };
}

function toOperatorChat(
  chat: store.ListedChat,
  around: Surroundings,
  messages: readonly StoredMessage[],
): OperatorChat {
  const { playerId, tier, waitingSince } = chat;
  return { ...toChat(chat, around, messages), playerId, tier, waitingSince: waitingSince.toISOString() };
}

async function surroundingsOf({ mongo, clock }: SupportContext, chat: store.ListedChat): Promise<Surroundings> {
  const [agentsOnline, position] = await Promise.all([
    countOnline(mongo, clock.now()),
    chat.status === 'waiting' ? store.positionOf(mongo, chat) : undefined,
  ]);
  return { agentsOnline, position };
}

/** A chat with its messages behind `after`. */
export async function viewChat(context: SupportContext, chat: StoredChat, after = 0): Promise<Chat> {
  return toChat(chat, await surroundingsOf(context, chat), await readMessages(context.mongo, chat, after));
}

export async function viewOperatorChat(context: SupportContext, chat: StoredChat, after = 0): Promise<OperatorChat> {
  return toOperatorChat(chat, await surroundingsOf(context, chat), await readMessages(context.mongo, chat, after));
}

/** The player's chats, without messages. */
export async function listChats(context: SupportContext, playerId: string): Promise<Chat[]> {
  const items = await store.chatsOfPlayer(context.mongo, playerId);
  return Promise.all(items.map(async (chat) => toChat(chat, await surroundingsOf(context, chat), [])));
}

export type ChatList = 'mine' | 'waiting' | 'all' | 'ended';

/** Chats for consoles, without messages: by default the waiting ones in the order of the queue, then the agent's own. */
export async function listOperatorChats(
  { mongo, clock }: SupportContext,
  agentId: string,
  of: ChatList | undefined,
): Promise<OperatorChat[]> {
  const [agentsOnline, waiting] = await Promise.all([countOnline(mongo, clock.now()), store.waitingChats(mongo, 200)]);
  const queue = waiting.map((chat, at) => toOperatorChat(chat, { agentsOnline, position: at + 1 }, []));
  const others = async (list: Promise<store.ListedChat[]>) =>
    (await list).map((chat) => toOperatorChat(chat, { agentsOnline }, []));
  switch (of) {
    case 'waiting':
      return queue;
    case 'mine':
      return others(store.activeChats(mongo, agentId));
    case 'ended':
      return others(store.endedChats(mongo));
    case 'all':
      return [...queue, ...(await others(store.activeChats(mongo)))];
    default:
      return [...queue, ...(await others(store.activeChats(mongo, agentId)))];
  }
}
