/** Every player: identity from auth and balance from wallet, combined page by page. */

import type { RiskLevelName } from '@fairline/proto/auth/fields';
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { useWallets } from '../../domain/people/players.ts';
import { riskLevelName } from '../../domain/risk/labels.ts';
import { RiskBadges } from '../../domain/risk/risk-badges.tsx';
import { useRiskSummaries } from '../../domain/risk/summaries.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Notice, Skeleton } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { isUserFilter, userFilterOf, usersQuery } from './queries.ts';
import { UserActions } from './user-actions.tsx';
import { UserDetails } from './user-details.tsx';
import { UserBadges } from './user-overview.tsx';
import { UsersToolbar } from './users-toolbar.tsx';

/** Nine columns and the actions fit beside the rail of a 1280 px screen, so that nothing is under the pinned column. */
const narrow =
  '[&_td]:px-1.5 [&_th]:px-1.5 [&_th]:whitespace-normal [&_time]:inline-block [&_time]:w-min [&_time]:min-w-20 [&_time]:whitespace-normal';

export function UsersTable({ operator }: { operator: Operator }) {
  const [search, change, changeAll] = useAddress();
  const filter = userFilterOf(search);
  const query = useInfiniteQuery(usersQuery(filter));
  const users = query.data?.pages.flatMap((page) => page.items);
  const money = hasPermission(operator, 'wallet.read');
  const wallets = useWallets(users?.map(({ id }) => id) ?? [], money);
  const risks = useRiskSummaries(users?.map(({ id }) => id) ?? [], hasPermission(operator, 'risk.read'));
  return (
    <div className="flex flex-col gap-4">
      <UsersToolbar
        filter={filter}
        operator={operator}
        change={changeAll}
        busy={query.isFetching}
        refresh={() => void query.refetch()}
      />
      {wallets.error && (
        <Notice tone="live">
          {i18n._({ id: 'users.noWallets', message: 'Balances could not be loaded.' })} {errorText(wallets.error)}
        </Notice>
      )}
      <Listed
        query={query}
        items={users}
        failed={i18n._({ id: 'users.failed', message: 'Users could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              isUserFilter(filter)
                ? i18n._({ id: 'users.noMatch', message: 'No users match your search criteria' })
                : i18n._({ id: 'users.none', message: 'No users found in database' })
            }
          />
        }
      >
        {(items) => (
          <Framed>
            <Table label={i18n._({ id: 'users.label', message: 'Users' })} className={narrow}>
              <thead>
                <tr>
                  <Th>{i18n._({ id: 'users.user', message: 'User' })}</Th>
                  <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
                  <Th>{i18n._({ id: 'users.risk', message: 'Risk' })}</Th>
                  <Th>{i18n._({ id: 'users.lastLogin', message: 'Last login' })}</Th>
                  {money && (
                    <>
                      <Th figures>{i18n._({ id: 'users.balance', message: 'Balance' })}</Th>
                      <Th figures>{i18n._({ id: 'users.activeBets', message: 'Active bets' })}</Th>
                      <Th figures>{i18n._({ id: 'users.deposited', message: 'Total deposited' })}</Th>
                      <Th figures>{i18n._({ id: 'users.wagered', message: 'Total wagered' })}</Th>
                    </>
                  )}
                  <Th className="md:right-0 md:z-10 md:border-l">
                    {i18n._({ id: 'adjustments.actions', message: 'Actions' })}
                  </Th>
                </tr>
              </thead>
              <tbody>
                {items.map((user) => {
                  const wallet = wallets.of(user.id);
                  const amount = (minor: number | undefined) =>
                    wallet && minor !== undefined ? (
                      <Money minor={minor} currency={wallet.currency} />
                    ) : wallets.waiting ? (
                      <Skeleton className="ml-auto h-4 w-16" />
                    ) : (
                      '–'
                    );
                  return (
                    <tr key={user.id} className="hover:bg-raised last:[&>td]:border-b-0">
                      <Td className="py-1">
                        <Link
                          to={`/admin/users/${user.id}`}
                          title={`${user.firstName} ${user.lastName}`}
                          onClick={(event) => {
                            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                            event.preventDefault();
                            change('user', user.id);
                          }}
                          className="block max-w-28 truncate font-medium hover:underline"
                        >
                          {user.firstName} {user.lastName}
                        </Link>
                        <span title={user.email} className="block max-w-28 truncate text-12 text-ink-soft">
                          {user.email}
                        </span>
                      </Td>
                      <Td className="py-1">
                        <span className="flex flex-wrap gap-1">
                          <UserBadges user={user} />
                          <RiskBadges summary={risks.of(user.id)} brief />
                        </span>
                      </Td>
                      <Td>
                        <Level level={risks.of(user.id)?.riskLevel ?? user.riskLevel} />
                      </Td>
                      <Td className="text-ink-soft">
                        {user.lastLoginAt ? (
                          <When at={user.lastLoginAt} />
                        ) : (
                          i18n._({ id: 'users.never', message: 'never' })
                        )}
                      </Td>
                      {money && (
                        <>
                          <Td figures className="font-medium">
                            {amount(wallet?.totalMinor)}
                          </Td>
                          <Td figures>{wallet?.activeBets ?? '–'}</Td>
                          <Td figures>{amount(wallet?.depositedMinor)}</Td>
                          <Td figures>{amount(wallet?.wageredMinor)}</Td>
                        </>
                      )}
                      <Td className="w-px bg-surface py-1 md:sticky md:right-0 md:border-l">
                        <UserActions user={user} operator={operator} inRow />
                      </Td>
                    </tr>
                  );
                })}
              </tbody>
            </Table>
          </Framed>
        )}
      </Listed>
      <UserDetails id={search.get('user')} operator={operator} onClose={() => change('user', null)} />
    </div>
  );
}

/** The default level is muted, so that the others stand out. */
function Level({ level }: { level: RiskLevelName }) {
  const [name, tone] = riskLevelName(level);
  return level === 'low' ? <span className="text-ink-soft">{name}</span> : <Badge tone={tone}>{name}</Badge>;
}
