/** Promotions on the dashboard: the number open to the player, and the progress of the active ones. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { Link } from 'react-router';
import { moneyText } from '../../domain/money/money.tsx';
import { claimStateName } from '../../domain/promotions/claim-labels.ts';
import { isOpen, isWagered, progressOf } from '../../domain/promotions/terms.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { ProgressLine } from '../../ui/graphics/progress-line.tsx';
import { claimsQuery, promotionsQuery } from './queries.ts';
import { barOf } from './why-labels.ts';

/** Shows nothing while loading, and if nothing is offered and nothing was claimed. */
export function PromotionsTile() {
  const { data: offers } = useQuery(promotionsQuery);
  const { data: claims } = useInfiniteQuery(claimsQuery);
  const active = claims?.pages.flatMap(({ items }) => items).filter(isOpen) ?? [];
  const items = offers?.items ?? [];
  const free = barOf(items) ? 0 : items.filter(({ claimed, eligible }) => !claimed && eligible !== false).length;
  if (active.length === 0 && free === 0) return null;
  return (
    <section
      aria-labelledby="promotions-tile"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="promotions-tile" className="flex items-center gap-2 text-14 font-strong">
          <Icon of={Gift} className="text-ink-soft" />
          {i18n._({ id: 'promotions.name', message: 'Promotions' })}
        </h2>
        <Link to="/promotions" className="text-13 font-medium underline underline-offset-4">
          {free > 0
            ? i18n._({
                id: 'tile.offers',
                message: '{count, plural, one {# promotion to claim} other {# promotions to claim}}',
                values: { count: free },
              })
            : i18n._({ id: 'tile.all', message: 'All promotions' })}
        </Link>
      </div>
      {active.map((claim) => {
        const { currency, wageringCompletedMinor, wageringRequiredMinor } = claim;
        const isUnderWay = claim.status === 'active' && isWagered(claim.type);
        const values = {
          completed: moneyText(wageringCompletedMinor, currency),
          required: moneyText(wageringRequiredMinor, currency),
        };
        const text = i18n._({ id: 'claim.progress', message: '{completed} of {required} wagered', values });
        const [state, tone] = claimStateName(claim);
        return (
          <div key={claim.id} className="flex flex-col gap-1 text-13">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 font-medium break-words">{claim.name}</span>
              {isUnderWay ? (
                <span className="figures text-12 text-ink-soft">{text}</span>
              ) : (
                <Badge tone={tone}>{state}</Badge>
              )}
            </p>
            {isUnderWay && (
              <ProgressLine
                share={progressOf(claim)}
                label={i18n._({ id: 'claim.progressLabel', message: 'Wagering progress' })}
                text={text}
              />
            )}
          </div>
        );
      })}
    </section>
  );
}
