/** A session as React sees it. */
import { useSyncExternalStore } from 'react';
import type { Session, SessionState } from './session.ts';

export function useSession<Who extends { id: string }>(session: Session<Who>): SessionState<Who> {
  return useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => session.state,
  );
}
