/** The query for risk rules, shared by the rules page and the alerts that they raised. */
import { type RiskRule, ruleRoutes } from '@fairline/proto/risk/rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const rulesQuery = queryOptions({
  queryKey: ['admin', 'risk', 'rules'],
  queryFn: async ({ signal }) => (await call(ruleRoutes.rules, { signal })).items,
  refetchInterval: refreshMs,
});

/** A rule by its id; undefined if it is unknown or still loading. */
export function useRules(needed: boolean): (id: string) => RiskRule | undefined {
  const { data } = useQuery({ ...rulesQuery, enabled: needed });
  return (id) => data?.find((rule) => rule.id === id);
}
