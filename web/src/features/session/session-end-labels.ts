/** Messages to a player at the end of a session. */
import { i18n } from '@lingui/core';
import type { SessionEnd } from '../../client/session/session.ts';

export function playerEndText(end: SessionEnd): string {
  switch (end) {
    case 'expired':
      return i18n._({ id: 'session.expired', message: 'Your session has expired. Please login again.' });
    case 'away':
      return i18n._({ id: 'session.away', message: 'Your session expired while you were away.' });
    case 'invalid':
      return i18n._({ id: 'session.invalid', message: 'Session validation failed. Please login again.' });
    case 'elsewhere':
      return i18n._({ id: 'session.elsewhere', message: 'You were logged out from another tab.' });
    case 'signed-out':
      return i18n._({ id: 'session.signedOut', message: 'Logged out successfully' });
  }
}
