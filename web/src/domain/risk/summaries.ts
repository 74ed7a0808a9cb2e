/** Harm score, exclusion and open alerts of players by id, for lists that show players. */
import { harmRoutes } from '@fairline/proto/risk/harm';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { batchIds, type Found } from '../people/players.ts';

export type RiskSummary = Awaited<ReturnType<typeof readSummaries>>[number];

const readSummaries = async (playerIds: string[]) =>
  (await call(harmRoutes.riskSummaries, { body: { playerIds } })).items;

export function useRiskSummaries(ids: readonly string[], allowed: boolean): Pick<Found<RiskSummary>, 'of'> {
  const parts = batchIds(ids);
  const { data } = useQuery({
    queryKey: ['admin', 'risk', 'summaries', parts],
    queryFn: async () =>
      new Map((await Promise.all(parts.map(readSummaries))).flat().map((summary) => [summary.playerId, summary])),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled: allowed && parts.length > 0,
  });
  return { of: (id) => data?.get(id) };
}
