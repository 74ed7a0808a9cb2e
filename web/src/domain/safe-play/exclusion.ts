/** The time-out or self-exclusion in force, for every page with play or deposits. */
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../ui/browser/use-now.ts';
import { exclusionQuery } from './queries.ts';

/** An exclusion that was loaded a while ago may be over. */
export function isInForce({ status, endsAt }: Pick<Exclusion, 'status' | 'endsAt'>, nowMs: number): boolean {
  return status === 'active' && (endsAt === undefined || Date.parse(endsAt) > nowMs);
}

/** Undefined if there is none, or while loading. The servers enforce it in any case. */
export function useExclusion(): Exclusion | undefined {
  const { data } = useQuery(exclusionQuery);
  const nowMs = useNow();
  return data?.current && isInForce(data.current, nowMs) ? data.current : undefined;
}
