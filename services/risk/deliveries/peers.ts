/** Requests to every service: its deliveries, retries of dead letters, and pruning of its outbox. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { Infer } from '@fairline/proto/contract';
import type { PlatformServiceName } from '@fairline/proto/processes';
import type { Deliveries, DeliveryRequests } from '@fairline/proto/risk/deliveries';
import { deliveryRequestsOf } from '@fairline/proto/services';

const readWithinMs = 1_000;
/** The deadline of one retry: a consumer may need long for an event. */
const retryWithinMs = 5_000;
/** The deadline of retrying many or pruning; longer than chassis works on one call. */
const workWithinMs = 15_000;

export type DeliveryPage = Infer<DeliveryRequests['deliveries']['input']>;

/** Undefined if the service does not answer in time. */
export async function deliveriesOf(
  bus: Bus,
  service: PlatformServiceName,
  page: DeliveryPage = {},
): Promise<Deliveries | undefined> {
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

export function retryAllAt(
  bus: Bus,
  service: PlatformServiceName,
): Promise<Infer<DeliveryRequests['retryDeliveries']['output']>> {
  const deliveryRequests = deliveryRequestsOf[service];
  return bus.request(deliveryRequests.retryDeliveries, {}, workWithinMs);
}

export function pruneAt(bus: Bus, service: PlatformServiceName): Promise<{ pruned: number }> {
  const deliveryRequests = deliveryRequestsOf[service];
  return bus.request(deliveryRequests.pruneDeliveries, {}, workWithinMs);
}
