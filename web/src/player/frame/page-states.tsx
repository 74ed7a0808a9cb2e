/** The states of a page before it is shown: the session is being checked, the code is loading, or loading failed. */
import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorState } from '../../ui/content/states.tsx';

/** Appears only after a moment, so that a quick check does not flicker. */
export function Checking() {
  return (
    <div role="status" className="animate-late flex grow items-center justify-center p-12 text-14 text-ink-soft">
      {i18n._({ id: 'guard.checking', message: 'Checking authentication...' })}
    </div>
  );
}

export function PageComing() {
  return (
    <div role="status" className="animate-late flex grow items-center justify-center p-12 text-14 text-ink-soft">
      {i18n._({ id: 'page.loading', message: 'Loading' })}
    </div>
  );
}

export function PageFailed() {
  const error = useRouteError();
  useEffect(() => reportError(error), [error]);
  return (
    <main className="flex grow items-center justify-center">
      <ErrorState
        title={i18n._({ id: 'page.failed', message: 'This page could not be shown' })}
        onRetry={() => location.reload()}
      >
        {i18n._({
          id: 'page.failedHelp',
          message: 'It may have been updated while you were here. Loading it again usually helps.',
        })}
      </ErrorState>
    </main>
  );
}
