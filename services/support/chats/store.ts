/** Chats in the database: one document each. A waiting chat has its place by rank, then waiting time. */
import { collection } from '@fairline/chassis/documents/collection';
import { brokenIndex, type Mongo } from '@fairline/chassis/documents/mongo';
import { publish } from '@fairline/chassis/messaging/outbox';
import { Refusal } from '@fairline/proto/contract';
import { chatEvents, chatRefusals } from '@fairline/proto/support/chats';
import type { z } from 'zod';
import { chatShape, idleBefore, type NewChat, type StoredChat } from './chat.ts';

export const chats = collection('chats', chatShape, [
  { keys: { openPlayerId: 1 }, unique: true, sparse: true },
  { keys: { playerId: 1, startedAt: -1 } },
  { keys: { status: 1, rank: 1, waitingSince: 1, _id: 1 } },
  { keys: { status: 1, lastMessageAt: 1 } },
  { keys: { status: 1, endedAt: -1 } },
  { keys: { 'agent.id': 1, status: 1 } },
  { keys: { isBeingKept: 1 }, sparse: true },
]);

const listedShape = chatShape.omit({ messages: true });
/** A chat without its messages. */
export type ListedChat = z.infer<typeof listedShape>;
const withoutMessages = { messages: 0, applied: 0, outbox: 0, unsent: 0 };
const queueOrder = { rank: 1, waitingSince: 1, _id: 1 } as const;

export async function requireChat(mongo: Mongo, id: string): Promise<StoredChat> {
  return requireOne(await mongo.get(chats, id));
}

/** Refuses `not_found` for another player's chat. */
export function requireOne(chat: StoredChat | undefined, playerId = chat?.playerId): StoredChat {
  if (!chat || chat.playerId !== playerId) throw new Refusal(chatRefusals.unknown);
  return chat;
}

/** False if the player has an open chat already, or this one is stored. */
export async function insertChat(mongo: Mongo, chat: NewChat): Promise<boolean> {
  const { _id, playerId, messages } = chat;
  const ids = { chatId: _id, playerId };
  try {
    return await mongo.insert(chats, chat, {
      events: async (out) => {
        await publish(out, chatEvents.chatStarted, _id, 1, ids);
        for (const { id, sequence, senderType } of messages) {
          await publish(out, chatEvents.chatMessageSent, _id, 1, { ...ids, messageId: id, sequence, senderType });
        }
      },
    });
  } catch (error) {
    if (brokenIndex(error) === 'openPlayerId_1') return false;
    throw error;
  }
}

export async function openChatOf(mongo: Mongo, playerId: string): Promise<StoredChat | undefined> {
  const [chat] = await mongo.find(chats, { openPlayerId: playerId }, { limit: 1 });
  return chat;
}

function list(
  mongo: Mongo,
  $match: Record<string, unknown>,
  $sort: Record<string, 1 | -1>,
  $limit: number,
): Promise<ListedChat[]> {
  return mongo.aggregate(chats, listedShape, [{ $match }, { $sort }, { $limit }, { $project: withoutMessages }]);
}

const shownAtMost = 200;

export function chatsOfPlayer(mongo: Mongo, playerId: string): Promise<ListedChat[]> {
  return list(mongo, { playerId }, { startedAt: -1 }, 20);
}

/** The waiting chats in the order in which they are assigned. */
export function waitingChats(mongo: Mongo, limit = 1_000): Promise<ListedChat[]> {
  return list(mongo, { status: 'waiting' }, queueOrder, limit);
}

export function activeChats(mongo: Mongo, agentId?: string): Promise<ListedChat[]> {
  return list(mongo, { status: 'active', ...(agentId && { 'agent.id': agentId }) }, { startedAt: 1 }, shownAtMost);
}

export function endedChats(mongo: Mongo): Promise<ListedChat[]> {
  return list(mongo, { status: 'ended' }, { endedAt: -1 }, 50);
}

export function chatsById(mongo: Mongo, ids: readonly string[]): Promise<ListedChat[]> {
  return list(mongo, { _id: { $in: [...ids] } }, { _id: 1 }, ids.length);
}

/** The place of a waiting chat in the queue, from 1. */
export async function positionOf(
  mongo: Mongo,
  { _id, rank, waitingSince }: Pick<StoredChat, '_id' | 'rank' | 'waitingSince'>,
): Promise<number> {
  const isAhead = [
    { rank: { $lt: rank } },
    { rank, waitingSince: { $lt: waitingSince } },
    { rank, waitingSince, _id: { $lt: _id } },
  ];
  return 1 + (await mongo.model(chats).countDocuments({ status: 'waiting', $or: isAhead }));
}

export async function countChats(mongo: Mongo): Promise<{ waitingChats: number; activeChats: number }> {
  const [waiting, active] = await Promise.all([
    mongo.model(chats).countDocuments({ status: 'waiting' }),
    mongo.model(chats).countDocuments({ status: 'active' }),
  ]);
  return { waitingChats: waiting, activeChats: active };
}

/** Open chats in which nobody wrote for so long that they end. */
export function idleChats(mongo: Mongo, now: Date, limit: number): Promise<string[]> {
  return mongo.ids(chats, { status: { $in: ['waiting', 'active'] }, lastMessageAt: { $lte: idleBefore(now) } }, limit);
}

/** Chats that must become a ticket and have none yet. */
export function chatsBeingKept(mongo: Mongo, limit: number): Promise<string[]> {
  return mongo.ids(chats, { isBeingKept: true }, limit);
}

export function allOf(mongo: Mongo, playerId: string): Promise<string[]> {
  return mongo.ids(chats, { playerId }, 1_000_000);
}
