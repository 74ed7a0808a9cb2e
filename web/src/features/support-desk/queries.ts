/** Queries of the operators' support pages, by the filter in the URL. */
import { type Bet, betRoutes } from '@fairline/proto/betting/bets';
import { type Round, roundRoutes } from '@fairline/proto/casino/rounds';
import { Id } from '@fairline/proto/contract';
import { chatDeskRoutes, type OperatorChat } from '@fairline/proto/support/chats';
import {
  type OperatorTicket,
  ticketCategories,
  ticketDeskRoutes,
  ticketPriorities,
  ticketStatuses,
} from '@fairline/proto/support/tickets';
import { type Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../client/cache/paged.ts';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { lastSequence, withEarlier } from '../../domain/support/chat.ts';

const assignees = ['me', 'nobody'] as const;

export interface QueueFilter {
  q: string;
  status: OperatorTicket['status'] | 'all';
  category: OperatorTicket['category'] | 'all';
  priority: OperatorTicket['priority'] | 'all';
  assignee: (typeof assignees)[number] | 'all';
  playerId: string;
}

export function queueFilterOf(search: URLSearchParams): QueueFilter {
  const readChoice = <T extends string>(values: readonly T[], name: string): T | 'all' =>
    values.find((value) => value === search.get(name)) ?? 'all';
  const player = search.get('player');
  return {
    q: search.get('q') ?? '',
    status: readChoice(ticketStatuses, 'status'),
    category: readChoice(ticketCategories, 'category'),
    priority: readChoice(ticketPriorities, 'priority'),
    assignee: readChoice(assignees, 'assignee'),
    playerId: Id.safeParse(player).success && player ? player : '',
  };
}

export const queueQuery = ({ q, status, category, priority, assignee, playerId }: QueueFilter) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'support', 'tickets', { q, status, category, priority, assignee, playerId }],
    queryFn: ({ pageParam, signal }) =>
      call(ticketDeskRoutes.operatorTickets, {
        query: {
          ...(q && { q }),
          ...(status !== 'all' && { status }),
          ...(category !== 'all' && { category }),
          ...(priority !== 'all' && { priority }),
          ...(assignee !== 'all' && { assignee }),
          ...(playerId && { playerId }),
          ...cursorQuery(pageParam),
        },
        signal,
      }),
  });

export const operatorTicketQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'support', 'tickets', 'one', id],
    queryFn: ({ signal }) => call(ticketDeskRoutes.operatorTicket, { params: { id }, signal }),
  });

export const cannedQuery = queryOptions({
  queryKey: ['admin', 'support', 'canned'],
  queryFn: ({ signal }) => call(ticketDeskRoutes.cannedAnswers, { signal }),
  staleTime: 60_000,
});

export const agentsQuery = queryOptions({
  queryKey: ['admin', 'support', 'chats', 'agents'],
  queryFn: ({ signal }) => call(chatDeskRoutes.agents, { signal }),
  refetchInterval: refreshMs,
});

export const operatorChatsQuery = (of: 'mine' | 'waiting' | 'all' | 'ended') =>
  queryOptions({
    queryKey: ['admin', 'support', 'chats', of],
    queryFn: ({ signal }) => call(chatDeskRoutes.operatorChats, { query: { of }, signal }),
    refetchInterval: refreshMs,
  });

export const operatorChatQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'support', 'chats', 'one', id],
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<OperatorChat>(queryKey);
      const next = await call(chatDeskRoutes.operatorChat, {
        params: { id },
        query: before ? { after: lastSequence(before) } : {},
        signal,
      });
      return withEarlier(client.getQueryData<OperatorChat>(queryKey), next);
    },
    staleTime: 0,
  });

export type TicketRecord =
  | { type: 'bet'; bet: Bet }
  | { type: 'round'; round: Round }
  | { type: 'payment'; payment: Payment };

/** The record that a ticket is about, as its player sees it. */
export const recordQuery = (playerId: string, { type, id }: NonNullable<OperatorTicket['about']>) =>
  queryOptions({
    queryKey: ['admin', 'support', 'record', type, id],
    queryFn: async ({ signal }): Promise<TicketRecord> => {
      const params = { playerId, id };
      if (type === 'bet') return { type, bet: await call(betRoutes.betOfPlayer, { params, signal }) };
      if (type === 'round') return { type, round: await call(roundRoutes.roundOfPlayer, { params, signal }) };
      return { type, payment: await call(paymentRoutes.paymentOfPlayer, { params, signal }) };
    },
    retry: false,
  });
