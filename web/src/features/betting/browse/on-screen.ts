/** The visible rows of a long list: the stream carries at most fifty fixtures, and these must be the visible ones. */
import { streamRules } from '@fairline/proto/live/stream';
import { type RefObject, useEffect, useState } from 'react';

/** Rows this far beyond the window count as visible, so that prices are live when they scroll in. */
const margin = '300px 0px';

/** All ids while one stream can carry them; beyond that, those with a visible row (`data-fixture`). */
export function useOnScreen(ids: readonly string[], list: RefObject<HTMLElement | null>): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const many = ids.length > streamRules.maxFixtures;
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are looked up again when the ids change.
  useEffect(() => {
    if (!many || !list.current) return;
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset.fixture ?? '';
          if (isIntersecting) visible.add(id);
          else visible.delete(id);
        }
        setSeen([...visible]);
      },
      { rootMargin: margin },
    );
    for (const row of list.current.querySelectorAll('[data-fixture]')) observer.observe(row);
    return () => observer.disconnect();
  }, [many, key, list]);
  return many ? seen : ids;
}
