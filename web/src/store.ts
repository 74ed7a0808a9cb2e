/** A value outside React that lasts as long as the page. Each `set` notifies every listener, even if the value is the same. */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  /** The initial value, also in the prerendered document. */
  readonly initial: T;
  readonly get: () => T;
  set(value: T): void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** `watch` starts the store's source with its first listener; the returned function stops it with the last one. */
export function createStore<T>(initial: T, watch?: () => () => void): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  let stop: (() => void) | undefined;
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) stop = watch?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}

export function useStore<T>({ subscribe, get, initial }: Omit<Store<T>, 'set'>): T {
  return useSyncExternalStore(subscribe, get, () => initial);
}
