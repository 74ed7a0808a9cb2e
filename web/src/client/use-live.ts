/** The live stream as React sees it. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Live, LiveState } from './live.ts';

export function useLiveState(live: Live): LiveState {
  return useSyncExternalStore(
    live.subscribe,
    () => live.state,
    () => 'waiting' as const,
  );
}

/** Asks the stream for these fixtures while the component stands. */
export function useLiveFixtures(live: Live, fixtures: readonly string[], first = false): void {
  const list = fixtures.join();
  useEffect(() => live.wish(list ? list.split(',') : [], first), [live, list, first]);
}
