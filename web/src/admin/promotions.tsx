/** Promotions for operators: the offers with their cost, every claim, and the changes that need a second operator, each at its own address. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Navigate, useNavigate, useParams } from 'react-router';
import { may } from '../domain/people/operators.ts';
import { usePromotionsToDecide } from '../domain/promotions/waiting.ts';
import { Changes } from '../features/promotions-desk/changes.tsx';
import { Claims } from '../features/promotions-desk/claims.tsx';
import { Promotions } from '../features/promotions-desk/promotions.tsx';
import { Badge } from '../ui/content/badge.tsx';
import { Notice } from '../ui/content/states.tsx';
import { TabPanel, Tabs } from '../ui/controls/tabs.tsx';
import { Page } from './page.tsx';

const tabs = ['promotions', 'claims', 'changes'] as const;

export function PromotionsPage() {
  const { part } = useParams();
  const open = part === undefined ? 'promotions' : tabs.find((tab) => tab === part);
  if (!open || part === 'promotions') return <Navigate to="/admin/promotions" replace />;
  return (
    <Page title={i18n._({ id: 'promotions.name', message: 'Promotions' })} needs="promotions.read">
      {(operator) => <Desk open={open} operator={operator} />}
    </Page>
  );
}

function Desk({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const navigate = useNavigate();
  const waiting = { promotions: 0, ...usePromotionsToDecide(operator) };
  const names = {
    promotions: i18n._({ id: 'promotions.name', message: 'Promotions' }),
    claims: i18n._({ id: 'promoDesk.claims', message: 'Claims' }),
    changes: i18n._({ id: 'promoDesk.changes', message: 'Changes' }),
  };
  const labelOf = (tab: (typeof tabs)[number]) =>
    waiting[tab] > 0 ? (
      <span className="flex items-center gap-2">
        {names[tab]}
        <Badge tone="down">
          {waiting[tab]}
          <span className="sr-only">{i18n._({ id: 'admin.waiting', message: 'waiting for your decision' })}</span>
        </Badge>
      </span>
    ) : (
      names[tab]
    );
  return (
    <>
      {!may(operator, 'promotions') && <Notice>{i18n._({ id: 'promoDesk.readOnly', message: 'Your role can view promotions but not change them.' })}</Notice>}
      <div>
        <Tabs
          name="promotions"
          label={i18n._({ id: 'promotions.name', message: 'Promotions' })}
          tabs={tabs.map((id) => ({ id, label: labelOf(id) }))}
          open={open}
          onOpen={(tab) => void navigate(tab === 'promotions' ? '/admin/promotions' : `/admin/promotions/${tab}`)}
        />
        <TabPanel name="promotions" open={open}>
          {open === 'promotions' && <Promotions operator={operator} />}
          {open === 'claims' && <Claims operator={operator} />}
          {open === 'changes' && <Changes operator={operator} />}
        </TabPanel>
      </div>
    </>
  );
}
