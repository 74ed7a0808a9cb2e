/** A session as React sees it. */
import { useSyncExternalStore } from 'react';
import type { Session, SessionState } from './session.ts';

/** The state in the prerendered document. */
const checking = { status: 'checking', who: null } as const;

export function useSession<Who extends { id: string }>(session: Session<Who>): SessionState<Who> {
  return useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => checking,
  );
}
