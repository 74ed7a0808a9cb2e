/**
 * A list that grows at its top. New entries are added at once, or held back while the operator reads until they ask for them. If more entries arrived than one
 * response holds, the list restarts with that response, so that it never has a gap.
 */
export interface Entry {
  id: string;
  at: string;
}

export interface Answer<T> {
  items: readonly T[];
  nextCursor: string | null;
}

export interface LiveList<T> {
  /** Newest first. */
  items: readonly T[];
  older: string | null;
  /** Entries that arrived while the operator read; null if there are none. */
  held: { items: readonly T[]; older: string | null; count: number; isMore: boolean } | null;
}

/** The maximum number of entries before the list restarts at its top. */
const longest = 400;

export const startList = <T>({ items, nextCursor }: Answer<T>): LiveList<T> => ({
  items,
  older: nextCursor,
  held: null,
});

const newestFirst = (one: Entry, other: Entry) =>
  Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? 1 : -1);

/** The list with the newest response; the same object if nothing is new. */
export function withNewest<T extends Entry>(list: LiveList<T>, answer: Answer<T>, reads: boolean): LiveList<T> {
  const known = new Set((list.held?.items ?? list.items).map(({ id }) => id));
  const fresh = answer.items.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return reads || !list.held ? list : release(list);
  const hasGap = fresh.length === answer.items.length && answer.nextCursor !== null && known.size > 0;
  const next = hasGap
    ? { items: answer.items, older: answer.nextCursor }
    : {
        items: [...fresh, ...(list.held?.items ?? list.items)].sort(newestFirst),
        older: list.held ? list.held.older : list.older,
      };
  const count = (list.held?.count ?? 0) + fresh.length;
  const waiting = { ...list, held: { ...next, count, isMore: hasGap || (list.held?.isMore ?? false) } };
  if (reads) return waiting;
  const shown = release(waiting);
  return shown.items.length > longest ? startList(answer) : shown;
}

/** Shows the held entries. */
export function release<T>({ items, older, held }: LiveList<T>): LiveList<T> {
  return held ? { items: held.items, older: held.older, held: null } : { items, older, held };
}

/** Older entries are appended to both. */
export function withOlder<T extends Entry>(list: LiveList<T>, answer: Answer<T>): LiveList<T> {
  const join = (items: readonly T[]) => {
    const known = new Set(items.map(({ id }) => id));
    return [...items, ...answer.items.filter(({ id }) => !known.has(id))];
  };
  const { held } = list;
  // A restarted list loads older pages from its own end.
  const next = held && !held.isMore ? { ...held, items: join(held.items), older: answer.nextCursor } : held;
  return { items: join(list.items), older: answer.nextCursor, held: next };
}
