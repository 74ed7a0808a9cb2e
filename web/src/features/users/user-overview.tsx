/** The head of a player's page: name and identity. */

import type { Operator } from '@fairline/proto/auth/sessions';
import type { UserRow } from '@fairline/proto/auth/users';
import type { Permission } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { verificationStatus } from '../../domain/kyc/labels.ts';
import { countryName } from '../../domain/people/country-names.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { Skeleton } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { userStatusName } from './labels.ts';
import { userVerificationQuery } from './queries.ts';

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
          {i18n._({
            id: 'users.duplicates',
            message: '{count, plural, one {# duplicate} other {# duplicates}}',
            values: { count: user.duplicates },
          })}
        </Badge>
      )}
      {user.demo && <Badge>{i18n._({ id: 'approvals.demo', message: 'Play money' })}</Badge>}
    </span>
  );
}

function Verification({ id }: { id: string }) {
  const { data, isError } = useQuery(userVerificationQuery(id));
  if (data === undefined) return isError ? '–' : <Skeleton className="h-5 w-24" />;
  if (data === null) return i18n._({ id: 'user.unsubmitted', message: 'nothing submitted' });
  const [status, tone] = verificationStatus(data.status);
  return <Badge tone={tone}>{status}</Badge>;
}

/** Links to the player's data in other services. */
function Elsewhere({ id, operator }: { id: string; operator: Operator }) {
  const pages: [to: string, needs: Permission, name: string][] = [
    [`/admin/kyc?q=${id}`, 'kyc.read', i18n._({ id: 'user.verification', message: 'Verification' })],
    [`/admin/trading/bets?player=${id}`, 'betting.read', i18n._({ id: 'user.bets', message: 'Bets' })],
    [`/admin/games/rounds?player=${id}`, 'casino.read', i18n._({ id: 'user.rounds', message: 'Casino rounds' })],
  ];
  const open = pages.filter(([, needs]) => hasPermission(operator, needs));
  if (open.length === 0) return null;
  return (
    <nav
      aria-label={i18n._({ id: 'user.elsewhere', message: 'More about this player' })}
      className="flex flex-wrap gap-2"
    >
      {open.map(([to, , name]) => (
        <ButtonLink key={to} look="secondary" size="small" to={to}>
          {name}
        </ButtonLink>
      ))}
    </nav>
  );
}

export function UserDetails({ user, operator }: { user: UserRow; operator: Operator }) {
  const email = i18n._({ id: 'field.email', message: 'Email' });
  const id = i18n._({ id: 'approval.user', message: 'User id' });
  const yesNo = (yes: boolean) =>
    yes ? i18n._({ id: 'word.yes', message: 'yes' }) : i18n._({ id: 'word.no', message: 'no' });
  const withCopy = (text: string, what: string) => (
    <span className="flex items-center justify-end gap-1">
      <span className="break-all">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
  return (
    <>
      <Elsewhere id={user.id} operator={operator} />
      <DetailList
        title={i18n._({ id: 'userFacts.title', message: 'Profile' })}
        details={[
          [email, withCopy(user.email, email)],
          [id, withCopy(user.id, id)],
          [i18n._({ id: 'userFacts.country', message: 'Country' }), countryName(user.country)],
          [i18n._({ id: 'users.currency', message: 'Currency' }), user.currency],
          [i18n._({ id: 'userFacts.confirmed', message: 'E-mail confirmed' }), yesNo(user.emailVerified)],
          hasPermission(operator, 'kyc.read') && [
            i18n._({ id: 'user.verification', message: 'Verification' }),
            <Verification key="verification" id={user.id} />,
          ],
          [i18n._({ id: 'userFacts.terms', message: 'Accepted current terms' }), yesNo(user.termsAccepted)],
          [i18n._({ id: 'userFacts.duplicates', message: 'Same name and date of birth' }), user.duplicates],
          [i18n._({ id: 'userFacts.registered', message: 'Registered' }), <When key="created" at={user.createdAt} />],
          [
            i18n._({ id: 'users.lastLogin', message: 'Last login' }),
            user.lastLoginAt ? (
              <When key="login" at={user.lastLoginAt} />
            ) : (
              i18n._({ id: 'users.never', message: 'never' })
            ),
          ],
        ]}
      />
    </>
  );
}
