/** Messages to an operator at the end of a session. */
import { i18n } from '@lingui/core';
import type { SessionEnd } from '../../client/session/session.ts';

export function operatorEndText(end: SessionEnd): string {
  if (end === 'elsewhere')
    return i18n._({ id: 'operatorSession.elsewhere', message: 'Admin session ended from another tab.' });
  if (end === 'signed-out') return i18n._({ id: 'session.signedOut', message: 'Logged out successfully' });
  return i18n._({ id: 'operatorSession.expired', message: 'Admin session has expired. Please login again.' });
}
