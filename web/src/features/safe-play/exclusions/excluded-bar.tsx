/** The bar above every page during a time-out or self-exclusion: its end, and what remains available. The safe play page shows this in its own content. */
import { i18n } from '@lingui/core';
import { Link, useLocation } from 'react-router';
import { useExclusion } from '../../../domain/safe-play/exclusion.ts';
import { exclusionText } from '../../../domain/safe-play/exclusion-labels.ts';

export function ExcludedBar() {
  const exclusion = useExclusion();
  const { pathname } = useLocation();
  if (!exclusion || pathname === '/safe-play') return null;
  return (
    <p
      role="status"
      className="flex flex-wrap justify-center gap-x-3 border-b text-center border-line bg-info-soft px-4 py-2 text-13"
    >
      <span>{exclusionText(exclusion)}</span>
      <span>{i18n._({ id: 'safe.bar.open', message: 'Withdrawals and support stay open.' })}</span>
      <Link to="/wallet?tab=withdraw" className="font-medium underline underline-offset-4">
        {i18n._({ id: 'wallet.withdraw', message: 'Withdraw' })}
      </Link>
      <Link to="/support" className="font-medium underline underline-offset-4">
        {i18n._({ id: 'support.contactUs', message: 'Contact support' })}
      </Link>
    </p>
  );
}
