/** Support: the queue of tickets, the chat console and the canned answers, each at its own address. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { may } from '../domain/people/operators.ts';
import { supportStatsQuery } from '../domain/support/stats.ts';
import { CannedAnswers } from '../features/support-desk/canned.tsx';
import { Chats } from '../features/support-desk/chats.tsx';
import { Queue } from '../features/support-desk/queue.tsx';
import { Badge } from '../ui/content/badge.tsx';
import { TabPanel, Tabs } from '../ui/controls/tabs.tsx';
import { Page } from './page.tsx';

const tabs = ['tickets', 'chats', 'answers'] as const;
type Tab = (typeof tabs)[number];

export function SupportDeskPage() {
  const { part } = useParams();
  const open = part === undefined ? 'tickets' : tabs.find((tab) => tab === part);
  if (!open || part === 'tickets') return <Navigate to="/admin/support" replace />;
  return (
    <Page title={i18n._({ id: 'supportDesk.title', message: 'Support' })} needs="tickets.read">
      {(operator) => <Desk open={open} operator={operator} />}
    </Page>
  );
}

function Desk({ open, operator }: { open: Tab; operator: Operator }) {
  const navigate = useNavigate();
  const { data } = useQuery(supportStatsQuery);
  const canChat = may(operator, 'chat');
  const shown = tabs.filter((tab) => tab !== 'chats' || canChat);
  const names: Record<Tab, string> = {
    tickets: i18n._({ id: 'supportDesk.tickets', message: 'Tickets' }),
    chats: i18n._({ id: 'chatDesk.label', message: 'Chats' }),
    answers: i18n._({ id: 'canned.label', message: 'Canned answers' }),
  };
  const counts: Record<Tab, number> = { tickets: data?.unread ?? 0, chats: data?.waitingChats ?? 0, answers: 0 };
  if (!shown.includes(open)) return <Navigate to="/admin/support" replace />;
  return (
    <div>
      <Tabs
        name="support-desk"
        label={i18n._({ id: 'supportDesk.title', message: 'Support' })}
        tabs={shown.map((id) => ({
          id,
          label:
            counts[id] > 0 ? (
              <span className="flex items-center gap-2">
                {names[id]}
                <Badge tone="down">
                  {counts[id]}
                  <span className="sr-only">{i18n._({ id: 'supportDesk.waits', message: 'waiting for an answer' })}</span>
                </Badge>
              </span>
            ) : (
              names[id]
            ),
        }))}
        open={open}
        onOpen={(tab) => void navigate(tab === 'tickets' ? '/admin/support' : `/admin/support/${tab}`)}
      />
      <TabPanel name="support-desk" open={open}>
        <div className="pt-4">
          {open === 'tickets' && <Queue operator={operator} />}
          {open === 'chats' && <Chats operator={operator} />}
          {open === 'answers' && <CannedAnswers operator={operator} />}
        </div>
      </TabPanel>
    </div>
  );
}
