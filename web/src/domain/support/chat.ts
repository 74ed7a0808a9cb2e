/** Merges refetched messages of a chat with those on the page, without a gap and without a duplicate. */
import type { Chat, ChatMessage } from '@fairline/proto/support/chats';

interface Messages {
  messages: readonly ChatMessage[];
}

/** The last sequence number without a gap since the first message; messages after a gap are fetched again. */
export function lastSequence(chat: Messages | undefined): number {
  let last = 0;
  for (const { sequence } of chat?.messages ?? []) {
    if (sequence !== last + 1) break;
    last = sequence;
  }
  return last;
}

/** The newer state of a chat with all messages of both, in order, each once. */
export function withEarlier<C extends Chat>(before: C | undefined, next: C): C {
  if (!before) return next;
  return { ...next, messages: mergeMessages(before.messages, next.messages) };
}

/** Adds a message that was just sent. */
export function withMessage<C extends Chat>(chat: C | undefined, message: ChatMessage): C | undefined {
  return chat && { ...chat, messages: mergeMessages(chat.messages, [message]) };
}

function mergeMessages(before: readonly ChatMessage[], next: readonly ChatMessage[]): ChatMessage[] {
  const bySequence = new Map([...before, ...next].map((message) => [message.sequence, message]));
  return [...bySequence.values()].sort((one, other) => one.sequence - other.sequence);
}
