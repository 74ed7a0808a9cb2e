/** Banner on every operator page while a critical alert is open or under investigation. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Link, useLocation } from 'react-router';
import { useUrgentAlerts } from '../../domain/risk/alerts.ts';

const riskPage = '/admin/risk';

export function AlertsBanner({ operator }: { operator: Operator }) {
  const { critical: count } = useUrgentAlerts(operator);
  const { pathname, search } = useLocation();
  const isThere = pathname === riskPage && search === '';
  return (
    // The element exists from the start: a screen reader announces only changes inside an existing one.
    <div role="status">
      {count > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-down-soft px-4 py-2 text-13 md:px-6">
          <p className="font-strong">
            {i18n._({
              id: 'alertsBanner.title',
              message: '{count} critical alert(s) require immediate attention',
              values: { count },
            })}
          </p>
          {!isThere && (
            <Link to={riskPage} className="shrink-0 font-medium underline underline-offset-4">
              {i18n._({ id: 'alertsBanner.review', message: 'Review Now' })}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
