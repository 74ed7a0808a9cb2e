/** The support center: own tickets, live chat and help articles. The URL holds the open tab. */
import { i18n } from '@lingui/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Contact } from '../../features/support/contact.tsx';
import { Tickets } from '../../features/support/tickets.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';

const LiveChat = lazy(async () => ({ default: (await import('../../features/support/chat.tsx')).LiveChat }));
const Faq = lazy(async () => ({ default: (await import('../../features/support/faq.tsx')).Faq }));

const tabs = ['tickets', 'chat', 'faq'] as const;
type SupportTab = (typeof tabs)[number];

function tabNames(): Record<SupportTab, string> {
  return {
    tickets: i18n._({ id: 'support.tickets', message: 'My Tickets' }),
    chat: i18n._({ id: 'support.chat', message: 'Live Chat' }),
    faq: i18n._({ id: 'support.faq', message: 'FAQ' }),
  };
}

export function SupportPage() {
  const [search, setSearch] = useSearchParams();
  const open = tabs.find((tab) => tab === search.get('tab')) ?? 'tickets';
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="display text-28">{i18n._({ id: 'support.title', message: 'Support Center' })}</h1>
        <Contact />
      </header>
      <div className="mt-4">
        <Tabs
          name="support"
          label={i18n._({ id: 'support.title', message: 'Support Center' })}
          tabs={tabs.map((id) => ({ id, label: tabNames()[id] }))}
          open={open}
          onOpen={(id) =>
            setSearch(id === 'tickets' ? {} : { tab: id }, {
              replace: true,
              state: { stays: true },
              preventScrollReset: true,
            })
          }
        />
      </div>
      <TabPanel name="support" open={open}>
        <div className="pt-4">
          {open === 'tickets' && <Tickets />}
          <Suspense fallback={<SkeletonRows count={6} className="h-12" />}>
            {open === 'chat' && <LiveChat />}
            {open === 'faq' && <Faq />}
          </Suspense>
        </div>
      </TabPanel>
    </div>
  );
}
