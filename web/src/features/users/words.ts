/** What statuses of an account and the events of its timeline are called. */
import type { UserRow } from '@fairline/proto/auth';
import type { TimelineEntry } from '@fairline/proto/auth/staff';
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/badge.tsx';

export function userStatusName(status: UserRow['status']): [string, Tone] {
  switch (status) {
    case 'active':
      return [i18n._({ id: 'userStatus.active', message: 'Active' }), 'act'];
    case 'suspended':
      return [i18n._({ id: 'userStatus.suspended', message: 'Suspended' }), 'live'];
    case 'closed':
      return [i18n._({ id: 'userStatus.closed', message: 'Closed' }), 'down'];
  }
}

export function timelineWords(kind: TimelineEntry['kind']): string {
  switch (kind) {
    case 'registered':
      return i18n._({ id: 'timeline.registered', message: 'Registered' });
    case 'email_verified':
      return i18n._({ id: 'timeline.emailVerified', message: 'Confirmed the e-mail address' });
    case 'signed_in':
      return i18n._({ id: 'timeline.signedIn', message: 'Signed in' });
    case 'sign_in_failed':
      return i18n._({ id: 'timeline.signInFailed', message: 'A sign-in failed' });
    case 'password_changed':
      return i18n._({ id: 'timeline.password', message: 'Changed the password' });
    case 'two_factor_changed':
      return i18n._({ id: 'timeline.twoFactor', message: 'Two-factor authentication changed' });
    case 'profile_changed':
      return i18n._({ id: 'timeline.profile', message: 'Changed profile or preferences' });
    case 'status_changed':
      return i18n._({ id: 'timeline.status', message: 'Status changed' });
    case 'verification_changed':
      return i18n._({ id: 'timeline.verification', message: 'Verification changed' });
    case 'sessions_ended':
      return i18n._({ id: 'timeline.sessions', message: 'Sessions ended' });
    case 'note_added':
      return i18n._({ id: 'timeline.note', message: 'A note was added' });
    case 'closed':
      return i18n._({ id: 'timeline.closed', message: 'Account closed' });
    case 'erased':
      return i18n._({ id: 'timeline.erased', message: 'Personal fields erased' });
  }
}
