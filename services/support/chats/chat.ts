/**
 * Rules of a chat: it waits, is active with one agent, and ends. Pure: `now` and ids are arguments.
 * `assignments` counts how often it was assigned, so that an agent's place for an earlier assignment is recognised as stale.
 */
import { Refusal } from '@fairline/proto/contract';
import { Tier } from '@fairline/proto/promotions/offers';
import { type ChatNotice, chatNotices, chatRefusals, chatRules, chatStatuses } from '@fairline/proto/support/chats';
import { z } from 'zod';
import { addMessage, type Conversation, conversationShape, eraseTexts, type StoredMessage } from '../conversation.ts';
import { limits, spend, tierRank, Window } from '../players/player.ts';

export const chatShape = z.strictObject({
  _id: z.uuid(),
  version: z.int(),
  playerId: z.uuid(),
  /** The player's id until the chat ends. An index keeps it unique, so a player has one open chat. */
  openPlayerId: z.uuid().optional(),
  tier: Tier,
  status: z.enum(chatStatuses),
  startedAt: z.date(),
  endedAt: z.date().optional(),
  lastMessageAt: z.date(),
  agent: z.strictObject({ id: z.uuid(), name: z.string() }).optional(),
  assignments: z.int(),
  /** The place in the queue: lowest rank first, then the longest wait. */
  rank: z.int(),
  waitingSince: z.date(),
  assignFrom: z.date(),
  ticketId: z.uuid().optional(),
  /** The chat must still become a ticket, with its messages up to `keptThrough`. */
  isBeingKept: z.literal(true).optional(),
  keptThrough: z.int().optional(),
  /** A ticket was offered because no agent was online. */
  isTicketOffered: z.boolean(),
  /** The number of messages of the player. */
  userMessages: z.int(),
  sentByUser: Window.optional(),
  ...conversationShape,
});
export type StoredChat = z.infer<typeof chatShape>;
export type NewChat = Omit<StoredChat, 'version'>;

/** A returned chat comes before those of every tier. */
const returnedRank = -1;

export function newChat(id: string, playerId: string, tier: Tier, now: Date): NewChat {
  return {
    _id: id,
    playerId,
    openPlayerId: playerId,
    tier,
    status: 'waiting',
    startedAt: now,
    lastMessageAt: now,
    assignments: 0,
    rank: tierRank(tier),
    waitingSince: now,
    assignFrom: new Date(now.getTime() + chatRules.assignAfterMs),
    isTicketOffered: false,
    userMessages: 0,
    messages: [],
    lastSequence: 0,
  };
}

export interface Sent {
  id: string;
  senderId: string;
  text: string;
}

export function addUserMessage(
  chat: NewChat,
  { id, senderId, text }: Sent,
  limitFactor: number,
  now: Date,
): StoredMessage {
  checkOpen(chat);
  checkLength(chat);
  chat.sentByUser = spend(chat.sentByUser, limits.chatMessages, limitFactor, now);
  chat.userMessages += 1;
  chat.lastMessageAt = now;
  return addMessage(chat, { id, senderType: 'user', senderId, text, sentAt: now });
}

export function addAgentMessage(chat: NewChat, { id, senderId, text }: Sent, now: Date): StoredMessage {
  checkOpen(chat);
  checkAgent(chat, senderId);
  checkLength(chat);
  chat.lastMessageAt = now;
  return addMessage(chat, { id, senderType: 'agent', senderId, text, sentAt: now });
}

/** Adds a system message. The limit of messages does not apply to it, because a full chat must be able to end. */
export function addNotice(
  chat: NewChat,
  id: string,
  code: ChatNotice,
  now: Date,
  params: Record<string, string> = {},
): StoredMessage {
  const text = chatNotices[code].replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '');
  return addMessage(chat, {
    id,
    senderType: 'system',
    code,
    text,
    sentAt: now,
    ...(Object.keys(params).length > 0 && { params }),
  });
}

function checkOpen({ status }: Pick<StoredChat, 'status'>): void {
  if (status === 'ended') throw new Refusal(chatRefusals.ended);
}

/** Only the agent of a chat acts for it. */
export function checkAgent({ agent }: Pick<StoredChat, 'agent'>, agentId: string): void {
  if (agent?.id !== agentId) throw new Refusal(chatRefusals.notYours);
}

function checkLength({ lastSequence }: Conversation | NewChat): void {
  if (lastSequence >= chatRules.maxMessages) throw new Refusal(chatRefusals.full);
}

/** Gives the chat to an agent. */
export function assign(chat: StoredChat, agent: { id: string; name: string }, number: number): void {
  chat.status = 'active';
  chat.agent = { id: agent.id, name: agent.name };
  chat.assignments = number;
}

/** Puts the chat back at the head of the queue; it is assigned as soon as an agent has a place. */
export function requeue(chat: StoredChat, now: Date): void {
  chat.status = 'waiting';
  delete chat.agent;
  chat.rank = returnedRank;
  chat.waitingSince = now;
  chat.assignFrom = now;
  chat.isTicketOffered = false;
}

export function end(chat: StoredChat, now: Date): void {
  chat.status = 'ended';
  chat.endedAt = now;
  delete chat.openPlayerId;
}

/**
 * The state of an agent's place for an assignment: the agent has the chat by it (`current`), the assignment is under way, or it failed or is over (`stale`).
 * A stale place stays stale, since `assignments` only grows and an ended chat stays ended.
 */
export function slotStateOf(
  chat: SlotChat | undefined,
  agentId: string,
  number: number,
): 'current' | 'underway' | 'stale' {
  if (!chat || chat.status === 'ended') return 'stale';
  if (chat.status === 'active' && chat.agent?.id === agentId && chat.assignments === number) return 'current';
  return number === chat.assignments + 1 ? 'underway' : 'stale';
}
type SlotChat = Pick<StoredChat, 'status' | 'agent' | 'assignments'>;

/** A chat ends if its last message is from this time or before. */
export function idleBefore(now: Date): Date {
  return new Date(now.getTime() - chatRules.idleEndsMs);
}

export function isIdle({ status, lastMessageAt }: StoredChat, now: Date): boolean {
  return status !== 'ended' && lastMessageAt <= idleBefore(now);
}

/** Replaces everything that people wrote. */
export function eraseChat(chat: StoredChat): void {
  eraseTexts(chat.messages);
}
