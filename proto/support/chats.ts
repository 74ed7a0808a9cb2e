/** Live chat: a player waits, an agent is assigned, both write; agents and their presence. */
import { z } from 'zod';
import { byId, common, event, Id, Instant, refusal, route } from '../contract.ts';
import { Tier } from '../promotions/offers.ts';
import { Message } from './tickets.ts';

/**
 * Assignment begins `assignAfterMs` after the start. An agent is away `awayAfterMs` after the last heartbeat; consoles send one every `heartbeatMs`.
 * Demo mode multiplies the player's limits `maxMessagesPerMinute` and `maxStartedPerHour` by 100.
 */
export const chatRules = {
  assignAfterMs: 2_000,
  maxActiveChats: 3,
  heartbeatMs: 20_000,
  awayAfterMs: 60_000,
  /** A page shows "typing" for this long after the last hint. While a person types, a hint is sent every `typingEveryMs` at most. */
  typingMs: 5_000,
  typingEveryMs: 2_000,
  maxMessages: 1_000,
  maxMessagesPerMinute: 30,
  maxStartedPerHour: 10,
  /** A chat ends after this time without a message. */
  idleEndsMs: 30 * 60_000,
} as const;

export const chatStatuses = ['waiting', 'active', 'ended'] as const;

/** System messages in English. Pages show them by code in the language of the reader. Params fill `{name}`. */
export const chatNotices = {
  greeting: 'You are chatting with {agent}. How can we help?',
  agent_left: 'The agent had to leave. You are first in line for the next one.',
  handed_over: '{agent} continues this chat.',
  back_in_queue: 'You are first in line for the next agent.',
  no_agents: 'No agent is available right now. You can keep this conversation as a ticket and we will answer it there.',
  kept_as_ticket: 'This conversation was kept as ticket {reference}.',
  ended_by_user: 'The chat was ended by the player.',
  ended_by_agent: 'The chat was ended by the agent.',
  ended_idle: 'The chat ended because nobody wrote for a while.',
} as const;
export type ChatNotice = keyof typeof chatNotices;

export const ChatMessage = z.object({
  id: Id,
  /** Counts from 1 within its chat, without gaps, so that a browser can request the messages after its last one. */
  sequence: z.int(),
  senderType: z.enum(['system', 'user', 'agent']),
  message: z.string(),
  /** The code of a system message, by which pages translate it. */
  code: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  sentAt: Instant,
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Chat = z.object({
  id: Id,
  status: z.enum(chatStatuses),
  startedAt: Instant,
  endedAt: Instant.optional(),
  /** The place of a waiting chat in the queue, from 1. */
  position: z.int().optional(),
  agent: z.object({ id: Id, name: z.string() }).optional(),
  agentsOnline: z.int(),
  /** The ticket that holds the transcript. */
  ticketId: Id.optional(),
  /** The sequence of the last message. */
  lastSequence: z.int(),
  /** The version of this state of the chat. A hint with this version or a lower one needs no refetch. */
  version: z.int(),
  messages: z.array(ChatMessage),
});
export type Chat = z.infer<typeof Chat>;

export const chatRefusals = {
  unknown: refusal('not_found', 404, 'Chat not found', 'chat'),
  ended: refusal('chat_ended', 409, 'This chat has ended'),
  notYours: refusal('chat_taken', 409, 'Another agent has taken this chat'),
  agentBusy: refusal('agent_busy', 409, 'This agent already has the maximum number of chats'),
  agentAway: refusal('agent_away', 409, 'This agent is away'),
  full: refusal('chat_full', 409, 'This chat is too long. Please open a ticket.'),
  empty: refusal('chat_empty', 409, 'There is no message to turn into a ticket yet'),
} as const;

const afterSequence = z.strictObject({ after: z.coerce.number().int().min(0).optional() });

export const chatRoutes = {
  startChat: route('POST /api/support/chats', {
    summary: 'Starts a chat; a player who has an open one gets that, with the message added',
    access: 'player',
    keyed: true,
    body: z.strictObject({ message: Message.optional() }).optional(),
    reply: Chat,
    status: 201,
    refusals: [chatRefusals.full, common.cardNumber, common.rateLimited],
  }),
  chats: route('GET /api/support/chats', {
    summary: 'The open chat of the player and the last ended ones, newest first, without messages',
    access: 'player',
    reply: z.object({ items: z.array(Chat) }),
  }),
  chat: route('GET /api/support/chats/:id', {
    summary: 'A chat; with `after`, only the messages after that sequence',
    access: 'player',
    params: byId,
    query: afterSequence,
    reply: Chat,
    refusals: [chatRefusals.unknown],
  }),
  sendMessage: route('POST /api/support/chats/:id/messages', {
    summary: 'Sends a message; the same key sends it once',
    access: 'player',
    keyed: true,
    params: byId,
    body: z.strictObject({ message: Message }),
    reply: ChatMessage,
    status: 201,
    refusals: [chatRefusals.unknown, chatRefusals.ended, chatRefusals.full, common.cardNumber, common.rateLimited],
  }),
  endChat: route('POST /api/support/chats/:id/end', {
    summary: 'Ends a chat; a repeat returns it ended',
    access: 'player',
    params: byId,
    reply: Chat,
    refusals: [chatRefusals.unknown],
  }),
  typing: route('POST /api/support/chats/:id/typing', {
    summary: 'Shows the other side that the player is typing, for a few seconds',
    access: 'player',
    params: byId,
    refusals: [chatRefusals.unknown],
  }),
  keepAsTicket: route('POST /api/support/chats/:id/ticket', {
    summary: 'Turns the transcript of a chat into a ticket, once; a waiting chat ends with it',
    access: 'player',
    params: byId,
    reply: z.object({ ticketId: Id }),
    refusals: [chatRefusals.unknown, chatRefusals.empty],
  }),
} as const;

export const OperatorChat = Chat.extend({ playerId: Id, tier: Tier, waitingSince: Instant });
export type OperatorChat = z.infer<typeof OperatorChat>;

export const Agent = z.object({ id: Id, name: z.string(), status: z.enum(['online', 'away']), activeChats: z.int() });
export type Agent = z.infer<typeof Agent>;

const write = { access: { operator: 'chat' } } as const;

export const chatDeskRoutes = {
  presence: route('POST /api/admin/support/presence', {
    summary:
      'Sets the own presence, and is the heartbeat that keeps it. Away: own chats go back to the head of the queue',
    ...write,
    body: z.strictObject({ status: z.enum(['online', 'away']), name: z.string().trim().min(1).max(60).optional() }),
    reply: Agent,
  }),
  agents: route('GET /api/admin/support/agents', {
    summary: 'Agents and how many chats each has',
    ...write,
    reply: z.object({ items: z.array(Agent) }),
  }),
  operatorChats: route('GET /api/admin/support/chats', {
    summary: 'Waiting and own chats, or all active ones; without messages',
    ...write,
    query: z.strictObject({ of: z.enum(['mine', 'waiting', 'all', 'ended']).optional() }),
    reply: z.object({ items: z.array(OperatorChat) }),
  }),
  operatorChat: route('GET /api/admin/support/chats/:id', {
    summary: 'A chat; with `after`, only the messages after that sequence',
    ...write,
    params: byId,
    query: afterSequence,
    reply: OperatorChat,
    refusals: [chatRefusals.unknown],
  }),
  takeChat: route('POST /api/admin/support/chats/:id/take', {
    summary: 'Takes a waiting chat',
    ...write,
    params: byId,
    reply: OperatorChat,
    refusals: [
      chatRefusals.unknown,
      chatRefusals.ended,
      chatRefusals.notYours,
      chatRefusals.agentBusy,
      chatRefusals.agentAway,
    ],
  }),
  answerChat: route('POST /api/admin/support/chats/:id/messages', {
    summary: 'Sends a message as the agent of the chat; the same key sends it once',
    ...write,
    keyed: true,
    params: byId,
    body: z.strictObject({ message: Message }),
    reply: ChatMessage,
    status: 201,
    refusals: [chatRefusals.unknown, chatRefusals.ended, chatRefusals.notYours, chatRefusals.full, common.cardNumber],
  }),
  agentTyping: route('POST /api/admin/support/chats/:id/typing', {
    summary: 'Shows the player that the agent is typing',
    ...write,
    params: byId,
    refusals: [chatRefusals.unknown],
  }),
  agentEndChat: route('POST /api/admin/support/chats/:id/end', {
    summary: 'Ends a chat',
    ...write,
    params: byId,
    reply: OperatorChat,
    refusals: [chatRefusals.unknown, chatRefusals.notYours],
  }),
  handOver: route('POST /api/admin/support/chats/:id/hand-over', {
    summary: 'Hands an own chat to another agent, or back to the head of the queue (agentId null)',
    ...write,
    params: byId,
    body: z.strictObject({ agentId: Id.nullable() }),
    reply: OperatorChat,
    refusals: [
      chatRefusals.unknown,
      chatRefusals.ended,
      chatRefusals.notYours,
      chatRefusals.agentBusy,
      chatRefusals.agentAway,
    ],
  }),
} as const;

const chat = { chatId: Id, playerId: Id };
const toBoth = { player: 'playerId', operators: 'chat' } as const;

export const chatEvents = {
  chatStarted: event('support', 'ChatStarted', {
    summary: 'A player started a chat.',
    data: z.object(chat),
    audience: toBoth,
  }),
  chatAssigned: event('support', 'ChatAssigned', {
    summary: 'An agent got a chat, or it went back to the queue.',
    data: z.object({ ...chat, agentId: Id.nullable() }),
    audience: toBoth,
  }),
  chatMessageSent: event('support', 'ChatMessageSent', {
    summary: 'A message was sent in a chat.',
    data: z.object({ ...chat, messageId: Id, sequence: z.int(), senderType: z.enum(['system', 'user', 'agent']) }),
    audience: toBoth,
  }),
  chatEnded: event('support', 'ChatEnded', {
    summary: 'A chat ended.',
    data: z.object({ ...chat, by: z.enum(['user', 'agent', 'system']) }),
    audience: toBoth,
  }),
} as const;

/**
 * Types of hints without an event; their `version` is a time. Typing: `id` is the chat; the agent's hint goes to the player, the player's to operators.
 * Queue: the place of a waiting chat changed; `id` is the chat. Agents: the presence or the number of chats of an agent changed; `id` is the agent.
 */
export const typingHint = 'support.typing';
export const queueHint = 'support.queue';
export const agentsHint = 'support.agents';
