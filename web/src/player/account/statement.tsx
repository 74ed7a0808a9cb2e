/** The statement of activity, on a page of its own. */
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { StatementView } from '../../features/safe-play/sessions/statement.tsx';

export function StatementPage() {
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-4 py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="display text-28">{i18n._({ id: 'safe.statement', message: 'Activity statement' })}</h1>
        <Link to="/safe-play" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'safe.title', message: 'Safe play' })}
        </Link>
      </div>
      <StatementView />
    </div>
  );
}
