/** The frame of the betting pages: the sports at the left, the slip and the latest bets at the right; narrow screens show only the page. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { SportRail } from '../../features/betting/browse/sport-filter.tsx';
import { sportsQuery } from '../../features/betting/offer/queries.ts';
import { ClearSlip } from '../../features/betting/slip/clear.tsx';
import { LazySessionLine } from '../../features/safe-play/sessions/lazy-session-line.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { LazySlip } from './lazy-slip.tsx';

/** Loaded after the fixtures. */
const ActiveBets = lazy(async () => ({ default: (await import('../../features/betting/bets/list.tsx')).ActiveBets }));

export function BettingFrame({
  title,
  wide,
  liveOnly,
  children,
}: {
  title?: string;
  wide: boolean;
  liveOnly: boolean;
  children: ReactNode;
}) {
  const { data: sports } = useQuery(sportsQuery);
  return (
    <div className="mx-auto grid w-full max-w-page grow grid-cols-[minmax(0,1fr)] gap-x-6 px-4 py-4 md:py-6 xl:grid-cols-[var(--spacing-rail)_minmax(0,var(--spacing-content))_var(--spacing-slip)] xl:justify-center">
      {title && <title>{title}</title>}
      {wide && (
        <aside className="sticky top-[calc(var(--spacing-header)+1.5rem)] self-start">
          <SportRail sports={sports?.items ?? []} liveOnly={liveOnly} />
        </aside>
      )}
      <div className="flex min-w-0 flex-col gap-3 md:gap-4">
        {children}
        <LazySessionLine />
      </div>
      {wide && (
        <aside className="edge-panel sticky top-[calc(var(--spacing-header)+1.5rem)] flex max-h-[calc(100dvh-var(--spacing-header)-3rem)] flex-col gap-4 self-start">
          <div className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-surface">
            <SlipHead />
            <LazySlip />
          </div>
          <MyBets />
        </aside>
      )}
    </div>
  );
}

function SlipHead() {
  return (
    <header className="flex h-11 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
      <h2 className="text-14 font-strong">{i18n._({ id: 'slip.title', message: 'Bet slip' })}</h2>
      <ClearSlip />
    </header>
  );
}

export function MyBets() {
  return (
    <section
      aria-labelledby="my-bets"
      className="flex min-h-40 shrink-[99] flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <header className="flex h-11 shrink-0 items-center justify-between border-b border-line px-4">
        <h2 id="my-bets" className="text-14 font-strong">
          {i18n._({ id: 'bets.title', message: 'My Active Bets' })}
        </h2>
        <Link to="/bets" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'bets.all', message: 'All bets' })}
        </Link>
      </header>
      <div className="min-h-0 overflow-y-auto">
        <Suspense fallback={<SkeletonRows count={3} className="h-20 rounded-none" />}>
          <ActiveBets />
        </Suspense>
      </div>
    </section>
  );
}
