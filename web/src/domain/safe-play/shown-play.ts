/** Whether a result is being shown on this page: a window with the figures of the session would give it away, and waits. */
import { createStore, useStore } from '../../store.ts';

const holders = createStore(0);

/** Holds reminder windows back until the returned function is called. */
export function holdWindows(): () => void {
  holders.set(holders.get() + 1);
  return () => holders.set(holders.get() - 1);
}

export const useHeldWindows = (): boolean => useStore(holders) > 0;
