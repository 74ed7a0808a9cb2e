/** Words for those who hear the page: said when there is a moment, never shown. For what the eye sees by itself and a toast would be too much for. */
import { useSyncExternalStore } from 'react';

let words = '';
const listeners = new Set<() => void>();

export function say(next: string): void {
  words = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once on the page, before there is anything to say. */
export function Spoken() {
  const now = useSyncExternalStore(subscribe, () => words);
  return (
    <p role="status" className="sr-only">
      {now}
    </p>
  );
}
