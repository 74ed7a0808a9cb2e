/** Queries of the support pages. Tickets and chats are refetched when the stream reports a change. */
import type { Language } from '@fairline/proto/auth/fields';
import { betRoutes } from '@fairline/proto/betting/bets';
import { roundRoutes } from '@fairline/proto/casino/rounds';
import { type Chat, chatRoutes } from '@fairline/proto/support/chats';
import { faqLanguages, faqRoutes } from '@fairline/proto/support/faq';
import { type Ticket, ticketRoutes } from '@fairline/proto/support/tickets';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { lastSequence, withEarlier } from '../../domain/support/chat.ts';

export interface TicketFilter {
  q: string;
  status: Ticket['status'] | 'all';
}

export const ticketsQuery = ({ q, status }: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: ['support', 'tickets', { q, status }],
    queryFn: ({ pageParam, signal }) =>
      call(ticketRoutes.tickets, {
        query: { ...(q && { q }), ...(status !== 'all' && { status }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'tickets', 'one', id],
    queryFn: ({ signal }) => call(ticketRoutes.ticket, { params: { id }, signal }),
  });

export const chatsQuery = queryOptions({
  queryKey: ['support', 'chats'],
  queryFn: ({ signal }) => call(chatRoutes.chats, { signal }),
});

/** A waiting chat is refetched periodically: its place in the queue changes with other chats. */
const waitingEveryMs = 5_000;

export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'chats', 'one', id],
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<Chat>(queryKey);
      const next = await call(chatRoutes.chat, {
        params: { id },
        query: before ? { after: lastSequence(before) } : {},
        signal,
      });
      return withEarlier(client.getQueryData<Chat>(queryKey), next);
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? waitingEveryMs : false),
  });

/** The language of the articles: that of the page, if they exist in it. */
export const faqLanguage = () => faqLanguages.find((language) => language === (i18n.locale as Language)) ?? 'en';

export const faqQuery = (q: string, language = faqLanguage()) =>
  queryOptions({
    queryKey: ['support', 'faq', language, q],
    queryFn: ({ signal }) => call(faqRoutes.faq, { query: { ...(q && { q }), language }, signal }),
    placeholderData: keepPreviousData,
  });

export const articleQuery = (id: string, language = faqLanguage()) =>
  queryOptions({
    queryKey: ['support', 'faq', 'one', id, language],
    queryFn: ({ signal }) => call(faqRoutes.faqArticle, { params: { id }, query: { language }, signal }),
  });

/** The latest bets, rounds or payments, to choose the record of a ticket. */
export const recentBetsQuery = queryOptions({
  queryKey: ['betting', 'bets', 'recent'],
  queryFn: ({ signal }) => call(betRoutes.bets, { signal }),
});
export const recentRoundsQuery = queryOptions({
  queryKey: ['casino', 'rounds', 'recent'],
  queryFn: ({ signal }) => call(roundRoutes.rounds, { signal }),
});
export const recentPaymentsQuery = queryOptions({
  queryKey: ['wallet', 'payments', 'recent'],
  queryFn: ({ signal }) => call(paymentRoutes.payments, { signal }),
});
