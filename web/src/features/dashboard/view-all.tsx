/** The link from the dashboard to all transactions. */
import { i18n } from '@lingui/core';
import { Link } from 'react-router';

export function ViewAll() {
  return (
    <Link to="/wallet?tab=history" className="text-13 font-medium text-act underline underline-offset-4">
      {i18n._({ id: 'dashboard.viewAll', message: 'View All' })}
    </Link>
  );
}
