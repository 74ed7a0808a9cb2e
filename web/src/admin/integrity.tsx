/** The proof of the books, for operators who may read them. */
import { i18n } from '@lingui/core';
import { Navigate } from 'react-router';
import { IntegrityReport } from '../features/books/integrity.tsx';
import { useOperator } from './shell.tsx';

export function IntegrityPage() {
  const operator = useOperator();
  if (!operator.permissions.includes('wallet.read')) return <Navigate to="/admin/financial" replace />;
  return (
    <div className="flex max-w-content flex-col gap-6">
      <title>{i18n._({ id: 'integrity.pageTitle', message: 'Integrity · Fairline' })}</title>
      <h1 className="display text-28">{i18n._({ id: 'integrity.title', message: 'Integrity' })}</h1>
      <IntegrityReport />
    </div>
  );
}
