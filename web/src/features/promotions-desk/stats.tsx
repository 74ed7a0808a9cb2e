/** The figures of promotions: running ones, claims, and cost. Real money only, in the players' currencies added at par. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { rewardCurrency } from '../../domain/promotions/terms.ts';
import { promotionStatsQuery } from '../../domain/promotions/waiting.ts';
import { countText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { ErrorState, Skeleton } from '../../ui/content/states.tsx';

export function Stats() {
  const { data, error, isFetching, refetch } = useQuery(promotionStatsQuery);
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'promoDesk.statsFailed', message: 'Figures could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  const money = (minor: number | undefined) => minor !== undefined && <Money minor={minor} currency={rewardCurrency} />;
  const figures: [name: string, value: ReactNode][] = [
    [
      i18n._({ id: 'promoDesk.activePromotions', message: 'Active promotions' }),
      data && (
        <span className="flex flex-wrap items-baseline gap-x-2">
          {countText(data.active)}
          {data.drafts > 0 && (
            <span className="text-12 font-normal text-ink-soft">
              {i18n._({
                id: 'promoDesk.drafts',
                message: '{count, plural, one {# draft} other {# drafts}}',
                values: { count: data.drafts },
              })}
            </span>
          )}
        </span>
      ),
    ],
    [
      i18n._({ id: 'promoDesk.claims', message: 'Claims' }),
      data && (
        <span className="flex flex-wrap items-center gap-2">
          {countText(data.claims)}
          {data.waitingClaims > 0 && (
            <Badge tone="live">
              {i18n._({
                id: 'promoDesk.toReview',
                message: '{count} to review',
                values: { count: data.waitingClaims },
              })}
            </Badge>
          )}
        </span>
      ),
    ],
    [
      i18n._({ id: 'promoDesk.activeClaims', message: 'Active claims' }),
      data && (
        <span className="flex flex-wrap items-baseline gap-x-2">
          {countText(data.activeClaims)}
          <span className="text-12 font-normal text-ink-soft">
            {i18n._({
              id: 'promoDesk.ofThemCompleted',
              message: '{count} completed',
              values: { count: countText(data.completedClaims) },
            })}
          </span>
        </span>
      ),
    ],
    [i18n._({ id: 'promoDesk.granted', message: 'Bonuses granted' }), money(data?.grantedMinor)],
    [i18n._({ id: 'promoDesk.cost', message: 'Cost so far' }), money(data?.costMinor)],
    [i18n._({ id: 'promoDesk.open', message: 'Open liability' }), money(data?.openMinor)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3 xl:grid-cols-6">
      {figures.map(([name, value]) => (
        <div key={name} className="flex min-w-0 flex-col gap-1 bg-surface px-4 py-3">
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className="figures text-16 font-strong">{value || <Skeleton className="h-6 w-16" />}</dd>
        </div>
      ))}
    </dl>
  );
}
