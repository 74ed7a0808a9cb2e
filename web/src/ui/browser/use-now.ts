/** The moment, while somebody looks: one clock for all that counts down or up on a page, fine enough for whole minutes. */
import { useSyncExternalStore } from 'react';

const tickMs = 10_000;

let nowMs = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  // Nobody moved it while nobody looked.
  if (!timer) nowMs = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const listener of listeners) listener();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => nowMs,
  );
}
