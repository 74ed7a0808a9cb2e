/** A player in short, beside the list: balance, level and status, the last sign-in, and a link to their page. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { countryName } from '../../domain/people/country-names.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { type Detail, DetailList } from '../../ui/content/details.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { userQuery, userWalletQuery } from './queries.ts';
import { UserActions } from './user-actions.tsx';
import { UserBadges } from './user-overview.tsx';

export function UserDetails({ id, operator, onClose }: { id: string | null; operator: Operator; onClose: () => void }) {
  const asked = id ?? '';
  const query = useQuery({ ...userQuery(asked), enabled: id !== null });
  const user = query.data;
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      title={user ? `${user.firstName} ${user.lastName}` : i18n._({ id: 'user.title', message: 'Player' })}
      foot={
        <ButtonLink to={`/admin/users/${asked}`}>{i18n._({ id: 'user.open', message: 'Open the page' })}</ButtonLink>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <Loaded
          query={query}
          failed={i18n._({ id: 'user.failed', message: 'This player could not be loaded' })}
          error={query.error && errorText(query.error)}
          waiting={<SkeletonRows count={6} className="h-10" />}
        >
          {(read) => (
            <>
              <UserBadges user={read} />
              <UserActions user={read} operator={operator} />
              {hasPermission(operator, 'wallet.read') && <Balance id={read.id} />}
              <DetailList
                title={i18n._({ id: 'user.overview', message: 'Overview' })}
                details={[
                  [
                    i18n._({ id: 'field.email', message: 'Email' }),
                    <Copied key="email" text={read.email} what={i18n._({ id: 'field.email', message: 'Email' })} />,
                  ],
                  [
                    i18n._({ id: 'approval.user', message: 'User id' }),
                    <Copied key="id" text={read.id} what={i18n._({ id: 'approval.user', message: 'User id' })} />,
                  ],
                  [i18n._({ id: 'userFacts.country', message: 'Country' }), countryName(read.country)],
                  [
                    i18n._({ id: 'users.lastLogin', message: 'Last login' }),
                    read.lastLoginAt ? (
                      <When key="login" at={read.lastLoginAt} />
                    ) : (
                      i18n._({ id: 'users.never', message: 'never' })
                    ),
                  ],
                  [
                    i18n._({ id: 'userFacts.registered', message: 'Registered' }),
                    <When key="created" at={read.createdAt} />,
                  ],
                ]}
              />
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}

function Balance({ id }: { id: string }) {
  const query = useQuery(userWalletQuery(id));
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'wallet.failed', message: 'Failed to load wallet data' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={4} className="h-10" />}
    >
      {({ summary, accounts }) => {
        const amount = (minor: number) => <Money minor={minor} currency={summary.currency} />;
        const others = accounts.filter(({ currency, cashMinor }) => currency !== summary.currency && cashMinor !== 0);
        return (
          <DetailList
            title={i18n._({ id: 'users.balance', message: 'Balance' })}
            details={[
              [i18n._({ id: 'user.available', message: 'Available' }), amount(summary.availableMinor)],
              [i18n._({ id: 'userMoney.bonus', message: 'Bonus' }), amount(summary.bonusMinor)],
              [i18n._({ id: 'user.total', message: 'Total' }), amount(summary.totalMinor)],
              ...others.map(
                (account): Detail => [
                  account.currency,
                  <Money key={account.currency} minor={account.cashMinor} currency={account.currency} />,
                ],
              ),
              [i18n._({ id: 'users.activeBets', message: 'Active bets' }), summary.activeBets],
              [i18n._({ id: 'users.deposited', message: 'Total deposited' }), amount(summary.depositedMinor)],
              [i18n._({ id: 'users.wagered', message: 'Total wagered' }), amount(summary.wageredMinor)],
            ]}
          />
        );
      }}
    </Loaded>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="text-12 break-all">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}
