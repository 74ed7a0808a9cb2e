/** Typing hints of a chat: received ones are shown for a few seconds, and the user's own are sent at most every few seconds. */
import { chatRules, typingHint } from '@fairline/proto/support/chats';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Live } from '../live/stream.ts';

/** Whether the other side is typing in this chat. Their next message ends it: pass the number of their messages. */
export function useIsTyping(live: Live, chatId: string, theirMessages: number): boolean {
  const [isTyping, setTyping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message means that they have stopped typing it.
  useEffect(() => setTyping(false), [theirMessages, chatId]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.onFrame((frame) => {
      if (frame.event !== 'changes' || !frame.changes.some(({ type, id }) => type === typingHint && id === chatId))
        return;
      setTyping(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTyping(false), chatRules.typingMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [live, chatId]);
  return isTyping;
}

/** Call on every key press; a failed hint is ignored. */
export function useTypingHint(send: () => Promise<unknown>): () => void {
  const sentAt = useRef(0);
  const latest = useRef(send);
  latest.current = send;
  return useCallback(() => {
    if (Date.now() - sentAt.current < chatRules.typingEveryMs) return;
    sentAt.current = Date.now();
    latest.current().catch(() => undefined);
  }, []);
}
