/** Query options for operators' lists that load page by page, each by the cursor of the page before. */
import { keepPreviousData } from '@tanstack/react-query';
import { refreshMs } from './refresh-interval.ts';

export const paged = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** A list that is refetched periodically. Its rows stay until the next response arrives, so that nothing jumps and an open drawer stays open. */
export const livePaged = { ...paged, placeholderData: keepPreviousData, refetchInterval: refreshMs };

interface Read {
  state: { data?: { pages: readonly unknown[] } | undefined };
}

/** A list that is refetched only while it shows just its first page: older pages hardly change. */
export const logPaged = {
  ...livePaged,
  refetchInterval: ({ state }: Read) => (state.data && state.data.pages.length > 1 ? (false as const) : refreshMs),
};

/** The part of a query that names the page. */
export const cursorQuery = (cursor: string) => (cursor ? { cursor } : {});
