/** The time-out or self-exclusion in force, for every page with play or deposits. */
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../ui/browser/use-now.ts';
import { exclusionQuery } from './queries.ts';

export type ExclusionTimes = 'endsAt' | 'returnsOnRequest' | 'returnsAt';

/** An exclusion that was loaded a while ago may be over. */
export function isInForce(
  { status, endsAt, returnsOnRequest, returnsAt }: Pick<Exclusion, 'status' | ExclusionTimes>,
  nowMs: number,
): boolean {
  const overAt = returnsOnRequest ? returnsAt : endsAt;
  return status === 'active' && (overAt === undefined || Date.parse(overAt) > nowMs);
}

/** Undefined if there is none, or while loading. The servers enforce it in any case. */
export function useExclusion(): Exclusion | undefined {
  const { data } = useQuery(exclusionQuery);
  const nowMs = useNow();
  return data?.current && isInForce(data.current, nowMs) ? data.current : undefined;
}
