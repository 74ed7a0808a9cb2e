/** Query options for operators' lists that load page by page, each by the cursor of the page before. */
import { keepPreviousData } from '@tanstack/react-query';
import { refreshMs } from './refresh-interval.ts';

export const paged = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** A list that is read again at a pace. Its rows stay until the answer to the next question is here: nothing jumps, and an open drawer stays open. */
export const livePaged = { ...paged, placeholderData: keepPreviousData, refetchInterval: refreshMs };

interface Read {
  state: { data?: { pages: readonly unknown[] } | undefined };
}

/** A list that is read again only while it shows its first page alone: older pages hardly change. */
export const logPaged = {
  ...livePaged,
  refetchInterval: ({ state }: Read) => (state.data && state.data.pages.length > 1 ? (false as const) : refreshMs),
};

/** The part of a query that asks for the page. */
export const cursorQuery = (cursor: string) => (cursor ? { cursor } : {});
