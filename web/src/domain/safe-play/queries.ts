/** The player's safe play queries, for every page that needs them. The contracts load with the first request, so that no page's first script contains them. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../client/cache/query.ts';
import { call } from '../../client/requests/call.ts';

/** The play session with the settings, also outside a session. */
export const playSessionQuery = queryOptions({
  queryKey: ['risk', 'session'],
  queryFn: async ({ signal }) =>
    call((await import('@fairline/proto/risk/sessions')).sessionRoutes.session, { signal }),
});

export const ownLimitsQuery = queryOptions({
  queryKey: ['risk', 'limits'],
  queryFn: async ({ signal }) => call((await import('@fairline/proto/risk/limits')).limitRoutes.limits, { signal }),
});

export const exclusionQuery = queryOptions({
  queryKey: ['risk', 'exclusion'],
  queryFn: async ({ signal }) =>
    call((await import('@fairline/proto/risk/exclusions')).exclusionRoutes.exclusion, { signal }),
});

/** Refusal codes that concern safe play: the page refetches its safe play data, and a due reality check opens. */
const decided: ReadonlySet<unknown> = new Set(['reality_check', 'excluded', 'limit_exceeded']);

/** Call with the error of a refused stake or deposit. */
export function readAfterRefusal(error: unknown): void {
  if (error instanceof Error && 'code' in error && decided.has(error.code))
    void queryClient.invalidateQueries({ queryKey: ['risk'] });
}
