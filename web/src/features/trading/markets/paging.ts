/** How the long lists of the trading pages are read: page by page, and again at a pace. */
import { keepPreviousData } from '@tanstack/react-query';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';

export const pageOptions = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
  refetchInterval: refreshMs,
};

export const fromCursor = (cursor: string) => (cursor ? { cursor } : {});
