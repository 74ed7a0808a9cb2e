/** Ended claims: why and when each ended, and its bonus. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { dayText } from '../../domain/people/display-settings.ts';
import { claimStatusName } from '../../domain/promotions/claim-labels.ts';
import { promotionTypeName } from '../../domain/promotions/promotion-labels.ts';
import { isOpen } from '../../domain/promotions/terms.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { claimsQuery } from './queries.ts';

export function EndedClaims() {
  const query = useInfiniteQuery(claimsQuery);
  return (
    <Listed
      query={query}
      items={query.data?.pages.flatMap(({ items }) => items).filter((claim) => !isOpen(claim))}
      failed={i18n._({ id: 'claims.failed', message: 'Your promotions could not be loaded' })}
      error={query.error && errorText(query.error)}
      empty={
        <EmptyState title={i18n._({ id: 'ended.none', message: 'No past promotions' })}>
          {i18n._({ id: 'ended.noneHelp', message: 'Promotions that you completed, or that ended, appear here.' })}
        </EmptyState>
      }
    >
      {(claims) => (
        <ul
          aria-label={i18n._({ id: 'promotions.history', message: 'History' })}
          className="rounded-card border border-line bg-surface"
        >
          {claims.map((claim) => {
            const [label, tone] = claimStatusName(claim.status);
            return (
              <li
                key={claim.id}
                className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 text-13 last:border-b-0"
              >
                <span className="min-w-0">
                  <span className="block font-medium break-words">{claim.name}</span>
                  <span className="text-12 text-ink-soft">
                    {promotionTypeName(claim.type)} ·{' '}
                    {i18n._({
                      id: 'ended.claimed',
                      message: 'claimed {day}',
                      values: { day: dayText(claim.claimedAt) },
                    })}
                    {claim.completedAt && (
                      <>
                        {' '}
                        ·{' '}
                        {i18n._({
                          id: 'ended.completed',
                          message: 'completed {day}',
                          values: { day: dayText(claim.completedAt) },
                        })}
                      </>
                    )}
                  </span>
                </span>
                <span className="flex shrink-0 flex-col items-end gap-1">
                  <Badge tone={tone}>{label}</Badge>
                  {claim.bonusMinor > 0 && (
                    <Money minor={claim.bonusMinor} currency={claim.currency} className="text-12 text-ink-soft" />
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Listed>
  );
}
