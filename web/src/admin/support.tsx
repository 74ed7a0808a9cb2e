/** Support: the queue of tickets, the chat console and the canned answers, each with its own URL. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { hasPermission } from '../domain/people/operators.ts';
import { supportStatsQuery } from '../domain/support/stats.ts';
import { CannedAnswers } from '../features/support-desk/canned.tsx';
import { Chats } from '../features/support-desk/chats.tsx';
import { Queue } from '../features/support-desk/queue.tsx';
import { DeskTabs, tabOf } from './frame/desk-tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['tickets', 'chats', 'answers'] as const;

export function SupportDeskPage() {
  const { part } = useParams();
  const open = tabOf(tabs, part);
  if (!open) return <Navigate to="/admin/support" replace />;
  return <Page>{(operator) => <Desk open={open} operator={operator} />}</Page>;
}

function Desk({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const { data } = useQuery(supportStatsQuery);
  const canChat = hasPermission(operator, 'chat');
  if (open === 'chats' && !canChat) return <Navigate to="/admin/support" replace />;
  return (
    <DeskTabs
      page="support"
      label={i18n._({ id: 'supportDesk.title', message: 'Support' })}
      tabs={[
        { id: 'tickets', name: i18n._({ id: 'supportDesk.tickets', message: 'Tickets' }), waiting: data?.unread },
        ...(canChat
          ? [
              {
                id: 'chats',
                name: i18n._({ id: 'chatDesk.label', message: 'Chats' }),
                waiting: data?.waitingChats,
              } as const,
            ]
          : []),
        { id: 'answers', name: i18n._({ id: 'canned.label', message: 'Canned answers' }) },
      ]}
      waits={i18n._({ id: 'supportDesk.waits', message: 'waiting for an answer' })}
      open={open}
    >
      {open === 'tickets' && <Queue operator={operator} />}
      {open === 'chats' && <Chats operator={operator} />}
      {open === 'answers' && <CannedAnswers operator={operator} />}
    </DeskTabs>
  );
}
