/** Deliveries of events, summed over all services that answer, and the share that was delivered. */

import type { PlatformServiceName } from '@fairline/proto/processes';
import { type Deliveries, type DeliveryCounts, deliveryRoutes } from '@fairline/proto/risk/deliveries';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const serviceNames = [
  'auth',
  'wallet',
  'betting',
  'casino',
  'promotions',
  'kyc',
  'support',
  'risk',
] as const satisfies readonly PlatformServiceName[];

export interface ServiceDeliveries {
  service: string;
  /** Absent if the service does not answer. */
  deliveries?: Deliveries | undefined;
}

export const deliveriesKey = ['admin', 'system', 'deliveries'] as const;

export const deliveriesQuery = (everyMs: number = refreshMs) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'all'],
    queryFn: async ({ signal }): Promise<ServiceDeliveries[]> =>
      (await call(deliveryRoutes.deliveries, { signal })).services,
    refetchInterval: everyMs,
  });

export interface DeliverySums {
  pending: number;
  published: number;
  applied: number;
  failing: number;
  /** Dead letters of the last hour; `dead` are those of all time. */
  failed: number;
  dead: number;
  unanswered: string[];
}

export function sumOf(services: readonly ServiceDeliveries[]): DeliverySums {
  const sums: DeliverySums = { pending: 0, published: 0, applied: 0, failing: 0, failed: 0, dead: 0, unanswered: [] };
  for (const { service, deliveries } of services) {
    if (!deliveries) {
      sums.unanswered.push(service);
      continue;
    }
    sums.pending += deliveries.outbox.pending;
    sums.published += deliveries.outbox.published;
    sums.applied += deliveries.inbox.applied;
    sums.failing += deliveries.inbox.failing;
    sums.failed += deliveries.inbox.failed ?? 0;
    sums.dead += deliveries.dead;
  }
  return sums;
}

/** The share of the last hour's events that was applied; null if there were none. Earlier dead letters do not count. */
export function successShare({
  applied,
  failing,
  failed,
}: {
  applied: number;
  failing: number;
  failed: number;
}): number | null {
  const tried = applied + failing + failed;
  return tried === 0 ? null : applied / tried;
}

export const countsOf = ({ inbox, dead }: DeliveryCounts) => ({ ...inbox, failed: inbox.failed ?? 0, dead });

export type Condition = 'healthy' | 'warning' | 'critical';

/** Rated by the displayed share, which is rounded down to a tenth of a per cent, so that 95.0% is at least that. */
export function successCondition(share: number): Condition {
  if (share >= 0.95) return 'healthy';
  return share >= 0.85 ? 'warning' : 'critical';
}

export const shownShare = (share: number): number => Math.floor(share * 1_000) / 1_000;
