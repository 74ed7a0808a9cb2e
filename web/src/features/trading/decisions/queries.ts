/** Queries of decisions on markets, by the filter in the URL. */

import { type Decision, decisionStatuses, deskRoutes } from '@fairline/proto/betting/desk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../../client/cache/paged.ts';
import { call } from '../../../client/requests/call.ts';

export type DecisionFilter = (typeof decisionStatuses)[number] | 'all';

export function decisionFilterOf(search: URLSearchParams): DecisionFilter {
  return search.get('status') === 'all'
    ? 'all'
    : (decisionStatuses.find((status) => status === search.get('status')) ?? 'pending');
}

export const decisionsQuery = (status: DecisionFilter) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'betting', 'decisions', status],
    queryFn: ({ pageParam, signal }) =>
      call(deskRoutes.decisions, { query: { ...(status !== 'all' && { status }), ...cursorQuery(pageParam) }, signal }),
  });

/** The current preview of a waiting decision. */
export const decisionPreviewQuery = ({ id, marketId, decision }: Decision) =>
  queryOptions({
    queryKey: ['admin', 'betting', 'decision preview', id],
    queryFn: ({ signal }) => call(deskRoutes.previewDecision, { params: { id: marketId }, body: { decision }, signal }),
    gcTime: 0,
    retry: false,
  });
