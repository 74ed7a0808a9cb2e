/** Queries of a player's bets: open and latest ones, the history by its filter, one bet with its timeline and receipt, figures. */
import { type Bet, type BetStatus, betRoutes } from '@fairline/proto/betting/bets';
import { receiptRoutes } from '@fairline/proto/betting/receipts';
import { periodStart } from '@fairline/proto/periods';
import type { PlayPeriod } from '@fairline/proto/play-figures';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readMissingAs } from '../../../client/http/http.ts';
import { call } from '../../../client/requests/call.ts';
import { betKeys } from '../../../domain/betting/bet-keys.ts';

/** How many bets are listed beside the slip. */
const shown = 5;

const isOpen = ({ status }: Bet) => status === 'pending' || status === 'accepted';

/** Open bets first, then the latest decided ones, so that a result still shows. */
export const betsQuery = queryOptions({
  queryKey: [...betKeys, 'latest'],
  queryFn: async ({ signal }) => {
    const { items, nextCursor } = await call(betRoutes.bets, { query: {}, signal });
    let open = items.filter(isOpen);
    // Older open bets may be on a page behind decided ones.
    if (open.length < shown && nextCursor !== null)
      open = (await call(betRoutes.bets, { query: { status: 'open' }, signal })).items;
    return [...open, ...items.filter((bet) => !isOpen(bet) && open.every(({ id }) => id !== bet.id))].slice(0, shown);
  },
});

export interface BetFilter {
  status?: BetStatus | 'open' | 'settled';
  type?: 'single' | 'accumulator' | 'system';
  period?: PlayPeriod;
  q?: string;
}

export function betHistoryQuery(filter: BetFilter) {
  return infiniteQueryOptions({
    queryKey: [...betKeys, 'history', filter],
    queryFn: ({ pageParam, signal }) => {
      const { period, ...rest } = filter;
      const from = period && periodStart(period, new Date())?.toISOString();
      return call(betRoutes.bets, {
        query: { ...rest, ...(from && { from }), ...(pageParam && { cursor: pageParam }) },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function betTimelineQuery(id: string) {
  return queryOptions({
    queryKey: [...betKeys, 'timeline', id],
    queryFn: ({ signal }) => call(betRoutes.betTimeline, { params: { id }, signal }),
  });
}

/** A receipt is signed once and never changes; null if the bet was never accepted. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['betting', 'receipt', id],
    queryFn: ({ signal }) => call(receiptRoutes.receipt, { params: { id }, signal }).catch(readMissingAs(null)),
  });
}

export function betStatsQuery(period: PlayPeriod) {
  return queryOptions({
    queryKey: [...betKeys, 'stats', period],
    queryFn: ({ signal }) => call(betRoutes.betStats, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}
