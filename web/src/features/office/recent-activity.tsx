/** The latest ten transactions of all players, with names if the role may read names. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Money } from '../../domain/money/money.tsx';
import { movementName, stateName } from '../../domain/money/payment-labels.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';

/** The specification shows ten. */
const shown = 10;

const latestQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'latest'],
  queryFn: async ({ signal }) => (await call(historyRoutes.operatorTransactions, { signal })).items.slice(0, shown),
  refetchInterval: refreshMs,
});

export function RecentActivity({ operator }: { operator: Operator }) {
  const { data: items, error, isFetching, refetch } = useQuery(latestQuery);
  const named = hasPermission(operator, 'users.read');
  const players = usePlayers(items?.map(({ userId }) => userId) ?? [], named);
  return (
    <section aria-labelledby="recent-activity" className="rounded-card border border-line bg-surface">
      <h2 id="recent-activity" className="flex h-11 items-center border-b border-line px-4 text-14 font-strong">
        {i18n._({ id: 'recent.title', message: 'Recent activity' })}
      </h2>
      {!items && !error && (
        <div className="p-4">
          <SkeletonRows count={5} className="h-10" />
        </div>
      )}
      {!items && error && (
        <ErrorState
          title={i18n._({ id: 'recent.failed', message: 'Activity could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {items?.length === 0 && <EmptyState title={i18n._({ id: 'recent.none', message: 'No recent activity' })} />}
      <ul>
        {items?.map((item) => {
          const player = players.of(item.userId);
          const [status, tone] = stateName(item);
          const name = player
            ? `${player.firstName} ${player.lastName}`
            : i18n._({ id: 'recent.unknown', message: 'Unknown User' });
          return (
            <li
              key={item.id}
              className="flex items-center justify-between gap-4 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <span className="min-w-0">
                {named ? (
                  <Link to={`/admin/users/${item.userId}`} className="block truncate font-medium hover:underline">
                    {name}
                  </Link>
                ) : (
                  <span className="block truncate font-medium">{name}</span>
                )}
                <span className="flex flex-wrap items-center gap-x-2 text-12 text-ink-soft">
                  {movementName(item)}
                  <When at={item.createdAt} />
                  <Badge tone={tone}>{status}</Badge>
                </span>
              </span>
              <Money minor={item.amountMinor} currency={item.currency} signed className="font-strong" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
