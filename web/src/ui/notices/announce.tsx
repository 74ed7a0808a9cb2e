/** Announcements to screen readers, in a live region that is never visible: for changes that can be seen but need no toast. */
import { useEffect, useSyncExternalStore } from 'react';

/** The count makes a repeated text a new announcement. */
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

/** Mounted once per page, before the first announcement. Its text is cleared when it unmounts. */
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

/** A live region that announces its text again with each new count. */
export function LiveRegion({ text, count }: { text: string; count: number }) {
  return (
    <p role="status" className="sr-only">
      <span key={count}>{text}</span>
    </p>
  );
}
