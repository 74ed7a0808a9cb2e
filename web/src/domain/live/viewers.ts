/** How many players have a fixture open, as the live stream counts them. */
import { type FixtureViewers, streamRules } from '@fairline/proto/live/stream';
import { createStore, useStore } from '../../store.ts';

const store = createStore<ReadonlyMap<string, number>>(new Map());

export function noteViewers(counted: readonly FixtureViewers[]): void {
  store.set(new Map([...store.get(), ...counted.map(({ fixtureId, viewers }) => [fixtureId, viewers] as const)]));
}

/** Null if too few are known to show a count. */
export function useViewers(fixtureId: string): number | null {
  const viewers = useStore(store).get(fixtureId) ?? 0;
  return viewers >= streamRules.leastViewers ? viewers : null;
}
