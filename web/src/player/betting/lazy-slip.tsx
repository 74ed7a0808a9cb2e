/** The slip, fetched when a page first shows it. */
import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../ui/content/states.tsx';

const PlayerSlip = lazy(async () => ({ default: (await import('./slip.tsx')).PlayerSlip }));

export function LazySlip({ onDone }: { onDone?: () => void }) {
  return (
    <Suspense fallback={<SkeletonRows count={1} className="h-48 rounded-none" />}>
      <PlayerSlip {...(onDone && { onDone })} />
    </Suspense>
  );
}
