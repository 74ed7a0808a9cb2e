/** The data monitor: deliveries between the services, the events themselves, and the story of one item, each with its own URL. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { deliveriesQuery, sumOf } from '../domain/office/deliveries.ts';
import { hasPermission } from '../domain/people/operators.ts';
import { DeliveriesOverview } from '../features/monitor/deliveries/overview.tsx';
import { StoryView } from '../features/monitor/story.tsx';
import { Timeline } from '../features/monitor/timeline.tsx';
import { DeskTabs, tabOf } from './frame/desk-tabs.tsx';
import { Page, useOperator } from './frame/page.tsx';

const tabs = ['deliveries', 'timeline', 'story'] as const;

export function MonitorPage() {
  const { part, id } = useParams();
  const open = tabOf(tabs, part);
  const { data } = useQuery({ ...deliveriesQuery(), enabled: hasPermission(useOperator(), 'system.read') });
  if (!open || (id && open !== 'story')) return <Navigate to="/admin/monitor" replace />;
  return (
    <Page>
      {(operator) => (
        <DeskTabs
          page="monitor"
          label={i18n._({ id: 'monitor.title', message: 'Data monitor' })}
          tabs={[
            {
              id: 'deliveries',
              name: i18n._({ id: 'monitor.deliveries', message: 'Deliveries' }),
              waiting: data && sumOf(data).dead,
            },
            { id: 'timeline', name: i18n._({ id: 'monitor.timeline', message: 'Timeline' }) },
            { id: 'story', name: i18n._({ id: 'monitor.story', message: 'Story' }) },
          ]}
          waits={i18n._({ id: 'monitor.deadWait', message: 'dead letters' })}
          open={open}
        >
          {open === 'deliveries' && <DeliveriesOverview operator={operator} />}
          {open === 'timeline' && <Timeline operator={operator} />}
          {open === 'story' && <StoryView id={id} operator={operator} />}
        </DeskTabs>
      )}
    </Page>
  );
}
