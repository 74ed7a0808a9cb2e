/** Who a player is, at the head of his page. */

import type { UserRow } from '@fairline/proto/auth/users';
import { i18n } from '@lingui/core';
import { countryName } from '../../domain/people/country-names.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Facts } from '../../ui/content/details.tsx';
import { When } from '../../ui/content/when.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { userStatusName } from './labels.ts';

export function UserBadges({ user }: { user: UserRow }) {
  const [status, tone] = userStatusName(user.status);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{status}</Badge>
      {user.isVerified ? (
        <Badge tone="act">{i18n._({ id: 'users.isVerified', message: 'Verified' })}</Badge>
      ) : (
        <Badge>{i18n._({ id: 'users.isUnverified', message: 'Unverified' })}</Badge>
      )}
      {user.duplicates > 0 && (
        <Badge tone="live">
          {i18n._({ id: 'users.duplicates', message: '{count, plural, one {# duplicate} other {# duplicates}}', values: { count: user.duplicates } })}
        </Badge>
      )}
      {user.demo && <Badge>{i18n._({ id: 'approvals.demo', message: 'Play money' })}</Badge>}
    </span>
  );
}

export function UserFacts({ user }: { user: UserRow }) {
  const email = i18n._({ id: 'field.email', message: 'Email' });
  const id = i18n._({ id: 'approval.user', message: 'User id' });
  const yesNo = (yes: boolean) => (yes ? i18n._({ id: 'word.yes', message: 'yes' }) : i18n._({ id: 'word.no', message: 'no' }));
  const copied = (text: string, what: string) => (
    <span className="flex items-center justify-end gap-1">
      <span className="break-all">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
  return (
    <Facts
      title={i18n._({ id: 'userFacts.title', message: 'Profile' })}
      facts={[
        [email, copied(user.email, email)],
        [id, copied(user.id, id)],
        [i18n._({ id: 'userFacts.country', message: 'Country' }), countryName(user.country)],
        [i18n._({ id: 'users.currency', message: 'Currency' }), user.currency],
        [i18n._({ id: 'userFacts.confirmed', message: 'E-mail confirmed' }), yesNo(user.emailVerified)],
        [i18n._({ id: 'userFacts.terms', message: 'Accepted the terms in force' }), yesNo(user.termsAccepted)],
        [i18n._({ id: 'userFacts.duplicates', message: 'Same name and date of birth' }), user.duplicates],
        [i18n._({ id: 'userFacts.registered', message: 'Registered' }), <When key="created" at={user.createdAt} />],
        [
          i18n._({ id: 'users.lastLogin', message: 'Last login' }),
          user.lastLoginAt ? <When key="login" at={user.lastLoginAt} /> : i18n._({ id: 'users.never', message: 'never' }),
        ],
      ]}
    />
  );
}
