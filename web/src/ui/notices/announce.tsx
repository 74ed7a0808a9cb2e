/** Announcements to screen readers, in an invisible live region: for visible changes that need no toast. */
import { useEffect } from 'react';
import { createStore, useStore } from '../../store.ts';

/** The count makes a repeated text a new announcement. */
const announced = createStore({ text: '', count: 0 });

export function announceText(next: string): void {
  announced.set({ text: next, count: announced.get().count + 1 });
}

/** Mounted once per page, before the first announcement. Its text is cleared when it unmounts. */
export function AnnouncedText() {
  const now = useStore(announced);
  useEffect(() => () => announced.set(announced.initial), []);
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
