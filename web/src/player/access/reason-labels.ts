/** Why a visitor is asked to log in, by the page that they requested. */
import { i18n } from '@lingui/core';
import { returnAddress } from '../../features/session/guards.tsx';

/** Null if they came to log in directly. `state` is stored by the guard. */
export function signInReason(state: unknown): string | null {
  const address = new URL(returnAddress(state, '/'), 'http://page');
  switch (address.pathname.split('/')[1]) {
    case '':
      return null;
    case 'dashboard':
      return i18n._({ id: 'login.forDashboard', message: 'Please login to access your dashboard' });
    case 'wallet':
      return i18n._({ id: 'login.forWallet', message: 'Please login to view your wallet' });
    case 'sports':
      return i18n._({ id: 'login.forSports', message: 'Log in to see all matches and odds.' });
    case 'live':
      return i18n._({ id: 'login.forLive', message: 'Log in to see live matches and odds.' });
    case 'fixtures':
      return address.searchParams.has('pick')
        ? i18n._({
            id: 'login.forPick',
            message: 'Please login to place bets. Your selection will be on your bet slip.',
          })
        : i18n._({ id: 'login.forMatch', message: 'Log in to see this match.' });
    default:
      return i18n._({ id: 'login.forPage', message: 'Log in to see this page.' });
  }
}
