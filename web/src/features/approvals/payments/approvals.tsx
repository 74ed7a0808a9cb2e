/**
 * Pending Approvals: waiting payments, found by every field that an operator may know, decided in a drawer. The URL holds the filters, the search and the open
 * payment; the list is refetched when something changes.
 */

import type { Operator } from '@fairline/proto/auth/sessions';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentStatuses, paymentTypes } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { saveFile } from '../../../client/requests/save.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money } from '../../../domain/money/money.tsx';
import { methodName, stateName, statusName, typeName } from '../../../domain/money/payment-labels.ts';
import { paymentSearchQuery } from '../../../domain/money/payment-search.ts';
import { hasPermission } from '../../../domain/people/operators.ts';
import { namedPlayersQuery } from '../../../domain/people/player-search.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ApprovalDetails } from './approval-details.tsx';
import { type ApprovalFilter, approvalsQuery, askedBy, filterOf, undecidedParties } from './queries.ts';
import { StatusBadges } from './status-badges.tsx';

export function Approvals({ operator }: { operator: Operator }) {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const byPlayer = hasPermission(operator, 'users.read');
  const query = useInfiniteQuery(approvalsQuery(filter, byPlayer));
  const items = query.data?.pages.flatMap((page) => page.items);
  const openId = search.get('payment');
  const listed = items?.find(({ id }) => id === openId);
  // A payment outside the list is fetched by its id, so that the drawer shows its outcome.
  const { data: found } = useQuery({
    ...paymentSearchQuery(openId ?? ''),
    enabled: openId !== null && items !== undefined && !listed,
  });
  const looked = listed ?? found?.items.find(({ id }) => id === openId);
  // Until it arrives, the drawer stays open with the last known state.
  const before = useRef<PaymentForOperator>(undefined);
  if (looked) before.current = looked;
  const opened = looked ?? (before.current?.id === openId ? before.current : undefined);
  const seenPending = useRef<string>(undefined);
  if (listed?.status === 'pending') seenPending.current = listed.id;
  const change = (changes: Record<string, string | null>) => {
    // Uses the URL, not the last render: a search typed before a payment was opened does not close it.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <div className="flex flex-col gap-4">
      <Toolbar
        filter={filter}
        byPlayer={byPlayer}
        change={change}
        busy={query.isFetching && !query.isFetchingNextPage}
        refresh={() => void query.refetch()}
      />
      {filter.q && byPlayer && <NamesSearched q={filter.q} />}
      {!items && query.isPending && <SkeletonRows count={8} className="h-10" />}
      {!items && query.isError && (
        <ErrorState
          title={i18n._({ id: 'approvals.failed', message: 'Payments could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState
          title={
            filter.status === 'pending'
              ? i18n._({ id: 'approvals.none', message: 'No Pending Payments' })
              : i18n._({ id: 'approvals.noMatch', message: 'No payments match these filters' })
          }
        >
          {isFiltered(filter) ? (
            <Button look="secondary" size="small" onClick={() => setSearch({}, { replace: true })}>
              {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
            </Button>
          ) : (
            i18n._({
              id: 'approvals.noneHelp',
              message: 'Deposits and withdrawals appear here as soon as players request them.',
            })
          )}
        </EmptyState>
      )}
      {items && items.length > 0 && <Rows operator={operator} items={items} onOpen={(id) => change({ payment: id })} />}
      {query.hasNextPage && (
        <Button
          look="secondary"
          size="small"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {i18n._({ id: 'history.more', message: 'Show older' })}
        </Button>
      )}
      <ApprovalDetails
        payment={opened}
        operator={operator}
        overtaken={opened !== undefined && opened.status !== 'pending' && seenPending.current === opened.id}
        onClose={() => change({ payment: null })}
      />
    </div>
  );
}

const isFiltered = ({ status, type, q }: ApprovalFilter) => status !== 'pending' || type !== 'all' || q !== '';

interface ToolbarProps {
  filter: ApprovalFilter;
  /** Names and addresses of players find their payments too. */
  byPlayer: boolean;
  change: (changes: Record<string, string | null>) => void;
  busy: boolean;
  refresh: () => void;
}

function Toolbar({ filter, byPlayer, change, busy, refresh }: ToolbarProps) {
  const client = useQueryClient();
  const file = useAction<ApprovalFilter, void>({
    run: async (asked) =>
      saveFile(
        approvalRoutes.exportPayments,
        await askedBy(client, asked, byPlayer),
        `payments_${new Date().toISOString().slice(0, 10)}.csv`,
      ),
    touches: [],
  });
  useEffect(() => {
    if (file.failure) notify.error(errorText(file.failure));
  }, [file.failure]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        className="md:max-w-96"
        q={filter.q}
        onSearch={(text) => change({ q: text || null })}
        label={i18n._({
          id: 'approvals.search',
          message: 'Search payments by id, reference, user, customer, email, bank transaction or UPI id',
        })}
        placeholder={i18n._({
          id: 'approvals.searchHint',
          message: 'Id, reference, customer, email, bank transaction',
        })}
      />
      <PickOne
        label={i18n._({ id: 'approvals.status', message: 'Status' })}
        value={filter.status}
        onChange={({ target }) => change({ status: target.value === 'pending' ? null : target.value, payment: null })}
      >
        <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
        {paymentStatuses.map((status) => (
          <option key={status} value={status}>
            {statusName(status)[0]}
          </option>
        ))}
        <option value="to_transfer">{i18n._({ id: 'approvals.toTransfer', message: 'To be transferred' })}</option>
        {undecidedParties.map((party) => (
          <option key={party} value={party}>
            {stateName({ status: 'pending', waitsFor: party })[0]}
          </option>
        ))}
      </PickOne>
      <PickOne
        label={i18n._({ id: 'history.type', message: 'Type' })}
        value={filter.type}
        onChange={({ target }) => change({ type: target.value === 'all' ? null : target.value, payment: null })}
      >
        <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
        {paymentTypes.map((type) => (
          <option key={type} value={type}>
            {typeName(type)}
          </option>
        ))}
      </PickOne>
      {isFiltered(filter) && (
        <Button look="quiet" size="small" onClick={() => change({ q: null, status: null, type: null })}>
          {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
        </Button>
      )}
      <IconButton
        label={i18n._({ id: 'history.refresh', message: 'Refresh' })}
        onClick={refresh}
        className="border border-control bg-surface"
      >
        <Icon of={RefreshCw} className={busy ? 'animate-spin' : undefined} />
      </IconButton>
      <Button look="secondary" size="small" busy={file.isPending} onClick={() => file.mutate(filter)}>
        <Icon of={Download} />
        {i18n._({ id: 'approvals.export', message: 'Export' })}
      </Button>
    </div>
  );
}

/** The note that a search by player name left out some results; nothing if it left out none. */
function NamesSearched({ q }: { q: string }) {
  const { data, error } = useQuery(namedPlayersQuery(q));
  if (error && !data) {
    return (
      <Notice tone="live">
        {i18n._({
          id: 'approvals.noNames',
          message: "Players could not be searched. Only the payments' own data was searched.",
        })}{' '}
        {errorText(error)}
      </Notice>
    );
  }
  if (!data?.nextCursor) return null;
  return (
    <Notice tone="live">
      {i18n._({
        id: 'approvals.manyNames',
        message:
          'Too many players match: only payments of the {count} newest are listed. Search by full name, email or id to find the others.',
        values: { count: data.items.length },
      })}
    </Notice>
  );
}

const wideOnly = 'hidden lg:table-cell';

function Rows({
  items,
  operator,
  onOpen,
}: {
  items: readonly PaymentForOperator[];
  operator: Operator;
  onOpen: (id: string) => void;
}) {
  const players = usePlayers(
    items.map(({ userId }) => userId),
    hasPermission(operator, 'users.read'),
  );
  const nameOf = (id: string) => {
    const player = players.of(id);
    return player && `${player.firstName} ${player.lastName}`;
  };
  const { data: methods } = useQuery(methodsQuery);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Table label={i18n._({ id: 'approvals.label', message: 'Payments' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'approvals.customer', message: 'Customer' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.method', message: 'Method' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.submitted', message: 'Submitted' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((payment) => (
            <tr key={payment.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td className="max-w-0 py-2 md:w-2/5">
                <button
                  type="button"
                  onClick={() => onOpen(payment.id)}
                  className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {typeName(payment.type)} ·{' '}
                  {payment.customerName ?? nameOf(payment.userId) ?? payment.destination ?? payment.reference}
                </button>
                <p className="truncate text-12 text-ink-soft max-md:hidden">
                  {payment.email ?? players.of(payment.userId)?.email ?? payment.reference}
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
                  <StatusBadges payment={payment} />
                  <span className="figures">
                    <When at={payment.submittedAt} />
                  </span>
                </p>
              </Td>
              <Td className={wideOnly}>{methodName(payment.method, methods?.items)}</Td>
              <Td className={`${wideOnly} figures whitespace-nowrap text-ink-soft`}>
                <When at={payment.submittedAt} />
              </Td>
              <Td className={wideOnly}>
                <StatusBadges payment={payment} />
              </Td>
              <Td figures className="w-px font-strong">
                <Money minor={payment.amountMinor} currency={payment.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
