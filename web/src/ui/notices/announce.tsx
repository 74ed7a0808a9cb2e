/** Words for those who hear the page: said when there is a moment, never shown. For what the eye sees by itself and a toast would be too much for. */
import { useEffect, useSyncExternalStore } from 'react';

/** The same words said again are another saying of them. */
const nothing = { text: '', count: 0 };
let announced = nothing;
const listeners = new Set<() => void>();

export function announceText(next: string): void {
  announced = { text: next, count: announced.count + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once on the page, before there is anything to say. What was said goes with the one it was said to. */
export function AnnouncedText() {
  const now = useSyncExternalStore(
    subscribe,
    () => announced,
    () => nothing,
  );
  useEffect(
    () => () => {
      announced = nothing;
    },
    [],
  );
  return <LiveRegion {...now} />;
}

/** A live region that says its words again each time they are counted anew. */
export function LiveRegion({ text, count }: { text: string; count: number }) {
  return (
    <p role="status" className="sr-only">
      <span key={count}>{text}</span>
    </p>
  );
}
