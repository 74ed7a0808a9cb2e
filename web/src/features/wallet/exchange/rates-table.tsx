/** One unit of each currency in every other, after the spread, with the time of the rates. */
import { currencies } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { errorText } from '../../../client/http/error-text.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { numberText } from '../../../figures.ts';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { ratesQuery } from '../balance/rate-queries.ts';
import { isConvertible, rateOf, rateText } from './rates.ts';

export function RatesTable() {
  const { data, error, isFetching, refetch } = useQuery(ratesQuery);
  const title = i18n._({ id: 'rateTable.title', message: 'Rates' });
  return (
    <section>
      <div className="flex items-center justify-between">
        <h3 className="text-14 font-strong">{title}</h3>
        <IconButton
          label={i18n._({ id: 'rateTable.refresh', message: 'Refresh the rates' })}
          onClick={() => void refetch()}
        >
          <Icon of={RefreshCw} className={isFetching ? 'animate-spin' : undefined} />
        </IconButton>
      </div>
      {!data && !error && <SkeletonRows count={6} className="h-10" />}
      {!data && error && (
        <ErrorState
          title={i18n._({ id: 'rateTable.failed', message: 'The rates could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {data && (
        <>
          <div className="mt-2 overflow-hidden rounded-card border border-line bg-surface">
            <Table label={title}>
              <thead>
                <tr>
                  <Th>{i18n._({ id: 'rateTable.one', message: '1 of' })}</Th>
                  {currencies.map((to) => (
                    <Th key={to} figures>
                      {to}
                    </Th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {currencies.map((from) => (
                  <tr key={from} className="last:[&>td]:border-b-0">
                    <Td className="font-medium">{from}</Td>
                    {currencies.map((to) => {
                      const rate = isConvertible(from, to, data.items) ? rateOf(from, to, data.items)?.rate : undefined;
                      return (
                        <Td key={to} figures className={rate === undefined ? 'text-ink-soft' : undefined}>
                          {rate === undefined ? '–' : rateText(rate, from)}
                        </Td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
          <p className="mt-2 text-12 text-ink-soft">
            {i18n._({
              id: 'rateTable.note',
              message: 'As of {at}, spread of {spread} % included. A quote is valid for 30 seconds.',
              values: { at: whenText(data.at), spread: numberText(data.spreadBp / 100) },
            })}
          </p>
        </>
      )}
    </section>
  );
}
