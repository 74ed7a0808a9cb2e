/**
 * What is being placed and what was refused last: it lasts as long as the page, since the slip that shows it may be closed and opened meanwhile.
 * Nobody but the player who placed hears what became of it.
 */
import { useSyncExternalStore } from 'react';
import { playerHere, playerSession } from '../../../client/session/session.ts';

export interface Refused {
  error: unknown;
  /** What was asked for: once the slip asks for something else, the refusal is not said any more. */
  asked: string;
}

interface Placing {
  busy: boolean;
  /** Whose the refusals are. */
  playerId: string | undefined;
  refusals: ReadonlyMap<string, Refused>;
}

const none: ReadonlyMap<string, Refused> = new Map();
const listeners = new Set<() => void>();
let state: Placing = { busy: false, playerId: undefined, refusals: none };

function become(next: Partial<Placing>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const placing = {
  isBusy: () => state.busy,
  refusals: () => (state.playerId === playerHere() ? state.refusals : none),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  refused: (refusals: ReadonlyMap<string, Refused>) => become({ playerId: playerHere(), refusals }),
  /** Places, one press at a time. Its player is told at once or, if he is not here, when he is back; while another is here nobody is. */
  async run<T>(act: () => Promise<T>, tell: (outcome: T) => void): Promise<void> {
    if (state.busy) return;
    const playerId = playerHere();
    become({ busy: true, playerId, refusals: none });
    const outcome = await act().finally(() => become({ busy: false }));
    const stop = playerSession.subscribe(told);
    told();
    function told(): void {
      if (!playerHere()) return;
      stop();
      if (playerHere() === playerId) tell(outcome);
    }
  },
};

export function usePlacing(): { busy: boolean; refusals: ReadonlyMap<string, Refused> } {
  return { busy: useSyncExternalStore(placing.subscribe, placing.isBusy), refusals: useSyncExternalStore(placing.subscribe, placing.refusals) };
}
