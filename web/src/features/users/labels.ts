/** Names of an account's statuses and of the events of its timeline. */
import type { TimelineEntry } from '@fairline/proto/auth/staff';
import type { UserRow } from '@fairline/proto/auth/users';
import { i18n } from '@lingui/core';
import { translate } from '../../server-texts.ts';
import type { Tone } from '../../ui/content/badge.tsx';

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

export function timelineText(kind: TimelineEntry['kind']): string {
  switch (kind) {
    case 'registered':
      return i18n._({ id: 'timeline.registered', message: 'Registered' });
    case 'email_verified':
      return i18n._({ id: 'timeline.emailVerified', message: 'Confirmed the e-mail address' });
    case 'signed_in':
      return i18n._({ id: 'timeline.signedIn', message: 'Signed in' });
    case 'sign_in_failed':
      return i18n._({ id: 'timeline.signInFailed', message: 'A sign-in failed' });
    case 'email_change_requested':
      return i18n._({ id: 'timeline.emailAsked', message: 'A new e-mail address was requested' });
    case 'email_changed':
      return i18n._({ id: 'timeline.email', message: 'The e-mail address changed' });
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

/** Details of an event, shown beside its name, without ids. */
export function timelineDetail(params: Readonly<Record<string, unknown>>): string[] {
  const text = (name: string) => (typeof params[name] === 'string' ? stateName(params[name]) : '');
  const change = [text('from'), text('to')].filter(Boolean).join(' → ');
  const fields = Array.isArray(params.fields)
    ? params.fields.filter((field) => typeof field === 'string').join(', ')
    : '';
  const on =
    typeof params.on === 'boolean' &&
    (params.on
      ? i18n._({ id: 'timeline.on', message: 'switched on' })
      : i18n._({ id: 'timeline.off', message: 'switched off' }));
  return [change, on, fields, text('how'), text('device'), text('reason')].filter((part): part is string =>
    Boolean(part),
  );
}

/** A stored identifier as text; free text of an operator or a device stays unchanged. */
function stateName(state: string): string {
  switch (state) {
    case 'active':
    case 'suspended':
    case 'closed':
      return userStatusName(state)[0];
    case 'verified':
      return i18n._({ id: 'users.isVerified', message: 'Verified' });
    case 'unverified':
      return i18n._({ id: 'users.isUnverified', message: 'Unverified' });
    case 'password':
      return i18n._({ id: 'timeline.wrongPassword', message: 'wrong password' });
    case 'totp':
      return i18n._({ id: 'timeline.wrongCode', message: 'wrong code' });
    case 'status':
      return i18n._({ id: 'timeline.notActive', message: 'the account was not active' });
    case 'throttled':
      return i18n._({ id: 'timeline.throttled', message: 'too many tries' });
    case 'changed':
      return i18n._({ id: 'timeline.byPassword', message: 'with the old password' });
    case 'reset':
      return i18n._({ id: 'timeline.byMail', message: 'by email link' });
    default:
      return translate(state);
  }
}
