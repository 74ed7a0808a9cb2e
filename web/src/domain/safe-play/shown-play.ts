/** Whether a result is being shown on this page: a window with the figures of the session would give it away, and waits. */
import { useSyncExternalStore } from 'react';

let holders = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  holders += by;
  for (const listener of listeners) listener();
}

/** Holds reminder windows back until the returned function is called. */
export function holdWindows(): () => void {
  change(1);
  return () => change(-1);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const isHeld = () => holders > 0;

export const useHeldWindows = (): boolean => useSyncExternalStore(subscribe, isHeld, isHeld);
