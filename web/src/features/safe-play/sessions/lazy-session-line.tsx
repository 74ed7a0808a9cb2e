/** The session line, fetched after the page it stands on. */
import { lazy, Suspense } from 'react';

const SessionLine = lazy(async () => ({ default: (await import('./session-line.tsx')).SessionLine }));

export function LazySessionLine() {
  return (
    <Suspense>
      <SessionLine />
    </Suspense>
  );
}
