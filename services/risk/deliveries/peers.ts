/** Requests to every service: how its events travel, the retry of dead letters, and the pruning of its outbox. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { Infer } from '@fairline/proto/contract';
import type { Deliveries, DeliveryRequests } from '@fairline/proto/risk/deliveries';
import { deliveryRequestsOf, type PlatformServiceName } from '@fairline/proto/services';

const readWithinMs = 1_000;
/** One event may take a consumer long. */
const retryWithinMs = 5_000;
/** More than chassis takes for one call of many. */
const workWithinMs = 15_000;

export type DeliveryPage = Infer<DeliveryRequests['deliveries']['input']>;

/** Undefined if the service does not answer in time. */
export async function deliveriesOf(bus: Bus, service: PlatformServiceName, page: DeliveryPage = {}): Promise<Deliveries | undefined> {
  const deliveryRequests = deliveryRequestsOf[service];
  try {
    return await bus.request(deliveryRequests.deliveries, page, readWithinMs);
  } catch (error) {
    if (error instanceof RequestTimeout) return undefined;
    throw error;
  }
}

export async function retryAt(bus: Bus, service: PlatformServiceName, id: string): Promise<void> {
  const deliveryRequests = deliveryRequestsOf[service];
  await bus.request(deliveryRequests.retryDelivery, { id }, retryWithinMs);
}

export function retryAllAt(bus: Bus, service: PlatformServiceName): Promise<Infer<DeliveryRequests['retryDeliveries']['output']>> {
  const deliveryRequests = deliveryRequestsOf[service];
  return bus.request(deliveryRequests.retryDeliveries, {}, workWithinMs);
}

export function pruneAt(bus: Bus, service: PlatformServiceName): Promise<{ pruned: number }> {
  const deliveryRequests = deliveryRequestsOf[service];
  return bus.request(deliveryRequests.pruneDeliveries, {}, workWithinMs);
}
