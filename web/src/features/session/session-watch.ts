/** Checks the session every minute and whenever the tab becomes visible, and tells the user how it ended. */
import { useEffect } from 'react';
import { queryClient } from '../../client/cache/query.ts';
import type { Session, SessionEnd } from '../../client/session/session.ts';
import { notify } from '../../ui/notices/notify.ts';

const checkMs = 60_000;

export function useSessionWatch(session: Session<{ id: string }>, textOf: (end: SessionEnd) => string): void {
  useEffect(() => {
    const timer = setInterval(() => void session.check('expired'), checkMs);
    const recheck = () => {
      if (document.visibilityState === 'visible') void session.check('away');
    };
    document.addEventListener('visibilitychange', recheck);
    let who = session.state.who?.id;
    const stop = session.store.subscribe(() => {
      const { state } = session;
      if (state.status === 'anonymous' && who && state.end) {
        if (state.end === 'signed-out') notify.success(textOf(state.end));
        else notify.error(textOf(state.end));
      }
      if (who && state.who?.id !== who) queryClient.clear();
      who = state.who?.id;
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', recheck);
      stop();
    };
  }, [session, textOf]);
}
