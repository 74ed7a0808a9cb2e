/** Checks the next stakes against the player's own limits as last fetched. The server's decision is final. */
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../client/cache/query.ts';
import { useNow } from '../../ui/browser/use-now.ts';
import { ownLimitsQuery, playSessionQuery } from './queries.ts';
import { type LimitStop, largestStake, type NextStakes, refusedStop, stakeStop } from './stake-stop.ts';

const none: readonly PlayLimit[] = [];

export interface StakeStop {
  /** Null if nothing stops them, or while loading. */
  stop: LimitStop | null;
  /** The largest single stake that would be accepted instead. */
  largestMinor: number | null;
}

export function useStakeStop(next: NextStakes): StakeStop {
  const { data: limits } = useQuery(ownLimitsQuery);
  const { data: session } = useQuery(playSessionQuery);
  const nowMs = useNow();
  const items = limits?.items ?? none;
  return { stop: stakeStop(items, session ?? {}, next, nowMs), largestMinor: largestStake(items, nowMs) };
}

/** The player's own limit that refused a stake, from the params of the refusal. */
export function ownStop(params: Readonly<Record<string, unknown>> | undefined): LimitStop | null {
  return refusedStop(params, queryClient.getQueryData(ownLimitsQuery.queryKey)?.items ?? none);
}
