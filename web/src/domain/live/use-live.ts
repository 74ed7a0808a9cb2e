/** The live stream as React sees it. */
import { useEffect, useMemo, useReducer } from 'react';
import { useStore } from '../../store.ts';
import type { Live, LiveState } from './stream.ts';

export const useLiveState = (live: Live): LiveState => useStore(live.store);

/** Requests these fixtures from the stream while the component is mounted. */
export function useLiveFixtures(live: Live, fixtures: readonly string[], first = false): void {
  const list = fixtures.join();
  useEffect(() => live.watchFixtures(list ? list.split(',') : [], first), [live, list, first]);
}

/** The fixtures with stale prices. The component renders again when one joins or leaves them. */
export function useStaleFixtures(live: Live, fixtures: readonly string[]): ReadonlySet<string> {
  const [, look] = useReducer((times: number) => times + 1, 0);
  const now = Date.now();
  const staleAt = [...new Set(fixtures)].map((id) => [id, live.staleAt(id)] as const);
  const next = Math.min(...staleAt.map(([, at]) => (at > now ? at : Number.POSITIVE_INFINITY)));
  useEffect(() => live.store.subscribe(look), [live]);
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(look, Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  const key = staleAt.flatMap(([id, at]) => (at > now ? [] : [id])).join();
  return useMemo(() => new Set(key ? key.split(',') : []), [key]);
}
