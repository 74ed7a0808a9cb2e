/** The session line, loaded after its page. */
import { lazy, Suspense } from 'react';

const SessionLine = lazy(async () => ({ default: (await import('./session-line.tsx')).SessionLine }));

export function LazySessionLine() {
  return (
    <Suspense>
      <SessionLine />
    </Suspense>
  );
}
