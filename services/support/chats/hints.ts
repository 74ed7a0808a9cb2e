/**
 * Hints of chats, sent right after a write. The relay sends hints for events too, but it may run on another instance and find the event only at its next poll;
 * a message must not wait for that. Typing and places in the queue have hints but no events.
 */
import { chatEvents, chatRules, queueHint, typingHint } from '@fairline/proto/support/chats';
import type { SupportContext } from '../context.ts';

type Ids = { _id: string; playerId: string; version: number };
type ChatEvent = keyof typeof chatEvents;

function toPlayer({ bus }: SupportContext, playerId: string, type: string, id: string, version: number): void {
  bus.hint(`live.player.${playerId}`, { type, id, version });
}

function toOperators({ bus }: SupportContext, type: string, id: string, version: number): void {
  bus.hint('live.operators', { type, id, version, permission: 'chat' });
}

/** Makes both sides read the chat again. */
export function hintChat(context: SupportContext, { _id, playerId, version }: Ids, event: ChatEvent): void {
  const { subject } = chatEvents[event];
  toPlayer(context, playerId, subject, _id, version);
  toOperators(context, subject, _id, version);
}

/** Makes a waiting player read their place in the queue again. */
export function hintPlace(context: SupportContext, chat: { _id: string; playerId: string }): void {
  toPlayer(context, chat.playerId, queueHint, chat._id, context.clock.now().getTime());
}

const rememberedAtMost = 10_000;

/** Sends who is typing, at most every `typingEveryMs` for each side of a chat. The times are kept in memory; losing one costs a single extra hint. */
export class TypingHints {
  private readonly lastAtMs = new Map<string, number>();
  private readonly context: SupportContext;

  constructor(context: SupportContext) {
    this.context = context;
  }

  /** Whether the sender's last hint is so recent that this one is left out. */
  isRecent(chatId: string, senderId: string): boolean {
    const at = this.lastAtMs.get(`${chatId} ${senderId}`);
    return at !== undefined && this.context.clock.now().getTime() - at < chatRules.typingEveryMs;
  }

  send(chat: { _id: string; playerId: string }, senderId: string): void {
    const now = this.context.clock.now().getTime();
    if (this.lastAtMs.size >= rememberedAtMost) this.lastAtMs.clear();
    this.lastAtMs.set(`${chat._id} ${senderId}`, now);
    if (senderId === chat.playerId) toOperators(this.context, typingHint, chat._id, now);
    else toPlayer(this.context, chat.playerId, typingHint, chat._id, now);
  }
}
