/** The player leaves on purpose: what stood on his slip goes with him. */
import { playerSession } from '../../client/session/session.ts';
import { placedActions } from '../../features/betting/placed/placed.ts';
import { slipActions } from '../../features/betting/slip/store.ts';

export function signOut(): void {
  slipActions.forget();
  placedActions.forget();
  void playerSession.signOut();
}
