/** Messages being sent: shown at once, sent in order with a key each, and kept with a retry button while it is unknown whether they arrived. */
import type { Chat, ChatMessage } from '@fairline/proto/support/chats';
import { i18n } from '@lingui/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { isUndecided } from '../../client/http/http.ts';
import { randomKey } from '../../client/http/intent.ts';
import { Button } from '../../ui/controls/button.tsx';
import { withMessage } from './chat.ts';
import type { Line } from './conversation.tsx';

interface Pending {
  key: string;
  text: string;
  failure?: unknown;
}

export interface Outbox {
  text: string;
  setText: (text: string) => void;
  send: () => void;
  pending: readonly Pending[];
  retry: (key: string) => void;
  drop: (key: string) => void;
}

/** `queryKey`: the chat in the cache, which a message joins once it is sent. */
export function useOutbox(queryKey: QueryKey, post: (message: string, key: string) => Promise<ChatMessage>): Outbox {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const latest = useRef(post);
  latest.current = post;
  const isSending = useRef(false);
  const next = pending.find(({ failure }) => failure === undefined);
  const isBlocked = pending[0]?.failure !== undefined;
  useEffect(() => {
    if (!next || isBlocked || isSending.current) return;
    isSending.current = true;
    latest
      .current(next.text, next.key)
      .then(
        (message) => {
          client.setQueryData<Chat>(queryKey, (chat) => withMessage(chat, message));
          setPending((all) => all.filter(({ key }) => key !== next.key));
        },
        (failure: unknown) => setPending((all) => all.map((one) => (one.key === next.key ? { ...one, failure } : one))),
      )
      .finally(() => {
        isSending.current = false;
        // Looks for the next one.
        setPending((all) => [...all]);
      });
  }, [client, next, isBlocked, queryKey]);
  return {
    text,
    setText,
    send: () => {
      const message = text.trim();
      if (!message) return;
      setPending((all) => [...all, { key: randomKey(), text: message }]);
      setText('');
    },
    pending,
    retry: (key) => setPending((all) => all.map((one) => (one.key === key ? { key, text: one.text } : one))),
    drop: (key) => setPending((all) => all.filter((one) => one.key !== key)),
  };
}

export function pendingLines({ pending, retry, drop }: Outbox, name: string): Line[] {
  return pending.map(({ key, text, failure }) => ({
    id: key,
    side: 'own',
    name,
    text,
    below: (
      <span role="status" className="flex flex-wrap items-center justify-end gap-2 text-12 text-ink-soft">
        {failure === undefined ? (
          i18n._({ id: 'chat.sending', message: 'Sending…' })
        ) : (
          <>
            <span className="text-down">
              {i18n._({ id: 'support.sendFailed', message: 'Failed to send message' })}: {errorText(failure)}
            </span>
            {isUndecided(failure) && (
              <Button look="quiet" size="small" onClick={() => retry(key)}>
                {i18n._({ id: 'state.retry', message: 'Retry' })}
              </Button>
            )}
            <Button look="quiet" size="small" onClick={() => drop(key)}>
              {i18n._({ id: 'chat.drop', message: 'Remove' })}
            </Button>
          </>
        )}
      </span>
    ),
  }));
}
