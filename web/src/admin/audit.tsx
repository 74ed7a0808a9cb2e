/** The audit log: every action of operators, read only. */
import { AuditLog } from '../features/audit/audit-log.tsx';
import { Page } from './frame/page.tsx';

export function AuditPage() {
  return <Page>{(operator) => <AuditLog operator={operator} />}</Page>;
}
