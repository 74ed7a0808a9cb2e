/** Every change of the balance, newest first. The URL holds search, type and period; a decided payment updates its row in place. */
import { periods, type Transaction } from '@fairline/proto/wallet/history';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { Money } from '../../../domain/money/money.tsx';
import { movementText } from '../../../domain/money/movement-text.ts';
import {
  historyTypeName,
  historyTypes,
  movementName,
  referenceText,
  stateName,
} from '../../../domain/money/payment-labels.ts';
import { periodName } from '../../../domain/money/play-labels.ts';
import { dayStart } from '../../../domain/people/day-start.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { Button, ButtonLink, IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { DayPick } from '../../../ui/forms/day-pick.tsx';
import { startOf } from '../../../ui/forms/days.ts';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { type HistoryFilter, historyQuery } from '../balance/history-queries.ts';
import { HistoryDetails } from './history-details.tsx';
import { HistoryExport, StatementPicker, SummaryTiles } from './history-tools.tsx';

function useFilter() {
  const [search, change] = useAddress();
  const type = historyTypes.find((name) => name === search.get('type'));
  const period = periods.find((name) => name === search.get('period') && name !== 'all');
  const q = search.get('q') ?? '';
  // Days in the player's own time; both are included.
  const [firstDay, lastDay] = [dayOf(search.get('from')), dayOf(search.get('until'))];
  const [from, until] = [dayStart(firstDay), dayStart(lastDay, 1)];
  const filter: HistoryFilter = {
    ...(type && { type }),
    ...(period && { period }),
    ...(q && { q }),
    ...(from && { from }),
    ...(until && { until }),
  };
  return { filter, firstDay, lastDay, change, filtered: Object.keys(filter).length > 0 };
}

const dayOf = (text: string | null) => (text && startOf(text) ? text : '');

export function History() {
  const { filter, firstDay, lastDay, change, filtered } = useFilter();
  const client = useQueryClient();
  const [openId, setOpenId] = useState<string | null>(null);
  const query = useInfiniteQuery(historyQuery(filter));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={i18n._({ id: 'history.search', message: 'Search transactions' })}
          placeholder={i18n._({ id: 'search.hint', message: 'Search' })}
          q={filter.q ?? ''}
          onSearch={(text) => change('q', text)}
          className="md:max-w-72"
        />
        <div className="flex min-w-0 items-center gap-2">
          <PickOne
            label={i18n._({ id: 'history.type', message: 'Type' })}
            value={filter.type ?? 'all'}
            onChange={(event) => change('type', event.target.value === 'all' ? null : event.target.value)}
          >
            <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
            {historyTypes.map((type) => (
              <option key={type} value={type}>
                {historyTypeName(type)}
              </option>
            ))}
          </PickOne>
          <PickOne
            label={i18n._({ id: 'history.period', message: 'Period' })}
            value={filter.period ?? 'all'}
            onChange={(event) => change('period', event.target.value === 'all' ? null : event.target.value)}
          >
            {periods.map((period) => (
              <option key={period} value={period}>
                {periodName(period)}
              </option>
            ))}
          </PickOne>
          <IconButton
            label={i18n._({ id: 'history.reread', message: 'Refresh the transactions' })}
            onClick={() =>
              void Promise.all(
                ['transactions', 'summary'].map((part) => client.invalidateQueries({ queryKey: ['wallet', part] })),
              )
            }
          >
            <Icon of={RefreshCw} className={query.isRefetching ? 'animate-spin' : undefined} />
          </IconButton>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full max-md:flex-col max-md:items-stretch">
          <DayPick
            label={i18n._({ id: 'auditLog.from', message: 'From' })}
            day={firstDay}
            onPick={(day) => change('from', day)}
          />
          <DayPick
            label={i18n._({ id: 'auditLog.until', message: 'Until' })}
            day={lastDay}
            onPick={(day) => change('until', day)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 md:ml-auto">
          <HistoryExport filter={filter} />
          <StatementPicker firstDay={firstDay} lastDay={lastDay} />
        </div>
      </div>
      <SummaryTiles filter={filter} />
      {!items && query.isPending && <SkeletonRows count={8} className="h-12" />}
      {!items && query.isError && (
        <ErrorState
          title={i18n._({ id: 'history.failed', message: 'Your transactions could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState
          title={
            filtered
              ? i18n._({ id: 'history.noMatch', message: 'No transactions match' })
              : i18n._({ id: 'history.none', message: 'No transactions yet' })
          }
        >
          {filtered ? (
            <ButtonLink look="secondary" size="small" to="?tab=history" replace>
              {i18n._({ id: 'history.clear', message: 'Clear the filters' })}
            </ButtonLink>
          ) : (
            i18n._({ id: 'history.noneHelp', message: 'Deposits and bets appear here at once.' })
          )}
        </EmptyState>
      )}
      {items && items.length > 0 && <Rows items={items} onOpen={setOpenId} />}
      {query.hasNextPage && (
        <Button
          look="secondary"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {i18n._({ id: 'history.load', message: 'Load more' })}
        </Button>
      )}
      <HistoryDetails item={items?.find(({ id }) => id === openId) ?? null} onClose={() => setOpenId(null)} />
    </div>
  );
}

const wideOnly = 'hidden md:table-cell';

function Rows({ items, onOpen }: { items: readonly Transaction[]; onOpen: (id: string) => void }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Table label={i18n._({ id: 'history.label', message: 'Transactions' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'history.what', message: 'Transaction' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'history.date', message: 'Date' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'history.status', message: 'Status' })}</Th>
            <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'history.balance', message: 'Balance after' })}
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const [label, tone] = stateName(item);
            const details = [movementName(item), item.reference !== item.description && referenceText(item.reference)]
              .filter(Boolean)
              .join(' · ');
            return (
              <tr key={item.id} className="relative hover:bg-raised last:[&>td]:border-b-0">
                <Td className="max-w-0 py-2 md:w-2/5">
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => onOpen(item.id)}
                    className="block max-w-full truncate text-left text-14 font-medium after:absolute after:inset-0"
                  >
                    {movementText(item)}
                  </button>
                  <p className="figures truncate text-12 text-ink-soft">{details}</p>
                  <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft md:hidden">
                    {item.status !== 'completed' && <Badge tone={tone}>{label}</Badge>}
                    <span className="figures">{whenText(item.createdAt)}</span>
                  </p>
                </Td>
                <Td className={`${wideOnly} figures whitespace-nowrap text-ink-soft`}>{whenText(item.createdAt)}</Td>
                <Td className={wideOnly}>
                  {item.status === 'completed' ? (
                    <span className="text-ink-soft">{label}</span>
                  ) : (
                    <Badge tone={tone}>{label}</Badge>
                  )}
                </Td>
                <Td figures className="w-px font-strong">
                  <Money minor={item.amountMinor} currency={item.currency} />
                </Td>
                <Td figures className={`${wideOnly} text-ink-soft`}>
                  {item.balanceAfterMinor === null ? (
                    '–'
                  ) : (
                    <Money minor={item.balanceAfterMinor} currency={item.currency} />
                  )}
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
