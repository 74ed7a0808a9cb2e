/** A small value in the browser's storage, shared by all tabs and read as untrusted text. */
import { createStore, type Store } from '../../store.ts';

/** `initial` is the value if nothing was stored. */
export interface StoredValue<T> extends Store<T> {
  /** The value as another tab wrote it last. Without a subscription, changes of other tabs are only seen here. */
  readonly reread: () => T;
}

/** `read` turns the stored JSON into a value, or returns the initial one if it cannot. */
export function createStoredValue<T>(name: string, read: (stored: unknown) => T): StoredValue<T> {
  const store = createStore(read(null));
  let text: string | null = null;
  let watching = false;
  store.set(load());

  /** Without storage the value lasts as long as the page. */
  function load(): T {
    try {
      const stored = localStorage.getItem(name);
      if (stored === text) return store.get();
      text = stored;
      return read(JSON.parse(stored ?? 'null'));
    } catch {
      return store.get();
    }
  }
  return {
    ...store,
    set(next) {
      try {
        const stored = JSON.stringify(next);
        localStorage.setItem(name, stored);
        text = stored;
      } catch {
        // Without storage the value lasts as long as the page.
      }
      store.set(next);
    },
    reread() {
      const now = load();
      if (now !== store.get()) store.set(now);
      return store.get();
    },
    subscribe(listener) {
      if (!watching) {
        watching = true;
        globalThis.addEventListener?.('storage', (event) => {
          if (event.key === name) store.set(load());
        });
      }
      return store.subscribe(listener);
    },
  };
}
