/** A small value in the browser's storage, shared by all tabs and read as untrusted text. */
import { useSyncExternalStore } from 'react';

export interface StoredValue<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** The value as another tab wrote it last. Without a subscription, changes of other tabs are only seen here. */
  readonly reread: () => T;
  readonly subscribe: (listener: () => void) => () => void;
  /** The value if nothing was stored. */
  readonly initial: T;
}

/** `read` turns the stored JSON into a value, or returns the initial one if it cannot. */
export function createStoredValue<T>(name: string, read: (stored: unknown) => T): StoredValue<T> {
  const listeners = new Set<() => void>();
  const initial = read(null);
  let value = initial;
  let text: string | null = null;
  let watching = false;
  load();

  /** Without storage the value lasts as long as the page. */
  function load(): void {
    try {
      const stored = localStorage.getItem(name);
      if (stored === text) return;
      text = stored;
      value = read(JSON.parse(stored ?? 'null'));
    } catch {
      // The current value stays.
    }
  }
  function notify(): void {
    for (const listener of listeners) listener();
  }
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      try {
        const stored = JSON.stringify(next);
        localStorage.setItem(name, stored);
        text = stored;
      } catch {
        // Without storage the value lasts as long as the page.
      }
      notify();
    },
    reread() {
      const before = value;
      load();
      if (value !== before) notify();
      return value;
    },
    subscribe(listener) {
      if (!watching) {
        watching = true;
        globalThis.addEventListener?.('storage', (event) => {
          if (event.key !== name) return;
          load();
          notify();
        });
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStoredValue<T>(store: StoredValue<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
