/** Words for those who hear the page: said when there is a moment, never shown. For what the eye sees by itself and a toast would be too much for. */
import { useEffect, useSyncExternalStore } from 'react';

/** The same words said again are another saying of them. */
const silence = { words: '', count: 0 };
let saying = silence;
const listeners = new Set<() => void>();

export function say(next: string): void {
  saying = { words: next, count: saying.count + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once on the page, before there is anything to say. What was said goes with the one it was said to. */
export function Spoken() {
  const now = useSyncExternalStore(
    subscribe,
    () => saying,
    () => silence,
  );
  useEffect(
    () => () => {
      saying = silence;
    },
    [],
  );
  return <Saying {...now} />;
}

/** A live region that says its words again each time they are counted anew. */
export function Saying({ words, count }: { words: string; count: number }) {
  return (
    <p role="status" className="sr-only">
      <span key={count}>{words}</span>
    </p>
  );
}
