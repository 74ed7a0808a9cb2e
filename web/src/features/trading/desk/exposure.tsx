/** The house's possible loss by outcome, highest first. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { parNote, parText } from '../../../domain/money/par.ts';
import { countText } from '../../../figures.ts';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { EmptyState } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { exposureQuery } from '../markets/queries.ts';
import { RiskBar } from '../markets/risk-bar.tsx';

export function Exposure() {
  const query = useInfiniteQuery(exposureQuery);
  const outcomes = query.data?.pages.flatMap((page) => page.items);
  const most = Math.max(0, ...(outcomes ?? []).map(({ liabilityMinor }) => liabilityMinor));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'exposure.lead',
          message:
            'Liability of each outcome with open bets: what it could cost beyond the stakes on it, highest first.',
        })}{' '}
        {parNote()}
      </p>
      <Listed
        query={query}
        items={outcomes}
        failed={i18n._({ id: 'exposure.failed', message: 'The exposure could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState title={i18n._({ id: 'exposure.none', message: 'No liability' })}>
            {i18n._({ id: 'exposure.noneHelp', message: 'There are no open bets with real money.' })}
          </EmptyState>
        }
      >
        {(items) => (
          <Framed>
            <Table pinned label={i18n._({ id: 'trading.exposure', message: 'Exposure' })}>
              <thead className="max-md:sr-only">
                <tr>
                  <Th>{i18n._({ id: 'exposure.outcome', message: 'Outcome' })}</Th>
                  <Th figures>{i18n._({ id: 'desk.bets', message: 'Bets' })}</Th>
                  <Th figures className="max-md:hidden">
                    {i18n._({ id: 'desk.stake', message: 'Stake' })}
                  </Th>
                  <Th figures>{i18n._({ id: 'desk.liability', message: 'Liability' })}</Th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr
                    key={one.selectionId}
                    className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0"
                  >
                    <Td className="max-w-0 py-2 md:w-3/5 lg:py-0">
                      <span className="min-w-0 lg:flex lg:items-baseline lg:gap-2">
                        <Link
                          to={`/admin/trading/bets?q=${one.selectionId}`}
                          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-offset-0 lg:max-w-9/10 lg:shrink-0"
                        >
                          {feedText(one.selection)}
                        </Link>
                        <span className="block truncate text-12 text-ink-soft">
                          {one.fixture} · {feedText(one.market)}
                        </span>
                      </span>
                    </Td>
                    <Td figures className="w-px">
                      {countText(one.bets)}
                    </Td>
                    <Td figures className="max-md:hidden">
                      {parText(one.stakeMinor)}
                    </Td>
                    <Td figures className="w-40">
                      <RiskBar minor={one.liabilityMinor} ofMinor={most} />
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Framed>
        )}
      </Listed>
    </div>
  );
}
