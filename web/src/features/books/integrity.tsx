/** The integrity check: each invariant with the number of checked rows, and every house account beside the players' balances. */

import type { Operator } from '@fairline/proto/auth/sessions';
import { bookRoutes, type Integrity } from '@fairline/proto/wallet/books';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { countText } from '../../figures.ts';
import { translate } from '../../server-texts.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { localText } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { LiftStop } from './lift-stop.tsx';

const integrityQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'integrity'],
  queryFn: ({ signal }) => call(bookRoutes.integrity, { signal }),
  refetchInterval: refreshMs,
});

export function IntegrityReport({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(integrityQuery);
  if (error && !data) {
    return (
      <ErrorState
        title={i18n._({ id: 'integrity.failed', message: 'The integrity check could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={6} className="h-10" />;
  if (!data.ranAt)
    return <EmptyState title={i18n._({ id: 'integrity.none', message: 'The first check is in progress' })} />;
  return (
    <div className="flex flex-col gap-6">
      <Notice
        tone={data.holds && !data.stopped ? 'act' : 'down'}
        action={
          <span className="flex gap-2">
            <Button look="secondary" size="small" busy={isFetching} onClick={() => void refetch()}>
              {i18n._({ id: 'history.refresh', message: 'Refresh' })}
            </Button>
            {data.stopped && hasPermission(operator, 'operators') && <LiftStop seen={data.seen} />}
          </span>
        }
      >
        {data.holds
          ? i18n._({
              id: 'integrity.holds',
              message: 'All checks pass. Last run {at}.',
              values: { at: localText(data.ranAt) },
            })
          : i18n._({
              id: 'integrity.broken',
              message: 'Some checks fail. Last run {at}.',
              values: { at: localText(data.ranAt) },
            })}{' '}
        {data.stopped && i18n._({ id: 'integrity.stopped', message: 'Stakes and withdrawals are paused.' })}
      </Notice>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <Table label={i18n._({ id: 'integrity.invariants', message: 'Checks' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'integrity.invariant', message: 'Check' })}</Th>
              <Th figures>{i18n._({ id: 'integrity.checked', message: 'Rows checked' })}</Th>
              <Th>{i18n._({ id: 'integrity.offenders', message: 'Mismatches' })}</Th>
            </tr>
          </thead>
          <tbody>
            {data.invariants.map(({ name, holds, checked, offenders }) => (
              <tr key={name}>
                <Td>
                  <span className="flex items-center gap-2">
                    <Icon of={holds ? CircleCheck : CircleX} className={holds ? 'text-up' : 'text-down'} />
                    {translate(name)}
                  </span>
                </Td>
                <Td figures>{countText(checked)}</Td>
                <Td className={cx('break-all', offenders.length > 0 && 'text-down')}>
                  {offenders.length === 0
                    ? i18n._({ id: 'integrity.noOffender', message: 'none' })
                    : offenders.join(', ')}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <Kinds totals={data.totals} />
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <Table label={i18n._({ id: 'integrity.totals', message: 'Totals by account' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'integrity.account', message: 'Account' })}</Th>
              <Th>{i18n._({ id: 'integrity.book', message: 'Book' })}</Th>
              <Th figures>{i18n._({ id: 'integrity.balance', message: 'Balance' })}</Th>
            </tr>
          </thead>
          <tbody>
            {data.totals.map(({ book, currency, kind, balanceMinor }) => (
              <tr key={`${book} ${currency} ${kind}`}>
                <Td>{translate(kind.replaceAll('_', ' '))}</Td>
                <Td>
                  <BookBadge book={book} />
                </Td>
                <Td figures>
                  <Money minor={balanceMinor} currency={currency} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

type Totals = Integrity['totals'];

/** The balance of players; all other accounts are the house's. */
const playerKinds: readonly string[] = ['cash', 'bonus', 'receivable'];

/** Players' balances beside the house accounts: per book and currency the two cancel out. */
function Kinds({ totals }: { totals: Totals }) {
  const rows = new Map<
    string,
    { book: Totals[number]['book']; currency: Totals[number]['currency']; playersMinor: number; houseMinor: number }
  >();
  for (const { book, currency, kind, balanceMinor } of totals) {
    const row = rows.get(`${book} ${currency}`) ?? { book, currency, playersMinor: 0, houseMinor: 0 };
    if (playerKinds.includes(kind)) row.playersMinor += balanceMinor;
    else row.houseMinor += balanceMinor;
    rows.set(`${book} ${currency}`, row);
  }
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Table label={i18n._({ id: 'integrity.kinds', message: 'Totals by kind and book' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'integrity.book', message: 'Book' })}</Th>
            <Th figures>{i18n._({ id: 'integrity.players', message: 'Players' })}</Th>
            <Th figures>{i18n._({ id: 'integrity.house', message: 'House' })}</Th>
            <Th figures>{i18n._({ id: 'integrity.sum', message: 'Sum' })}</Th>
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([key, { book, currency, playersMinor, houseMinor }]) => (
            <tr key={key} className="last:[&>td]:border-b-0">
              <Td>
                <BookBadge book={book} /> {currency}
              </Td>
              <Td figures>
                <Money minor={playersMinor} currency={currency} />
              </Td>
              <Td figures>
                <Money minor={houseMinor} currency={currency} />
              </Td>
              <Td figures className={playersMinor + houseMinor === 0 ? undefined : 'text-down'}>
                <Money minor={playersMinor + houseMinor} currency={currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function BookBadge({ book }: { book: Totals[number]['book'] }) {
  return (
    <Badge tone={book === 'real' ? 'info' : 'plain'}>
      {book === 'real'
        ? i18n._({ id: 'integrity.real', message: 'Real money' })
        : i18n._({ id: 'integrity.play', message: 'Play money' })}
    </Badge>
  );
}
