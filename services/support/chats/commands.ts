/** Use cases of both sides of a chat: start, send, end. */
import { deriveId, runOnceInMongo } from '@fairline/chassis/documents/idempotency';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import { common, Refusal } from '@fairline/proto/contract';
import { type ChatMessage, type ChatNotice, chatRefusals } from '@fairline/proto/support/chats';
import { hintAgents } from '../agents/commands.ts';
import { releaseSlot } from '../agents/store.ts';
import type { SupportContext } from '../context.ts';
import { erasePages, readMessages, type StoredMessage } from '../conversation.ts';
import { recordAction } from '../operator.ts';
import { spendLimit, tierOf } from '../players/store.ts';
import { changeChat, notify, publishEnded, publishMessage } from './changes.ts';
import { addAgentMessage, addUserMessage, checkAgent, end, eraseChat, newChat, type StoredChat } from './chat.ts';
import { hintChat } from './hints.ts';
import * as store from './store.ts';
import { toChatMessage } from './view.ts';

const { chats } = store;
const startsTried = 5;

/** Starts a chat and returns its id. If the player has an open chat, the message is added to that one. */
export async function startChat(
  context: SupportContext,
  playerId: string,
  text: string | undefined,
  idempotencyKey: IdempotencyKey,
): Promise<string> {
  if (text !== undefined) refuseCardNumber(text);
  return runOnceInMongo(context.mongo, idempotencyKey, async (commandId) => {
    // Another call of the player may start or end a chat meanwhile.
    for (let tries = 0; tries < startsTried; tries++) {
      const open = await store.openChatOf(context.mongo, playerId);
      const id = open
        ? await joinChat(context, open, text, commandId)
        : await insertChat(context, playerId, text, commandId);
      if (id) return id;
    }
    throw new Refusal(common.busy);
  });
}

/** Adds the message to the open chat. Undefined if that chat ended meanwhile. */
async function joinChat(
  context: SupportContext,
  { _id, playerId }: StoredChat,
  text: string | undefined,
  commandId: string,
): Promise<string | undefined> {
  // The first attempt of this command made it, with the message.
  if (text === undefined || _id === commandId) return _id;
  const message = { id: deriveId(commandId, 'message'), senderId: playerId, text };
  const chat = await changeChat(
    context,
    _id,
    async (current, out) => {
      if (current.status !== 'ended')
        await publishMessage(out, current, addUserMessage(current, message, context.limitFactor, context.clock.now()));
    },
    commandId,
  );
  if (!chat.messages.some(({ id }) => id === message.id)) return undefined;
  hintChat(context, chat, 'chatMessageSent');
  return _id;
}

/** Stores a new chat. Undefined if the player has an open chat by now. */
async function insertChat(
  context: SupportContext,
  playerId: string,
  text: string | undefined,
  commandId: string,
): Promise<string | undefined> {
  const { mongo, clock, limitFactor } = context;
  await spendLimit(context, playerId, 'chatsStarted', commandId);
  const chat = newChat(commandId, playerId, await tierOf(mongo, playerId), clock.now());
  if (text !== undefined)
    addUserMessage(chat, { id: deriveId(commandId, 'message'), senderId: playerId, text }, limitFactor, clock.now());
  if (await store.insertChat(mongo, chat)) {
    hintChat(context, { ...chat, version: 1 }, 'chatStarted');
    return commandId;
  }
  return (await mongo.get(chats, commandId)) && commandId;
}

export interface Outgoing {
  chatId: string;
  senderId: string;
  text: string;
}

/** Sends a message of the player. The same key sends it once. */
export function sendMessage(
  context: SupportContext,
  { chatId, senderId, text }: Outgoing,
  idempotencyKey: IdempotencyKey,
): Promise<ChatMessage> {
  return send(context, { chatId, text }, idempotencyKey, (chat, id) => {
    store.requireOne(chat, senderId);
    return addUserMessage(chat, { id, senderId, text }, context.limitFactor, context.clock.now());
  });
}

/** Sends a message of the chat's agent. The same key sends it once. */
export function sendAnswer(
  context: SupportContext,
  { chatId, senderId, text }: Outgoing,
  idempotencyKey: IdempotencyKey,
): Promise<ChatMessage> {
  return send(context, { chatId, text }, idempotencyKey, (chat, id) =>
    addAgentMessage(chat, { id, senderId, text }, context.clock.now()),
  );
}

/** Only the id is stored under the key. Texts are stored in the chat alone, so that they can be erased. */
async function send(
  context: SupportContext,
  { chatId, text }: { chatId: string; text: string },
  idempotencyKey: IdempotencyKey,
  add: (chat: StoredChat, id: string) => StoredMessage,
): Promise<ChatMessage> {
  refuseCardNumber(text);
  let changed: StoredChat | undefined;
  const messageId = await runOnceInMongo(context.mongo, idempotencyKey, async (commandId) => {
    changed = await changeChat(
      context,
      chatId,
      async (current, out) => publishMessage(out, current, add(current, commandId)),
      commandId,
    );
    hintChat(context, changed, 'chatMessageSent');
    return commandId;
  });
  const chat = changed ?? (await store.requireChat(context.mongo, chatId));
  const message =
    chat.messages.find(({ id }) => id === messageId) ??
    (await readMessages(context.mongo, chat)).find(({ id }) => id === messageId);
  if (!message) throw new Error(`message ${messageId} of chat ${chatId} is not where it was written`);
  return toChatMessage(message);
}

export async function requireOwnChat(context: SupportContext, chatId: string, playerId: string): Promise<StoredChat> {
  return store.requireOne(await context.mongo.get(chats, chatId), playerId);
}

/** Ends the player's chat; a repeat returns it ended. */
export function endAsPlayer(context: SupportContext, chatId: string, playerId: string): Promise<StoredChat> {
  return endChat(context, chatId, {
    by: 'user',
    code: 'ended_by_user',
    isDue: (chat) => Boolean(store.requireOne(chat, playerId)),
  });
}

/** Ends a chat of this agent, or one that waits. */
export function endAsAgent(context: SupportContext, chatId: string, by: Actor): Promise<StoredChat> {
  const isDue = (chat: StoredChat) => {
    if (chat.status === 'active') checkAgent(chat, by.operatorId);
    return true;
  };
  return endChat(context, chatId, { by: 'agent', code: 'ended_by_agent', isDue, actor: by });
}

interface Ending {
  by: 'user' | 'agent' | 'system';
  code: ChatNotice;
  isDue: (chat: StoredChat) => boolean;
  actor?: Actor;
}

/** Ends a chat that is open and due to end, and frees its agent's place. */
export async function endChat(
  context: SupportContext,
  chatId: string,
  { by, code, isDue, actor }: Ending,
): Promise<StoredChat> {
  const now = context.clock.now();
  const chat = await changeChat(context, chatId, async (current, out) => {
    if (!isDue(current) || current.status === 'ended') return;
    end(current, now);
    await notify(out, current, code, now);
    await publishEnded(out, current, by);
    if (actor)
      await recordAction(out, actor, current.version, { action: 'chat.end', resourceType: 'chat', resourceId: chatId });
  });
  await afterEnd(context, chat);
  return chat;
}

/** Shows the end to both sides, and frees the place of the agent who had the chat. */
export async function afterEnd(context: SupportContext, chat: StoredChat): Promise<void> {
  if (chat.status !== 'ended') return;
  hintChat(context, chat, 'chatEnded');
  if (!chat.agent) return;
  await releaseSlot(context.mongo, chat.agent.id, chat._id, chat.assignments);
  hintAgents(context, chat.agent.id);
}

/** Erases what was written in a player's chats. Who wrote when stays. */
export async function eraseChats(context: SupportContext, playerId: string): Promise<void> {
  for (const id of await store.allOf(context.mongo, playerId)) {
    await endChat(context, id, { by: 'user', code: 'ended_by_user', isDue: () => true });
    await erasePages(context.mongo, id);
    await changeChat(context, id, eraseChat);
  }
}

export function requireOpen({ status }: StoredChat): void {
  if (status === 'ended') throw new Refusal(chatRefusals.ended);
}
