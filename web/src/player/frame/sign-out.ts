/** Signs the player out and empties their slip. */
import { playerSession } from '../../client/session/session.ts';
import { slipActions } from '../../features/betting/slip/store.ts';

export function signOut(): void {
  slipActions.forget();
  void import('../../features/betting/placed/placed.ts')
    .then(({ placedActions }) => placedActions.forget())
    .catch(() => undefined);
  void playerSession.signOut();
}
