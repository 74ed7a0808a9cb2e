/** A session as React sees it. */
import { useStore } from '../../store.ts';
import type { Session, SessionState } from './session.ts';

export const useSession = <Who extends { id: string }>(session: Session<Who>): SessionState<Who> =>
  useStore(session.store);
