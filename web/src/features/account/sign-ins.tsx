/** Recent sign-ins on the security tab, including failed attempts by others. */
import { accountRoutes, type SignInAttempt } from '@fairline/proto/auth/account';
import { i18n } from '@lingui/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { whenText } from '../../domain/people/display-settings.ts';
import { translate } from '../../server-texts.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { Section } from './forms.tsx';

const signInsQuery = infiniteQueryOptions({
  queryKey: ['auth', 'sign-ins'],
  queryFn: ({ pageParam, signal }) =>
    call(accountRoutes.signIns, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export function SignIns() {
  const query = useInfiniteQuery(signInsQuery);
  const title = i18n._({ id: 'signIns.title', message: 'Recent sign-ins' });
  return (
    <Section
      title={title}
      lead={i18n._({
        id: 'signIns.lead',
        message:
          'The last 90 days, including failed attempts. If you do not recognise a sign-in, change your password.',
      })}
      wide
    >
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={i18n._({ id: 'signIns.failed', message: 'Your sign-ins could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'signIns.none', message: 'No sign-ins in the last 90 days' })}
      >
        {(items) => (
          <ul aria-label={title} className="divide-y divide-line rounded-card border border-line bg-surface">
            {items.map((attempt) => (
              <Row key={attempt.id} attempt={attempt} />
            ))}
          </ul>
        )}
      </Listed>
    </Section>
  );
}

function Row({ attempt: { at, result, method, device, address } }: { attempt: SignInAttempt }) {
  const failed = result !== 'signed_in' && result !== 'password_reset';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="text-14 font-medium">{whenText(at)}</p>
        <p className="flex flex-wrap gap-x-3 text-12 text-ink-soft">
          {method && <span>{methodName(method)}</span>}
          {device && <span>{translate(device)}</span>}
          {address && <span className="figures break-all">{address}</span>}
        </p>
      </div>
      <Badge tone={failed ? 'live' : 'plain'}>{resultName(result)}</Badge>
    </li>
  );
}

function resultName(result: SignInAttempt['result']): string {
  switch (result) {
    case 'signed_in':
      return i18n._({ id: 'signIns.signedIn', message: 'Signed in' });
    case 'wrong_password':
      return i18n._({ id: 'signIns.wrongPassword', message: 'Wrong password' });
    case 'wrong_code':
      return i18n._({ id: 'signIns.wrongCode', message: 'Wrong code' });
    case 'passkey_refused':
      return i18n._({ id: 'signIns.passkeyRefused', message: 'Passkey refused' });
    case 'locked':
      return i18n._({ id: 'signIns.locked', message: 'Locked after too many tries' });
    case 'closed':
      return i18n._({ id: 'signIns.closed', message: 'The account was closed' });
    case 'password_reset':
      return i18n._({ id: 'signIns.reset', message: 'New password set' });
  }
}

function methodName(method: NonNullable<SignInAttempt['method']>): string {
  switch (method) {
    case 'password':
      return i18n._({ id: 'signIns.byPassword', message: 'Password' });
    case 'password_and_code':
      return i18n._({ id: 'signIns.byCode', message: 'Password and code' });
    case 'password_and_recovery_code':
      return i18n._({ id: 'signIns.byRecoveryCode', message: 'Password and recovery code' });
    case 'passkey':
      return i18n._({ id: 'signIns.byPasskey', message: 'Passkey' });
    case 'registration':
      return i18n._({ id: 'signIns.byRegistration', message: 'Registration' });
    case 'reset':
      return i18n._({ id: 'signIns.byMail', message: 'Email link' });
  }
}
