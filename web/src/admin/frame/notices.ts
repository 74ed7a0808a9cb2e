/** Tasks of an operator as lines of the header's list. A line is unread if it is newer, or its count higher, than this browser last showed. */
import { createStoredValue } from '../../client/storage/stored-value.ts';

export interface Notice {
  /** Identifies the line between visits. */
  key: string;
  /** The number of waiting items; a line is unread if it rises. A single item counts 1. */
  count: number;
}

export type Seen = Readonly<Record<string, number>>;

/** The number of remembered lines, the latest last. */
const most = 200;

/** Per operator, because a browser may be shared. */
export const seenStore = createStoredValue<Readonly<Record<string, Seen>>>('fairline.operator.notices', (stored) => {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([operator, seen]) => [operator, countsOf(seen)]));
});

function countsOf(stored: unknown): Seen {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, count]) => Number.isSafeInteger(count) && count > 0));
}

const seenCount = (seen: Seen, key: string): number => (Object.hasOwn(seen, key) ? (seen[key] ?? 0) : 0);

export function unreadOf<N extends Notice>(notices: readonly N[], seen: Seen): N[] {
  return notices.filter(({ key, count }) => count > seenCount(seen, key));
}

/** All of them have been shown. */
export function withSeen(seen: Seen, notices: readonly Notice[]): Seen {
  const shown = new Map(Object.entries(seen));
  for (const { key, count } of notices) {
    shown.delete(key);
    shown.set(key, count);
  }
  return Object.fromEntries([...shown].slice(-most));
}

/** Lowers remembered counts that fell, so that a line is unread again as soon as its count grows. Null if none fell. */
export function withLess(seen: Seen, counts: ReadonlyMap<string, number>): Seen | null {
  const less = [...counts].filter(([key, count]) => count < seenCount(seen, key));
  if (less.length === 0) return null;
  const next = { ...seen };
  for (const [key, count] of less) next[key] = count;
  return Object.fromEntries(Object.entries(next).filter(([, count]) => count > 0));
}
