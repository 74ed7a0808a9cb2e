/** The audit log: every action of operators, read only. */
import { i18n } from '@lingui/core';
import { AuditLog } from '../features/audit/audit-log.tsx';
import { Page } from './frame/page.tsx';

export function AuditPage() {
  return (
    <Page title={i18n._({ id: 'auditLog.title', message: 'Audit log' })} needs="audit.read">
      {(operator) => <AuditLog operator={operator} />}
    </Page>
  );
}
