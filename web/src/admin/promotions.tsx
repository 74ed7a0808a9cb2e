/** Promotions for operators: the offers with their cost, every claim, and the changes that need a second operator, each with its own URL. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Navigate, useParams } from 'react-router';
import { hasPermission } from '../domain/people/operators.ts';
import { usePromotionsToDecide } from '../domain/promotions/waiting.ts';
import { Changes } from '../features/promotions-desk/changes.tsx';
import { Claims } from '../features/promotions-desk/claims.tsx';
import { Promotions } from '../features/promotions-desk/promotions.tsx';
import { Notice } from '../ui/content/states.tsx';
import { DeskTabs, tabOf } from './frame/desk-tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['promotions', 'claims', 'changes'] as const;

export function PromotionsPage() {
  const { part } = useParams();
  const open = tabOf(tabs, part);
  if (!open) return <Navigate to="/admin/promotions" replace />;
  return <Page>{(operator) => <Desk open={open} operator={operator} />}</Page>;
}

function Desk({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const waiting = usePromotionsToDecide(operator);
  return (
    <>
      {!hasPermission(operator, 'promotions') && (
        <Notice>
          {i18n._({ id: 'promoDesk.readOnly', message: 'Your role can view promotions but not change them.' })}
        </Notice>
      )}
      <DeskTabs
        page="promotions"
        label={i18n._({ id: 'promotions.name', message: 'Promotions' })}
        tabs={[
          { id: 'promotions', name: i18n._({ id: 'promotions.name', message: 'Promotions' }) },
          { id: 'claims', name: i18n._({ id: 'promoDesk.claims', message: 'Claims' }), waiting: waiting.claims },
          { id: 'changes', name: i18n._({ id: 'promoDesk.changes', message: 'Changes' }), waiting: waiting.changes },
        ]}
        waits={i18n._({ id: 'admin.waiting', message: 'waiting for your decision' })}
        open={open}
      >
        {open === 'promotions' && <Promotions operator={operator} />}
        {open === 'claims' && <Claims operator={operator} />}
        {open === 'changes' && <Changes operator={operator} />}
      </DeskTabs>
    </>
  );
}
