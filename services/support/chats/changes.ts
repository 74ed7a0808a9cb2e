/** Changes a chat: one change at a time in this process. Messages are published with the change; old messages are moved to pages after it. */
import { randomUUIDv7 } from 'node:crypto';
import type { Outgoing } from '@fairline/chassis/documents/collection';
import { publish } from '@fairline/chassis/messaging/outbox';
import { type ChatNotice, chatEvents } from '@fairline/proto/support/chats';
import type { SupportContext } from '../context.ts';
import { moveOldMessages, type StoredMessage } from '../conversation.ts';
import { addNotice, type StoredChat } from './chat.ts';
import { chats, requireOne } from './store.ts';

export type Decide = (chat: StoredChat, out: Outgoing) => void | Promise<void>;

export function changeChat(
  { mongo, turns }: SupportContext,
  id: string,
  decide: Decide,
  once?: string,
): Promise<StoredChat> {
  return turns.run(id, async () => {
    const chat = requireOne(await mongo.change(chats, id, decide, once === undefined ? {} : { once }));
    await moveOldMessages(mongo, chats, chat);
    return chat;
  });
}

const idsOf = ({ _id, playerId }: StoredChat) => ({ chatId: _id, playerId });

export async function publishMessage(
  out: Outgoing,
  chat: StoredChat,
  { id, sequence, senderType }: StoredMessage,
): Promise<void> {
  await publish(out, chatEvents.chatMessageSent, chat._id, chat.version, {
    ...idsOf(chat),
    messageId: id,
    sequence,
    senderType,
  });
}

export async function publishAssigned(out: Outgoing, chat: StoredChat): Promise<void> {
  await publish(out, chatEvents.chatAssigned, chat._id, chat.version, {
    ...idsOf(chat),
    agentId: chat.agent?.id ?? null,
  });
}

export async function publishEnded(out: Outgoing, chat: StoredChat, by: 'user' | 'agent' | 'system'): Promise<void> {
  await publish(out, chatEvents.chatEnded, chat._id, chat.version, { ...idsOf(chat), by });
}

/** Adds a message of the system and publishes it. */
export async function notify(
  out: Outgoing,
  chat: StoredChat,
  code: ChatNotice,
  now: Date,
  params?: Record<string, string>,
): Promise<void> {
  await publishMessage(out, chat, addNotice(chat, randomUUIDv7(), code, now, params));
}
