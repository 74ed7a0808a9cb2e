/** Risk for operators: the alerts of the whole platform and the rules that raise them, each with its own URL. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Navigate, useParams } from 'react-router';
import { useUrgentAlerts } from '../domain/risk/alerts.ts';
import { Alerts } from '../features/risk-desk/alerts.tsx';
import { Rules } from '../features/risk-rules/rules.tsx';
import { DeskTabs, tabOf } from './frame/desk-tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['alerts', 'rules'] as const;

export function RiskPage() {
  const { part } = useParams();
  const open = tabOf(tabs, part);
  if (!open) return <Navigate to="/admin/risk" replace />;
  return <Page>{(operator) => <Desk open={open} operator={operator} />}</Page>;
}

function Desk({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const urgent = useUrgentAlerts(operator);
  return (
    <DeskTabs
      page="risk"
      label={i18n._({ id: 'risk.title', message: 'Risk Management' })}
      tabs={[
        {
          id: 'alerts',
          name: i18n._({ id: 'risk.alerts', message: 'Alerts' }),
          waiting: urgent.critical + urgent.high,
        },
        { id: 'rules', name: i18n._({ id: 'riskRules.title', message: 'Rules' }) },
      ]}
      waits={i18n._({ id: 'admin.alertsWait', message: 'critical or high alerts' })}
      open={open}
    >
      {open === 'alerts' && <Alerts operator={operator} />}
      {open === 'rules' && <Rules operator={operator} />}
    </DeskTabs>
  );
}
