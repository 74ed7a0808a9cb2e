/** All transactions of all players, newest first, with every filter in the URL. Each row links to its player. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { TransactionForOperator } from '@fairline/proto/wallet/history';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money } from '../../../domain/money/money.tsx';
import { movementText } from '../../../domain/money/movement-text.ts';
import { methodName, movementName, referenceText, stateName } from '../../../domain/money/payment-labels.ts';
import { hasPermission } from '../../../domain/people/operators.ts';
import { namedPlayersQuery } from '../../../domain/people/player-search.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { EmptyState, Notice } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { isTransactionsFilter, noTransactionsFilter, transactionsFilterOf, transactionsQuery } from './queries.ts';
import { TransactionsToolbar } from './toolbar.tsx';

export function Transactions({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = transactionsFilterOf(search);
  const byPlayer = hasPermission(operator, 'users.read');
  const query = useInfiniteQuery(transactionsQuery(filter, byPlayer));
  const items = query.data?.pages.flatMap((page) => page.items);
  const isFiltered = isTransactionsFilter(filter);
  return (
    <div className="flex flex-col gap-4">
      <TransactionsToolbar
        filter={filter}
        byPlayer={byPlayer}
        change={change}
        busy={query.isFetching && !query.isFetchingNextPage}
        refresh={() => void query.refetch()}
      />
      {filter.q && byPlayer && <NamesSearched q={filter.q.trim()} />}
      {items?.length === 0 && query.hasNextPage && (
        <Notice>
          {i18n._({ id: 'allTx.noneSoFar', message: 'No transaction found so far. Older ones were not searched yet.' })}
        </Notice>
      )}
      <Listed
        query={query}
        items={items}
        failed={i18n._({ id: 'allTx.failed', message: 'Transactions could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              isFiltered
                ? i18n._({ id: 'allTx.noMatch', message: 'No transactions match these filters' })
                : i18n._({ id: 'records.noTransactions', message: 'No transactions' })
            }
          >
            {isFiltered && (
              <Button look="secondary" size="small" onClick={() => change(noTransactionsFilter)}>
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      >
        {(some) => <Rows items={some} byPlayer={byPlayer} />}
      </Listed>
    </div>
  );
}

/** The note that a search by name left out some players; nothing if it left out none. */
function NamesSearched({ q }: { q: string }) {
  const { data, error } = useQuery(namedPlayersQuery(q));
  if (error && !data) {
    return (
      <Notice tone="live">
        {i18n._({
          id: 'allTx.noNames',
          message: 'Players could not be searched. Only id, reference and method were searched.',
        })}{' '}
        {errorText(error)}
      </Notice>
    );
  }
  if (!data?.nextCursor) return null;
  return (
    <Notice tone="live">
      {i18n._({
        id: 'allTx.manyNames',
        message:
          'Too many players match: only transactions of the {count} newest are listed. Search by full name, email or id to find the others.',
        values: { count: data.items.length },
      })}
    </Notice>
  );
}

const wideOnly = 'hidden lg:table-cell';

function Rows({ items, byPlayer }: { items: readonly TransactionForOperator[]; byPlayer: boolean }) {
  const players = usePlayers(
    items.map(({ userId }) => userId),
    byPlayer,
  );
  const { data: methods } = useQuery(methodsQuery);
  return (
    <Framed>
      <Table label={i18n._({ id: 'records.transactions', message: 'Transactions' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'users.user', message: 'User' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'history.type', message: 'Type' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'records.description', message: 'Description' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'records.at', message: 'Date' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const player = players.of(item.userId);
            const name = player ? `${player.firstName} ${player.lastName}` : item.userId.slice(-8);
            const [status, tone] = stateName(item);
            return (
              <tr key={item.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
                <Td className="max-w-0 py-2 md:w-1/4">
                  {byPlayer ? (
                    <Link
                      to={`/admin/users/${item.userId}`}
                      className="block truncate font-medium after:absolute after:inset-0 hover:underline"
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className="block truncate font-medium">{name}</span>
                  )}
                  {player && <span className="block truncate text-12 text-ink-soft max-md:hidden">{player.email}</span>}
                  <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
                    <ToPayment item={item}>{movementName(item)}</ToPayment>
                    <Badge tone={tone}>{status}</Badge>
                    <When at={item.createdAt} />
                  </span>
                </Td>
                <Td className={wideOnly}>
                  {movementName(item)}
                  {item.demo && <Badge className="ml-1">{i18n._({ id: 'allTx.demo', message: 'Play money' })}</Badge>}
                </Td>
                <Td className={`${wideOnly} max-w-80`}>
                  <span className="block truncate">
                    <ToPayment item={item}>
                      {item.method === null ? movementText(item) : methodName(item.method, methods?.items)}
                    </ToPayment>
                  </span>
                  {item.reference !== item.description && (
                    <span className="block truncate text-12 text-ink-soft">{referenceText(item.reference)}</span>
                  )}
                </Td>
                <Td className={`${wideOnly} whitespace-nowrap text-ink-soft`}>
                  <When at={item.createdAt} />
                </Td>
                <Td className={wideOnly}>
                  <Badge tone={tone}>{status}</Badge>
                </Td>
                <Td figures className="w-px">
                  <Money minor={item.amountMinor} currency={item.currency} signed className="font-strong" />
                  {item.balanceAfterMinor !== null && (
                    <span className="block text-12 text-ink-soft max-md:hidden">
                      <Money minor={item.balanceAfterMinor} currency={item.currency} />
                    </span>
                  )}
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Framed>
  );
}

/** A deposit or a withdrawal leads to its payment, in the drawer where it is decided. The link lies above that of the row. */
function ToPayment({ item, children }: { item: TransactionForOperator; children: string }) {
  if (item.type !== 'deposit' && item.type !== 'withdrawal') return children;
  return (
    <Link to={`/admin/financial?payment=${item.id}`} className="relative underline underline-offset-4 hover:text-ink">
      {children}
      <span className="sr-only"> {item.reference}</span>
    </Link>
  );
}
