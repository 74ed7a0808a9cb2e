/** A small value that outlives the page: kept in the browser's storage, shared by its tabs, read as untrusted text. */
import { useSyncExternalStore } from 'react';

export interface Kept<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** What holds where nothing was stored. */
  readonly initial: T;
}

/** `read` turns what was stored into a value, or answers the initial one where it cannot. */
export function kept<T>(name: string, read: (stored: unknown) => T): Kept<T> {
  const listeners = new Set<() => void>();
  let value = load();
  let watching = false;

  function load(): T {
    try {
      return read(JSON.parse(localStorage.getItem(name) ?? 'null'));
    } catch {
      return read(null);
    }
  }
  function tell(): void {
    for (const listener of listeners) listener();
  }
  return {
    initial: read(null),
    get: () => value,
    set(next) {
      value = next;
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Without storage the value lasts as long as the page.
      }
      tell();
    },
    subscribe(listener) {
      if (!watching) {
        watching = true;
        addEventListener('storage', (event) => {
          if (event.key !== name) return;
          value = load();
          tell();
        });
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useKept<T>(store: Kept<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
