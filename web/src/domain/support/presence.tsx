/** Whether this operator takes chats (remembered in the browser), and the heartbeat that keeps them online while any operator page is open. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { chatDeskRoutes, chatRules } from '@fairline/proto/support/chats';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../client/requests/call.ts';
import { createStoredValue } from '../../client/storage/stored-value.ts';
import { useStore } from '../../store.ts';
import { hasPermission } from '../people/operators.ts';

/** The operator who takes chats in this browser; null if none does. */
export const presenceStore = createStoredValue<string | null>('fairline.chat-agent', (stored) =>
  typeof stored === 'string' ? stored : null,
);

export function PresenceKeeper({ operator }: { operator: Operator }) {
  const isOnline = useStore(presenceStore) === operator.id && hasPermission(operator, 'chat');
  const client = useQueryClient();
  const name = operator.firstName;
  useEffect(() => {
    if (!isOnline) return;
    const beat = () =>
      call(chatDeskRoutes.presence, { body: { status: 'online', name } }).then(
        () => undefined,
        () => undefined,
      );
    void beat().then(() => client.invalidateQueries({ queryKey: ['admin', 'support'] }));
    const timer = setInterval(() => void beat(), chatRules.heartbeatMs);
    return () => clearInterval(timer);
  }, [client, isOnline, name]);
  return null;
}
